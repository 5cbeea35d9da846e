"""What a wargamer would laugh at, counted over two dozen games of the shipped openings.

The figures are of seeds that nobody tuned the staff to; ``counts`` says what each of them means.
"""

from __future__ import annotations

from functools import cache

import pytest

from balance.games.army_group_south.vocabulary import AXIS, SOVIET
from balance.rulebook.game import open_game
from balance.strategy.field import read_fields
from tests.staff.army_group_south.counts import (
    Counts,
    count,
    date_of,
    mean,
    share_of_strength,
)

pytestmark = pytest.mark.compiled

_SEED = 7_300_000


@cache
def two_dozen() -> list[Counts]:
    """Six games each of four pairings."""
    seeds = range(_SEED, _SEED + 6)
    pairings = [(axis, soviet) for axis in ("elastic", "historical") for soviet in _SOVIETS]
    return [each for axis, soviet in pairings for each in count(axis, soviet, seeds)]


_SOVIETS = ("historical", "cautious")


@cache
def as_in_history() -> list[Counts]:
    """Two dozen games between the historical openings."""
    return count("historical", "historical", range(_SEED, _SEED + 24))


@cache
def of_the_field() -> list[Counts]:
    """Five dozen games of the pairings that studies play where they name none, by their weights."""
    field = read_fields(open_game("army_group_south"))["operation_star"]
    games = [(each, 60 * each.weight // field.weight) for each in field.pairings]
    return [
        told
        for each, many in games
        for told in count(each.axis, each.soviet, range(_SEED, _SEED + many))
    ]


@pytest.mark.rule("army_group_south 25.3")
def test_the_soviets_leave_few_places_open_to_a_walk_in():
    assert mean(two_dozen(), "open")[SOVIET] <= 10


@pytest.mark.rule("army_group_south 25.3")
def test_few_places_stand_empty_that_somebody_near_would_have_held():
    assert mean(two_dozen(), "undefended")[AXIS] <= 6
    assert mean(two_dozen(), "undefended")[SOVIET] <= 1


@pytest.mark.rule("army_group_south 25.3")
def test_empty_places_in_reach_are_taken_in_the_last_turn():
    assert mean(two_dozen(), "missed").max() <= 0.2


@pytest.mark.rule("army_group_south 25.3")
def test_hardly_a_prize_with_weak_defenders_is_left_alone_at_the_end():
    assert mean(two_dozen(), "unstormed").max() <= 0.1


@pytest.mark.rule("army_group_south 12.22")
def test_lone_enemies_out_of_supply_in_a_place_are_attacked_within_two_turns():
    assert mean(two_dozen(), "starving").max() <= 0.1


@pytest.mark.rule("army_group_south 11.38, 25.3")
def test_fewer_headquarters_are_lost_than_two_in_five_games():
    assert mean(two_dozen(), "staffs_lost") <= 0.4


def test_most_of_the_strength_stands_near_the_enemy():
    assert max(share_of_strength(two_dozen(), "far_strength")) <= 0.2


def test_little_strength_of_the_field_stands_far_from_the_enemy_and_attacks_nobody():
    assert max(share_of_strength(of_the_field(), "idle_strength")) <= 0.1


@pytest.mark.rule("army_group_south 25.3")
def test_a_guard_would_have_held_at_most_a_fifth_of_the_places_the_germans_leave_open():
    """In the field, whose German plan leaves no guards at all."""
    left_open, undefended = mean(of_the_field(), "open"), mean(of_the_field(), "undefended")
    assert undefended[AXIS] <= 0.2 * left_open[AXIS]


def test_the_historical_openings_take_and_retake_kharkov_in_the_historical_turns():
    assert date_of(as_in_history(), "1618") in (2.0, 2.5, 3.0, 3.5, 4.0)
    assert 7 <= date_of(as_in_history(), "1618", lost=True) <= 10


@pytest.mark.parametrize("place", ["2209", "2712"])
def test_the_counterstroke_ends_before_the_oskol_and_the_northern_donets(place: str):
    """Kupyansk and Izyum, which the Germans didn't come back to in March 1943."""
    assert sum(each.soviet_at_end[place] for each in as_in_history()) > 12
