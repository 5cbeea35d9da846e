"""Play the first turns of random games and print all that happened, one line each.

Run as ``python -m tests.games.stalingrad_1942.random_games``, with or without the JIT.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.sequence import play_sequence
from balance.staff.stalingrad_1942.random_play import act_randomly, leave_random_orders
from tests.games.stalingrad_1942.scenarios import NAMES, scenario

_TURNS = 2


def main() -> None:
    """Play two turns of each scenario."""
    for name in NAMES:
        state = scenario(name).new_game(7)
        for step in play_sequence(state):
            if step.game_turn > _TURNS:
                break
            leave_random_orders(state, np.int64(step.side))
            act_randomly(state, np.int64(step.side), np.int64(step.kind))
        for event in state.events[: state.game.event_count]:
            print("event", name, event.tolist())
        for battle in state.battles[: state.game.battle_count]:
            print("battle", name, battle.tolist())
        for unit in state.units:
            print("unit", name, unit.tolist())
        print("game", name, [int(state.game[field]) for field in state.game.dtype.names])


if __name__ == "__main__":
    main()
