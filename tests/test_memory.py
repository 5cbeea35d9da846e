import subprocess
import sys

import pytest

#: Frees every other piece of a heap, which the C library keeps, and says what is in memory.
SCATTERED = """
from balance.experiments.memory import give_back

def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

pieces = [bytes(60_000) for _ in range(2000)]
del pieces[::2]
before = held()
give_back()
print(before - held())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_was_freed_between_pieces_in_use_goes_back():
    told = subprocess.run(
        [sys.executable, "-c", SCATTERED], check=True, capture_output=True, text=True
    )
    assert int(told.stdout) > 40e6
