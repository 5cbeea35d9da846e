"""Play whole games of Stalingrad 1942-43: the referee's sequence with the staff in it.

This is what ``balance.strategy.play`` needs of a game beside what ``balance.staff.playing`` has for
all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.errors import DataError
from balance.games.stalingrad_1942.invariants import find_faults
from balance.games.stalingrad_1942.replay_words import ReplayWords, open_replay_words
from balance.games.stalingrad_1942.scenario import Scenario, load_scenario
from balance.games.stalingrad_1942.sequence import close_step, open_step
from balance.games.stalingrad_1942.state import PART, PROHIBITED, State
from balance.games.stalingrad_1942.tables import WHOLE_ALLOWANCE, TerrainRow
from balance.games.stalingrad_1942.vocabulary import Hexside, Mobility, Purpose, Side
from balance.staff.desk import Desk, Sizes
from balance.staff.desks_from_plans import Roster
from balance.staff.playing import PlayableScenario
from balance.staff.stalingrad_1942.choices import CHOICES
from balance.staff.stalingrad_1942.odds import ALL_COVER
from balance.staff.stalingrad_1942.order_desk import OrderBook
from balance.staff.stalingrad_1942.play_on import play_on
from balance.staff.stalingrad_1942.random_play import act_randomly, leave_random_orders
from balance.staff.stalingrad_1942.views import SeenGame

_SIDES = (np.int64(Side.AXIS), np.int64(Side.SOVIET))


class Playable(PlayableScenario):
    """One scenario under one ruleset, ready to be played by any two players."""

    player_purpose = int(Purpose.PLAYER)

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario, _make_roster(scenario), SeenGame(scenario), OrderBook(scenario))

    def place(self, wishes: Sequence[Mapping[str, str]]) -> None:
        """Refuse any wish: all units set up where the lists have them.

        Rule: stalingrad_1942 15.1a

        Raises
        ------
        DataError
            Naming the units that were to stand elsewhere.
        """
        named = [name for wish in wishes for name in wish]
        if named:
            raise DataError(
                f"set-up of {', '.join(map(str, named[:5]))}: all units of this game stand where "
                "the set-up lists have them; leave set_up alone [stalingrad_1942 15.1a]"
            )

    def new_game(
        self, seed: int, placement: None, set_up_seed: int | None = None, *, trace: bool = False
    ) -> State:
        """State of a game before its first turn."""
        return self.scenario.new_game(seed, set_up_seed, trace=trace)

    def replay_words(self) -> ReplayWords:
        """What a replay shows of this scenario's games."""
        return open_replay_words(self.scenario)

    def check(self, state: State, phase_closed: bool = False) -> list[str]:
        """Faults of the state in words."""
        return find_faults(state, self.unit_names, phase_closed=phase_closed)

    def open_step(self, state: State) -> int:
        """Go on to the next phase and open it.

        Rule: stalingrad_1942 3.0a, 3.1a
        """
        return open_step(state)

    def close_step(self, state: State) -> bool:
        """Close the open phase."""
        return close_step(state)

    def act(self, state: State, desks: dict[int, Desk], kind: int, hooks: Any) -> int:
        """Have the phasing side act; its first phase of a game turn opens its player turn."""
        side = int(state.game.side)
        asked = int(state.game.game_turn)
        if side not in desks or self._asked.get(side) != asked:
            self._asked[side] = asked
            desks[side] = hooks.desk(state, side)
            if hooks.is_random(side):
                leave_random_orders(state, _SIDES[side])
        return self.act_for_side(state, desks, kind, hooks)

    def act_at_random(self, state: State, desk: Desk, kind: int) -> None:
        """One phase of a player without aims."""
        act_randomly(state, _SIDES[state.game.side], np.int64(kind))

    def conduct(
        self, state: State, desks: dict[int, Desk], kind: int, plays_on: tuple[bool, bool]
    ) -> int:
        """Have the staff act in the open phase, or in all that its side has left."""
        side = int(state.game.side)
        return play_on(state, desks[side], kind, int(not plays_on[side]))


def _make_roster(scenario: Scenario) -> Roster:
    units, rows = scenario.template.units, scenario.order_of_battle.rows
    cost = _cost_of_ways(scenario.template)
    return Roster(
        unit_names=scenario.unit_names,
        side=np.asarray(units["side"], np.int64),
        mobility=np.asarray(units["mobility"], np.int64),
        kinds=[str(row["arm"]) for row in rows],
        armies=[str(row["army"]) for row in rows],
        nations=[str(row["nation"]) for row in rows],
        starts_on_map=np.array([bool(row["hex"]) for row in rows]),
        hex_index=dict(scenario.map.index),
        places={name: index for index, name in enumerate(scenario.map.places) if name},
        neighbour=scenario.template.neighbour,
        cost=np.concatenate([cost, cost]),
        closed=PROHIBITED,
        classes=[member.name.lower() for member in Mobility],
        choices=CHOICES,
        sizes=Sizes(classes=len(Mobility), marks=ALL_COVER + 1),
    )


def _cost_of_ways(state: State) -> np.ndarray:
    """What plans reckon a way to cost: as the referee does, with the Volga open at a high price.

    Rule: stalingrad_1942 TEC-S-k1, TEC-W-k1, 17.3

    On foot a crossing takes all points of a turn, which no sum of costs can say; who needs a bridge
    goes to the bank, where a headquarters may build one.
    """
    cost = state.cost.copy()
    volga = (state.hexside & Hexside.VOLGA != 0) & (state.neighbour < len(state.ground) - 1)
    for mobility in Mobility:
        price = _FERRY if state.tec[TerrainRow.VOLGA, mobility] == WHOLE_ALLOWANCE else _BRIDGE
        cost[mobility][volga & (cost[mobility] >= PROHIBITED)] = price * PART
    return cost


#: Points that a crossing of the Volga is reckoned at, on foot and for who has to wait for a bridge.
_FERRY, _BRIDGE = 6, 24


def open_playable(scenario: str, ruleset: Any) -> Playable:
    """Load a scenario by name or alias under a ruleset."""
    return Playable(load_scenario(scenario, ruleset))
