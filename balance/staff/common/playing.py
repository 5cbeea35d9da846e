"""Play whole games of the common system: the referee's sequence with the staff in it.

This is what ``balance.strategy.play`` needs of a game beside what ``balance.staff.playing`` has for
all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.errors import DataError
from balance.games.common.invariants import find_faults
from balance.games.common.order_of_battle import nation_of
from balance.games.common.replay_words import ReplayWords, open_replay_words
from balance.games.common.scenario import Scenario, load_scenario
from balance.games.common.state import CLASSES, PROHIBITED, State
from balance.games.common.tables import class_names
from balance.games.common.turn import close_step, open_step
from balance.games.common.vocabulary import Purpose, Side
from balance.staff.common.choices import CHOICES
from balance.staff.common.order_desk import OrderBook
from balance.staff.common.play_on import play_on
from balance.staff.common.random_play import act_randomly, leave_random_orders
from balance.staff.common.views import SeenGame
from balance.staff.desk import Desk, Sizes
from balance.staff.desks_from_plans import Roster
from balance.staff.playing import PlayableScenario


class Playable(PlayableScenario):
    """One scenario under one ruleset, ready to be played by any two players."""

    player_purpose = int(Purpose.PLAYER)

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario, _make_roster(scenario), SeenGame(scenario), OrderBook(scenario))

    def place(self, wishes: Sequence[Mapping[str, str]]) -> None:
        """Refuse any wish: all units set up where the order of battle has them.

        Rule: common 15.1

        Raises
        ------
        DataError
            Naming the units that were to stand elsewhere.
        """
        named = [name for wish in wishes for name in wish]
        if named:
            rule = f"{self.scenario.ruleset.game} 15.1"
            raise DataError(
                f"set-up of {', '.join(map(str, named[:5]))}: all units of this game stand where "
                f"its order of battle has them; leave set_up alone [{rule}]"
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
        return find_faults(state, self.unit_names, self.hex_names, phase_closed=phase_closed)

    def open_step(self, state: State) -> int:
        """Go on to the next phase and open it.

        Rule: common 1.1
        """
        return open_step(state)

    def close_step(self, state: State) -> bool:
        """Close the open phase."""
        return close_step(state)

    def act(self, state: State, desks: dict[int, Desk], kind: int, hooks: Any) -> int:
        """Have the phasing side act; it is asked for its plan in its first phase of a game turn."""
        side, turn = int(state.game.side), int(state.game.game_turn)
        if self._asked.get(side) != turn:
            self._asked[side] = turn
            desks[side] = hooks.desk(state, side)
            if hooks.is_random(side):
                leave_random_orders(state, np.int64(side))
        return self.act_for_side(state, desks, kind, hooks)

    def act_at_random(self, state: State, desk: Desk, kind: int) -> None:
        """One phase of a player without aims."""
        act_randomly(state, np.int64(state.game.side), np.int64(kind))

    def conduct(
        self, state: State, desks: dict[int, Desk], kind: int, plays_on: tuple[bool, bool]
    ) -> int:
        """Have the staff act in the open phase, or in all that its side has left."""
        side = int(state.game.side)
        return play_on(state, desks[side], kind, int(not plays_on[side]))


def _make_roster(scenario: Scenario) -> Roster:
    units, rows = scenario.template.units, scenario.order_of_battle.rows
    classes = class_names(scenario.ruleset)
    return Roster(
        unit_names=scenario.unit_names,
        side=np.asarray(units["side"], np.int64),
        mobility=np.asarray(units["mobility"], np.int64),
        kinds=[str(row["kind"]) for row in rows],
        armies=[str(row["army"]) for row in rows],
        nations=[
            nation_of(row, Side(int(side))) for row, side in zip(rows, units["side"], strict=True)
        ],
        starts_on_map=np.array([bool(row["hex"]) for row in rows]),
        hex_index=dict(scenario.map.index),
        places={name: index for index, name in enumerate(scenario.map.places) if name},
        neighbour=scenario.template.neighbour,
        cost=scenario.template.cost.copy(),
        closed=PROHIBITED,
        # Plans know as many classes as kernels do; what has no name no unit is of.
        classes=[*classes, *[""] * (CLASSES - len(classes))],
        choices=CHOICES,
        sizes=Sizes(classes=CLASSES),
    )


def open_playable(scenario: str, ruleset: Any) -> Playable:
    """Load a scenario by name or alias under a ruleset."""
    return Playable(load_scenario(scenario, ruleset))
