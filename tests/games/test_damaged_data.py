"""What the readers of a game's data refuse, each with file and line and what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from balance.errors import DataError
from balance.experiments.schema import own_records
from balance.files import resources
from balance.rulebook.game import open_game
from tests.every_game import scenario_of
from tests.mutations.loads import copy_data, forget, lead_to

# Setting up takes plain Python seconds.
pytestmark = pytest.mark.compiled

STAR, BLUE = "army_group_south", "drive_on_stalingrad"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_data(tmp_path_factory.mktemp("copy"))


@pytest.fixture
def data(copied: Path) -> Iterator[Path]:
    place = resources._PACKAGE
    lead_to(copied)
    yield copied / "data"
    resources._PACKAGE = place
    forget()


def load(game: str) -> Any:
    scenario = open_game(game).referee("scenario")
    return scenario.load_scenario(scenario_of(game), open_game(game).rules)


def register(game: str) -> object:
    return open_game(game).register


def tell(game: str) -> object:
    """Load the words of a game's replays, too."""
    return open_game(game).referee("replay_words").open_replay_words(load(game))


def damaged(path: Path, row: str, column: str, value: str) -> str:
    """Text of a table with another value in the first row that begins so; no row, no column."""
    lines = path.read_text(encoding="utf-8").split("\n")
    head = next(number for number, line in enumerate(lines) if line and not line.startswith("#"))
    if not row:
        lines[head] = lines[head].replace(column, value)
        return "\n".join(lines)
    place = lines[head].split(",").index(column)
    number = next(n for n, line in enumerate(lines) if n > head and line.startswith(row))
    cells = lines[number].split(",")
    cells[place] = value
    lines[number] = ",".join(cells)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("game", "file", "row", "column", "value", "told"),
    [
        (STAR, "order_of_battle/german.csv", "904,", "entry_area", "Z", "entry_area is 'Z'; exp"),
        (STAR, "order_of_battle/german.csv", "904,", "step_2", "3-4", "step_2 is '3-4', but steps"),
        (STAR, "order_of_battle/german.csv", "904,", "steps", "2", "step_2 is ''; expected attack"),
        (STAR, "order_of_battle/german.csv", "904,", "unit_class", "x", "unit_class is 'x'"),
        (STAR, "order_of_battle/german.csv", "FB,", "hex", "9999", "hex 9999 isn't on the map"),
        (STAR, "order_of_battle/german.csv", "FB,", "hex", "2008", "other side sets up in 2008"),
        (STAR, "order_of_battle/german.csv", "FB,", "replaces", "x", "replaces is 'x'; expected"),
        (STAR, "order_of_battle/soviet.csv", "6 HQ,", "attack", "3", "attack is '3'; a headq"),
        (STAR, "order_of_battle/soviet.csv", "6 HQ,", "modes", "x", "modes is 'x'"),
        (STAR, "order_of_battle/soviet.csv", "267 Rif,", "leadership", "4", "only headquarters ha"),
        (STAR, "order_of_battle/soviet.csv", "267 Rif,", "modes", "offensive", "only headquarters"),
        (STAR, "order_of_battle/untried_hexes.csv", "0202,", "pool", "x", "no unit is of pool 'x'"),
        (STAR, "order_of_battle/soviet.csv", "161 Rif,", "pool", "x", "pool is 'x'; expected one"),
        (STAR, "map/hexes.csv", "0101,", "vp", "x", "vp is 'x'; expected a whole number"),
        (STAR, "map/hexes.csv", "2008,", "terrain", "sea", "hex 2008 is sea; a unit sets up on"),
        (STAR, "order_of_battle/german.csv", "FB,", "unit", "", "unit is empty; expected a name"),
        (STAR, "order_of_battle/german.csv", "FB,", "attack", "٣", "attack is '٣'; expected a wh"),
        (STAR, "order_of_battle/german.csv", "FB,", "hex", "", "expected one alone: a hex, a"),
        (STAR, "order_of_battle/untried_hexes.csv", "0202,", "hex", "", "hex is empty; expected"),
        (STAR, "map/hexes.csv", "0101,", "vp", "٣", "vp is '٣'; expected a whole number"),
        (STAR, "tables/crt.csv", "", "1-3", "1-9", "columns are .*; expected all from 1-3 to 10-"),
        (STAR, "tables/crt.csv", "2,", "die", "7", "rows must be the die rolls 1 to 6, in order"),
        (STAR, "tables/terrain.csv", "", "blocks_zoc", "stops", "'blocks_zoc' is missing"),
        (STAR, "tables/terrain.csv", "Railroad,", "terrain", "Rails", "row 'Rails' is unknown"),
        (STAR, "tables/turns.csv", "2,", "thaw_flag", "1", "thaw_flag is '1'; by the rules it is"),
        (STAR, "tables/soviet_reinforcements.csv", "", "unit_type", "type", "columns must be"),
        (STAR, "tables/soviet_reinforcements.csv", "Tank", "total", "9", "total is 9; the turns"),
        (STAR, "tables/soviet_reinforcements.csv", "Tank", "total", "x", "total is 'x'; expected"),
        (STAR, "tables/soviet_reinforcements.csv", "Tank", "untried_pool", "x", "of pool 'x'"),
        (STAR, "tables/soviet_reinforcements.csv", "All", "unit_type", "-5", "is '-5' of pool"),
        (BLUE, "tables/crt.csv", "", "1:3", "1:9", "columns .* where .* are expected"),
        (BLUE, "tables/crt.csv", "2,", "die", "7", "rows must be the die rolls 1 to 6, in order"),
        (BLUE, "tables/terrain.csv", "", ",rule", ",rules", "column 'rules' is unknown"),
        (BLUE, "tables/terrain.csv", "clear,", "mech_attack_allowed", "٣", "mech_.* is '٣'; it"),
        (BLUE, "tables/terrain.csv", "clear,", "origin", "book?", "origin is 'book.'; expected"),
        (BLUE, "tables/hexsides.csv", "water,", "hexside", "wet", "row 'wet' is unknown"),
        (BLUE, "map/hexes.csv", "0101,", "vp", "1", "vp_hexes differ at 0101"),
        (BLUE, "order_of_battle/axis.csv", "45 Inf,", "set_up", "hex:9999", "unknown hex '9999'"),
        (BLUE, "order_of_battle/axis.csv", "45 Inf,", "set_up", "hex:1215", "no hex to set up in"),
    ],
)  # fmt: skip
def test_a_damaged_table_is_told_with_what_was_expected(
    data: Path, game: str, file: str, row: str, column: str, value: str, told: str
):
    path = data / game / file
    refuses(load, game, path, damaged(path, row, column, value), told)


