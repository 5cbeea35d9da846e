"""What a wargamer would laugh at, counted over two dozen games of the field of More Lost Victories.

``counts`` says what each figure means.
"""

from __future__ import annotations

import pytest

from tests.staff.counts import count_field
from tests.staff.more_lost_victories.counts import Counts

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def two_dozen() -> Counts:
    """Two dozen games of the field."""
    found: Counts = count_field("counteroffensive", 24, 7_900_000)
    return found


@pytest.mark.rule("more_lost_victories S2c, S2e, S2g")
def test_headquarters_keep_with_their_troops(two_dozen: Counts):
    assert two_dozen.headquarters.sum() / two_dozen.games <= 0.4
    assert len(two_dozen.alone) / two_dozen.games <= 0.2


def test_little_strength_stands_far_from_the_enemy(two_dozen: Counts):
    assert max(two_dozen.share(two_dozen.idle)) <= 0.10
    assert max(two_dozen.share(two_dozen.cornered)) <= 0.05


def test_hardly_a_prize_with_weak_defenders_is_left_alone_at_the_end(two_dozen: Counts):
    assert max(two_dozen.a_game(two_dozen.weak_prizes, side, full=True) for side in (0, 1)) <= 0.1


@pytest.mark.rule("more_lost_victories S7a")
def test_empty_places_in_reach_are_taken_in_the_last_turn(two_dozen: Counts):
    assert max(two_dozen.a_game(two_dozen.open_prizes, side, full=True) for side in (0, 1)) <= 0.2
