import math
import shutil
from collections import Counter

import numpy as np
import pytest

from balance.errors import DataError, UnknownName
from balance.files.charts import read_rows
from balance.games.drive_on_stalingrad.order_of_battle import (
    ARMIES,
    COLUMNS,
    load_order_of_battle,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Kind,
    Mobility,
    Nation,
    Side,
    Status,
    Trait,
)
from balance.rulebook.game import open_game

FOLDER = open_game("drive_on_stalingrad").folder / "order_of_battle"
RATING_COLUMNS = (
    "rating", "attack_points", "defense_points", "strength", "attack", "defense",
    "attack_reduced", "defense_reduced", "movement", "steps", "form", "origin", "note",
)  # fmt: skip
FACTOR_COLUMNS = ["attack", "defense", "attack_reduced", "defense_reduced"]
SCALE = 7 / 9


@pytest.fixture(scope="module")
def oob():
    return load_order_of_battle(FOLDER, die_mean_x10=35)


@pytest.fixture(scope="module")
def rows():
    return read_rows(FOLDER / "axis.csv", COLUMNS) + read_rows(FOLDER / "soviet.csv", COLUMNS)


def has(oob, trait):
    return (oob.units["traits"] & trait) != 0


def copy_with(tmp_path, file, old, new):
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
    return tmp_path


def test_the_order_of_battle_holds_every_division_of_the_campaign(oob, rows):
    side = oob.units["side"]
    set_up = Counter(row["set_up"] for row in rows)

    assert np.count_nonzero(side == Side.AXIS) == 98
    assert np.count_nonzero(side == Side.SOVIET) == 211
    areas = {"2A": 5, "4PA": 9, "2H": 4, "6A": 19, "1PA": 13, "17A": 20}
    assert {army: set_up[f"area:{army}"] for army in areas} == areas
    fronts = {"13": 5, "40": 6, "21": 10, "28": 6, "38": 7, "9": 9, "37": 5, "12": 5, "18": 4}
    fronts["56"] = 4
    assert {army: set_up[f"front:{army}"] for army in fronts} == fronts
    nations = Counter(row["nation"] for row in rows)
    assert nations["slovak"] == 1
    assert nations["italian"] == 9
    assert nations["hungarian"] == 10
    assert nations["romanian"] == 12


def test_arrivals_by_game_turn_follow_the_dates(rows):
    north = [row for row in rows if row["set_up"] == "arrive:north"]
    axis = Counter(int(row["arrival_turn"]) for row in north if row["nation"] != "soviet")
    soviet = Counter(int(row["arrival_turn"]) for row in north if row["nation"] == "soviet")

    assert axis == {1: 1, 2: 4, 3: 5, 4: 3, 5: 3, 7: 2, 8: 2, 10: 2}
    assert soviet == {1: 2, 2: 9, 3: 8, 4: 3, 5: 9, 6: 2, 7: 7, 8: 6, 9: 11}


def test_every_row_says_where_it_comes_from(rows):
    for row in rows:
        assert row["origin"] in ("book", "history", "estimate"), row.line
        assert row["note"], row.line


@pytest.mark.rule("drive_on_stalingrad 2.10a")
@pytest.mark.rule("drive_on_stalingrad 2.10b")
@pytest.mark.rule("drive_on_stalingrad 2.11")
def test_every_printed_factor_follows_the_formula_of_its_class(rows):
    def rounded(value):
        return math.floor(value + 0.5)

    classes = {row["rating"]: row for row in read_rows(FOLDER / "ratings.csv", RATING_COLUMNS)}
    for name, row in classes.items():
        if row["form"] == "fixed":
            continue
        attack, defense = int(row["attack_points"]), int(row["defense_points"])
        scale = SCALE * float(row["strength"])
        if row["form"] == "unitary":
            factor = max(1, rounded(scale * math.sqrt(attack * defense)))
            expected = [factor, factor, math.ceil(factor / 2), math.ceil(factor / 2)]
        else:
            expected = [rounded(scale * attack), rounded(scale * defense), 0, 0]
        printed = [int(row[c]) for c in FACTOR_COLUMNS]
        assert printed == expected, name
    printed_columns = [*FACTOR_COLUMNS, "movement", "steps"]
    used = set()
    for row in rows:
        if row["attack"] == "u":
            continue
        used.add(row["rating"])
        of_class = classes[row["rating"]]
        assert [row[c] for c in printed_columns] == [of_class[c] for c in printed_columns], row.line
    assert used == set(classes)


