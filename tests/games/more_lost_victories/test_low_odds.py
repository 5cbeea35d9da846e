"""Overruns at low odds (special rule 6)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.march import points_left
from balance.games.common.overruns import check_overrun, make_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.state import PART
from balance.games.common.strength import ATTACK, DEFENSE, find_column
from balance.games.common.vocabulary import PhaseKind, Side, Status
from tests.games.more_lost_victories.positions import Cleared

_SEED_OF_A_HIGH_DIE = 3


def before_overrun(attack: int, defense: int, who: str = "16 Pz", **rules) -> Cleared:
    """A unit beside another in the open steppe, with strengths as given."""
    at = Cleared(f"2210: {who}", "2209: 28A/1", **rules).in_phase(PhaseKind.MOVEMENT)
    at.state.strengths[at.unit(who), :, ATTACK] = attack
    at.state.strengths[at.unit("28A/1"), :, DEFENSE] = defense
    return at


def overrun(at: Cleared, who: str = "16 Pz"):
    assert make_overrun(at.state, at.units(who), at.hex("2209")) == Refusal.OK
    return at.state.battles[at.state.game.battle_count - 1]


@pytest.mark.rule("more_lost_victories S6a")
def test_ten_to_one_always_succeeds():
    at = before_overrun(40, 4)
    at.throws("AE")
    battle = overrun(at)
    assert (battle.die, at.row("28A/1").status, at.where("16 Pz")) == (0, Status.ELIMINATED, "2209")


@pytest.mark.rule("more_lost_victories S6b")
@pytest.mark.parametrize(("attack", "code"), [(7, Refusal.ODDS_TOO_LOW), (8, Refusal.OK)])
def test_overruns_may_be_tried_from_two_to_one(attack, code):
    at = before_overrun(attack, 4)
    assert check_overrun(at.state, at.units("16 Pz"), at.hex("2209")) == code


@pytest.mark.rule("more_lost_victories S6b, S6c")
def test_odds_are_floored_and_shifted_like_those_of_an_attack():
    at = before_overrun(39, 4)  # 9.75:1 is 9:1
    at.state.crt[:, :] = at.scenario.ruleset.chart("results").row_names.index("DR")
    names = at.scenario.ruleset.chart("results").row_names
    at.state.crt[:, find_column(at.state, np.int64(8))] = names.index("DE")
    assert overrun(at).final_odds == 8
    assert at.row("28A/1").status == Status.ELIMINATED
    rough = Cleared("2006: 16 Pz", "2005: 28A/1").in_phase(PhaseKind.MOVEMENT)
    rough.state.strengths[rough.unit("16 Pz"), :, ATTACK] = 8
    rough.state.strengths[rough.unit("28A/1"), :, DEFENSE] = 4
    code = check_overrun(rough.state, rough.units("16 Pz"), rough.hex("2005"))
    assert code == Refusal.ODDS_TOO_LOW


@pytest.mark.rule("more_lost_victories S6d")
@pytest.mark.parametrize(("who", "result"), [("16 Pz", "DE"), ("76 Inf", "DR")])
def test_the_die_is_one_less_without_a_motorized_division(who, result):
    at = before_overrun(20, 4, who)
    at.state.game.seed = _SEED_OF_A_HIGH_DIE
    names = at.scenario.ruleset.chart("results").row_names
    for face in range(6):
        at.state.crt[face] = names.index("DR")
    tried = before_overrun(20, 4, who)
    tried.state.game.seed = _SEED_OF_A_HIGH_DIE
    thrown = overrun(tried, who).die
    assert thrown > 1
    at.state.crt[thrown - 1] = names.index("DE")
    assert names[overrun(at, who).result] == result


@pytest.mark.rule("more_lost_victories S6e, S6f, S6g, S6h")
@pytest.mark.parametrize(
    ("result", "falls", "steps"),
    [("DE", True, 2), ("DR", False, 2), ("DH", False, 2), ("EX", False, 1), ("NE", False, 1),
     ("HX", False, 1), ("AE", False, 1)],
)  # fmt: skip
def test_the_result_is_an_index_only(result, falls, steps):
    at = before_overrun(20, 10)
    at.throws(result)
    overrun(at)
    assert (at.row("28A/1").status == Status.ELIMINATED) == falls
    assert at.row("28A/1").steps == (0 if falls else 3)
    assert at.row("16 Pz").steps == steps
    assert at.where("16 Pz") == ("2209" if falls else "2210")
    assert (points_left(at.state, at.unit("16 Pz")) > 0) == falls


@pytest.mark.rule("more_lost_victories S6i")
def test_a_step_stronger_than_all_defenders_is_not_lost():
    at = before_overrun(20, 1)
    at.state.strengths[at.unit("28A/1"), :, DEFENSE] = 4
    at.throws("NE")
    overrun(at)
    assert at.row("16 Pz").steps == 2


@pytest.mark.rule("more_lost_victories S6i")
@pytest.mark.parametrize(("defenders", "left"), [(2, 1), (1, 2)])
def test_of_a_cadre_its_own_side_of_the_counter_counts(defenders, left):
    at = Cleared("1410: 3 Gds Cav", "1311: 9 Rum Inf").in_phase(PhaseKind.MOVEMENT, Side.SOVIET)
    at.row("9 Rum Inf").steps = defenders
    assert at.state.strengths[at.unit("9 Rum Inf"), :3, DEFENSE].tolist() == [0, 3, 5]
    # A step worth 4, less than the division's 5 and more than its cadre's 3.
    at.state.strengths[at.unit("3 Gds Cav"), 1:3, DEFENSE] = 4, 8
    at.state.strengths[at.unit("3 Gds Cav"), :, ATTACK] = 16
    at.throws("NE")
    party, target = at.units("3 Gds Cav"), at.hex("1311")
    assert make_overrun(at.state, party, target) == Refusal.OK
    assert at.row("3 Gds Cav").steps == left


@pytest.mark.rule("more_lost_victories S6h")
def test_more_steps_than_the_units_have_are_not_lost():
    at = before_overrun(20, 10, overrun__low_loss_steps=3)
    at.throws("NE")
    overrun(at)
    assert at.row("16 Pz").status == Status.ELIMINATED
    assert at.row("28A/1").steps == 3


@pytest.mark.rule("more_lost_victories S6j")
@pytest.mark.parametrize("attack", [20, 40])
def test_low_odds_cost_the_same_movement(attack):
    at = before_overrun(attack, 4)
    at.throws("DE")
    before = points_left(at.state, at.unit("16 Pz"))
    overrun(at)
    spent = before - points_left(at.state, at.unit("16 Pz"))
    assert spent == PART * (1 + 1 + at.state.rules.zones_enter_mp) - (
        PART * at.state.rules.zones_enter_mp
    )


@pytest.mark.rule("more_lost_victories S6b")
def test_a_side_may_be_forbidden_to_overrun():
    at = before_overrun(40, 4, restriction__overruns_axis=0)
    code = check_overrun(at.state, at.units("16 Pz"), at.hex("2209"))
    assert code == Refusal.CANNOT_OVERRUN
