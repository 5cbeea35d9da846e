"""What a wargamer would laugh at, counted over sixty games of the field of More Lost Victories.

``counts`` says what each figure means.
"""

from __future__ import annotations

import pytest

from tests.staff.counts import count_field
from tests.staff.more_lost_victories.counts import Counts

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def sixty() -> Counts:
    """Sixty games of the field; two dozen are too few to tell a rate of 0.12 from one of 0.2."""
    found: Counts = count_field("counteroffensive", 60, 7_900_000)
    return found


@pytest.mark.rule("more_lost_victories S2c, S2e, S2g")
def test_headquarters_keep_with_their_troops(sixty: Counts):
    assert sixty.headquarters.sum() / sixty.games <= 0.4
    assert len(sixty.alone) / sixty.games <= 0.2


def test_little_strength_stands_far_from_the_enemy(sixty: Counts):
    assert max(sixty.share(sixty.idle)) <= 0.10
    assert max(sixty.share(sixty.cornered)) <= 0.05


def test_hardly_a_prize_with_weak_defenders_is_left_alone_at_the_end(sixty: Counts):
    assert max(sixty.a_game(sixty.weak_prizes, side, full=True) for side in (0, 1)) <= 0.1


@pytest.mark.rule("more_lost_victories S7a")
def test_empty_places_in_reach_are_taken_in_the_last_turn(sixty: Counts):
    assert max(sixty.a_game(sixty.open_prizes, side, full=True) for side in (0, 1)) <= 0.2
