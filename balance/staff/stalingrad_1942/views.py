"""What a player of Stalingrad 1942-43 may see: the game's part of a strategy's ``View``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.movement import check_may_move, points_left
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.reinforcements import is_due, list_entry_hexes
from balance.games.stalingrad_1942.scenario import Scenario
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Feature, Mobility, Phase, Status, Terrain
from balance.games.stalingrad_1942.works import check_build_works
from balance.kernel.compiled import entry
from balance.staff.seen_openly import (
    ATTACK,
    CAN_ACT,
    DEFENSE,
    POINTS,
    Counters,
    Eyes,
    SeenOpenly,
    entries_by,
)
from balance.staff.stalingrad_1942.facts import FACTS, phase_name

_list_entries = entries_by(list_entry_hexes)


def _entries(state: State, unit: int) -> list[int]:
    """Hexes through which a reinforcement could enter now.

    Rule: stalingrad_1942 15.22, 15.23a
    """
    return _list_entries(state, unit) if is_due(state, unit) else []


@entry
def observe_units(state: State, side: int, table: np.ndarray) -> None:
    """Fill ``table`` with the printed strengths of all units, and what own ones can do.

    Rule: stalingrad_1942 4.22, 7.27, 9.11

    table : int16[n_units, COLUMNS of ``balance.staff.seen_openly``]
    """
    combat = state.game.phase == Phase.AXIS_COMBAT or state.game.phase == Phase.SOVIET_COMBAT
    for unit in range(len(state.units)):
        counter = state.units[unit]
        table[unit, ATTACK] = state.strengths[unit, counter.steps, 0]
        table[unit, DEFENSE] = state.strengths[unit, counter.steps, 1]
        table[unit, CAN_ACT] = 0
        table[unit, POINTS] = 0
        if counter.side != side or side != state.game.side or counter.status != Status.ON_MAP:
            continue
        if check_may_move(state, unit) == Refusal.OK:
            table[unit, CAN_ACT] = 1
            table[unit, POINTS] = points_left(state, unit) // PART
        elif check_build_works(state, unit) == Refusal.OK or (combat and counter.attacked == 0):
            table[unit, CAN_ACT] = 1


class SeenGame(SeenOpenly):
    """Shows the games of one scenario to their players.

    Rule: stalingrad_1942 2.22, 2.23, 3.2b, 4.22, 6.21, S1e
    """

    eyes = Eyes(
        FACTS, phase_name, observe_units, compute_reach, _entries, Status, Feature, parts=PART
    )

    def __init__(self, scenario: Scenario) -> None:
        rows = scenario.order_of_battle.rows
        counters = Counters(
            kinds=[str(row["arm"]) for row in rows],
            nations=[str(row["nation"]) for row in rows],
            armies=[str(row["army"]) for row in rows],
            mobility=[
                Mobility(int(each)).name.lower() for each in scenario.template.units["mobility"]
            ],
        )
        super().__init__(scenario, counters, [each.name.lower() for each in Terrain])

    def next_prize(self, state: State, side: int, places: Sequence[str]) -> str:
        """None: the staff frees who has done what he was sent for (``missions.stand_down``)."""
        return ""

    def changing_features(self, state: State, h: int) -> list[str]:
        """What stands in a hex beside the features of the map.

        Rule: stalingrad_1942 9.13
        """
        works = ["field_works"] if state.ground["works"][h] > 0 else []
        return [*super().changing_features(state, h), *works]
