"""The chances along a recorded game: what the document of a replay says of them."""

from dataclasses import replace

import numpy as np
import pytest

from balance.errors import DataError
from balance.experiments.replay.chances import chances_of, turning_points
from tests.strategy.test_chances import MODEL, share

pytestmark = pytest.mark.plain
NAMES = {"vp": "Points", "axis_oos": "Cut off"}


def played(*turns: tuple[int, int, int]) -> np.ndarray:
    return np.array(list(turns), [("game_turn", "i4"), ("vp", "i4"), ("axis_oos", "i4")])


def told(winner="axis", ending_turn=3, variant="baseline", model=MODEL):
    row = {"winner": winner, "ending_turn": ending_turn}
    turns = played((1, 3, 0), (2, 0, 4), (3, 2, 2))
    return chances_of(model, turns, row, variant, NAMES)


def test_the_curve_goes_from_the_set_up_to_who_won():
    curve = told()["curve"]
    wanted = [0.4, share(2), share(-3), 1.0]
    assert [own for own, _, _ in curve] == pytest.approx(wanted, abs=1e-4)
    assert curve[-1] == [1.0, 0.0, 0.0]


def test_a_game_that_broke_off_has_no_end():
    assert len(told(winner="none")["curve"]) == 3


def test_turning_points_come_with_what_changed_for_the_side_that_gained():
    turning = told()["turning"]
    assert [each["turn"] for each in turning] == [3, 2, 1]
    assert turning[0]["why"] == []  # the game ended
    assert turning[1]["why"] == [
        "Points: 1.0 below the usual (the turn before: 3.0 above the usual)"
    ]
    assert turning[2]["why"] == ["Points: 3.0 above the usual"]


def test_small_changes_are_no_turning_points():
    curve = np.array([[0.5, 0, 0.5], [0.53, 0.0, 0.47], [0.53, 0.0, 0.47]])
    assert turning_points(curve) == []


def test_a_game_by_other_rules_says_that_the_model_is_not_theirs():
    assert "the rules of no_thaw hold: the chances may be off" in told(variant="no_thaw")["note"]
    assert "may be off" not in told()["note"]
    own = replace(MODEL, made=replace(MODEL.made, variant="no_thaw"))
    assert "may be off" not in told(variant="no_thaw", model=own)["note"]
    assert "under the rules of no_thaw" in told(variant="no_thaw", model=own)["note"]


def test_a_model_that_rests_on_a_column_gone_since_says_what_to_do():
    model = replace(MODEL, columns=("vp", "morale"))
    with pytest.raises(DataError, match=r"morale, which the turns.*balance chances operation_blue"):
        told(model=model)
