"""Retreats: which ways are legal, what they cost, and who can't take them (7.37 to 7.396)."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.retreat import NO_WAY, find_way
from balance.games.stalingrad_1942.vocabulary import Kind, Result, Side, Status
from balance.rules.trace import TraceKind, keep_trace
from tests.games.stalingrad_1942.battles import (
    attack,
    build_battle,
    ids,
    party,
    places,
    set_policy,
)
from tests.games.stalingrad_1942.positions import (
    MAP,
    panzer,
    red_guns,
    regiment,
    rifles,
    staff,
    tanks,
)
from tests.games.text_maps import change_cell

pytestmark = pytest.mark.plain
FREE = {"combat.compulsory": 0}
#: Two columns of hexes: 0101 and 0102 in the north, 0301 and 0302 in the south.
CORNER = [". .", ". .", ". ."]


def driven(result, units, rows=MAP, *, likes=(), target="0403", attackers=(0,), **options):
    """Attack with unit 0 and drive the Soviets off, who like these hexes best."""
    state = build_battle(units, rows, result=result, rules=FREE, **options)
    for worth, name in enumerate(reversed(likes), start=1):
        state.retreat_value[Side.SOVIET, ids(state, name)] = worth
    set_policy(state, Side.AXIS, advance=0)
    attack(state, list(attackers), target)
    return state


@pytest.mark.rule("stalingrad_1942 7.32, 7.393b")
def test_the_owner_says_whither_and_the_distance_is_full():
    state = driven(Result.B2, [panzer("0404"), rifles("0403")], likes=["0303", "0402", "0401"])
    # 0303 and 0402 are one hex away.
    assert places(state)[1] == "0401"


@pytest.mark.rule("stalingrad_1942 7.391b")
def test_each_unit_of_a_stack_that_goes_back_leaves_a_trace_of_a_retreat_a_hex():
    units = [panzer("0404"), rifles("0403"), rifles("0403")]
    state = keep_trace(build_battle(units, result=Result.B2, rules=FREE))
    set_policy(state, Side.AXIS, advance=0)
    attack(state, [0], "0403")
    rows = state.trace[: state.traced[0]]
    placed = np.flatnonzero((rows.kind == TraceKind.PLACED) & (rows.unit > 0))
    assert len(placed) == 4
    # The last word before a unit is put down is of itself: readers keep no other in mind.
    words = [rows.unit[:i][rows.kind[:i] == TraceKind.RETREATS][-1] for i in placed]
    assert words == rows.unit[placed].tolist()


@pytest.mark.rule("stalingrad_1942 7.37a")
def test_nobody_retreats_into_a_zone_or_onto_enemies():
    units = [panzer("0404"), rifles("0403"), regiment("0201"), regiment("0601")]
    state = driven(Result.B1, units, likes=["0303", "0503", "0304", "0504"])
    # 0304 and 0504 lie beside the attacker.
    assert places(state)[1] == "0303"
    units += [regiment("0202"), regiment("0602")]
    state = driven(Result.B1, units, likes=["0303", "0503", "0402"])
    assert places(state)[1] == "0402"


@pytest.mark.rule("stalingrad_1942 7.37a, 7.37b, 7.396")
def test_who_has_no_way_is_eliminated():
    state = driven(Result.B1, [panzer("0201"), rifles("0101")], CORNER, target="0101")
    assert state.units[1].status == Status.ELIMINATED
    state = driven(Result.B3, [panzer("0302"), rifles("0201")], CORNER, target="0201")
    assert state.units[1].status == Status.ELIMINATED


@pytest.mark.rule("stalingrad_1942 7.37a, 7.34b")
@pytest.mark.parametrize(("wish", "steps"), [(0, 0), (1, 1)])
def test_who_is_trapped_pays_in_steps_if_he_says_so(wish, steps):
    state = build_battle([panzer("0201"), rifles("0101")], CORNER, result=Result.B1)
    set_policy(state, Side.SOVIET, steps_if_trapped=wish)
    attack(state, 0, "0101")
    assert state.units[1].steps == steps


@pytest.mark.rule("stalingrad_1942 7.31, 7.391b")
@pytest.mark.parametrize(
    ("result", "price", "end", "steps"),
    [(Result.B1, 1, "0403", 1), (Result.B2, 1, "0502", 1), (Result.B1, 0, "0503", 2)],
)
def test_who_would_pay_as_many_steps_on_the_way_stays(result, price, end, steps):
    wall = {("0403", at): "major_river" for at in ("0402", "0303")}
    # The only way leads through 0503, where friends stand beside the enemies in 0603.
    units = [panzer("0404"), rifles("0403"), regiment("0603"), rifles("0503")]
    rules = FREE | {"combat.retreat_through_zone_steps": price}
    state = build_battle(units, sides=wall, result=result, rules=rules)
    set_policy(state, Side.SOVIET, steps_if_trapped=1)
    attack(state, 0, "0403")
    assert (places(state)[1], state.units[1].steps) == (end, steps)


@pytest.mark.rule("stalingrad_1942 7.31b, 7.37a")
def test_trapped_attackers_pay_all_in_steps_or_nothing():
    units = [panzer("0101"), panzer("0101"), rifles("0201")]
    for wish, steps in ((0, 0), (1, 1)):
        state = build_battle(units, CORNER, result=Result.A2_1)
        set_policy(state, Side.AXIS, steps_if_trapped=wish)
        attack(state, [0, 1], "0201")
        assert state.units["steps"][:2].sum() == steps


@pytest.mark.rule("stalingrad_1942 7.38")
@pytest.mark.parametrize(("unit", "alive"), [(tanks, False), (rifles, True)])
def test_prohibited_terrain_bars_the_way(unit, alive):
    rows = CORNER
    for row, column in ((1, 1), (1, 2), (3, 1), (3, 2)):
        rows = change_cell(rows, row, column, "m")
    state = driven(Result.B1, [regiment("0202", zoneless=1), unit("0201")], rows, target="0201")
    assert (state.units[1].status == Status.ON_MAP) == alive


@pytest.mark.rule("stalingrad_1942 7.38, 7.393a")
def test_of_a_mixed_stack_those_who_can_follow_go_on():
    rows = [". m m .", ". . . .", ". m m ."]
    units = [regiment("0203", zoneless=1), rifles("0202"), tanks("0202"), regiment("0201")]
    units[3]["zoneless"] = 1
    state = driven(Result.B1, units, rows, target="0202")
    assert state.units[1].status == Status.ON_MAP
    assert state.units[2].status == Status.ELIMINATED


@pytest.mark.rule("stalingrad_1942 7.393a")
def test_a_stack_takes_a_longer_liked_way_less_than_one_open_to_all():
    rows = change_cell(MAP, 4, 2, "m")
    state = driven(Result.B1, [panzer("0404"), rifles("0403"), tanks("0403")], rows, likes=["0402"])
    assert places(state)[1] == places(state)[2] != "0402"


@pytest.mark.rule("stalingrad_1942 7.39")
@pytest.mark.parametrize("river", ["major_river", "volga"])
def test_great_rivers_are_crossed_by_bridges_alone(river):
    sides = {("0403", "0402"): river, ("0403", "0303"): river, ("0403", "0503"): river}
    state = driven(Result.B1, [panzer("0404"), rifles("0403")], sides=sides)
    assert state.units[1].status == Status.ELIMINATED
    sides[("0403", "0402")] += "|bridge"
    state = driven(Result.B1, [panzer("0404"), rifles("0403")], sides=sides)
    assert places(state)[1] == "0402"


@pytest.mark.rule("stalingrad_1942 7.39")
def test_small_rivers_bar_nobody():
    sides = {("0403", at): "river" for at in ("0402", "0303", "0503")}
    state = driven(Result.B1, [panzer("0404"), tanks("0403")], sides=sides, likes=["0402"])
    assert places(state)[1] == "0402"


@pytest.mark.rule("stalingrad_1942 7.37a, 7.391a, 7.391b")
def test_a_hex_of_friends_in_a_zone_lets_pass_for_a_step_of_the_stack():
    wall = {("0403", at): "major_river" for at in ("0402", "0303")}
    units = [panzer("0404"), rifles("0403"), rifles("0403"), regiment("0602"), rifles("0503")]
    # 0503 lies beside 0602; no other way is open.
    state = driven(Result.B1, units, sides=wall)
    assert places(state)[1:3] == ["0503", "0503"]
    assert state.units["steps"][1:3].sum() == 3
    assert state.units[4].steps == 2
    rules = FREE | {"combat.retreat_through_zone_steps": 0}
    state = build_battle(units, sides=wall, rules=rules, result=Result.B1)
    attack(state, 0, "0403")
    assert state.units["steps"][1:3].sum() == 4


@pytest.mark.rule("stalingrad_1942 7.391a, 7.391b")
def test_a_free_way_is_taken_before_one_that_costs_a_step():
    units = [panzer("0404"), rifles("0403"), regiment("0602"), rifles("0503")]
    state = driven(Result.B1, units, likes=["0503"])
    assert places(state)[1] in ("0402", "0303")
    assert state.units[1].steps == 2


@pytest.mark.rule("stalingrad_1942 7.37a, 7.391a")
def test_those_on_the_same_retreat_are_no_friends_to_shelter_with():
    # Both hexes are attacked from 0404; each is in its zone, so neither shelters the other.
    units = [panzer("0404"), rifles("0304"), rifles("0403")]
    state = driven(Result.B1, units, target=["0403", "0304"], likes=["0304", "0403"])
    assert "0403" not in places(state)[1:]
    assert "0304" not in places(state)[1:]


@pytest.mark.rule("stalingrad_1942 7.34b, 7.393b")
def test_stacks_of_several_hexes_go_the_same_distance_each_its_way():
    units = [panzer("0404"), rifles("0304"), rifles("0403"), staff("0403", side=Side.SOVIET)]
    state = driven(Result.B2, units, target=["0403", "0304"], likes=["0401", "0204", "0205"])
    assert places(state)[2] == places(state)[3] == "0401"
    origin, end = ids(state, "0304")[0], int(state.units[1].hex)
    near = {int(h) for h in state.neighbour[origin]}
    assert end not in near
    assert any(end in state.neighbour[h] for h in near)


@pytest.mark.rule("stalingrad_1942 7.392, 9.11a")
def test_a_retreat_is_remembered_until_the_next_combat_phase():
    state = driven(Result.B1, [panzer("0404"), rifles("0403")])
    assert state.units["retreated"].tolist() == [0, 1]


@pytest.mark.rule("stalingrad_1942 16.12b")
def test_units_under_stalins_breath_and_their_companions_pay_in_steps():
    units = [panzer("0404"), rifles("0403", breath=1), rifles("0403")]
    state = driven(Result.B2, units)
    assert set(places(state)[1:]) <= {"0403", ""}
    assert state.units["steps"][1:].sum() == 2


@pytest.mark.rule("stalingrad_1942 16.12b, 16.13, 16.14")
@pytest.mark.parametrize(("breath", "stays"), [(1, True), (2, False)])
def test_a_released_unit_retreats_only_once_it_has_moved(breath, stays):
    units = [panzer("0404"), rifles("0403", breath=breath, breath_turn=1)]
    state = driven(Result.B1, units, game_turn=5)
    assert (places(state)[1] == "0403") == stays
    assert state.units[1].steps == (1 if stays else 2)


@pytest.mark.rule("stalingrad_1942 5.0, 7.32")
def test_a_full_hex_is_the_last_choice_but_no_death():
    full = [rifles("0402") for _ in range(3)]
    state = driven(Result.B1, [panzer("0404"), rifles("0403"), *full], likes=["0402"])
    assert places(state)[1] != "0402"
    wall = {("0403", at): "major_river" for at in ("0303", "0503")}
    state = driven(Result.B1, [panzer("0404"), rifles("0403"), *full], sides=wall)
    assert places(state)[1] == "0402"


@pytest.mark.rule("stalingrad_1942 7.37a")
def test_attackers_retreat_from_the_zones_of_those_they_attacked():
    state = build_battle([panzer("0404"), rifles("0403")], result=Result.A1_1)
    state.retreat_value[Side.AXIS, ids(state, ["0304", "0504", "0405"])] = [9, 9, 1]
    attack(state, 0, "0403")
    assert places(state)[0] == "0405"


# --- the ways against a slow search


def ways_of(state, stack, hexes):
    """Prices of all legal ways by the book, written down anew: {last hex: fewest steps lost}."""
    side, start = state.units[stack[0]].side, int(state.units[stack[0]].hex)
    off = len(state.ground) - 1

    def away(a, b):
        ring, n = {a}, 0
        while b not in ring:
            ring |= {int(h) for each in ring for h in state.neighbour[each]} - {off}
            n += 1
        return n

    def step(h, d):
        there = int(state.neighbour[h, d])
        sides = int(state.hexside[h, d])
        if there == off or state.ground[there].occupant == 1 - side:
            return None
        if sides & 6 and not sides & 64:
            return None
        if any(state.cost[state.units[u].mobility, h, d] == 65535 for u in stack):
            return None
        zone = any(
            state.units[u].side != side
            and state.units[u].kind < Kind.ARTILLERY
            and int(state.units[u].hex) in state.neighbour[there]
            for u in range(len(state.units))
        )
        friends = any(
            int(state.units[u].hex) == there and state.units[u].fighting == 0
            for u in range(len(state.units))
        )
        if zone and not friends:
            return None
        return (there, 1 if zone else 0)

    found = {}

    def go(h, lost, depth):
        if depth == hexes:
            found[h] = min(lost, found.get(h, 99))
            return
        for d in range(6):
            taken = step(h, d)
            if taken and away(start, taken[0]) == depth + 1:
                go(taken[0], lost + taken[1], depth + 1)

    go(start, 0, 0)
    return found


@pytest.mark.rule("stalingrad_1942 7.32, 7.37, 7.38, 7.39, 7.391, 7.393")
@pytest.mark.parametrize("seed", range(10))
def test_the_way_found_is_the_best_of_a_slow_search(seed):
    rng = np.random.default_rng(seed)
    cells = [f"{row:02d}{column:02d}" for row in range(1, 8) for column in range(1, 10)]
    rng.shuffle(cells)
    rows = MAP
    for _ in range(12):
        row, column = int(rng.integers(1, 8)), int(rng.integers(1, 10))
        rows = change_cell(rows, row, column, "m")
    units = [regiment(at) for at in cells[:4]] + [rifles(at) for at in cells[4:12]]
    units += [tanks(cells[4]), red_guns(cells[5])]
    sides = {}
    blank = build_battle([], rows)
    for name in cells[:10]:
        h = int(ids(blank, name)[0])
        d = int(rng.integers(6))
        there = int(blank.neighbour[h, d])
        if there < len(blank.ground) - 1:
            row, x2 = int(blank.hexes[there].row), int(blank.hexes[there].x2)
            river = ["river", "major_river", "volga|bridge"][int(rng.integers(3))]
            sides[(name, f"{row:02d}{x2 // 2:02d}")] = river
    state = build_battle(units, rows, sides=sides)
    compared = 0
    for u in range(4, 12):
        stack = [v for v in range(len(units)) if state.units[v].hex == state.units[u].hex]
        state.units["fighting"][stack] = 2
        for hexes in (1, 2, 3):
            way = np.full(hexes + 1, -1, np.int64)
            price = find_way(state, party(stack), hexes, way)
            found = ways_of(state, stack, hexes)
            if not found:
                # None is open to all of them: legal at best for some.
                assert price >= 1 << 40
                continue
            assert price < 1 << 40 < NO_WAY
            assert found[int(way[hexes])] == min(found.values()) == price >> 28
            compared += 1
        state.units["fighting"] = 0
    assert compared > 0
