import re

import numpy as np
import pytest

from balance.errors import DataError, UnknownName
from balance.games.drive_on_stalingrad.scenario import load_scenario
from balance.games.drive_on_stalingrad.scenario_file import Wish
from balance.games.drive_on_stalingrad.setup import (
    check_set_up,
    make_placement,
)
from balance.games.drive_on_stalingrad.vocabulary import Army, Feature, Mobility, Side, Terrain
from balance.rulebook.game import open_game

# Setting up takes plain Python seconds.
pytestmark = pytest.mark.compiled

SCENARIO = load_scenario("operation_blue", open_game("drive_on_stalingrad").rules)


def with_moves(**moves):
    """The default set-up with some units elsewhere; names with _ for blanks, "off" for off map."""
    placement = np.array(SCENARIO.default_placement)
    for name, hex_name in moves.items():
        unit = SCENARIO.order_of_battle.index(name.strip("_").replace("_", " "))
        off_map = hex_name == "off"
        placement[unit] = len(SCENARIO.hex_names) if off_map else SCENARIO.hex_index(hex_name)
    return placement


@pytest.mark.rule("drive_on_stalingrad 3.1")
@pytest.mark.rule("drive_on_stalingrad 12.1c")
def test_the_default_set_up_is_legal():
    assert check_set_up(SCENARIO, SCENARIO.default_placement) == []


@pytest.mark.rule("drive_on_stalingrad 12.1a")
def test_each_front_hex_has_a_unit_of_its_army_in_the_default_set_up():
    owners = SCENARIO.front_army
    armies = SCENARIO.units["army"]

    line = (SCENARIO.map.hexes["features"] & Feature.START_LINE) != 0
    assert np.array_equal(owners != Army.NONE, line)
    for h in np.flatnonzero(line):
        assert set(armies[SCENARIO.default_placement == h]) == {owners[h]}


@pytest.mark.rule("drive_on_stalingrad 12.1a")
def test_a_front_hex_may_not_be_left_empty():
    faults = check_set_up(SCENARIO, with_moves(_62_Rif="0331", _212_Rif="0331"))

    assert len(faults) == 1
    assert faults[0].startswith("0531: no Soviet unit set up in it; each front hex needs one")
    assert faults[0].endswith("here of army 40 [drive_on_stalingrad 12.1a]")


@pytest.mark.rule("drive_on_stalingrad 12.1a")
def test_units_of_a_front_army_set_up_in_its_front_hexes_alone():
    faults = check_set_up(SCENARIO, with_moves(_13_TC="0331"))

    assert faults == [
        "13 TC in 0331: it sets up in front:21 (0630, 0731, 0831) [drive_on_stalingrad 12.1]"
    ]


@pytest.mark.rule("drive_on_stalingrad 12.1b")
def test_units_of_a_german_side_army_set_up_in_its_area():
    faults = check_set_up(SCENARIO, with_moves(GD="1031", _454_Sec="1133"))

    assert len(faults) == 2
    assert re.match(r"GD in 1031: it sets up in area:4PA \(0332, .*12\.1", faults[0])
    assert faults[1].startswith("454 Sec in 1133: it sets up in hex:1134 (1134)")


@pytest.mark.rule("drive_on_stalingrad 12.1c")
@pytest.mark.rule("drive_on_stalingrad 6.1a")
def test_a_ninth_unit_in_a_hex_is_refused():
    crowd = dict.fromkeys(["_44_Inf", "_297_Inf", "_62_Inf", "_384_Inf", "_79_Inf"], "1031")

    eleven = check_set_up(SCENARIO, with_moves(**crowd))
    crowd_of_eight = dict(list(crowd.items())[:2])

    assert eleven == ["1031: 11 units set up in it; the limit is 8 [drive_on_stalingrad 6.1a]"]
    assert check_set_up(SCENARIO, with_moves(**crowd_of_eight)) == []


@pytest.mark.rule("drive_on_stalingrad 12.1c")
@pytest.mark.rule("drive_on_stalingrad 6.3a")
def test_nations_may_not_be_mixed():
    faults = check_set_up(SCENARIO, with_moves(Celere="2427"))

    assert len(faults) == 1
    assert faults[0].startswith("2427: units of more than one nation set up in it (")
    assert "Celere" in faults[0]
    assert "6.3a" in faults[0]


@pytest.mark.rule("drive_on_stalingrad 12.1d")
def test_freely_placed_units_stand_one_a_hex_west_of_the_line():
    together = check_set_up(SCENARIO, with_moves(_213_Sec="1932"))
    beyond = check_set_up(SCENARIO, with_moves(_213_Sec="0430"))

    assert together == [
        "403 Sec in 1932: 213 Sec stands there; freely placed units set up one a hex "
        "[drive_on_stalingrad 12.1d]"
    ]
    assert len(beyond) == 1
    assert re.match(r"213 Sec in 0430: it sets up in free .*12\.1d", beyond[0])


@pytest.mark.rule("drive_on_stalingrad 8.4a")
def test_a_reserve_army_sets_up_in_its_own_hex():
    faults = check_set_up(SCENARIO, with_moves(_1_Rif="1216"))

    assert faults == ["1 Rif in 1216: it sets up in reserve (1215) [drive_on_stalingrad 8.4a]"]


