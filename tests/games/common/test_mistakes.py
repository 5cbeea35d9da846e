"""What designers do wrong in the files of a game: it is told where, and what was expected.

Every mistake here was made on purpose in a desert campaign that was built from the guide alone.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.errors import BalanceError, DataError
from balance.experiments.game_check import check_game
from balance.rulebook.game import open_folder
from balance.rulebook.map_rows import map_sides
from balance.strategy.play import prepare
from tests.commands import new_game

_BOTH = ("historical", "historical")
BLUE = "1 Blue,infantry,North,foot,2,4,4,2,2,4,0303"
#: File, text in it, what a designer wrote there, what is said.
MISTAKES = {
    "reduced strength above the full one": (
        "order_of_battle/axis.csv", BLUE, BLUE.replace("4,4,2,2", "4,4,2,9"),
        r"axis\.csv:4: reduced_defense is 9, but defense 4; expected less",
    ),
    "neither hex nor turn": (
        "order_of_battle/axis.csv", BLUE, BLUE.replace("0303", ""),
        r"axis\.csv:4: 1 Blue has neither a hex nor a turn of arrival; expected one of the two",
    ),
    "column misspelled": (
        "order_of_battle/axis.csv", "arrival_turn,entry_area", "arrival_turn,entry_areas",
        r"axis\.csv:3: no column entry_area; found .*entry_areas",
    ),
    "column misspelled that may be left out": (
        "order_of_battle/axis.csv", "unit,kind,army", "unit,kind,amry",
        r"axis\.csv: unknown column 'amry'; did you mean 'army'\?",
    ),
    "name of the other side's unit": (
        "order_of_battle/soviet.csv", "1 Red,", "1 Blue,",
        r"soviet\.csv:3: unit '1 Blue' is there already, at line 4 of axis\.csv",
    ),
    "semicolons": (
        "order_of_battle/soviet.csv", ",", ";",
        r"soviet\.csv:2: is divided by semicolons; expected commas",
    ),
    "tabs": (
        "order_of_battle/soviet.csv", ",", "\t",
        r"soviet\.csv:2: is divided by tabs; expected commas",
    ),
    "yes or no": (
        "tables/terrain.csv", "lake,~,-,-,0,no", "lake,~,-,-,0,maybe",
        r"terrain\.csv:7: supply is 'maybe'; expected yes or no",
    ),
    "a step for nothing": (
        "tables/terrain.csv", "clear,.,1,1", "clear,.,0,1",
        r"terrain\.csv:4: foot is '0'; expected movement points such as 1, 2 or 1/2, above 0",
    ),
    "a letter of two": (
        "tables/terrain.csv", "forest,f", "forest,ff",
        r"terrain\.csv:5: letter is 'ff'; expected a single one that no other kind",
    ),
    "a turn left out": (
        "tables/turns.csv", "4,rains", "6,rains",
        r"turns\.csv:6: turn is '6'; expected 4: a line for each game turn, none left out",
    ),
    "a short row": (
        "map/map.txt", "  . . f f", "  . f f",
        r"map\.txt:4: 12 hexes in row 2; expected 11 letters with blanks between, as in the first",
    ),
    "a place off the map": (
        "map/places.csv", "0507,Bridgeford", "1507,Bridgeford",
        r"places\.csv:7: hex 1507 isn't on the map; expected 0101 to 1012",
    ),
    "a place called as a hex": (
        "map/places.csv", "Bridgeford", "0506",
        r"places\.csv:7: place is '0506'; expected a name that isn't read as the number of a hex",
    ),
    "control of too few hexes": (
        "map/control.txt", " a a a a a a s s s s s s\n  a a a a a a s s s s s s\n", "",
        r"control\.txt: says nothing of hex 0301 and 95 others; expected a or s",
    ),
    "a road of one hex": (
        "map/lines.csv", "road,0501 0502", "road,0501\nroad,0501 0502",
        r"lines\.csv:3: expected two hexes or more, with blanks between",
    ),
    "a river along hexes": (
        "map/lines.csv", "road,0801", "river,0101 0102\nroad,0801",
        r"lines\.csv:4: river is a barrier: name the hexes of its two banks, with \| between",
    ),
    "one name for both sides": (
        "game.toml", 'soviet = "Red"', 'soviet = "Blue"',
        r"game\.toml:9: both sides are called 'Blue'; expected two names",
    ),
    "no format": (
        "game.toml", "format = 1", "", r"game\.toml:1: the file lacks format; expected a number",
    ),
    "a date without quotes": (
        "game.toml", '"1950-06-05"', "1950-06-05",
        r"game\.toml:13: rules\.sequence\.first_day is 1950-06-05; .*stands in quotes here",
    ),
    "a date of another form": (
        "game.toml", '"1950-06-05"', '"5.6.1950"',
        r"game\.toml:14: sequence\.first_day is '5\.6\.1950'; expected a date such as 1942-06-28",
    ),
    "a scenario without a title": (
        "scenarios/first_battle.toml", 'title = "The first battle"', "",
        r"first_battle\.toml:1: title is missing; expected text",
    ),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The game that ``balance new-game`` writes."""
    return new_game("mine", tmp_path)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_file_and_line(folder: Path, mistake: str):
    file, text, written, told = MISTAKES[mistake]
    path = folder / file
    before = path.read_text(encoding="utf-8")
    assert text in before
    path.write_text(before.replace(text, written), encoding="utf-8")
    try:
        found = next(check_game(open_folder(folder), games=1))
        said = "" if found.passed else found.answer
    except BalanceError as error:
        said = str(error)
    assert re.search(told, said), said


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("A1,-1,0,0,0,x", "attacker_loses is '-1'; expected steps 0 to 9, or all, half, equal, h"),
        ("A1,quarter,0,0,0,x", "attacker_loses is 'quarter'; expected steps 0 to 9, or all"),
    ],
)
def test_losses_are_steps_or_one_of_four_words(folder: Path, cells: str, told: str):
    head = "result,attacker_loses,attacker_retreats,defender_loses,defender_retreats,meaning"
    (folder / "tables" / "results.csv").write_text(f"{head}\n{cells}\n")
    found = next(check_game(open_folder(folder), games=1))
    assert told in found.answer


