"""Pursuit along the trails of the beaten, and into the hexes of the dead (7.4, 8.15, 11.37)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.vocabulary import Kind, Mobility, Result, Side, Status
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    ids,
    places,
    set_policy,
)
from tests.games.stalingrad_1942.positions import (
    MAP,
    guns,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
)
from tests.games.text_maps import change_cell

pytestmark = pytest.mark.plain
FREE = {"combat.compulsory": 0}
SPG = {"kind": Kind.SELF_PROPELLED_ARTILLERY, "ladder": [(4, 3)]}


def pursued(result, units, *, likes, flee=("0402", "0401"), rows=MAP, rules=None, **options):
    """Drive unit 1 eastward out of 0403 with unit 0; the Axis likes these hexes best."""
    state = build_battle(units, rows, result=result, rules=FREE | (rules or {}), **options)
    state.retreat_value[Side.SOVIET, ids(state, list(flee))] = 9
    for worth, name in enumerate(reversed(likes), start=1):
        state.advance_value[Side.AXIS, ids(state, name)] = worth
    row = attack(state, 0, "0403")
    return state, row


@pytest.mark.rule("stalingrad_1942 7.41, 7.44")
def test_pursuers_follow_the_trail_until_they_stand_beside_the_beaten():
    units = [panzer("0404"), rifles("0403")]
    state, row = pursued(Result.B2, units, likes=["0401", "0402", "0403"])
    assert places(state) == ["0402", "0401"]
    assert row.advanced == 1
    state, row = pursued(Result.B1, units, likes=["0401", "0402", "0403"], flee=["0402"])
    assert places(state) == ["0403", "0402"]


@pytest.mark.rule("stalingrad_1942 7.41")
def test_the_owner_says_how_far_and_how_many():
    units = [panzer("0404"), rifles("0403")]
    state, _ = pursued(Result.B2, units, likes=["0403"])
    assert places(state)[0] == "0403"
    state = build_battle([panzer("0404"), panzer("0404"), rifles("0403")], result=Result.B1)
    row = attack(state, [1, 0], "0403", advance=1)
    assert places(state)[:2] == ["0404", "0403"]
    assert row.advanced == 1
    state = build_battle(units, result=Result.B1)
    set_policy(state, Side.AXIS, advance=0)
    assert attack(state, 0, "0403").advanced == 0
    state = build_battle(units, result=Result.B2)
    set_policy(state, Side.AXIS, advance_hexes=1)
    state.advance_value[Side.AXIS] = 1
    state.advance_value[Side.AXIS, ids(state, "0403")] = 0
    attack(state, 0, "0403")
    assert places(state)[0] == "0403"


@pytest.mark.rule("stalingrad_1942 7.42")
def test_of_several_trails_each_pursuer_may_choose_one():
    units = [panzer("0404"), panzer("0404"), rifles("0403"), rifles("0405")]
    state = build_battle(units, result=Result.B1)
    state.advance_value[Side.AXIS, ids(state, "0405")] = 1
    row = attack(state, [0, 1], ["0403", "0405"])
    assert row.advanced == 2
    assert places(state)[:2] == ["0405", "0405"]


@pytest.mark.rule("stalingrad_1942 7.43")
def test_pursuers_ignore_zones():
    units = [panzer("0404"), rifles("0403"), rifles("0302"), rifles("0603")]
    # 0403 and 0402 lie beside 0302.
    state, _ = pursued(Result.B2, units, likes=["0402"])
    assert places(state)[0] == "0402"


@pytest.mark.rule("stalingrad_1942 7.45, TEC-S-k1")
def test_pursuit_asks_for_access_not_for_points():
    units = [panzer("0404", movement=1), rifles("0403")]
    state, _ = pursued(Result.B2, units, likes=["0402"], rows=change_cell(MAP, 4, 3, "f"))
    assert places(state)[0] == "0402"
    rows = change_cell(MAP, 4, 3, "m")
    state, row = pursued(Result.B2, units, likes=["0402"], rows=rows)
    assert (places(state)[0], row.advanced) == ("0404", 0)
    sides = {("0404", "0403"): "volga"}
    state, row = pursued(Result.B2, units, likes=["0402"], sides=sides)
    assert row.advanced == 0
    state, row = pursued(Result.B2, [regiment("0404"), rifles("0403")], likes=[], sides=sides)
    assert row.advanced == 1


@pytest.mark.rule("stalingrad_1942 7.46a")
@pytest.mark.parametrize(
    "result", [Result.A1_1, Result.A2_1, Result.BOTH_LOSE, Result.BOTH_DISORGANIZED]
)
def test_nobody_pursues_who_has_not_won(result):
    state = build_battle([panzer("0404"), rifles("0403")], result=result)
    assert attack(state, 0, "0403").advanced == 0


@pytest.mark.rule("stalingrad_1942 7.41")
def test_nobody_pursues_who_stayed_and_paid_in_steps():
    state = build_battle([panzer("0404"), rifles("0403")], result=Result.B1)
    set_policy(state, Side.SOVIET, defend_steps=1)
    assert attack(state, 0, "0403").advanced == 0


@pytest.mark.rule("stalingrad_1942 7.47")
@pytest.mark.parametrize(("hexes", "advanced"), [(1, 1), (0, 0)])
def test_the_hex_of_the_dead_may_be_entered(hexes, advanced):
    units = [panzer("0404"), rifles("0403", steps=1)]
    rules = {"combat.advance_after_elimination": hexes}
    state, row = pursued(Result.BOTH_LOSE, units, likes=[], rules=rules)
    assert (row.defender_units_lost, row.advanced) == (1, advanced)
    assert places(state)[0] == ("0403" if advanced else "0404")


@pytest.mark.rule("stalingrad_1942 7.46b, 8.14, 8.51d")
@pytest.mark.parametrize(("fields", "advanced"), [({}, 0), (SPG, 1)])
def test_of_guns_only_self_propelled_ones_pursue(fields, advanced):
    state, row = pursued(Result.B1, [guns("0404", **fields), rifles("0403")], likes=[])
    assert row.advanced == advanced
    assert places(state)[0] == ("0403" if advanced else "0404")


@pytest.mark.rule("stalingrad_1942 16.12a, 16.13")
@pytest.mark.parametrize(("breath", "released", "follow"), [(1, 0, 0), (1, 1, 0), (2, 1, 1)])
def test_units_under_stalins_breath_pursue_only_once_they_have_moved(breath, released, follow):
    units = [rifles("0404", breath=breath, breath_turn=released), regiment("0403")]
    state = build_battle(units, side=Side.SOVIET, result=Result.B1, game_turn=5)
    assert attack(state, 0, "0403").advanced == follow


@pytest.mark.rule("stalingrad_1942 20.11, 7.41")
@pytest.mark.parametrize(
    ("garrison", "target", "scenarios", "follow"),
    [(3, ".", "all", 0), (4, ".", "all", 1), (3, ".C", "all", 1), (3, ".", "none", 1)],
)
def test_the_last_three_units_pursue_nobody_out_of_stalingrad(garrison, target, scenarios, follow):
    rows = change_cell(change_cell(MAP, 4, 4, ".C"), 4, 3, target)
    rows = change_cell(rows, 4, 5, ".C")
    others = [rifles("0404"), rifles("0404"), rifles("0405")][: garrison - 1]
    units = [rifles("0404"), regiment("0403"), *others]
    rules = FREE | {"stalingrad.scenarios": scenarios}
    state = build_battle(units, rows, side=Side.SOVIET, result=Result.B1, rules=rules)
    state.retreat_value[Side.AXIS, ids(state, "0402")] = 9
    assert attack(state, 0, "0403").advanced == follow


@pytest.mark.rule("stalingrad_1942 5.0")
def test_pursuers_do_not_crowd_a_hex():
    four = [panzer("0404"), panzer("0404"), panzer("0404"), panzer("0303")]
    state = build_battle([*four, rifles("0403")], result=Result.B1)
    row = attack(state, [0, 1, 2, 3], "0403")
    assert row.advanced == 3
    assert places(state)[3] == "0303"


@pytest.mark.rule("stalingrad_1942 8.15c, 11.37")
def test_pursuers_overrun_towed_guns_and_headquarters_on_the_trail():
    lone = [red_guns("0402"), staff("0402", side=Side.SOVIET)]
    units = [panzer("0404"), rifles("0403"), *lone]
    state, _ = pursued(Result.B2, units, likes=["0402"])
    assert places(state)[:2] == ["0402", "0401"]
    assert state.units["status"][2:].tolist() == [Status.ELIMINATED] * 2


@pytest.mark.rule("stalingrad_1942 5.0, 8.15c")
def test_towed_guns_that_fill_a_hex_leave_it_to_the_pursuer_who_overruns_them():
    units = [panzer("0404"), rifles("0403"), *(red_guns("0402") for _ in range(3))]
    state, _ = pursued(Result.B2, units, likes=["0402"])
    assert places(state) == ["0402", "0401", "", "", ""]


@pytest.mark.rule("stalingrad_1942 4.21, 8.15b")
def test_self_propelled_guns_on_the_trail_bar_it():
    own = SPG | {"mobility": Mobility.MOTORIZED, "motorized": 1}
    units = [panzer("0404"), rifles("0403"), red_guns("0402", **own)]
    state, _ = pursued(Result.B2, units, likes=["0402"])
    assert places(state)[0] == "0403"
    assert state.units[2].status == Status.ON_MAP


@pytest.mark.rule("stalingrad_1942 7.47, 11.37")
def test_a_headquarters_left_alone_falls_to_the_pursuer():
    units = [panzer("0404"), rifles("0403", steps=1), staff("0403", side=Side.SOVIET)]
    state = build_battle(units, result=Result.BOTH_LOSE)
    set_policy(state, Side.SOVIET, spare_headquarters=1)
    attack(state, 0, "0403")
    assert places(state)[0] == "0403"
    assert state.units[2].status == Status.ELIMINATED


@pytest.mark.rule("stalingrad_1942 7.391b, 7.41")
@pytest.mark.parametrize(("steps", "trail"), [(1, ["0403", "0503"]), (2, ["0403", "0503", "0502"])])
def test_the_trail_of_who_dies_on_the_way_ends_there(steps, trail):
    # The only way leads through a hex in the zone of 0603, to a headquarters in it, for a step.
    wall = {("0403", at): "major_river" for at in ("0402", "0303")}
    lone = [regiment("0603"), staff("0503", side=Side.SOVIET)]
    units = [panzer("0404"), rifles("0403", steps=steps), *lone]
    state = build_battle(units, sides=wall, result=Result.B2, rules=FREE)
    state.advance_value[Side.AXIS, ids(state, ["0503", "0502"])] = 1
    attack(state, 0, "0403")
    assert [h for h in state.trails[0] if h >= 0] == ids(state, trail).tolist()
    # He may be followed as many hexes as he went.
    assert places(state)[0] == ("0403" if steps == 1 else "0503")


@pytest.mark.rule("stalingrad_1942 9.15")
def test_pursuers_take_the_ground_they_cross():
    units = [panzer("0404"), rifles("0403", dug_in=1)]
    state, _ = pursued(Result.B3, units, likes=["0402"], flee=["0102", "0302", "0402"])
    for name in ("0403", places(state)[0]):
        assert state.ground[ids(state, name)[0]].control == Side.AXIS
    assert state.ground[ids(state, "0403")[0]].works == 0
