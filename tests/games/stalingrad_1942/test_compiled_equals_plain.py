"""Compiled kernels and plain Python play the same games to the last field."""

from __future__ import annotations

import pytest

from tests.games.plain_python import played

SCRIPT = "tests.games.stalingrad_1942.random_games"


@pytest.mark.long
def test_random_games_are_the_same_without_the_jit():
    plain = played(SCRIPT, "1")
    compiled = played(SCRIPT, "0")
    assert plain == compiled
    # The comparison is worth nothing unless much takes place.
    assert sum(line.startswith("battle") for line in plain) > 60
    assert sum(line.startswith("event") for line in plain) > 150