@pytest.mark.rule("drive_on_stalingrad 2.14a")
@pytest.mark.rule("drive_on_stalingrad 2.14d")
def test_ordinary_soviet_units_are_untried_and_specialists_are_known(oob):
    soviet = oob.units["side"] == Side.SOVIET
    known = np.isin(oob.units["kind"], (Kind.SPECIALIST, Kind.ARTILLERY))

    assert np.array_equal(has(oob, Trait.UNTRIED), soviet & ~known)
    assert np.count_nonzero(soviet & known) == 14
    assert np.all(oob.units["full_steps"][soviet] == 1)
    assert np.all(oob.units["defense"][soviet & known] > 0)


@pytest.mark.rule("drive_on_stalingrad 2.15a")
@pytest.mark.rule("drive_on_stalingrad 2.15b")
@pytest.mark.rule("drive_on_stalingrad 2.15c")
@pytest.mark.rule("drive_on_stalingrad 2.15e")
def test_satellites_have_one_step_and_a_die_for_defense(oob):
    units = oob.units
    satellite = np.isin(units["nation"], (Nation.HUNGARIAN, Nation.ITALIAN, Nation.ROMANIAN))
    panzer = satellite & (units["kind"] == Kind.PANZER)

    assert np.array_equal(has(oob, Trait.DIE_DEFENSE), satellite)
    assert np.array_equal(has(oob, Trait.DIE_ATTACK), panzer)
    assert [oob.names[u] for u in np.flatnonzero(panzer)] == ["1H Pz"]
    assert np.all(units["attack"][satellite & ~panzer] == 1)
    assert np.all(units["full_steps"][satellite] == 1)
    assert np.all(units["mean_defense_x10"][satellite] == 35)


@pytest.mark.rule("drive_on_stalingrad 1.5a")
@pytest.mark.rule("drive_on_stalingrad 1.5b")
@pytest.mark.rule("drive_on_stalingrad 2.5")
def test_the_nation_of_a_unit_decides_its_side(oob, rows):
    for unit, row in zip(oob.units, rows, strict=True):
        assert (unit["side"] == Side.SOVIET) == (row["nation"] == "soviet"), row["unit"]
    satellites = {row["nation"] for row in rows} - {"german", "slovak", "soviet"}
    assert satellites == {"hungarian", "italian", "romanian"}


@pytest.mark.rule("drive_on_stalingrad 2.4")
@pytest.mark.rule("drive_on_stalingrad 2.7")
@pytest.mark.rule("drive_on_stalingrad 2.8")
def test_each_unit_has_its_own_name_and_its_size_shows_in_it(oob):
    corps = {name for name in oob.names if name.endswith((" TC", " CC"))}

    assert len(set(oob.names)) == len(oob.names)
    assert oob.units[oob.index("24 Pz")]["movement"] == 10
    for name in corps:
        assert oob.units[oob.index(name)]["kind"] in (Kind.TANK_CORPS, Kind.CAVALRY)
    assert len(corps) == 15 + 5


@pytest.mark.rule("drive_on_stalingrad 1.5c")
def test_the_slovak_division_is_a_german_motorized_division_of_two_steps(oob):
    slovak = oob.units[oob.index("Slvk")]

    assert slovak["nation"] == Nation.GERMAN
    assert slovak["traits"] & Trait.MOTORIZED_DIVISION
    assert slovak["full_steps"] == 2


@pytest.mark.rule("drive_on_stalingrad 2.12a")
@pytest.mark.rule("drive_on_stalingrad 2.13b")
@pytest.mark.rule("drive_on_stalingrad 2.13c")
def test_units_have_one_or_two_steps_and_begin_with_all(oob):
    german = oob.units["nation"] == Nation.GERMAN

    assert np.array_equal(oob.units["full_steps"] == 2, german)
    assert np.array_equal(oob.units["steps"], oob.units["full_steps"])
    assert np.all(oob.units["attack_reduced"][german] > 0)


@pytest.mark.rule("drive_on_stalingrad 2.9a")
def test_panzer_motorized_and_flak_are_mechanized_and_animals_are_not(oob):
    units = oob.units
    wheels = np.isin(
        units["kind"], (Kind.PANZER, Kind.MOTORIZED, Kind.FLAK, Kind.TANK_CORPS)
    ) | np.isin(np.array(oob.names), ["2 Destr"])

    assert np.array_equal(units["mobility"] == Mobility.MECH, wheels)
    assert np.array_equal(units["mobility"] == Mobility.MOUNTAIN, units["kind"] == Kind.MOUNTAIN)


@pytest.mark.rule("drive_on_stalingrad 8.2d")
@pytest.mark.rule("drive_on_stalingrad 8.2f")
def test_only_two_units_wait_for_taman(oob):
    taman = [oob.names[u] for u in np.flatnonzero(has(oob, Trait.TAMAN))]

    assert taman == ["46 Inf", "3R Mtn"]
    assert all(oob.units[oob.index(name)]["status"] == Status.POOL for name in taman)


