"""What a random player says of losses."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.losses import ANYONE, lose_attacker_steps
from balance.games.drive_on_stalingrad.vocabulary import AXIS
from balance.staff.drive_on_stalingrad.random_play import open_random_turn
from tests.games.drive_on_stalingrad.positions import build_position, infantry
from tests.staff.drive_on_stalingrad.desks import open_desk


@pytest.mark.rule("drive_on_stalingrad 11.32, 11.37")
def test_random_players_share_out_losses_in_every_way_there_is():
    found = set()
    members = np.arange(3)
    for seed in range(60):
        state = build_position([".A- . ."], [infantry("0102")] * 3, seed=seed)
        open_random_turn(state, open_desk(state, AXIS), AXIS)
        lose_attacker_steps(state, members[:3], 3, ANYONE, 0)
        found.add(tuple(2 - steps for steps in state.units["steps"].tolist()))
    ways = {(1, 1, 1), (2, 1, 0), (2, 0, 1), (1, 2, 0), (1, 0, 2), (0, 2, 1), (0, 1, 2)}
    assert found == ways
