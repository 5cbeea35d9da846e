"""The worth of an attack, against the table worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.vocabulary import Result
from balance.staff.drive_on_stalingrad.stakes import LOWEST_RUNG, assault_value, estimated_rung

#: A table of two die faces and two columns, 1:1 and 2:1: every result once.
CRT = np.array([[Result.AL1, Result.EX], [Result.DR, Result.DE]], np.int16)


def value(rung: int, **changes) -> float:
    facts = {
        "defender_steps": 3,
        "defender_step_worth": 4.0,
        "full_two_steppers": 0,
        "ground": 5.0,
        "city_held": False,
        "trapped": False,
        "own_step_worth": 2.0,
        "own_steps": 10,
    } | changes
    *at_stake, worth, steps = facts.values()
    return assault_value(CRT, LOWEST_RUNG + rung, worth, steps, tuple(at_stake))


@pytest.mark.rule("drive_on_stalingrad 11.29")
def test_value_is_the_mean_over_the_die():
    # 1:1: AL1 costs 2; DR gains the ground 5 and 15% of the 12 that stood there.
    assert value(0) == pytest.approx((-2.0 + 5.0 + 1.8) / 2)


@pytest.mark.rule("drive_on_stalingrad 11.36", "drive_on_stalingrad 11.37")
def test_exchange_costs_as_many_steps_as_it_kills():
    # 2:1: EX gains 12 and the ground for three own steps; DE gains them for nothing.
    assert value(1) == pytest.approx(((12.0 - 6.0 + 5.0) + (12.0 + 5.0)) / 2)
    assert value(1, own_steps=1) == pytest.approx(((12.0 - 2.0 + 5.0) + (12.0 + 5.0)) / 2)


@pytest.mark.rule("drive_on_stalingrad 11.36")
def test_full_two_step_defenders_keep_the_ground():
    assert value(1, full_two_steppers=1) == pytest.approx(((12.0 - 6.0) + 12.0) / 2)


@pytest.mark.rule("drive_on_stalingrad 11.22")
def test_a_held_city_turns_a_retreat_into_a_loss_of_the_attacker():
    assert value(0, city_held=True) == pytest.approx((-2.0 - 2.0) / 2)


@pytest.mark.rule("drive_on_stalingrad 11.34")
def test_trapped_defenders_die_where_they_would_retreat():
    assert value(0, trapped=True) == pytest.approx((-2.0 + 12.0 + 5.0) / 2)


@pytest.mark.rule("drive_on_stalingrad 11.10")
def test_odds_beyond_the_table_are_certain():
    assert value(2) == pytest.approx(12.0 + 5.0)
    assert value(-1) == pytest.approx(-2.0)


@pytest.mark.rule("drive_on_stalingrad 11.8", "drive_on_stalingrad 11.9")
@pytest.mark.parametrize(
    ("attack", "defense", "rung"),
    [(26.0, 7.0, 2), (5.0, 11.0, -2), (7.0, 7.0, 0), (5.0, 6.0, -1), (0.0, 0.0, 0)],
)
def test_estimated_odds_follow_the_book(attack, defense, rung):
    assert estimated_rung(attack, defense) == rung
