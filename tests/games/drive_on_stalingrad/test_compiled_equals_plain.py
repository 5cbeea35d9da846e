"""Compiled kernels and plain Python play the same battles to the last field."""

from __future__ import annotations

import pytest

from tests.games.plain_python import played

SCRIPT = "tests.games.drive_on_stalingrad.compiled_battles"


@pytest.mark.long
def test_marches_and_battles_are_the_same_without_the_jit():
    plain = played(SCRIPT, "1")
    compiled = played(SCRIPT, "0")
    assert plain == compiled
    # The comparison is worth nothing unless every kind of action takes place.
    assert sum(line.startswith("move") for line in plain) > 200
    assert sum(line.startswith("mobile") for line in plain) > 2
    assert sum(line.startswith("assault") and line.endswith(" 0") for line in plain) > 40
