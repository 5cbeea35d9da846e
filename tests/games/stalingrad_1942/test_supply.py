"""Supply: lines, markers, elimination, the pocket, Stalin's Breath (14, 16, S2, S3)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.log import NO_BATTLE
from balance.games.stalingrad_1942.bridges import add_bridge
from balance.games.stalingrad_1942.control import enter_hex
from balance.games.stalingrad_1942.new_game import set_up_unit
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import eliminate_unit
from balance.games.stalingrad_1942.state import NO_LINE
from balance.games.stalingrad_1942.supply import check_supply, has_line, trace_supply
from balance.games.stalingrad_1942.turn import (
    begin_game_turn,
    begin_phase,
    end_game_turn,
    end_phase,
)
from balance.games.stalingrad_1942.victory import count_places
from balance.games.stalingrad_1942.vocabulary import (
    EventKind,
    Feature,
    Kind,
    Phase,
    Side,
    Status,
)
from tests.games.stalingrad_1942.positions import (
    build_position,
    may_move,
    move,
    red_guns,
    regiment,
    rifles,
    staff,
    stands_in,
)
from tests.games.stalingrad_1942.scenarios import scenario
from tests.games.text_maps import hex_named, strip


def off_road(state, name, side=Side.AXIS):
    """Off-road hexes of the line to a hex, None if there is none."""
    trace_supply(state, side)
    links = int(state.supply[side, hex_named(state, name)])
    return None if links == NO_LINE else links


def row(special=None, length=9):
    """A strip whose western end is German supply base, its eastern end Soviet."""
    return strip(length, {length: ".O", 1: ".E"} | (special or {}))


@pytest.mark.rule("stalingrad_1942 14.11, 14.12, 14.15, 14.16, 14.17")
def test_a_line_has_four_hexes_off_road_the_base_not_counted():
    state = build_position(row())
    assert [off_road(state, name) for name in ("0109", "0108", "0105", "0104")] == [0, 1, 4, None]
    assert off_road(state, "0105", Side.SOVIET) == 4
    assert off_road(state, "0106", Side.SOVIET) is None
    short = build_position(row(), rules={"supply.off_road_hexes": 1})
    assert [off_road(short, name) for name in ("0108", "0107")] == [1, None]


@pytest.mark.rule("stalingrad_1942 14.13, 14.14, 17.1, 17.3")
def test_lines_are_traced_anew_where_something_has_opened_or_closed_and_only_there():
    sides = {("0106", "0105"): "major_river"}
    state = build_position(row(), [rifles("0101")], sides=sides, scenario="uranus")
    near, far = hex_named(state, "0106"), hex_named(state, "0105")
    across = state.neighbour[near].tolist().index(far)
    assert off_road(state, "0105") is None
    add_bridge(state, near, across, 1)
    assert off_road(state, "0105") == 4
    add_bridge(state, near, across, 0)
    assert off_road(state, "0105") is None
    for name, line in (("0108", None), ("0103", 3), ("0105", None), ("0104", 3)):
        enter_hex(state, 0, hex_named(state, name))
        assert off_road(state, "0106") == line
    state.supply[Side.AXIS] = 7
    assert off_road(state, "0109") == 7


@pytest.mark.rule("stalingrad_1942 14.15, 14.16")
@pytest.mark.parametrize("scenario", ["on_to_stalingrad", "uranus", "winter_storm"])
def test_the_north_edge_feeds_soviets_and_the_south_both_in_summer_germans_in_winter(scenario):
    north = build_position(strip(9, {5: ".N"}), scenario=scenario)
    assert (off_road(north, "0105"), off_road(north, "0105", Side.SOVIET)) == (None, 0)
    south = build_position(strip(9, {5: ".s"}), scenario=scenario)
    both = 0 if scenario == "on_to_stalingrad" else None
    assert (off_road(south, "0105"), off_road(south, "0105", Side.SOVIET)) == (0, both)


@pytest.mark.rule("stalingrad_1942 14.12, 14.18, TEC-W-j1")
def test_roads_are_free_and_rivers_and_marsh_are_closed_off_them():
    road = {(f"010{k}", f"010{k + 1}"): "road" for k in range(3, 9)}
    assert off_road(build_position(row(), sides=road), "0102") == 1
    river = {("0107", "0106"): "river"}
    assert off_road(build_position(row(), sides=river), "0106") is None
    with_bridge = {("0107", "0106"): "river|road"}
    assert off_road(build_position(row(), sides=with_bridge), "0106") == 1
    for name in ("on_to_stalingrad", "uranus"):
        marsh = build_position(row({7: "m"}), scenario=name)
        assert off_road(marsh, "0107") is None
    for features, line in (
        ("major_river", None),
        ("major_river|road", None),
        ("major_river|bridge", 3),
        ("volga|road|bridge", 1),
    ):
        assert off_road(build_position(row(), sides={("0107", "0106"): features}), "0106") == line
    wet = row({6: "m"})
    for features, line in (("volga|bridge", None), ("volga|road|bridge", 1)):
        assert off_road(build_position(wet, sides={("0107", "0106"): features}), "0106") == line
    ferries = {"supply.volga_ferries": 1}
    for features, line in (("volga", 3), ("volga|road", 1), ("major_river|road", None)):
        state = build_position(row(), sides={("0107", "0106"): features}, rules=ferries)
        assert off_road(state, "0106") == line
    any_road = {"supply.bridges_only": 0}
    state = build_position(row(), sides={("0107", "0106"): "major_river|road"}, rules=any_road)
    assert off_road(state, "0106") == 1


@pytest.mark.rule("stalingrad_1942 14.12, 14.18")
def test_hexes_with_a_road_count_for_none_however_a_line_comes_there():
    # Roads in 0108, 0107 and in 0105, 0104: 0109 is the base, 0106 and 0103 lie off them.
    roads = {("0108", "0107"): "road", ("0105", "0104"): "main_road"}
    state = build_position(row(), sides=roads)
    assert [off_road(state, f"010{k}") for k in range(8, 0, -1)] == [0, 0, 1, 1, 1, 2, 3, 4]
    # Off its road a hex of marsh or beyond a river stays closed.
    assert off_road(build_position(row({5: "m"}), sides=roads), "0105") is None
    wet = roads | {("0106", "0105"): "river"}
    assert off_road(build_position(row(), sides=wet), "0105") is None


@pytest.mark.rule("stalingrad_1942 14.13, 14.14, 6.13")
def test_enemies_and_their_zones_bar_lines_unless_a_friend_stands_there():
    rows = [row()[0], strip(9)[0]]
    # A Soviet division in 0206 controls 0106 and 0107.
    barred = build_position(rows, [rifles("0206")])
    assert [off_road(barred, name) for name in ("0108", "0107")] == [1, None]
    kept = build_position(rows, [rifles("0206"), regiment("0107"), staff("0106")])
    assert off_road(kept, "0105") == 4
    guns = build_position(row(), [red_guns("0107")])
    assert [off_road(guns, name) for name in ("0108", "0107")] == [1, None]


@pytest.mark.rule("stalingrad_1942 14.21, 14.22, 14.26, 3.1-P1c, 21.14")
@pytest.mark.parametrize("pause", [0, 1])
def test_markers_rise_from_the_third_turn_and_the_fourth_check_removes(pause):
    state = build_position(row(), [regiment("0103")], game_turn=0, pause=pause)
    levels = []
    for turn in range(1, 7):
        state.game.game_turn = turn
        state.game.pause = pause
        begin_phase(state, Phase.SUPPLY)
        levels.append(int(state.units[0].unsupplied))
    assert levels == [0, 0, 1, 2, 3, 3]
    assert state.units[0].status == Status.ELIMINATED
    assert state.game.axis_starved == 1
    fed = build_position(row(), [regiment("0105", unsupplied=3)])
    check_supply(fed)
    assert fed.units[0].unsupplied == 0


POCKET = strip(20, {20: ".O", 3: ".CS", 1: ".E"})


@pytest.mark.rule("stalingrad_1942 S3i, 14.21, S2d, S2e, S3d")
def test_the_pocket_loses_a_step_a_turn_in_place_of_its_units():
    # Two regiments at the city are cut off; one 21 hexes off starves by the common rule.
    far = strip(30, {30: ".O", 3: ".C", 1: ".E"})
    units = [
        regiment("0104", sixth_army=1),
        regiment("0103", sixth_army=1),
        regiment("0124", unsupplied=3),
    ]
    state = build_position(far, units, scenario="winter_storm", game_turn=9)
    state.units["loss_priority"][:2] = [5, 2]
    for _ in range(3):
        check_supply(state)
    assert [int(steps) for steps in state.units["steps"]] == [1, 0, 0]
    assert state.units[0].unsupplied == 3
    assert state.game.surrounded == 1
    assert state.game.ring_turn == 9
    kinds = [int(kind) for kind in state.events["kind"][: state.game.event_count]]
    assert kinds.count(EventKind.POCKET_LOSS) == 3
    assert kinds.count(EventKind.STARVED) == 1


@pytest.mark.rule("stalingrad_1942 S3i, 14.21b")
@pytest.mark.parametrize(
    ("scenario", "key"),
    [("winter_storm", "supply.pocket_mode_winter_storm"), ("uranus", "supply.pocket_mode_uranus")],
)
def test_without_the_pocket_mode_the_common_rule_kills(scenario, key):
    units = [regiment("0104", unsupplied=3, sixth_army=1)]
    state = build_position(POCKET, units, scenario=scenario, rules={key: 0}, game_turn=9)
    check_supply(state)
    assert state.units[0].status == Status.ELIMINATED
    kept = build_position(POCKET, units, scenario=scenario, game_turn=9)
    check_supply(kept)
    assert kept.units[0].steps == 1


@pytest.mark.rule("stalingrad_1942 S3i, 14.21b")
@pytest.mark.parametrize("scenario", ["uranus", "winter_storm"])
@pytest.mark.parametrize(("fed", "surrounded"), [(0, 1), (2, 0)])
def test_who_is_cut_off_starves_unless_the_army_is_surrounded(scenario, fed, surrounded):
    rows = strip(20, {20: ".O", 9: ".C", 1: ".E"})
    road = {(f"01{k:02d}", f"01{k + 1:02d}"): "road" for k in range(9, 20)}
    army = [regiment("0109", sixth_army=1) for _ in range(fed)]
    units = [*army, regiment("0103", sixth_army=1, unsupplied=3)]
    state = build_position(rows, units, scenario=scenario, sides=road, game_turn=9)
    check_supply(state)
    assert state.game.surrounded == surrounded
    last = state.units[fed]
    assert last.status == (Status.ON_MAP if surrounded else Status.ELIMINATED)
    # S3i takes a step of its two where 14.21b doesn't take it whole.
    assert last.steps == surrounded


@pytest.mark.rule("stalingrad_1942 S3i, 14.21b")
@pytest.mark.parametrize(("mode", "levels"), [(1, [3, 1, 2, 3, 3]), (0, [3, 3, 3, 3, 3])])
def test_turns_in_the_ring_are_none_of_the_four_without_supply(mode, levels):
    rows = strip(20, {20: ".O", 9: ".C", 1: ".E"})
    units = [regiment("0103", sixth_army=1, unsupplied=2), regiment(sixth_army=1)]
    road = {(f"01{k:02d}", f"01{k + 1:02d}"): "road" for k in range(9, 20)}
    rules = {"supply.pocket_mode_winter_storm": mode, "supply.pocket_steps": 0}
    state = build_position(
        rows, units, scenario="winter_storm", sides=road, rules=rules, game_turn=9, surrounded=1
    )
    found = []
    for turn in range(5):
        if turn == 1:
            # The ring opens: half of the army has a line, the other half has none still.
            set_up_unit(state, 1, hex_named(state, "0109"), 0)
        check_supply(state)
        found.append(int(state.units[0].unsupplied))
    assert found == levels
    assert state.units[0].status == Status.ELIMINATED


@pytest.mark.rule("stalingrad_1942 S3i, 14.21b")
@pytest.mark.parametrize(
    ("mode", "surrounded", "levels"),
    [(1, 1, [3, 1, 2, 3, 3]), (1, 0, [3, 3]), (0, 1, [3, 3])],
)
def test_who_breaks_out_of_the_pocket_counts_his_turns_without_supply_from_one(
    mode, surrounded, levels
):
    rows = strip(40, {40: ".O", 3: ".C", 1: ".E"})
    units = [regiment("0121", sixth_army=1, unsupplied=2)]
    # Those at the city are cut off, or need no line (16.14).
    units += [regiment("0103", sixth_army=1, breath=1 - surrounded) for _ in range(2)]
    rules = {"supply.pocket_mode_winter_storm": mode, "supply.pocket_steps": 0}
    state = build_position(rows, units, scenario="winter_storm", rules=rules, game_turn=9)
    state.game.surrounded = surrounded
    check_supply(state)
    assert (state.units[0].pocket, state.units[0].unsupplied) == (1, 3)
    found = [3]
    enter_hex(state, 0, hex_named(state, "0122"))
    end_game_turn(state)
    while state.units[0].status == Status.ON_MAP:
        check_supply(state)
        found.append(int(state.units[0].unsupplied))
    assert (found, state.game.surrounded) == (levels, surrounded)


@pytest.mark.rule("stalingrad_1942 S2d, S2e, S3d")
@pytest.mark.parametrize("name", ["uranus", "winter_storm"])
def test_those_within_six_hexes_of_the_city_are_surrounded_until_one_of_them_has_a_line(name):
    road = {(f"01{k:02d}", f"01{k + 1:02d}"): "road" for k in range(9, 20)}
    units = [regiment("0103", sixth_army=1), regiment("0110", sixth_army=1)]
    ring = build_position(POCKET, units, scenario=name, sides=road)
    check_supply(ring)
    assert (ring.game.surrounded, int(ring.units["pocket"].sum())) == (1, 1)
    wide = {"victory.encirclement_radius": 18}
    state = build_position(POCKET, units, scenario=name, sides=road, rules=wide)
    check_supply(state)
    assert (state.game.surrounded, int(state.units["pocket"].sum())) == (0, 1)


@pytest.mark.rule("stalingrad_1942 S2d, S2e, S3d")
@pytest.mark.parametrize(
    ("share", "starving", "surrounded"),
    [(50, 2, 1), (50, 1, 0), (1, 2, 0), (100, 1, 1), (100, 0, 0)],
)
def test_an_army_is_surrounded_until_half_of_it_or_a_share_by_another_reading_has_a_line(
    share, starving, surrounded
):
    rows = strip(12, {12: ".O", 3: ".C", 1: ".E"})
    units = [regiment("0103", sixth_army=1) for _ in range(starving)]
    state = build_position(
        rows,
        [*units, regiment("0108", sixth_army=1)],
        scenario="winter_storm",
        rules={"victory.share_with_line": share},
        surrounded=1 - surrounded,
    )
    check_supply(state)
    assert state.game.surrounded == surrounded


@pytest.mark.rule("stalingrad_1942 S2d, S2e, S3d")
@pytest.mark.parametrize(
    ("living", "fed", "before", "after"),
    [(4, 4, 1, 0), (2, 1, 1, 0), (2, 0, 0, 1), (1, 1, 1, 1), (1, 0, 0, 0), (0, 0, 1, 1)],
)
@pytest.mark.parametrize("name", ["uranus", "winter_storm"])
def test_an_army_that_has_left_the_city_is_judged_where_it_is_if_half_of_it_lives(
    name, living, fed, before, after
):
    rows = strip(24, {24: ".O", 3: ".C", 1: ".E"})
    places = ["0122"] * fed + ["0114"] * (living - fed) + [None] * (4 - living)
    units = [regiment(place, sixth_army=1) for place in places]
    state = build_position(
        rows, [*units, staff("0103", sixth_army=1)], scenario=name, surrounded=before
    )
    for unit in state.units[living:4]:
        unit.status = Status.ELIMINATED
    check_supply(state)
    assert state.game.surrounded == after


@pytest.mark.rule("stalingrad_1942 S3d")
@pytest.mark.parametrize(("stragglers", "surrounded", "link"), [(None, 0, 100), (2, 1, 0)])
def test_6th_army_gets_its_points_where_it_breaks_out_as_a_whole(stragglers, surrounded, link):
    relief = scenario("winter_storm")
    state = relief.new_game(1)
    state.game.game_turn, state.game.surrounded = 10, 1
    army = np.flatnonzero(state.units["sixth_army"] != 0)
    staffs = state.units["kind"][army] == Kind.HEADQUARTERS
    trace_supply(state, Side.AXIS)
    fed = np.flatnonzero(
        (state.supply[Side.AXIS, :-1] == 0)
        & (state.hexes["to_city"][:-1] > state.rules.victory_pocket_radius)
        & (state.ground["occupant"][:-1] < 0)
        & ((state.hexes["features"][:-1] & Feature.EDGE_WEST) != 0)
    )
    broken_out = [*army[~staffs], *army[staffs]][:stragglers]
    for place, unit in enumerate(broken_out):
        enter_hex(state, unit, fed[place % len(fed)])
    for unit in set(army.tolist()) - set(broken_out):
        eliminate_unit(state, unit, NO_BATTLE)
    towns = count_places(state, Feature.TOWN, Side.AXIS)
    end_game_turn(state)
    assert state.game.surrounded == surrounded
    assert state.turns[9].vp_axis - towns == link


@pytest.mark.rule("stalingrad_1942 S3d")
def test_the_relief_that_comes_near_is_no_link_with_6th_army():
    road = {(f"01{k:02d}", f"01{k + 1:02d}"): "road" for k in range(9, 20)}
    units = [regiment("0103", sixth_army=1), regiment("0110")]
    state = build_position(POCKET, units, scenario="winter_storm", sides=road)
    check_supply(state)
    assert state.game.surrounded == 1


# --- Stalin's Breath


def under_breath(**fields):
    units = [rifles("0102", breath=1, **fields), regiment("0109")]
    return build_position(strip(9), units, phase=Phase.SOVIET_MOVEMENT)


@pytest.mark.rule("stalingrad_1942 16.11, 16.12a, 16.13")
def test_a_unit_under_the_breath_stands_until_four_turns_after_the_enemy_came_near():
    state = under_breath()
    assert may_move(state, 0, "0101") == Refusal.UNDER_BREATH
    end_phase(state)
    assert state.units[0].breath_turn == 0
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert move(state, 1, "0106") == Refusal.OK
    end_phase(state)
    assert state.units[0].breath_turn == 3
    for turn in (4, 5, 6):
        begin_game_turn(state)
        begin_phase(state, Phase.SOVIET_MOVEMENT)
        assert may_move(state, 0, "0101") == Refusal.UNDER_BREATH, turn
    begin_game_turn(state)
    assert state.events[state.game.event_count - 1].kind == EventKind.RELEASED
    begin_phase(state, Phase.SOVIET_MOVEMENT)
    assert move(state, 0, "0101") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 16.14, 16.12a")
def test_a_unit_under_the_breath_is_supplied_until_it_moves_and_never_moves_strategically():
    state = under_breath(breath_turn=1)
    state.game.game_turn = 9
    trace_supply(state, Side.SOVIET)
    assert has_line(state, 0)
    begin_phase(state, Phase.SOVIET_MOVEMENT)
    assert move(state, 0, "0101") == Refusal.OK
    assert not has_line(state, 0)
    assert state.units[0].breath == 2
    begin_phase(state, Phase.SOVIET_STRATEGIC)
    state.units[0].marked = 1
    assert may_move(state, 0, "0102") == Refusal.UNDER_BREATH
    assert stands_in(state, 0) == "0101"
