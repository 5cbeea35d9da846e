"""The data of Operation Star equals what is known of it, cell by cell."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.files.charts import read_rows
from balance.rulebook.game import open_game, playable_names
from balance.rulebook.register import missing_cover
from balance.rulebook.ruleset import Ruleset

from .known import COPIES, FOLDER, GAME, copy_of, printed_counters, units, untried_hexes

FLIPPED_BY_LADDER = {"8-10": ["5-7", "3-4", "1-2"], "5-7": ["3-4", "1-2"], "3-4": ["1-2"]}


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return open_game(GAME).rules


@pytest.mark.rule("army_group_south 9.5a", "army_group_south 10.4", "army_group_south 23.11")
@pytest.mark.parametrize("table", ["crt", "terrain", "turns", "soviet_reinforcements"])
def test_a_chart_equals_the_printed_one_cell_by_cell(table: str) -> None:
    here = read_rows(FOLDER / "tables" / f"{table}.csv")
    assert [dict(row.cells) for row in here] == [dict(row.cells) for row in copy_of(table)]


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_every_counter_is_there_as_printed(side: str) -> None:
    same = {
        "designation": "designation", "parent": "parent", "size": "size",
        "unit_class": "unit_class", "mechanized": "mechanized", "attack": "attack",
        "defense": "defense", "movement": "movement", "hex": "hex", "entry_area": "area",
        "sheet_row": "row", "sheet_column": "col",
    }  # fmt: skip
    if side == "soviet":
        same |= {"pool": "untried_pool", "leadership": "leadership"}
    here = [[row[column] for column in same] for row in units(side)]
    assert here == [[row[column] for column in same.values()] for row in printed_counters(side)]
    turns = [row["arrival_turn"] for row in units(side)]
    assert turns == [row["turn"] or "0" for row in printed_counters(side)]


def test_legible_backs_are_the_second_steps() -> None:
    backs = {
        (row["row"], row["col"]): f"{row['reduced_attack']}-{row['reduced_defense']}"
        for row in printed_counters("german")
        if row["reduced_source"] == "text"
    }
    by_place = {(row["sheet_row"], row["sheet_column"]): row for row in units("german")}
    assert len(backs) == 7
    for place, back in backs.items():
        assert (by_place[place]["step_2"], by_place[place]["step_origin"]) == (back, "book")


@pytest.mark.rule("army_group_south 16.1a", "army_group_south 18.22")
def test_german_divisions_go_down_the_printed_ladder() -> None:
    divisions = [row for row in units("german") if row["unit_class"] == "infantry_division"]
    for row in divisions:
        steps = [row[column] for column in ("step_2", "step_3", "step_4") if row[column]]
        front = f"{row['attack']}-{row['defense']}"
        assert steps == FLIPPED_BY_LADDER.get(front, []), row["unit"]
        assert row["steps"] == str(1 + len(steps))
    names = {row["unit"] for row in divisions}
    weaker = [row for row in divisions if row["replaces"]]
    assert len(weaker) == 6
    assert {row["replaces"] for row in weaker} <= names


@pytest.mark.rule("army_group_south 25.2c", "army_group_south 25.2d", "army_group_south 9.62")
def test_soviet_guards_divisions_and_corps_alone_have_two_steps() -> None:
    two = {row["unit_class"] for row in units("soviet") if row["steps"] == "2"}
    assert two == {"guards_rifle_division", "cavalry_corps", "tank_or_mechanized_corps"}
    for row in units("soviet"):
        assert (row["unit_class"] in two) == (row["steps"] == "2"), row["unit"]
        if row["steps"] == "2":
            attack, defense = map(int, row["step_2"].split("-"))
            assert attack < int(row["attack"])
            assert defense < int(row["defense"])


def test_what_is_no_print_says_that_it_is_an_estimate() -> None:
    for side in ("german", "soviet"):
        assert all(row["note"] for row in units(side) if row["step_origin"] == "estimate")


def test_units_have_names_of_their_own() -> None:
    names = [row["unit"] for side in ("german", "soviet") for row in units(side)]
    assert len(names) == len(set(names)) == 190


@pytest.mark.rule("army_group_south 18.11", "army_group_south 18.12", "army_group_south 18.1c")
def test_seventy_three_soviet_units_start(rules: Ruleset) -> None:
    known = [row for row in units("soviet") if row["hex"]]
    assert len(known) == rules["setup.soviet_known"] == 31
    assert len(untried_hexes()) == rules["untried.on_map"] == 42
    assert len(known) + len(untried_hexes()) == rules["setup.soviet_units"]
    pools = Counter(row["pool"] for row in units("soviet") if row["pool"])
    arrivals = {row["untried_pool"]: int(row["total"]) for row in copy_of("soviet_reinforcements")}
    del arrivals["all"]
    start = Counter(row["pool"] for row in untried_hexes())
    left = {pool: pools[pool] - arrivals.get(pool, 0) - start[pool] for pool in pools}
    assert {pool: count for pool, count in left.items() if count} == {"tank_brigade": 1}


def test_the_parameters_are_those_of_the_index(rules: Ruleset) -> None:
    """Words of the index that our keys put otherwise stand here; all else must agree as text."""
    otherwise = {
        "attack_mandatory": "0", "zoc_stop": "phase", "rail_side": "german",
        "soviet_edge_first": "0101|3601", "soviet_edge_last": "0101|3601",
        "kharkov_hexes": "1618|1619|1719",
    }  # fmt: skip
    for row in read_rows(COPIES / "index_parameters.csv"):
        value = rules[row["key"]]
        text = "|".join(value) if isinstance(value, tuple) else str(value)
        assert text == otherwise.get(row["name"], row["baseline"]), row["name"]
    assert len(rules.hexes("victory.kharkov_hexes")) == 3


def test_every_rule_of_the_index_is_in_the_register_and_none_claims_too_much() -> None:
    lines = (COPIES / "rule_index_numbers.txt").read_text().splitlines()
    register = open_game(GAME).register
    assert list(register.rules) == [line for line in lines if not line.startswith("#")]
    assert missing_cover(open_game(GAME)) == ([], [])
    assert all(rule.note for rule in register.not_modelled())


def test_rules_and_parameters_name_each_other(rules: Ruleset) -> None:
    register = open_game(GAME).register
    for rule in register.rules.values():
        named = {key for key, p in rules.parameters.items() if rule.number in p.rules}
        assert set(rule.parameters) == named, rule.number
    assert all(set(p.rules) <= set(register.rules) for p in rules.parameters.values())


def test_rulings_name_every_switch_and_no_other(rules: Ruleset) -> None:
    text = (FOLDER / "rulings.md").read_text(encoding="utf-8")
    named = {word for word in text.split("`")[1::2] if word.count(".") == 1 and "/" not in word}
    keys = {word for word in named if not word.endswith((".toml", ".csv"))}
    switches = {p.key for p in rules.parameters.values() if p.origin == "ruling"}
    assert switches <= keys
    assert keys <= set(rules.parameters)


def test_the_game_is_offered_for_play() -> None:
    assert GAME in playable_names()
    assert [s.aliases for s in open_game(GAME).scenarios] == [("star",)]
