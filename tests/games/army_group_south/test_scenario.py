"""Operation Star set up from its files: units, map, and the deal of the untried."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from balance.errors import DataError
from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.map import load_map
from balance.games.army_group_south.scenario import load_scenario
from balance.games.army_group_south.sequence import play_sequence
from balance.games.army_group_south.state import AXIS_LINE, NO_LINE
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.supply import (
    is_in_communication,
    is_supplied,
    refresh_supply,
)
from balance.games.army_group_south.tables import check_charts, load_crt, load_tec
from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    ENGAGED,
    Feature,
    Kind,
    Mobility,
    Mode,
    Side,
    Size,
    Status,
)
from balance.kernel.reach import PROHIBITED
from balance.rulebook.game import open_game

#: Strengths of a German infantry division from the full one down.
LADDER = [(8, 10), (5, 7), (3, 4), (1, 2)]
GAME = "army_group_south"


def under(**rules):
    return open_game("army_group_south").rules.with_overrides(rules)


def scenario(**rules):
    return load_scenario("operation_star", under(**rules))


@pytest.fixture(scope="module")
def star():
    return scenario()


@pytest.fixture(scope="module")
def opening(star):
    return star.new_game(7)


@pytest.mark.rule("army_group_south 18.1a, 18.1c, 18.1d, 18.11, 18.2a, 3.2, 3.22c, CS-a")
def test_113_units_start_on_the_map(star, opening):
    on_map = opening.units["status"] == Status.ON_MAP
    soviet = opening.units["side"] == Side.SOVIET
    # 74 German counters, six of them weaker sides of others.
    assert (np.count_nonzero(~soviet), np.count_nonzero(soviet)) == (74 - 6, 116)
    hidden = opening.units["untried"] != 0
    assert np.count_nonzero(on_map & ~soviet) == 40
    assert np.count_nonzero(on_map & soviet) == 73
    assert np.count_nonzero(on_map & hidden) == 42
    for u in np.flatnonzero(on_map & ~hidden):
        assert star.hex_names[opening.units["hex"][u]] == star.order_of_battle.set_up[u]
    assert find_faults(opening, star.unit_names) == []


@pytest.mark.rule("army_group_south 18.12, 23.11a, 23.11b, 23.11c, 23.11d, 23.1b, 23.0b, 15.0e")
def test_untried_units_not_set_up_arrive_by_the_chart(star, opening):
    pools = star.order_of_battle.pools
    found = Counter()
    for u in np.flatnonzero(opening.units["status"] == Status.AWAITING):
        if opening.units["untried"][u]:
            pool = pools.names[pools.pool_of[u]]
            found[pool, int(opening.units["arrival_turn"][u])] += 1
    chart = {
        "rifle_division": [2, 3, 3, 3, 2],
        "rifle_brigade": [0, 1, 0, 1, 0],
        "tank_brigade": [3, 2, 2, 2, 1],
        "anti_tank_brigade": [0, 0, 1, 0, 0],
    }
    printed = {(pool, t + 2): n for pool, row in chart.items() for t, n in enumerate(row) if n}
    assert found == printed
    assert np.count_nonzero(opening.units["status"] == Status.UNUSED) == 1


@pytest.mark.rule("army_group_south 13.1a, 13.1b, 18.1d, 13.0a")
def test_the_deal_depends_on_the_seed_alone_and_stays_within_the_pools(star):
    deals = [star.new_game(seed).units for seed in (1, 1, 2)]
    assert deals[0].tobytes() == deals[1].tobytes()
    assert (deals[0]["hex"] != deals[2]["hex"]).any()
    pools = star.order_of_battle.pools
    places = [Counter() for _ in deals]
    for count, units in zip(places, deals, strict=True):
        for u in np.flatnonzero(pools.pool_of >= 0):
            count[int(pools.pool_of[u]), int(units["hex"][u]), int(units["arrival_turn"][u])] += 1
    assert places[0] == places[2]
    assert (deals[0]["revealed"] == 0).all()


@pytest.mark.rule("army_group_south 18.1b, 18.21, 23.1a, 23.2a, 16.0b, TRT-b")
def test_printed_arrivals_wait_for_their_turn_and_area(star, opening):
    units = opening.units
    waiting = (units["status"] == Status.AWAITING) & (units["untried"] == 0)
    panzer = star.order_of_battle.index("6/3")
    assert (units["arrival_turn"][panzer], units["entry_area"][panzer]) == (2, Feature.AREA_C)
    assert waiting[panzer]
    assert set(units["arrival_turn"][waiting]) == {2, 3, 4, 5, 6}
    soviet = waiting & (units["side"] == Side.SOVIET)
    assert set(units["entry_area"][soviet]) == {Feature.AREA_K}


@pytest.mark.rule("army_group_south 18.2b, 9.6a, 9.64b, 9.61a, 18.22, 3.21b, 3.22a, 3.22b, 9.63")
@pytest.mark.parametrize(
    ("name", "kind", "size", "mobility", "ladder"),
    [
        ("15 Inf", Kind.GERMAN_INFANTRY, Size.DIVISION, Mobility.INFANTRY, LADDER),
        ("57 Inf", Kind.GERMAN_INFANTRY, Size.DIVISION, Mobility.INFANTRY, LADDER[1:]),
        ("25/7", Kind.GERMAN_MECHANIZED, Size.REGIMENT, Mobility.MECH, [(6, 2), (3, 1)]),
        ("18 Tank Corps", Kind.TANK_CORPS, Size.CORPS, Mobility.MECH, [(12, 10), (6, 5)]),
        ("40 HQ", Kind.HEADQUARTERS, Size.HEADQUARTERS, Mobility.INFANTRY, [(0, 0)]),
        ("267 Rif", Kind.RIFLE_DIVISION, Size.DIVISION, Mobility.INFANTRY, [(1, 2)]),
    ],
)  # fmt: skip
def test_counters_are_read_as_printed(star, opening, name, kind, size, mobility, ladder):
    u = star.order_of_battle.index(name)
    unit = opening.units[u]
    assert (unit.kind, unit.unit_size, unit.mobility) == (kind, size, mobility)
    assert unit.steps == unit.full_steps == len(ladder)
    found = [tuple(opening.strengths[u, s]) for s in range(len(ladder), 0, -1)]
    assert found == ladder


@pytest.mark.rule("army_group_south 19.53a, 19.53b, 19.53c, 19.51, 9.9b, 3.21a")
def test_divisions_that_may_double_their_regiments(star, opening):
    units, rows = opening.units, star.order_of_battle.rows
    sizes = Counter()
    for u in np.flatnonzero(units["division"] > 0):
        sizes[rows[u]["parent"]] += 1
    pairs = {"GD": 2, "3": 2, "19": 2, "17": 2}
    assert {name: sizes[name] for name in pairs} == pairs
    assert all(sizes[name] == 3 for name in sizes if name not in pairs)
    for name in ("1Pz10", "27 Pz", "12/4", "585/320", "682/335"):
        assert units["division"][star.order_of_battle.index(name)] == 0
    assert has_integrity(opening, np.int64(star.order_of_battle.index("6/7")))


@pytest.mark.rule("army_group_south 21.3, 21.0a, CS-b, 3.23c")
def test_nine_headquarters_two_of_them_always_on_the_offensive(star, opening):
    staffs = np.flatnonzero(opening.units["unit_size"] == Size.HEADQUARTERS)
    assert len(staffs) == 9
    assert set(opening.units["leadership"][staffs]) == {4}
    assert set(opening.units["mode"][staffs]) == {Mode.OFFENSIVE}
    always = {star.unit_names[u] for u in staffs if opening.units["always_offensive"][u]}
    assert always == {"Popov HQ", "3 Tank HQ"}
    assert set(scenario(**{"hq.rating": 6}).template.units["leadership"][staffs]) == {6}


@pytest.mark.rule("army_group_south 20.1a, 20.1b, 20.2a, 20.2c")
def test_units_start_in_supply_and_0901_feeds_no_german(star, opening):
    on_map = np.flatnonzero(opening.units["status"] == Status.ON_MAP)
    cut_off = [star.unit_names[u] for u in on_map if not is_supplied(opening, np.int64(u))]
    # It hears its headquarters, but the swamps of the Donets let no supply through (12.11).
    assert cut_off == ["4 Gd Tank Corps"]
    assert is_in_communication(opening, np.int64(star.order_of_battle.index("4 Gd Tank Corps")))
    refresh_supply(opening, np.int64(0))
    exits = star.map.hexes_with(Feature.RAIL_EXIT)
    assert exits
    assert "0901" not in exits
    assert "0901" in scenario(**{"supply.german_excluded_exit": []}).map.hexes_with(
        Feature.RAIL_EXIT
    )
    assert opening.supply[AXIS_LINE, star.map.index["1715"]] != NO_LINE


@pytest.mark.rule("army_group_south 20.1a, 25.1c, 25.3e")
def test_parameters_place_edges_areas_and_kharkov():
    board = load_map(under())
    edge = board.hexes_with(Feature.SOVIET_EDGE)
    assert (edge[0], edge[-1], len(edge)) == ("0101", "3601", 36)
    assert len(load_map(under(**{"supply.soviet_edge_ends_count": 0})).hexes_with(
        Feature.SOVIET_EDGE)) == 34  # fmt: skip
    assert board.hexes_with(Feature.EXIT) == board.hexes_with(Feature.AREA_L)
    other = load_map(under(**{"victory.exit_area": "A"}))
    assert other.hexes_with(Feature.EXIT) == other.hexes_with(Feature.AREA_A)
    assert board.hexes_with(Feature.KHARKOV) == ["1618", "1619", "1719"]


@pytest.mark.rule("army_group_south 25.1c")
@pytest.mark.parametrize(
    ("width", "names"),
    [
        (1, ["3527"]),
        (2, ["3527", "3627"]),
        (6, ["3127", "3227", "3327", "3427", "3527", "3627"]),
        (9, [f"{row}27" for row in range(31, 40)]),
        (17, [f"{row}27" for row in range(31, 40)] + [f"40{c}" for c in range(20, 28)]),
    ],
)
def test_area_l_is_as_wide_as_it_is_said_to_be(width, names):
    board = load_map(under(**{"victory.exit_width": width}))
    assert board.hexes_with(Feature.EXIT) == names


def test_an_exit_area_of_ones_own_lies_at_the_edge_and_has_hexes_enough():
    own = {"victory.exit_hexes": ["4027", "4026"], "victory.exit_width": 2}
    assert load_map(under(**own)).hexes_with(Feature.EXIT) == ["4026", "4027"]
    with pytest.raises(DataError, match=r"exit_width is 3, but .*exit_hexes names 2 hexes"):
        load_map(under(**own | {"victory.exit_width": 3}))
    with pytest.raises(DataError, match=r"exit_hexes: 2020 isn't on the edge of the map"):
        load_map(under(**own | {"victory.exit_hexes": ["2020", "4027"]}))


def test_a_hex_that_a_parameter_names_must_be_on_the_map():
    with pytest.raises(DataError, match=r"victory\.kharkov_hexes: no hex '9999'"):
        load_map(under(**{"victory.kharkov_hexes": ["9999"]}))


@pytest.mark.rule("army_group_south 17.0b, TRT-a")
def test_turns_are_five_days_from_4_february(star):
    assert star.first_day(1).isoformat() == "1943-02-04"
    assert star.first_day(10).isoformat() == "1943-03-21"
    assert star.last_turn == 10


@pytest.mark.rule("army_group_south 9.5a, 9.65a, 10.4a, 10.4k1, 10.4j")
def test_charts_become_numbers():
    crt = load_crt(under())
    assert crt.shape == (2, 6, 12)
    assert crt[:, 0, 0].tolist() == [1, 0]  # 1/-
    assert crt[:, 0, 9].tolist() == [0, ELIMINATION]
    assert crt[:, 1, 1].tolist() == [ENGAGED, ENGAGED]
    tec = load_tec(under())
    assert tec[:4].tolist() == [[1, 1, 1], [2, 1, 2], [3, 2, 1], [4, 2, 2]]
    assert tec[4].tolist()[:2] == [PROHIBITED, PROHIBITED]


@pytest.mark.parametrize(
    ("cell", "text", "fault"),
    [
        ("crt:3:2-1", "2", "result '2' at 2-1"),
        ("terrain:Woods:mech_mp", "two", "mech_mp' can't be 'two'"),
    ],
)
def test_a_chart_that_is_wrong_names_the_cell(cell, text, fault):
    with pytest.raises(DataError, match=fault):
        check_charts(under(**{cell: text}))


def test_a_pool_cannot_be_asked_for_more_than_it_holds():
    with pytest.raises(DataError, match=r"Anti-tank Brigade:turn_4' can't be '3'.* 0 to 1 "):
        scenario(**{"soviet_reinforcements:Anti-tank Brigade:turn_4": "3"})


def test_a_variant_leaves_more_in_the_box():
    units = scenario(**{"untried.on_map": 40}).new_game(1).units
    assert np.count_nonzero(units["status"] == Status.UNUSED) == 3


def test_a_unit_can_be_removed_and_changed():
    ruleset = open_game("army_group_south").rules.with_overrides(
        {"unit:FB": "removed", "unit:57 Inf:attack": 6}
    )
    changed = load_scenario("star", ruleset)
    assert "FB" not in changed.unit_names
    assert changed.template.strengths[changed.order_of_battle.index("57 Inf"), 3, 0] == 6


def test_a_game_in_which_nobody_acts_runs_to_its_end(star):
    state = star.new_game(3)
    faults = []
    for _ in play_sequence(state, lambda s: faults.extend(find_faults(s, star.unit_names))):
        pass
    assert faults == []
    assert state.game.ended
    # All Soviet arrivals that nobody brought on are lost.
    assert state.game.vp_axis > 0
