"""What a wargamer would laugh at, counted over 40 games of each field of 1942-43.

``tests.staff.counts`` says what each figure means. The bars hold what has been reached, with room
for chance: in the summer a quarter of the German strength and two fifths of the Soviet one are idle
still, a third of all headquarters is lost in the winter, more of the German ones, and the Germans
of Winter Storm leave 0.8 open prizes a game: panzers that could march in attack elsewhere.
"""

from __future__ import annotations

import pytest

from tests.staff.counts import count_field

#: Most of each count: of a side, or German and Soviet.
ALONE, CORNER = 0.6, 0.05
#: Headquarters lost a game, the share of the strength that is idle, open prizes and weak ones.
BARS = {
    "on_to_stalingrad": ((1.5, 4.0), (0.30, 0.44), (0.5, 0.5), (0.3, 0.3)),
    "stalingrad_1942/uranus": ((8.5, 4.5), (0.20, 0.18), (0.5, 0.5), (0.3, 0.3)),
    "winter_storm": ((6.5, 5.5), (0.11, 0.13), (1.2, 0.5), (0.3, 0.5)),
}


@pytest.mark.compiled
@pytest.mark.rule("stalingrad_1942 11.37, 14.21, S1e, S2d, S3d")
@pytest.mark.parametrize("scenario", BARS)
def test_the_staff_does_little_that_a_wargamer_would_laugh_at(scenario: str) -> None:
    found = count_field(scenario, 40, 7_600_000)
    headquarters, idle, left_open, weak = BARS[scenario]
    for side in (0, 1):
        assert found.a_game(found.weak_prizes, side, full=True) <= weak[side]
        assert found.a_game(found.open_prizes, side, full=True) <= left_open[side]
        assert found.a_game(found.left_alone, side, full=False) <= ALONE
        assert found.share(found.cornered)[side] <= CORNER
        assert found.share(found.idle)[side] <= idle[side]
        assert found.headquarters[side] / found.games <= headquarters[side]
