"""Numbers and what they count agree wherever a user reads them."""

from __future__ import annotations

import pytest

from balance.errors import DataError
from balance.experiments.blocks import too_long
from balance.experiments.variants import _in_short
from balance.rulebook.game import open_game
from balance.studies.settings import SHOWN_FAULTS, rules_hashes


def test_one_fault_left_is_no_plural():
    settings = [(("victory.vp_to_win", str(-n)),) for n in range(1, SHOWN_FAULTS + 2)]
    with pytest.raises(DataError, match=r"\.\.\. and 1 more fault like these"):
        rules_hashes(open_game("drive_on_stalingrad"), "baseline", settings)


def test_one_fault_of_a_change_is_no_plural():
    assert _in_short(["here: a", "here: b"]) == ["here: a (and 1 more fault of this change)"]
    assert _in_short(["here: a", "here: b", "here: c"])[0].endswith("2 more faults of this change)")


def test_a_second_is_one():
    assert too_long(1) == "the game took longer than 1 second"
    assert too_long(30) == "the game took longer than 30 seconds"