def test_a_wrong_phase_is_told_once(folder: Path):
    rows = "1,axis,movement\n2,axis,bombardment\n3,axis,bombardment\n4,soviet,movement\n"
    (folder / "tables" / "sequence.csv").write_text(f"step,side,phase\n{rows}")
    found = next(check_game(open_folder(folder), games=1))
    assert found.answer.count("phase is 'bombardment'") == 2
    assert "already" not in found.answer


@pytest.mark.parametrize(("width", "rows"), [(120, 3), (3, 120)])
def test_a_map_too_large_for_the_numbers_of_its_hexes_is_told(folder: Path, width: int, rows: int):
    (folder / "map" / "map.txt").write_text(f"{' .' * width}\n" * rows)
    found = next(check_game(open_folder(folder), games=1))
    assert f"with {width} hexes; expected 99 rows of 99 hexes at most" in found.answer


def test_latin_letters_are_told_with_their_line(folder: Path):
    path = folder / "order_of_battle" / "soviet.csv"
    path.write_bytes(path.read_bytes().replace(b"1 Red,", b"R\xfcd,"))
    found = next(check_game(open_folder(folder), games=1))
    assert "soviet.csv:3: isn't UTF-8 text; save it as UTF-8" in found.answer


def test_a_rule_function_that_is_named_twice_is_told(folder: Path):
    record = '\n[[rule]]\nreplaces = "unit_attack"\nfile = "own.py"\nwhy = "A test."\n'
    with (folder / "game.toml").open("a") as file:
        file.write(record * 2)
    (folder / "own.py").write_text("def unit_attack(state, unit):\n    return 1\n")
    found = next(check_game(open_folder(folder), games=1))
    assert re.search(r"game\.toml:\d+: unit_attack is replaced already", found.answer)


def test_a_place_nobody_comes_to_is_named_and_not_all_the_others(folder: Path):
    with (folder / "map" / "places.csv").open("a") as file:
        file.write("1002,Atlantis,town,5,,\n")
    checks = check_game(open_folder(folder), games=1)
    assert next(checks).passed
    told = next(checks).answer
    assert "no class of units comes from 1002 to 0301; open a way" in told


def test_roads_need_no_banks(folder: Path):
    assert any("road" in row["features"].split("|") for row in map_sides(folder / "map"))


def test_an_army_of_another_scenario_is_told_with_the_scenario(folder: Path):
    (folder / "scenarios" / "late.toml").write_text('format = 1\nname = "late"\ntitle = "Late"\n')
    path = folder / "order_of_battle" / "axis.csv"
    lines = path.read_text().splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("unit,"))
    lines[head] += ",scenarios"
    lines[head + 1 :] = [
        f"{line},{'first_battle' if ',South,' in line else ''}" for line in lines[head + 1 :]
    ]
    path.write_text("\n".join(lines) + "\n")
    prepare(open_folder(folder), "first_battle", open_folder(folder).rules, *_BOTH)
    with pytest.raises(DataError, match=r"unknown army 'South'.*that is so in late; an"):
        prepare(open_folder(folder), "late", open_folder(folder).rules, *_BOTH)