@pytest.mark.rule("drive_on_stalingrad 8.5a")
def test_ten_rifle_divisions_wait_in_the_south(oob):
    pool = has(oob, Trait.SOUTH_POOL)

    assert np.count_nonzero(pool) == 10
    assert set(oob.units["kind"][pool]) == {Kind.INFANTRY}
    assert set(oob.units["status"][pool]) == {Status.POOL}


@pytest.mark.rule("drive_on_stalingrad 8.7a")
@pytest.mark.rule("drive_on_stalingrad 8.7d")
def test_the_divisions_withdrawn_on_turn_six_are_in_play(oob):
    units = oob.units
    strong = has(oob, Trait.WITHDRAWABLE_INFANTRY) & (units["attack"] >= 7)

    assert np.count_nonzero(has(oob, Trait.GROSSDEUTSCHLAND)) == 1
    assert np.count_nonzero(strong) > 20
    assert np.count_nonzero(has(oob, Trait.PANZER_DIVISION) & (units["nation"] == 0)) == 9
    assert not np.any(has(oob, Trait.WITHDRAWABLE_INFANTRY) & (units["mobility"] == Mobility.MECH))


@pytest.mark.rule("drive_on_stalingrad 8.4a")
def test_four_reserve_armies_are_listed(oob):
    in_reserve = [oob.units[u]["army"] for u, text in enumerate(oob.set_up) if text == "reserve"]

    assert Counter(int(army) for army in in_reserve) == {
        Army.RESERVE_5: 6,
        Army.RESERVE_6: 7,
        Army.RESERVE_7: 6,
        Army.RESERVE_8: 7,
    }


def test_armies_are_named_as_players_name_them():
    assert ARMIES["4PA"] == Army.AXIS_4PA
    assert ARMIES["21"] == Army.SOVIET_21
    assert ARMIES["reserve_7"] == Army.RESERVE_7


def test_all_faults_of_a_file_are_reported_at_once_with_their_lines(tmp_path):
    folder = copy_with(
        tmp_path,
        "axis.csv",
        "24 Pz,german,panzer,mech,13,13,7,7,10,2,panzer_division",
        "9 Pz,german,pantser,mech,x,13,0,7,10,2,panzer_division|bold",
    )

    with pytest.raises(DataError) as error:
        load_order_of_battle(folder, die_mean_x10=35)

    text = str(error.value)
    assert all("axis.csv:" in fault for fault in error.value.faults)
    assert "unit '9 Pz' is there already, at line" in text
    assert "kind is 'pantser'; expected one of" in text
    assert "attack is 'x'; expected a whole number" in text
    assert "no trait 'bold'" in text
    assert "attack_reduced is 0 for a unit of 2 steps" in text


@pytest.mark.rule("drive_on_stalingrad 2.14a")
def test_a_pool_too_small_for_its_units_is_a_fault(tmp_path):
    folder = copy_with(tmp_path, "untried.csv", "guards,5,7,4,", "guards,5,7,3,")

    with pytest.raises(DataError, match="pool 'guards' holds 17 values for 18 untried units"):
        load_order_of_battle(folder, die_mean_x10=35)


def test_a_variant_edits_and_removes_units_by_name(rows):
    edits = [{"unit": "LAH", "remove": True}, {"unit": "GD", "attack": 11, "why": "understrength"}]

    oob = load_order_of_battle(FOLDER, die_mean_x10=35, edits=edits)

    assert len(oob.names) == len(rows) - 1
    assert "LAH" not in oob.names
    assert oob.units[oob.index("GD")]["attack"] == 11
    with pytest.raises(UnknownName, match="unit 'Grossdeutschland'"):
        load_order_of_battle(FOLDER, die_mean_x10=35, edits=[{"unit": "Grossdeutschland"}])
    with pytest.raises(UnknownName, match="did you mean 'attack'"):
        load_order_of_battle(FOLDER, die_mean_x10=35, edits=[{"unit": "GD", "atack": 11}])


def test_both_sides_have_the_units_and_strength_of_history(oob):
    units = oob.units
    axis = units["side"] == Side.AXIS
    assert (np.count_nonzero(axis), np.count_nonzero(~axis)) == (98, 211)
    assert np.count_nonzero(units["army"] == Army.AXIS_4PA) == 9
    assert np.count_nonzero(units["army"] == Army.RESERVE_7) == 6
    # The attacker of history was stronger on the day and weaker by September.
    assert units["mean_attack_x10"][axis].sum() > 4000
    assert units["mean_defense_x10"][~axis].sum() > 7000


def test_what_has_no_counter_is_listed_with_its_reason(oob):
    left_out = read_rows(FOLDER / "left_out.csv", ("unit", "nation", "reason"))

    assert len(left_out) > 100
    for row in left_out:
        assert row["reason"], row.line
        if "Division" in row["unit"] or "Corps" in row["unit"]:
            assert not row["reason"].startswith("brigade"), row.line
        assert row["unit"] not in oob.names