def test_a_combat_results_table_without_its_last_column_is_told(data: Path):
    path = data / STAR / "tables" / "crt.csv"
    text = re.sub("(?m)^([^#].*),[^,]*$", r"\1", path.read_text(encoding="utf-8"))
    refuses(load, STAR, path, text, "columns are 1-3, .* 9-1; expected all from 1-3 to 10-1")


def test_a_default_set_up_for_units_of_no_class_is_told(data: Path):
    path = data / BLUE / "scenarios" / "operation_blue.toml"
    text = path.read_text(encoding="utf-8").replace('only = "mech"', 'only = "mechs"', 1)
    refuses(load, BLUE, path, text, r"toml:[0-9]+: \[\[default\]\] unknown nation .* 'mechs'; did")


@pytest.mark.parametrize("parent", ["", "../x", "<b>"])
def test_a_rule_below_none_is_told(data: Path, parent: str):
    path = data / BLUE / "rulebook.toml"
    text = path.read_text(encoding="utf-8").replace('parent = "2.15"', f'parent = "{parent}"', 1)
    refuses(register, BLUE, path, text, r"rulebook\.toml:[0-9]+: parent '.*' is none; exp")


@pytest.mark.rule("army_group_south 18.11, 18.12")
def test_fewer_marked_hexes_than_untried_units_that_start_are_told(data: Path):
    path = data / STAR / "order_of_battle" / "untried_hexes.csv"
    *lines, _, _, _ = path.read_text(encoding="utf-8").split("\n")
    text = "\n".join(lines).replace("# rows: 43", "# rows: 41")
    refuses(load, STAR, path, text, r"untried\.on_map is 42, but untried_hexes\.csv has 41 hexes")


@pytest.mark.parametrize(
    ("game", "old", "new", "told"),
    [
        (STAR, "panzer_battalion =", "panzer_batallion =", r"\[class\] has unknown panzer_batal"),
        (STAR, "vp_exited =", "vp_left =", r"\[points\] lacks vp_exited; expected vp, vp_soviet"),
        (STAR, 'feature = "AREA_A"', 'feature = "AREA"', r"mark\[.\].feature is 'AREA'; expected"),
        (STAR, 'column = "vp"', 'column = "points"', r"mark\[1\].column is 'points'; expected"),
        (STAR, "RAIL = {", "RAILS = {", r"\[hexside\] lacks RAIL; expected MINOR_RIVER, MAJOR"),
        (BLUE, 'feature = "SOVIET_AT', 'feature = "AT', r"line\[1\].feature is 'AT_START'; exp"),
        (BLUE, 'kind = "works"', 'kind = "work"', r"mark\[.\].kind is 'work'; expected one of vic"),
        (BLUE, "shift_air =", "shift_wind =", r"\[shift\] lacks shift_air; expected shift_terrain"),
        (BLUE, '"#b9a44c"', '"gold"', r"nation\[2\].colour is 'gold'; expected a colour such as"),
        (BLUE, '0 = "is closed', 'no = "is closed', r"\[value.taman\] has 'no'; expected whole"),
    ],
)
def test_words_of_replays_that_stand_for_nothing_are_told(
    data: Path, game: str, old: str, new: str, told: str
):
    path = data / game / "replay.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    refuses(tell, game, path, text.replace(old, new, 1), told)


@pytest.mark.parametrize(
    ("game", "old", "new", "told"),
    [
        (
            STAR,
            '"int32 vict',
            '"int vict',
            r"\[columns.games\] vp is 'int vict.* expected one of text",
        ),
        (STAR, "step_lost =", "steps_lost =", r"\[events\] lacks step_lost; expected eliminated"),
        (BLUE, "turn_end =", "end =", r"\[phases\] has unknown end; expected axis_start"),
    ],
)
def test_words_of_result_tables_that_stand_for_nothing_are_told(
    data: Path, game: str, old: str, new: str, told: str
):
    path = data / game / "records.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    refuses(lambda name: own_records(open_game(name)), game, path, text.replace(old, new, 1), told)


def refuses(use: Callable[[str], object], game: str, path: Path, text: str, told: str) -> None:
    """With another text in a file the game can't be used so; put the file back afterwards."""
    before = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    forget()
    try:
        with pytest.raises(DataError, match=told):
            use(game)
    finally:
        path.write_text(before, encoding="utf-8")


def test_the_copy_is_sound_when_nothing_is_damaged(data: Path):
    assert tell(STAR)
    assert tell(BLUE)
