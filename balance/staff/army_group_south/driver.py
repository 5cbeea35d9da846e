"""Drive whole games of Army Group South: the referee's sequence with the compiled staff in it.

This is what ``balance.strategy.play`` needs of a game beside what all drivers have alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from balance.errors import DataError
from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.map import GAME
from balance.games.army_group_south.scenario import Scenario, load_scenario
from balance.games.army_group_south.sequence import Step, StepKind, Watch, play_sequence
from balance.games.army_group_south.state import PROHIBITED, WESTWARD, State
from balance.games.army_group_south.telling import Telling, open_telling
from balance.games.army_group_south.vocabulary import Mobility, Purpose, Side
from balance.staff.army_group_south.choices import CHOICES
from balance.staff.army_group_south.conduct import (
    conduct_combat,
    conduct_doctrine,
    conduct_mechanized,
    conduct_movement,
    open_turn,
)
from balance.staff.army_group_south.exposure import SHEET
from balance.staff.army_group_south.naming import Naming
from balance.staff.army_group_south.order_desk import OrderBook
from balance.staff.army_group_south.random_play import (
    leave_random_orders,
    random_combat,
    random_doctrine,
    random_movement,
)
from balance.staff.army_group_south.views import NATIONS, GameSight
from balance.staff.desk import Desk, Sizes
from balance.staff.drafting import Roster
from balance.staff.driving import GameDriver

_SIDES = (np.int64(Side.AXIS), np.int64(Side.SOVIET))
#: Classes of march in the fields of a desk: free by mobility, then westward only (21.14).
_MARCHES = (0, 1, WESTWARD, WESTWARD + 1)


class Driver(GameDriver):
    """One scenario under one ruleset, ready to be played by any two players."""

    player_purpose = int(Purpose.PLAYER)

    def __init__(self, scenario: Scenario) -> None:
        naming = Naming(scenario)
        roster = _make_roster(scenario, naming)
        super().__init__(scenario, roster, GameSight(scenario, naming), OrderBook(scenario, naming))

    def place(self, wishes: Sequence[Mapping[str, str]]) -> None:
        """Refuse any wish: all units set up where the rulebook prints them, or are dealt.

        Rule: army_group_south 18.1, 18.2

        Raises
        ------
        DataError
            Naming the units that were to stand elsewhere.
        """
        named = [name for wish in wishes for name in wish]
        if named:
            raise DataError(
                f"set-up of {', '.join(map(str, named[:5]))}: all units of this game stand where "
                "their counters say, or are dealt at random; leave set_up alone "
                "[army_group_south 18.1, 18.2]"
            )

    def new_game(
        self, seed: int, placement: None, set_up_seed: int | None = None, *, trace: bool = False
    ) -> State:
        """State of a game before its first turn."""
        return self.scenario.new_game(seed, set_up_seed, trace=trace)

    def telling(self) -> Telling:
        """What a replay shows of this scenario's games."""
        return open_telling(self.scenario)

    def check(self, state: State, phase_closed: bool = False) -> list[str]:
        """Faults of the state in words."""
        return find_faults(state, self.unit_names, phase_closed=phase_closed)

    def sequence(self, state: State, watch: Watch | None) -> Iterator[Step]:
        """Take a game to its end, step by step; ``watch`` is called as each phase ends.

        Rule: army_group_south 4.1, 4.2, 19.12
        """
        return play_sequence(state, watch)

    def act(self, state: State, desks: dict[Any, Desk], step: Step, hooks: Any) -> None:
        """One phase of one player; the first one opens his player turn."""
        side = int(step.side)
        desk = desks.get((step.game_turn, side))
        if desk is None:
            desk = desks[step.game_turn, side] = hooks.desk(state, side)
            _open_player_turn(state, desk, side, hooks)
        _act(state, desk, side, step, hooks)


def _open_player_turn(state: State, desk: Desk, side: int, hooks: Any) -> None:
    """Do what comes before the phases of a player turn."""
    if hooks.is_random(side):
        leave_random_orders(state, _SIDES[side])
    else:
        open_turn(state, desk, _SIDES[side])


def _act(state: State, desk: Desk, side: int, step: Step, hooks: Any) -> None:
    """One phase of one player."""
    if hooks.is_random(side):
        _act_at_random(state, side, step)
    elif not hooks.give_orders(state, side, desk):
        if step.kind == StepKind.DOCTRINE:
            conduct_doctrine(state, desk)
        elif step.kind == StepKind.MOVEMENT:
            conduct_movement(state, desk, _SIDES[side])
        elif step.kind == StepKind.COMBAT:
            conduct_combat(state, desk, _SIDES[side])
        else:
            conduct_mechanized(state, desk, _SIDES[side])


def _act_at_random(state: State, side: int, step: Step) -> None:
    """One phase of a player without aims."""
    if step.kind == StepKind.DOCTRINE:
        random_doctrine(state)
    elif step.kind == StepKind.COMBAT:
        random_combat(state, _SIDES[side])
    else:
        random_movement(state, _SIDES[side])


def _make_roster(scenario: Scenario, naming: Naming) -> Roster:
    units = scenario.template.units
    rows = scenario.order_of_battle.rows
    cost = scenario.template.cost
    places = {name: index for index, name in enumerate(scenario.map.places) if name}
    return Roster(
        unit_names=naming.plan_names(),
        side=np.asarray(units["side"], np.int64),
        mobility=np.asarray(units["mobility"], np.int64),
        kinds=[str(row["unit_class"]) for row in rows],
        armies=[str(row["parent"]) for row in rows],
        nations=[NATIONS[int(side)] for side in units["side"]],
        starts_on_map=np.array([bool(row["hex"]) for row in rows]),
        hex_index=dict(scenario.map.index),
        places=places,
        neighbour=scenario.template.neighbour,
        cost=cost[[*_MARCHES, *_MARCHES]],
        closed=PROHIBITED,
        classes=[member.name.lower() for member in Mobility],
        choices=CHOICES,
        sizes=Sizes(classes=len(_MARCHES), sheet=SHEET),
    )


def open_driver(scenario: str, ruleset: Any) -> Driver:
    """Load a scenario by name or alias under a ruleset."""
    return Driver(load_scenario(GAME, scenario, ruleset))
