"""What a player of Stalingrad 1942-43 may see: the game's part of a strategy's ``View``."""

from __future__ import annotations

from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.reinforcements import is_due, list_entry_hexes
from balance.games.stalingrad_1942.scenario import Scenario
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Feature, Mobility, Status, Terrain
from balance.staff.seen_openly import Counters, Eyes, SeenOpenly, entries_by
from balance.staff.stalingrad_1942.facts import FACTS, phase_name
from balance.staff.stalingrad_1942.observation import observe_units

_list_entries = entries_by(list_entry_hexes)


def _entries(state: State, unit: int) -> list[int]:
    """Hexes through which a reinforcement could enter now.

    Rule: stalingrad_1942 15.22, 15.23a
    """
    return _list_entries(state, unit) if is_due(state, unit) else []


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

    def changing_features(self, state: State, h: int) -> list[str]:
        """What stands in a hex beside the features of the map.

        Rule: stalingrad_1942 9.13
        """
        works = ["field_works"] if state.ground["works"][h] > 0 else []
        return [*super().changing_features(state, h), *works]
