"""Odds ladder, grouped halving, table limits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.kernel.odds import (
    NO_ODDS,
    halve_group,
    look_up_result,
    odds_ladder,
    odds_text,
    table_column,
)


@pytest.mark.rule("drive_on_stalingrad 11.8")
def test_twenty_six_against_seven_is_three_to_one():
    assert odds_text(odds_ladder(26, 7)) == "3:1"


def test_an_attack_of_no_strength_is_below_any_table():
    assert odds_ladder(0, 5) == NO_ODDS
    assert table_column(odds_ladder(0, 5) + 7, -2, 5) == -1


@pytest.mark.rule("drive_on_stalingrad 11.9")
def test_five_against_eleven_is_one_to_three():
    assert odds_text(odds_ladder(5, 11)) == "1:3"
    assert odds_text(odds_ladder(5, 6)) == "1:2"
    assert odds_text(odds_ladder(7, 7)) == "1:1"


@pytest.mark.rule("drive_on_stalingrad 1.3, 11.12")
def test_halving_rounds_down_but_keeps_one():
    assert [halve_group(total, 2, 1) for total in (3, 2, 1, 0)] == [1, 1, 1, 0]
    assert halve_group(3 + 3, 2, 1) == 3


@given(st.integers(1, 400), st.integers(1, 200))
def test_odds_never_favour_the_attacker_more_than_the_true_ratio(attack, defense):
    rung = odds_ladder(attack, defense)
    if rung >= 0:
        assert (rung + 1) * defense <= attack < (rung + 2) * defense
    else:
        assert (1 - rung) * attack >= defense > -rung * attack


def test_a_table_is_read_by_die_and_column():
    table = np.arange(48).reshape(6, 8).astype(np.int16)
    assert look_up_result(table, 5, table_column(5, -2, 5)) == 39
    assert table_column(-3, -2, 5) == -1
    assert table_column(6, -2, 5) == -2
