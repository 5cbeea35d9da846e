"""6th Army's bond to Stalingrad (special rule 1), and what frees it."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.battle import make_attack
from balance.games.common.march import check_move, move_unit
from balance.games.common.newcomers import rebuild_unit
from balance.games.common.overruns import check_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.strategic import check_ride
from balance.games.common.supply import check_supply
from balance.games.common.tables import ResultColumn, SideColumn
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


@pytest.mark.rule("more_lost_victories S1a")
@pytest.mark.parametrize(
    ("turn", "away", "nearer"),
    [(1, Refusal.NO_LINE_LEADS, Refusal.OK), (4, Refusal.OK, Refusal.OK)],
)
def test_who_is_flown_to_does_not_ride_away_either(turn, away, nearer):
    at = Cleared("1708: 71 Inf").in_phase(PhaseKind.MOVEMENT)
    at.isolate("71 Inf")
    at.row("71 Inf").unsupplied = 0
    at.state.game.game_turn = turn
    # A line through the pocket, away from the city and into it.
    for h, beside in (("1707", "1708"), ("1708", "1709"), ("1709", "1710")):
        lay_line(at, h, beside)
    assert check_ride(at.state, at.unit("71 Inf"), at.hex("1710")) == away
    assert check_ride(at.state, at.unit("71 Inf"), at.hex("1707")) == nearer


def lay_line(at: Cleared, h: str, beside: str) -> None:
    """Lay a line for strategic movement of the Axis from a hex to the next."""
    rows = np.flatnonzero(at.state.sides[:, SideColumn.STRATEGIC])
    for here, there in ((h, beside), (beside, h)):
        d = list(at.state.neighbour[at.hex(here)]).index(at.hex(there))
        at.state.hexside[at.hex(here), d] |= 1 << int(rows[0])
        at.ground(here).control = Side.AXIS


@pytest.mark.rule("more_lost_victories S1b, S1c")
@pytest.mark.parametrize(
    ("target", "note"),
    [("1709", Note.ISOLATED | Note.ADVANCED), ("1707", Note.ISOLATED), ("1807", Note.ISOLATED)],
)
def test_an_advance_frees_only_if_it_leads_away_from_the_city(target, note):
    at = Cleared("1708: 16 Pz", f"{target}: 28A/1")
    at.isolate("16 Pz")
    at.throws("DE")
    at.in_phase(PhaseKind.COMBAT)
    assert make_attack(at.state, at.units("16 Pz"), at.hex(target), np.int64(1)) == Refusal.OK
    assert (at.where("16 Pz"), at.row("16 Pz").note) == (target, note)


@pytest.mark.rule("more_lost_victories S1b")
def test_how_far_an_advance_has_led_is_asked_at_its_end():
    at = Cleared("1708: 16 Pz", "1807: 5 Tank Army")  # which has no zone to stop at
    at.isolate("16 Pz")
    at.throws("DR")
    at.state.results[:, ResultColumn.DEFENDER_RETREAT] *= 2
    at.in_phase(PhaseKind.COMBAT)
    at.state.retreat_value[Side.SOVIET, at.hex("1909")] = 200
    at.state.advance_value[Side.AXIS, at.hex("1908")] = 1
    make_attack(at.state, at.units("16 Pz"), at.hex("1807"), np.int64(1))
    assert at.where("16 Pz") == "1908"
    assert at.row("16 Pz").note & Note.ADVANCED


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


@pytest.mark.rule("more_lost_victories S1a")
def test_a_rebuilt_unit_is_not_isolated_by_what_its_forerunner_was():
    at = Cleared().in_phase(PhaseKind.REPLACEMENTS)
    at.isolate("71 Inf")
    at.state.game.axis_replacements = 9
    assert rebuild_unit(at.state, at.unit("71 Inf")) == Refusal.OK
    assert at.row("71 Inf").note == 0