@pytest.mark.rule("drive_on_stalingrad 8.1a")
@pytest.mark.rule("drive_on_stalingrad 8.2f")
def test_units_that_enter_later_may_not_be_set_up_and_others_must():
    faults = check_set_up(SCENARIO, with_moves(_46_Inf="3633", _18_TC="0424", _24_Pz="off"))

    assert len(faults) == 3
    assert faults[0].startswith("24 Pz isn't set up: it sets up in area:4PA (0332, ")
    assert "46 Inf in 3633: it isn't set up but enters later [drive_on_stalingrad 8.1]" in faults


@pytest.mark.rule("drive_on_stalingrad 6.4a")
def test_four_artillery_units_in_a_hex_are_refused():
    guns = [name for name in SCENARIO.unit_names if " Art " in name and "STAVKA" not in name]
    rules = open_game("drive_on_stalingrad").rules
    for name in guns:
        rules = rules.with_unit_edit({"unit": name, "set_up": "area:oskol"})
    scenario = load_scenario("operation_blue", rules)
    placement = np.array(scenario.default_placement)
    for name in guns[:4]:
        placement[scenario.order_of_battle.index(name)] = scenario.hex_index("1228")

    faults = check_set_up(scenario, placement)

    assert faults == [
        "1228: 4 artillery units set up in it; the limit is 3 [drive_on_stalingrad 6.4a]"
    ]


def test_a_set_up_of_another_shape_or_with_unknown_hexes_is_one_message():
    short = check_set_up(SCENARIO, np.zeros(3, np.int16))
    wild = check_set_up(SCENARIO, np.where(SCENARIO.units["army"] == Army.AXIS_2A, -4, 5))

    assert len(short) == 1
    assert short[0].startswith(f"a set-up is {len(SCENARIO.units)} hex indices, one a unit")
    assert wild[0] == "45 Inf: no hex has the index -4"
    assert len(wild) == 5


def test_all_faults_of_a_set_up_are_named_at_once():
    assert len(check_set_up(SCENARIO, with_moves(GD="1031", _1_Rif="1216"))) == 2


@pytest.mark.rule("drive_on_stalingrad 9.13b")
@pytest.mark.rule("drive_on_stalingrad 9.19a")
def test_no_unit_may_set_up_where_it_could_never_go():
    terrain = SCENARIO.map.hexes["terrain"]
    water = np.isin(terrain, (Terrain.LAKE, Terrain.SEA, Terrain.OFF_MAP))
    mech = SCENARIO.units["mobility"] == Mobility.MECH

    assert not np.any(SCENARIO.allowed & water)
    assert not np.any(SCENARIO.allowed[mech] & (terrain == Terrain.MOUNTAIN))
    soviet_hexes = (SCENARIO.map.hexes["features"] & Feature.SOVIET_AT_START) != 0
    assert not np.any(SCENARIO.allowed[SCENARIO.units["side"] == Side.AXIS] & soviet_hexes)


@pytest.mark.rule("drive_on_stalingrad 6.1, 12.1")
def test_a_variant_that_leaves_no_room_to_set_up_is_told():
    crowded = load_scenario("blue", SCENARIO.ruleset.with_overrides({"stacking.limit": 1}))
    with pytest.raises(DataError, match=r"csv:\d+: no room for .* hexes \[drive_on_stalingrad"):
        make_placement(crowded)


def test_wishes_come_before_the_default_and_the_rest_follows_it():
    placement = make_placement(SCENARIO, [Wish(units=("area:4PA",), hexes=("0431",), only="mech")])

    index = SCENARIO.order_of_battle.index
    assert placement[index("11 Pz")] == SCENARIO.hex_index("0431")
    assert placement[index("82 Inf")] == SCENARIO.hex_index("0332")
    assert check_set_up(SCENARIO, placement) == []


def test_every_hex_that_the_file_wishes_for_is_open_to_its_units():
    for wish in SCENARIO.file.wishes:
        first = Wish(wish.units, wish.hexes, wish.only, wish.massed)
        # As a wish of the caller, a hex closed to the unit would be an error.
        before = SCENARIO.file.wishes[: SCENARIO.file.wishes.index(wish)]
        make_placement(SCENARIO, [*before, first])


def test_massed_units_fill_the_first_hex_and_others_spread():
    names = ("14 Pz", "16 Pz", "22 Pz", "60 Mot")
    massed = make_placement(SCENARIO, [Wish(names, ("1829", "1830"), massed=True)])
    spread = make_placement(SCENARIO, [Wish(names, ("1829", "1830"))])

    rows = [SCENARIO.order_of_battle.index(name) for name in names]
    assert len(set(massed[rows])) == 1
    assert len(set(spread[rows])) == 2


def test_a_wish_for_a_forbidden_hex_or_an_unknown_unit_is_an_error():
    with pytest.raises(DataError, match="GD in 1031: it sets up in area:4PA"):
        make_placement(SCENARIO, [Wish(("GD",), ("1031",))])
    with pytest.raises(UnknownName, match="unknown unit 'Gross Deutschland'"):
        make_placement(SCENARIO, [Wish(("Gross Deutschland",), ("0431",))])
    with pytest.raises(UnknownName, match="unknown hex '9999'"):
        make_placement(SCENARIO, [Wish(("GD",), ("9999",))])
