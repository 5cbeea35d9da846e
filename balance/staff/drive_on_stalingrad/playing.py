"""Play whole games of Drive on Stalingrad: the referee's sequence with the compiled staff in it.

This is what ``balance.strategy.play`` needs of a game beside what ``balance.staff.playing`` has for
all games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.invariants import find_faults
from balance.games.drive_on_stalingrad.replay_words import open_replay_words
from balance.games.drive_on_stalingrad.scenario import Scenario, load_scenario
from balance.games.drive_on_stalingrad.sequence import StepKind, close_step, open_step
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.turn import declare_order
from balance.games.drive_on_stalingrad.vocabulary import (
    Mobility,
    Purpose,
    Side,
    Status,
    Trait,
)
from balance.games.steps import DONE
from balance.staff.desk import Desk
from balance.staff.desks_from_plans import Roster
from balance.staff.drive_on_stalingrad.choices import (
    CHOICES,
    FLOOD_MANYCH,
    LUFTWAFFE,
    MISSION_WEIGHTS,
    POSTURES,
    UNUSED_WEIGHTS,
    Luftwaffe,
)
from balance.staff.drive_on_stalingrad.conduct import announce
from balance.staff.drive_on_stalingrad.order_desk import OrderBook
from balance.staff.drive_on_stalingrad.play_on import play_on
from balance.staff.drive_on_stalingrad.random_play import (
    open_random_turn,
    random_assaults,
    random_movement,
    random_phase_order,
)
from balance.staff.drive_on_stalingrad.set_up import place_units
from balance.staff.drive_on_stalingrad.views import SeenGame
from balance.staff.hidden import deal_anew
from balance.staff.playing import PlayableScenario, Referee

_REFEREE = Referee(open_step, close_step, find_faults, open_replay_words)
_SIDES = (np.int64(Side.AXIS), np.int64(Side.SOVIET))
_SEA_BLOCK = int(Luftwaffe.SEA_BLOCK)


class Playable(PlayableScenario):
    """One scenario under one ruleset, ready to be played by any two players."""

    player_purpose = int(Purpose.PLAYER)
    without_orders = frozenset({int(StepKind.PLAYER_TURN_START)})

    def __init__(self, scenario: Scenario) -> None:
        seen = SeenGame(scenario)
        super().__init__(
            scenario, _make_roster(scenario, seen), seen, OrderBook(scenario), _REFEREE
        )

    def place(self, wishes: Sequence[Mapping[str, str]]) -> np.ndarray:
        """Placement of all units: the scenario's own, changed by the wishes of both sides.

        Raises
        ------
        DataError
            With every fault of the set-up, each with its rule (12.1).
        """
        if not any(wishes):
            return self.scenario.default_placement
        return place_units(self.scenario, wishes)

    def new_game(
        self,
        seed: int,
        placement: np.ndarray,
        set_up_seed: int | None = None,
        *,
        trace: bool = False,
    ) -> State:
        """State of a game before its first turn."""
        return self.scenario.new_game(seed, placement, set_up_seed, trace=trace)

    def act(self, state: State, desks: dict[int, Desk], kind: int, hooks: Any) -> int:
        """Have the players act: both as a game turn begins, else the phasing side."""
        if kind == StepKind.TURN_START:
            for side in (0, 1):
                desks[side] = hooks.desk(state, side)
            blocks = not hooks.is_random(0) and desks[0].order[LUFTWAFFE] == _SEA_BLOCK
            floods = not hooks.is_random(1) and desks[1].order[FLOOD_MANYCH] != 0
            announce(state, bool(blocks), bool(floods))
            if any(hooks.staff_plays):
                return self.conduct(state, desks, int(DONE), hooks.staff_plays)
            return int(DONE)
        return self.act_for_side(state, desks, kind, hooks)

    def redraw_hidden(self, state: State, side: int, draws: np.random.Generator) -> State:
        """Deal anew what untried units are, and which enemies lie under the top of a stack.

        Rule: drive_on_stalingrad 2.14, 11.7

        Of which kinds a stack is stays as it is: units that look alike change their factors.
        """
        units = state.units.view(np.ndarray)
        hidden = np.asarray((units["traits"] & Trait.UNTRIED != 0) & (units["revealed"] == 0))
        _deal(units, np.flatnonzero(hidden), ("mean_attack_x10", "mean_defense_x10"), draws)
        enemy = (units["side"] == 1 - side) & (units["status"] == Status.ON_MAP) & ~hidden
        on_top = np.zeros(len(units), bool)
        first = np.asarray(state.ground["first"])
        on_top[first[first >= 0]] = True
        _deal(units, np.flatnonzero(enemy & ~on_top), _LOOKS, draws)
        return state

    def act_at_random(self, state: State, desk: Desk, kind: int) -> None:
        """One step of a player without aims."""
        side = _SIDES[state.game.side]
        if kind == StepKind.PLAYER_TURN_START:
            open_random_turn(state, desk, side)
            declare_order(state, np.int64(random_phase_order(state, side)))
        elif kind == StepKind.MOVEMENT:
            random_movement(state, desk, side)
        else:
            random_assaults(state, desk, side)

    def conduct(
        self, state: State, desks: dict[int, Desk], kind: int, plays_on: tuple[bool, bool]
    ) -> int:
        """Have the staff act in the open step, and up to the next game turn for some sides."""
        axis, soviet = plays_on
        return play_on(state, desks[0], desks[1], kind, axis + 2 * soviet)


def _make_roster(scenario: Scenario, seen: SeenGame) -> Roster:
    return Roster.of(
        scenario,
        seen.counters,
        starts_on_map=np.asarray(scenario.units["status"] == Status.ON_MAP),
        cost=scenario.template.cost,
        closed=PROHIBITED,
        classes=[member.name.lower() for member in Mobility],
        choices=CHOICES,
        unused_weights=UNUSED_WEIGHTS,
        postures=POSTURES,
        mission_weights=MISSION_WEIGHTS,
    )


#: What units have in common that look alike, and the factors that a counter hides.
_LOOKS = ("nation", "kind", "mobility", "traits", "full_steps", "steps")
_FACTORS = ("attack", "defense", "attack_reduced", "defense_reduced")


def _deal(
    units: np.ndarray, rows: np.ndarray, looks: Sequence[str], draws: np.random.Generator
) -> None:
    """Deal the factors of some units anew among those that look alike."""
    factors = np.stack([units[name][rows] for name in _FACTORS], axis=1)
    groups = np.stack([units[name][rows] for name in looks], axis=1)
    for name, column in zip(_FACTORS, deal_anew(factors, groups, draws).T, strict=True):
        units[name][rows] = column


def open_playable(scenario: str, ruleset: Any) -> Playable:
    """Load a scenario by name or alias under a ruleset."""
    return Playable(load_scenario(scenario, ruleset))
