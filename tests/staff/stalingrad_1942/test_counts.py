"""What a wargamer would laugh at, counted over 40 games of each field of 1942-43.

``tests.staff.counts`` says what each figure means. The bars hold what has been reached, with room
for chance: in the summer 18 % of the German strength and a third of the Soviet one are idle, and in
the winter a sixth of the German headquarters are lost. In Winter Storm 12 to 13 % of either side
are idle, in Uranus 13 and 11 %; there the Germans leave 0.2 lone enemies out of supply alone a
game, where 0.1 is wanted. The Soviets of Winter Storm leave 0.4 to 0.8 alone, units in the works of
Stalingrad: of 40 looked at nobody stood beside 8, and 28 could have been attacked at 1:1 or worse.
"""

from __future__ import annotations

import pytest

from tests.staff.counts import count_field

#: Most of each count: of a side, or German and Soviet.
CORNER = 0.05
#: Headquarters lost a game, the share of the strength that is idle, open prizes and weak ones, and
#: lone enemies left alone.
BARS = {
    "on_to_stalingrad": ((0.5, 2.6), (0.19, 0.36), (0.3, 0.4), (0.2, 0.2), (0.3, 0.2)),
    "stalingrad_1942/uranus": ((3.3, 1.5), (0.13, 0.115), (0.2, 0.4), (0.1, 0.1), (0.3, 0.3)),
    "winter_storm": ((2.6, 1.8), (0.14, 0.14), (0.4, 0.1), (0.1, 0.1), (0.2, 1.1)),
}


@pytest.mark.compiled
@pytest.mark.rule("stalingrad_1942 11.37, 14.21, S1e, S2d, S3d")
@pytest.mark.parametrize("scenario", BARS)
def test_the_staff_does_little_that_a_wargamer_would_laugh_at(scenario: str) -> None:
    found = count_field(scenario, 40, 7_600_000)
    headquarters, idle, left_open, weak, alone = BARS[scenario]
    for side in (0, 1):
        assert found.a_game(found.weak_prizes, side, full=True) <= weak[side]
        assert found.a_game(found.open_prizes, side, full=True) <= left_open[side]
        assert found.a_game(found.left_alone, side, full=False) <= alone[side]
        assert found.share(found.cornered)[side] <= CORNER
        assert found.share(found.idle)[side] <= idle[side]
        assert found.headquarters[side] / found.games <= headquarters[side]
