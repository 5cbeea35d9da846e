"""Which commands take an error rate is said in the guide to studies."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_guide_names_the_commands_that_take_an_error_rate():
    reference = (ROOT / "COMMANDS.md").read_text("utf-8")  # made from the help of each command
    commands = re.split(r"^#+ `?balance (\w+)", reference, flags=re.MULTILINE)[1:]
    parts = zip(commands[::2], commands[1::2], strict=True)
    taking = {name for name, part in parts if "`--error-rate RATE`" in part}
    guide = (ROOT / "STUDIES.md").read_text("utf-8")
    (said,) = re.findall(r"intervals\. ((?:`\w+`[,\s]*(?:and )?)+)take\s", guide)
    assert set(re.findall(r"`(\w+)`", said)) == taking
    assert len(taking) == 10
