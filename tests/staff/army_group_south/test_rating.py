"""Expected values: recomputed by hand from the printed table."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from balance.games.army_group_south.tables import load_crt
from balance.rulebook.game import open_game
from tests.staff.army_group_south.craft import battle_value, odds_column

NAMES = ("steps", "worth", "step", "way", "ground", "push")
NAMES += ("own_steps", "own_worth", "own_step", "own_retreat", "presses_on", "overrun")
#: A rifle division that costs three points and may go back, attacked by a panzer division.
PLAIN = {
    "steps": 1, "worth": 8.0, "step": 8.0, "way": 3, "ground": 2.0, "push": 0.5,
    "own_steps": 6, "own_worth": 60.0, "own_step": 9.0, "own_retreat": 0.3,
}  # fmt: skip


def stakes_of(**changes):
    values = PLAIN | changes
    return np.array([float(values.get(name, 0)) for name in NAMES])


def printed_table():
    """The table as printed: results as text, by odds."""
    text = (open_game("army_group_south").folder / "tables" / "crt.csv").read_text()
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def value_by_hand(odds, **changes):
    """The same expectation in words: each printed result, the players doing what is best."""
    s = PLAIN | {"presses_on": 0, "overrun": 0} | changes

    def loss(steps, have, worth, step):
        if steps >= have:
            return worth
        return step + (steps - 1) * (worth - step) / (have - 1)

    total = 0.0
    for row in printed_table():
        result = row[odds]
        ours, theirs = ("eng", "eng") if result == "eng" else result.split("/")
        taken, empty = 0.0, False
        if theirs == "E":
            taken, empty = s["worth"], True
        elif theirs == "eng":
            taken = loss(1, s["steps"], s["worth"], s["step"])
        elif theirs != "-":
            pays = loss(int(theirs), s["steps"], s["worth"], s["step"])
            dies = int(theirs) >= s["steps"]
            may_go = int(theirs) <= s["way"]
            if may_go and (dies or s["push"] + s["ground"] <= pays):
                taken, empty = s["push"], True
            else:
                taken, empty = pays, dies
        ground = s["ground"] if empty else 0.0
        if ours == "-":
            total += taken + ground
        elif ours == "E":
            total += taken - s["own_worth"]
        elif ours == "eng":
            total += taken - loss(1, s["own_steps"], s["own_worth"], s["own_step"])
        else:
            pays = loss(int(ours), s["own_steps"], s["own_worth"], s["own_step"])
            if s["overrun"] or int(ours) >= s["own_steps"]:
                ground = 0.0
            stay = ground - pays
            total += taken + (stay if s["presses_on"] else max(stay, -s["own_retreat"]))
    return total / 6


@pytest.fixture(scope="module")
def crt():
    return load_crt(open_game("army_group_south").rules)


SITUATIONS = {
    "a plain attack": {},
    "nowhere to go": {"way": 0},
    "one hex to go": {"way": 1},
    "a stack of three": {"steps": 3, "worth": 24.0},
    "a stack of three with nowhere to go": {"steps": 3, "worth": 24.0, "way": 0},
    "a town the enemy pays for": {"steps": 4, "worth": 20.0, "step": 5.0, "ground": 40.0},
    "attackers who must pay": {"presses_on": 1},
    "a single step that must pay": {"presses_on": 1, "own_steps": 1, "own_worth": 9.0},
    "an overrun": {"overrun": 1, "ground": 10.0},
}


@pytest.mark.rule("army_group_south 9.5, 9.66a, 9.66b, 9.68a, 9.69")
@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("column", range(12))
def test_expected_values_are_those_of_the_printed_table(crt, situation, column):
    changes = SITUATIONS[situation]
    odds = [name for name in printed_table()[0] if name != "die"][column]
    by_hand = value_by_hand(odds, **changes)
    assert battle_value(crt, np.int64(column), stakes_of(**changes)) == pytest.approx(by_hand)


def test_odds_beyond_the_table_are_read_as_its_last_columns(crt):
    stakes = stakes_of()
    assert battle_value(crt, np.int64(30), stakes) == battle_value(crt, np.int64(11), stakes)
    assert battle_value(crt, np.int64(-5), stakes) == battle_value(crt, np.int64(0), stakes)


def test_a_surrounded_stack_is_worth_more_the_better_the_odds(crt):
    stakes = stakes_of(steps=3, worth=24.0, way=0)
    values = [battle_value(crt, np.int64(column), stakes) for column in range(12)]
    assert values[11] > values[5] > values[2] > values[0]
    open_field = stakes_of(steps=3, worth=24.0)
    assert all(
        values[column] > battle_value(crt, np.int64(column), open_field) for column in range(3, 10)
    )


@pytest.mark.rule("army_group_south 9.4")
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [(26, 9, 3), (9, 9, 2), (8, 9, 1), (4, 9, 0), (3, 9, 0), (40, 2, 21), (7.9, 2, 4), (5, 0, 6)],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack, defense, column):
    assert odds_column(float(attack), float(defense)) == column
