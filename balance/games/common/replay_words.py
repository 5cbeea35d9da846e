"""A game for readers: what a replay shows of a state, in numbers and words of its own.

Looking never changes a game: supply and reach are found on a copy. The words come from
``replay.toml`` of the game's data, or else of the system's.
"""

from __future__ import annotations

from enum import IntEnum
from functools import partial
from typing import Any, ClassVar

import numpy as np

from balance.games.common import vocabulary
from balance.games.common.march import compute_reach
from balance.games.common.new_game import STATIC_FIELDS
from balance.games.common.refusals import REASONS
from balance.games.common.scenario import Scenario
from balance.games.common.state import BATTLE, NO_LINE, State
from balance.games.common.supply import trace_supply
from balance.games.common.tables import (
    class_names,
    result_codes,
    side_names,
    terrain_names,
    weather_names,
)
from balance.games.common.victory import count_points
from balance.games.common.vocabulary import Feature, Kind, Phase, Side, Status
from balance.games.replay_file import read_words
from balance.games.replay_map import INLAND_WATER, MapWords, map_faults
from balance.games.replay_words import CONDITION, SUPPLY, GameReplayWords, phase_kinds
from balance.kernel.compiled import entry
from balance.rulebook import game_file

_SHIFTS = tuple(name for name in BATTLE.names or () if name.endswith("_shift"))
#: Columns of the log of battles that are told in other words, or one by one.
_NOT_NUMBERS = (
    *("game_turn", "phase", "attacker", "hex", "attackers", "defenders", "result"),
    *("expected_value", *_SHIFTS),
)


@entry
def look_again(state: State) -> None:
    """Trace supply and count points as they stand at this instant, on a copy.

    Rule: common 11.2, 14.1
    """
    for side in range(2):
        trace_supply(state, side)
    if state.game.ended == 0:
        count_points(state)


def _look_at_units(state: State, seen: np.ndarray) -> None:
    """Note the supply of each unit, -1 off the map."""
    units = state.units
    supply = np.minimum(units["unsupplied"], 1)
    seen[SUPPLY] = np.where(units["status"] == Status.ON_MAP, supply, -1)
    seen[CONDITION] = 0


class ReplayWords(GameReplayWords):
    """Tells of the games of one scenario.

    Rule: common 1.1, 2.1, 5.1, 8.4, 8.5, 14.1
    """

    book: ClassVar[Any] = vocabulary
    reasons = REASONS
    points = ("vp", "vp_axis", "vp_soviet")
    battle_kind = "overrun"
    battle_numbers = tuple(name for name in BATTLE.names or () if name not in _NOT_NUMBERS)
    static = STATIC_FIELDS
    look_again = staticmethod(look_again)
    search = staticmethod(compute_reach)
    look_at = staticmethod(_look_at_units)

    def __init__(self, scenario: Scenario, words: Any) -> None:
        super().__init__(scenario, words)
        self._codes = [*result_codes(scenario.ruleset), "overrun"]
        self._classes = class_names(scenario.ruleset)

    @property
    def map_words(self) -> MapWords:  # type: ignore[override]
        """What the numbers on its map are: the rows of its charts."""
        return map_words(self.scenario)

    def printed(self, state: State, u: int) -> dict[str, Any]:
        """Class of mobility, formation and strengths by steps."""
        counter, row = state.units[u], self.scenario.order_of_battle.rows[u]
        return {
            "mobility": self._classes[int(counter.mobility)],
            "formation": row["army"],
            "strengths": state.strengths[u, 1 : int(counter.full_steps) + 1].tolist(),
            "rating": 0,
            "untried": False,
        }

    def result(self, row: Any) -> str:
        """A combat result as printed."""
        return self._codes[int(row["result"])]

    def values(self) -> dict[str, dict[int, str]]:
        """Words for the values of events; weathers are called as the chart calls them."""
        return {
            **super().values(),
            "weather": dict(enumerate(weather_names(self.scenario.ruleset))),
        }

    def supply_of(self, state: State) -> dict[str, Any]:
        """Sources and hexes in supply of both sides."""
        bits = state.hexes["features"][:-1]
        sources = [np.flatnonzero(bits & Feature[f"{side.name}_SOURCE"]).tolist() for side in Side]
        fed = state.supply[:, :-1] != NO_LINE
        return {
            "sources": [[h for h in sources[side] if fed[side, h]] for side in Side],
            "cut_off": [[h for h in sources[side] if not fed[side, h]] for side in Side],
            "supplied": [np.flatnonzero(fed[side]).tolist() for side in Side],
            "lines": [],
        }

    def facts(self, state: State) -> list[list[str]]:
        """What both players keep an eye on beside the map, as name and value."""
        game, names = state.game, weather_names(self.scenario.ruleset)
        axis, soviet = game_file.side_names(self.scenario.ruleset.game)
        told = [["Weather", names[int(game.weather)]]] if len(names) > 1 else []
        return [
            *told,
            [f"Replacement points, {axis}", str(int(game.axis_replacements))],
            [f"Replacement points, {soviet}", str(int(game.soviet_replacements))],
        ]


def map_words(scenario: Scenario) -> MapWords:
    """What the numbers on the map of a scenario are."""
    terrains = [*terrain_names(scenario.ruleset), "off_map"]
    sides = {name.upper(): 1 << bit for bit, name in enumerate(side_names(scenario.ruleset))}
    return MapWords(
        terrain=IntEnum("Terrain", [(n.upper(), i) for i, n in enumerate(terrains)]),
        water=(len(terrains) - 1,),
        feature=Feature,
        hexside=IntEnum("Hexside", sides),
        water_side=0,
    )


def open_replay_words(scenario: Scenario) -> ReplayWords:
    """Tell of a scenario in the words of its game."""
    words = read_words(
        scenario.ruleset.game,
        [kind.name for kind in Kind],
        ReplayWords.points,
        phase_kinds(Phase),
        partial(map_faults, scenario.map, map_words(scenario)),
        told=("weather",),
        shifts=_SHIFTS,
        sides=[*map_words(scenario).hexside.__members__, INLAND_WATER],
    )
    return ReplayWords(scenario, words)
