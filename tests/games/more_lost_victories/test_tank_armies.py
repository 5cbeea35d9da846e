"""Soviet Tank Army headquarters (special rule 2), cavalry (3), Wiking (8)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.common.battle import make_attack
from balance.games.common.march import (
    check_may_move,
    check_move,
    movement_allowance,
    points_left,
)
from balance.games.common.newcomers import rebuild_unit, replace_step
from balance.games.common.overruns import check_overrun, make_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.retreat import retreat_unit
from balance.games.common.stacks import STACKS
from balance.games.common.state import PART
from balance.games.common.turn import close_step
from balance.games.common.vocabulary import PhaseKind, Side, Status
from balance.rules.stacking import lift_unit
from tests.games.more_lost_victories.positions import Cleared

SOVIET = Side.SOVIET


@pytest.mark.rule("more_lost_victories S2a, S2d")
def test_corps_share_a_hex_only_with_a_headquarters_which_takes_no_room():
    at = Cleared("1209: 26 Tank", "1210: 1 Tank", "1309: 21A/1, 21A/2")
    at.in_phase(PhaseKind.MOVEMENT, SOVIET)
    assert check_move(at.state, at.unit("1 Tank"), at.hex("1209")) == Refusal.STACK_FULL
    assert check_move(at.state, at.unit("1 Tank"), at.hex("1309")) == Refusal.OK
    at.put("5 Tank Army", "1209")
    assert check_move(at.state, at.unit("1 Tank"), at.hex("1209")) == Refusal.OK
    at.put("65A/1", "1309")
    assert check_move(at.state, at.unit("5 Tank Army"), at.hex("1309")) == Refusal.OK
    assert check_move(at.state, at.unit("1 Tank"), at.hex("1309")) == Refusal.STACK_FULL


@pytest.mark.rule("more_lost_victories S2a")
def test_german_divisions_need_no_headquarters():
    at = Cleared("1808: 22 Pz, 14 Pz", "1809: 16 Pz").in_phase(PhaseKind.MOVEMENT)
    assert check_move(at.state, at.unit("16 Pz"), at.hex("1808")) == Refusal.OK


@pytest.mark.rule("more_lost_victories S2a")
def test_corps_that_are_left_without_a_headquarters_are_too_many():
    at = Cleared("1209: 26 Tank, 1 Tank, 5T/1, 5 Tank Army").in_phase(PhaseKind.MOVEMENT, SOVIET)
    close_step(at.state)
    assert at.ground("1209").stack == 4
    lift_unit(at.state, STACKS, at.unit("5 Tank Army"))
    at.put("5 Tank Army", "1309")
    close_step(at.state)
    # The last come goes a hex, since the article knows no penalty.
    assert (at.where("26 Tank"), at.where("5T/1"), at.ground("1209").stack) == ("1209", "1209", 2)
    assert at.row("1 Tank").status == Status.ON_MAP
    assert at.where("1 Tank") != "1209"


@pytest.mark.rule("more_lost_victories S2a")
@pytest.mark.parametrize("kind", [PhaseKind.MOVEMENT, PhaseKind.EXPLOITATION, PhaseKind.COMBAT])
def test_corps_part_as_phases_of_movement_end(kind):
    at = Cleared("1209: 26 Tank, 1 Tank").in_phase(kind, SOVIET)
    close_step(at.state)
    parted = kind != PhaseKind.COMBAT
    assert at.ground("1209").stack == (1 if parted else 2)
    assert at.row("1 Tank").status == at.row("26 Tank").status == Status.ON_MAP
    enemys = Cleared("1209: 26 Tank, 1 Tank").in_phase(PhaseKind.MOVEMENT)
    close_step(enemys.state)
    assert enemys.ground("1209").stack == 2


def surround(at: Cleared, h: str, *free: str) -> None:
    """Put German divisions into all hexes round another but some."""
    divisions = iter(("22 Pz", "14 Pz", "24 Pz", "29 Mot", "71 Inf", "79 Inf"))
    for beside in at.state.neighbour[at.hex(h)]:
        name = at.scenario.hex_names[beside]
        if name not in free:
            at.put(next(divisions), name)


@pytest.mark.rule("more_lost_victories S2a")
def test_corps_that_cannot_part_are_too_many():
    at = Cleared("1209: 26 Tank, 1 Tank")
    surround(at, "1209")
    at.in_phase(PhaseKind.MOVEMENT, SOVIET)
    close_step(at.state)
    assert at.ground("1209").stack == 1


@pytest.mark.rule("more_lost_victories S2a")
@pytest.mark.parametrize("most", [1, 2])
def test_corps_advance_together_without_a_headquarters(most):
    at = Cleared("1209: 26 Tank", "1210: 1 Tank", "1310: 9 Rum Inf")
    at.throws("DE")
    at.in_phase(PhaseKind.COMBAT, SOVIET)
    attackers = at.units("26 Tank", "1 Tank")
    assert make_attack(at.state, attackers, at.hex("1310"), np.int64(most)) == Refusal.OK
    assert at.ground("1310").stack == most


@pytest.mark.rule("more_lost_victories S2a")
def test_corps_retreat_to_each_other_without_a_headquarters():
    # Panzers all round leave no way but that to a friend.
    at = Cleared("1509: 26 Tank", "1508: 1 Tank", "1510: 16 Pz")
    surround(at, "1509", "1508", "1510")
    at.throws("DR")
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units("16 Pz"), at.hex("1509"), np.int64(0))
    assert at.where("26 Tank") == "1508"


@pytest.mark.rule("more_lost_victories S2b")
def test_corps_overrun_together_only_with_a_headquarters():
    at = Cleared("1209: 26 Tank, 1 Tank, 5 Tank Army", "1310: Blackshirts")
    at.state.strengths[at.unit("Blackshirts")] = 1
    at.in_phase(PhaseKind.MOVEMENT, SOVIET)
    both, led = at.units("26 Tank", "1 Tank"), at.units("26 Tank", "1 Tank", "5 Tank Army")
    assert check_overrun(at.state, both, at.hex("1310")) == Refusal.CANNOT_OVERRUN
    assert check_overrun(at.state, led, at.hex("1310")) == Refusal.OK
    assert check_overrun(at.state, at.units("26 Tank"), at.hex("1310")) == Refusal.OK


@pytest.mark.rule("more_lost_victories S2b")
@pytest.mark.parametrize("last", ["5 Tank Army", "1 Tank"])
def test_an_overrun_carries_its_corps_in_whoever_is_named_first(last):
    at = Cleared("1209: 26 Tank, 1 Tank, 5 Tank Army", "1310: Blackshirts")
    at.state.strengths[at.unit("Blackshirts")] = 1
    at.in_phase(PhaseKind.MOVEMENT, SOVIET)
    party = [name for name in ("26 Tank", "1 Tank", "5 Tank Army") if name != last]
    assert make_overrun(at.state, at.units(*party, last), at.hex("1310")) == Refusal.OK
    assert at.ground("1310").stack == 3
    assert at.state.battles[0].advanced == 3
    assert points_left(at.state, at.unit("26 Tank")) == points_left(at.state, at.unit("1 Tank")) > 0


@pytest.mark.rule("more_lost_victories S2c")
def test_headquarters_have_no_strength_and_eight_points():
    at = Cleared("1209: 5 Tank Army").in_phase(PhaseKind.MOVEMENT, SOVIET)
    assert movement_allowance(at.state, at.unit("5 Tank Army")) == 8 * PART
    assert at.state.strengths[at.unit("5 Tank Army")].tolist()[1] == [0, 0]
    assert at.scenario.ruleset.chart("mobility").row_names[at.row("5 Tank Army").mobility] == (
        "motorized"
    )


@pytest.mark.rule("more_lost_victories S2f")
@pytest.mark.parametrize(("beside", "lives"), [("5 Rum Inf", True), ("22 Pz", False)])
def test_zones_of_german_panzers_alone_end_headquarters_that_retreat(beside, lives):
    # Beyond 1509 all ways but that to the west lie in no zone; it retreats from 1508.
    at = Cleared("1509: 5 Tank Army", f"1409: {beside}", "1609: 1 Rum Cav", "1508: 7 Rum Cav")
    for name, h in (("14 Rum Inf", "1408"), ("9 Rum Inf", "1608")):
        at.put(name, h)
    if not lives:
        at.put("16 Pz", "1611")
    at.state.game.side = np.int64(Side.AXIS)
    away = retreat_unit(at.state, at.unit("5 Tank Army"), np.int64(1), np.int64(0))
    assert (bool(away), at.row("5 Tank Army").status == Status.ON_MAP) == (lives, lives)


@pytest.mark.rule("more_lost_victories S2e, S2g")
@pytest.mark.parametrize(
    ("company", "result", "lives"), [(True, "HX", True), (True, "DE", False), (False, "HX", False)]
)
def test_headquarters_go_last_of_their_stack_and_alone_suffer_all(company, result, lives):
    at = Cleared("1509: 5 Tank Army", "1510: 16 Pz, 24 Pz, 14 Pz")
    if company:
        at.put("5T/1", "1509")
    at.throws(result)
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units("16 Pz", "24 Pz", "14 Pz"), at.hex("1509"), np.int64(0))
    assert (at.row("5 Tank Army").status == Status.ON_MAP) == lives


@pytest.mark.rule("more_lost_victories S2e, S2g")
@pytest.mark.parametrize("company", ["", ", 5 Tank Army"])
def test_a_headquarters_is_no_step_of_those_that_a_result_halves(company):
    at = Cleared(f"1509: 26 Tank{company}", "1510: 16 Pz, 24 Pz, 14 Pz")
    at.throws("DH")
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units("16 Pz", "24 Pz", "14 Pz"), at.hex("1509"), np.int64(0))
    assert at.row("26 Tank").steps == 1
    assert at.row("5 Tank Army").steps == (1 if company else 0)


@pytest.mark.rule("more_lost_victories S2g")
def test_headquarters_go_with_the_last_unit_of_their_stack():
    at = Cleared("1509: 5 Tank Army, 5T/1", "1510: 16 Pz, 24 Pz, 14 Pz")
    at.row("5T/1").steps = 1
    at.throws("HX")
    at.in_phase(PhaseKind.COMBAT)
    make_attack(at.state, at.units("16 Pz", "24 Pz", "14 Pz"), at.hex("1509"), np.int64(0))
    assert at.row("5 Tank Army").status == Status.ELIMINATED


@pytest.mark.rule("more_lost_victories S2h")
def test_a_lost_headquarters_costs_three_points():
    at = Cleared().in_phase(PhaseKind.REPLACEMENTS, SOVIET)
    at.state.game.soviet_replacements = 2
    unit = at.unit("5 Tank Army")
    assert rebuild_unit(at.state, unit) == Refusal.NO_REPLACEMENTS
    at.state.game.soviet_replacements = 4
    assert rebuild_unit(at.state, unit) == Refusal.OK
    assert at.state.game.soviet_replacements == 1


# --- cavalry


@pytest.mark.rule("more_lost_victories S3a")
def test_cavalry_exploits_with_half_its_allowance_and_infantry_not_at_all():
    at = Cleared("1209: 8 Cav, 5T/1, 26 Tank").in_phase(PhaseKind.EXPLOITATION, SOVIET)
    points = {name: movement_allowance(at.state, at.unit(name)) for name in ("8 Cav", "26 Tank")}
    assert points == {"8 Cav": 7 * PART // 2, "26 Tank": 8 * PART}
    assert check_may_move(at.state, at.unit("5T/1")) == Refusal.CANNOT_EXPLOIT


@pytest.mark.rule("more_lost_victories S3a")
def test_a_side_may_be_forbidden_to_exploit():
    at = Cleared("1209: 8 Cav", "1808: 22 Pz", restriction__exploitation_soviet=0)
    at.in_phase(PhaseKind.EXPLOITATION, SOVIET)
    assert movement_allowance(at.state, at.unit("8 Cav")) == 0
    at.in_phase(PhaseKind.EXPLOITATION)
    assert movement_allowance(at.state, at.unit("22 Pz")) > 0


# --- Wiking


@pytest.mark.rule("more_lost_victories S8a")
@pytest.mark.parametrize(
    ("switch", "code"), [(0, Refusal.NO_REPLACEMENTS), (1, Refusal.OK)], ids=["printed", "variant"]
)
def test_wiking_is_never_replaced_nor_rebuilt(switch, code):
    at = Cleared("2418: SS Wiking, 23 Pz", wiking__replaceable=switch)
    at.in_phase(PhaseKind.REPLACEMENTS)
    at.state.supply[:] = 0
    at.state.game.axis_replacements = 20
    for name in ("SS Wiking", "23 Pz"):
        at.row(name).steps = 1
    assert replace_step(at.state, at.unit("SS Wiking")) == code
    assert replace_step(at.state, at.unit("23 Pz")) == Refusal.OK
    lost = Cleared(wiking__replaceable=switch).in_phase(PhaseKind.REPLACEMENTS)
    lost.state.game.axis_replacements = 20
    lost.row("SS Wiking").status = Status.ELIMINATED
    assert rebuild_unit(lost.state, lost.unit("SS Wiking")) == code
