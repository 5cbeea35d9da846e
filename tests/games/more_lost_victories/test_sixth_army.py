"""6th Army's bond to Stalingrad (special rule 1), and what frees it."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.battle import make_attack
from balance.games.common.march import check_move, move_unit
from balance.games.common.overruns import check_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.supply import check_supply
from balance.games.common.vocabulary import PhaseKind, Side
from balance.games.more_lost_victories.marks import Note
from tests.games.more_lost_victories.positions import Cleared


def pocket(**rules) -> Cleared:
    at = Cleared("1708: 16 Pz, 29 Mot", "1808: 22 Pz", **rules)
    at.isolate("16 Pz", "29 Mot", "22 Pz")
    return at.in_phase(PhaseKind.MOVEMENT)


@pytest.mark.rule("more_lost_victories S1a")
def test_isolated_units_of_sixth_army_may_not_go_farther_from_stalingrad():
    at = pocket()
    refused = {h: check_move(at.state, at.unit("16 Pz"), at.hex(h)) for h in ("1709", "1707")}
    assert refused == {"1709": Refusal.OUT_OF_REACH, "1707": Refusal.OK}
    # Sideways is as near as before.
    assert check_move(at.state, at.unit("16 Pz"), at.hex("1807")) == Refusal.OK
    assert check_move(at.state, at.unit("22 Pz"), at.hex("1810")) == Refusal.OK


@pytest.mark.rule("more_lost_victories S1a")
def test_who_is_not_isolated_goes_where_he_likes():
    at = pocket()
    at.row("16 Pz").note = 0
    assert check_move(at.state, at.unit("16 Pz"), at.hex("1711")) == Refusal.OK


@pytest.mark.rule("more_lost_victories S1a")
@pytest.mark.parametrize(("turn", "code"), [(3, Refusal.OUT_OF_REACH), (4, Refusal.OK)])
def test_the_bond_ends_with_the_year(turn, code):
    at = pocket()
    at.state.game.game_turn = turn
    assert check_move(at.state, at.unit("16 Pz"), at.hex("1709")) == code


@pytest.mark.rule("more_lost_victories S1a")
def test_overruns_away_from_the_city_are_barred_too():
    at = pocket()
    at.put("62A/3", "1709")
    at.row("62A/3").steps = 1
    at.state.strengths[at.unit("62A/3")] = 1
    code = check_overrun(at.state, at.units("16 Pz", "29 Mot"), at.hex("1709"))
    assert code == Refusal.OUT_OF_REACH
    at.state.game.game_turn = 4
    assert check_overrun(at.state, at.units("16 Pz", "29 Mot"), at.hex("1709")) == Refusal.OK


@pytest.mark.rule("more_lost_victories S1b, S1c")
def test_an_advance_leads_away_and_a_line_then_frees_for_good():
    at = pocket()
    at.put("28A/1", "1709")
    at.throws("DE")
    at.in_phase(PhaseKind.COMBAT)
    at.state.advance_value[:] = 0
    assert make_attack(at.state, at.units("16 Pz"), at.hex("1709"), np.int64(1)) == Refusal.OK
    assert at.where("16 Pz") == "1709"
    assert at.row("16 Pz").note == Note.ISOLATED | Note.ADVANCED
    check_supply(at.state, np.int64(Side.AXIS))  # nobody stands in the way of a line
    assert at.row("16 Pz").note == Note.FREE
    at.isolate("16 Pz")
    at.in_phase(PhaseKind.MOVEMENT)
    assert move_unit(at.state, at.unit("16 Pz"), at.hex("1711")) == Refusal.OK


@pytest.mark.rule("more_lost_victories S1c")
def test_an_advance_without_a_line_after_it_frees_nobody():
    at = Cleared("1705: 16 Pz", "1605: 66A/1", "1706: 64A/1", "1805: 64A/2", "1606: 24A/1")
    for h, name in (("1604", "62A/1"), ("1704", "62A/2")):
        at.put(name, h)
    at.isolate("16 Pz")
    at.row("16 Pz").note |= Note.ADVANCED
    at.state.rules.air_transport_groups = at.state.rules.air_bomber_groups = 0
    check_supply(at.state, np.int64(Side.AXIS))
    assert at.row("16 Pz").note == Note.ISOLATED
    assert at.row("16 Pz").unsupplied == 2
