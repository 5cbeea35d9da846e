"""Names and turns of an opening file that its scenario hasn't: all told at once, with lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.errors import DataError
from balance.files.toml import line_in_section, read_toml
from balance.rulebook.game import open_game
from balance.staff.desks_from_plans import Roster
from balance.staff.drive_on_stalingrad.playing import open_playable
from balance.strategy.opening_names import check_names

WRONG = """\
[opening]
name = "wrong"

[set_up]
"24 Pzz" = "0533"
"24 Pz" = "9999"

[[mission]]          # of some units
turns = [1, 14]
armies = ["4PA",
          "4PX"]
kinds = ["meck"]
nations = ["finnish"]
posture = "strike"
objective = ["Voronezh", "Vornezh"]

[[garrison]]
turns = [2, 3]
hex = "Kharkow"
units = 1

[[ground]]
hexes = ["9998"]
worth = 1
"""
LINES = {
    5: "[set_up] unknown unit '24 Pzz'; did you mean '24 Pz'",
    6: "[set_up] 24 Pz: '9999' is no hex of the map",
    9: "[[mission]] number 1: turns is [1, 14]; the last game turn is 11",
    11: "[[mission]] number 1: unknown army '4PX'; did you mean '4PA'?",
    12: "[[mission]] number 1: unknown unit kind 'meck'; did you mean 'mech'",
    13: "[[mission]] number 1: unknown nation 'finnish'; ",
    15: "[[mission]] number 1: unknown place 'Vornezh'; did you mean 'Voronezh'",
    19: "[[garrison]] number 1: unknown place 'Kharkow'; did you mean 'Kharkov'",
    23: "[[ground]] number 1: '9998' is no hex of the map",
}


@pytest.fixture(scope="module")
def roster() -> Roster:
    return open_playable("operation_blue", open_game("drive_on_stalingrad").rules).roster


def faults_of(path: Path, text: str, roster: Roster, last: int, longest: int) -> list[str]:
    path.write_text(text, encoding="utf-8")
    try:
        check_names(path, read_toml(path), roster, last, lambda: longest)
    except DataError as error:
        return [fault.removeprefix(f"{path}:") for fault in error.faults]
    return []


def test_all_wrong_names_are_told_at_once_with_their_lines(tmp_path: Path, roster: Roster):
    found = faults_of(tmp_path / "wrong.toml", WRONG, roster, 11, 11)
    assert len(found) == len(LINES)
    for fault, (line, words) in zip(found, LINES.items(), strict=True):
        assert fault.startswith(f"{line}: {words}")


@pytest.mark.parametrize(("last", "longest", "faults"), [(3, 11, 0), (3, 8, 1), (11, 3, 0)])
def test_a_shorter_game_refuses_no_file_that_is_written_for_all_of_it(
    tmp_path: Path, roster: Roster, last: int, longest: int, faults: int
):
    text = '[[garrison]]\nturns = [4, 11]\nhex = "Kharkov"\nunits = 1\n'
    assert len(faults_of(tmp_path / "long.toml", text, roster, last, longest)) == faults


def test_units_that_a_choice_lists_are_looked_up(tmp_path: Path, roster: Roster):
    from balance.staff.choices import Choice

    roster.choices = (*roster.choices, Choice("guards", "Units on guard.", ()))
    text = '[[turn]]\nturns = [1, 1]\nguards = ["25 Pzz"]\n'
    (fault,) = faults_of(tmp_path / "guards.toml", text, roster, 11, 11)
    assert fault.startswith("3: [[turn]] number 1: unknown unit '25 Pzz'; did you mean")


def test_a_word_is_sought_in_its_own_section_alone(tmp_path: Path):
    path = tmp_path / "two.toml"
    path.write_text(
        "[[turn]]\nturns = [1, 1]\n\n[[turn]]\nweights = { risk = 3 }\n[other]\nx = 1\n"
    )
    assert line_in_section(path, "[[turn]]", 2, "risk") == 5
    assert line_in_section(path, "[[turn]]", 2, "turns") == 4, "the section, where it has no such"
    assert line_in_section(path, "[[turn]]", 2, "x") == 4
    assert line_in_section(path, "[[turn]]", 3, "risk") == 1
