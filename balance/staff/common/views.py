"""What a player of the common game may see: the game's part of a strategy's ``View``."""

from __future__ import annotations

import numpy as np

from balance.games.common.march import compute_reach
from balance.games.common.newcomers import check_enter
from balance.games.common.order_of_battle import nation_of
from balance.games.common.refusals import Refusal
from balance.games.common.scenario import Scenario
from balance.games.common.state import PART, State
from balance.games.common.tables import class_names, terrain_names
from balance.games.common.vocabulary import Feature, Side, Status
from balance.staff.common.facts import FACTS, phase_name
from balance.staff.common.observation import observe_units
from balance.staff.seen_openly import Counters, Eyes, SeenOpenly


def _entries(state: State, unit: int) -> list[int]:
    """Hexes through which a unit could enter now.

    Rule: common 12.2
    """
    return [
        h
        for h in range(len(state.ground) - 1)
        if check_enter(state, np.int64(unit), np.int64(h)) == Refusal.OK
    ]


class SeenGame(SeenOpenly):
    """Shows the games of one scenario to their players.

    Rule: common 1.1, 5.1, 5.5
    """

    eyes = Eyes(
        FACTS, phase_name, observe_units, compute_reach, _entries, Status, Feature, parts=PART
    )

    def __init__(self, scenario: Scenario) -> None:
        units, rows = scenario.template.units, scenario.order_of_battle.rows
        classes = class_names(scenario.ruleset)
        counters = Counters(
            kinds=[row["kind"] for row in rows],
            nations=[
                nation_of(row, Side(int(side)))
                for row, side in zip(rows, units["side"], strict=True)
            ],
            armies=[row["army"] for row in rows],
            mobility=[classes[int(each)] for each in units["mobility"]],
        )
        super().__init__(scenario, counters, [*terrain_names(scenario.ruleset), "off_map"])
