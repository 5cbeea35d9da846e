"""A game for readers: what a replay shows of a state, in numbers and words of its own.

Looking never changes a game: supply and reach are found on a copy. The words come from
``replay.toml`` of the game's data.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from balance.games.replay_map import MapWords
from balance.games.replay_words import CONDITION, SUPPLY, GameReplayWords
from balance.games.stalingrad_1942 import vocabulary
from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.new_game import STATIC_FIELDS
from balance.games.stalingrad_1942.refusals import REASONS
from balance.games.stalingrad_1942.scenario import Scenario
from balance.games.stalingrad_1942.state import BATTLE, NO_LINE, State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.tables import CODES
from balance.games.stalingrad_1942.victory import count_points
from balance.games.stalingrad_1942.vocabulary import Feature, Hexside, Side, Size, Status, Terrain
from balance.kernel.compiled import entry

#: Values of ``condition``: bits.
DISORGANIZED, NO_ZONE, BREATH = 1, 2, 4
#: Values of ``supply``: off the map, supplied, then the levels of the marker.
_OFF_MAP = -1
#: No side of a hex of this map is water.
_MAP_WORDS = MapWords(Terrain, (Terrain.OFF_MAP,), Feature, Hexside, 0)
_SHIFTS = tuple(name for name in BATTLE.names or () if name.endswith("_shift"))
#: Columns of the log of battles that are told in other words, or one by one.
_NOT_NUMBERS = (
    *("game_turn", "phase", "attacker", "hex", "hexes", "attackers", "defenders"),
    *("result", "expected_value", *_SHIFTS),
)
_BATTLE_NUMBERS = tuple(name for name in BATTLE.names or () if name not in _NOT_NUMBERS)


@entry
def look_again(state: State) -> None:
    """Trace supply and count points as they stand at this instant, on a copy.

    Rule: stalingrad_1942 14.11, S1e
    """
    for side in range(2):
        trace_supply(state, side)
    if state.game.ended == 0:
        count_points(state)


def _look_at_units(state: State, seen: np.ndarray) -> None:
    """Note the supply of each unit, -1 off the map, and its condition."""
    units = state.units
    on_map = units["status"] == Status.ON_MAP
    condition = DISORGANIZED * (units["disorganized"] > 0) + NO_ZONE * (units["zoneless"] > 0)
    condition += BREATH * (units["breath"] == 1)
    seen[SUPPLY] = np.where(on_map, units["unsupplied"], _OFF_MAP)
    seen[CONDITION] = np.where(on_map, condition, 0)


class ReplayWords(GameReplayWords):
    """Tells of the games of one scenario.

    Rule: stalingrad_1942 2.22, 2.23, 3.2b, 4.1, 7.12, 7.31, S1e
    """

    book: ClassVar[Any] = vocabulary
    reasons = REASONS
    map_words = _MAP_WORDS
    points = ("vp", "vp_axis", "vp_soviet")
    battle_kind = "bombardment"
    battle_numbers = _BATTLE_NUMBERS
    static = STATIC_FIELDS
    look_again = staticmethod(look_again)
    search = staticmethod(compute_reach)
    look_at = staticmethod(_look_at_units)

    def printed(self, state: State, u: int) -> dict[str, Any]:
        """Nation, size, formation and strengths by steps."""
        counter = state.units[u]
        return {
            "nation": int(counter.nation),
            "size": Size(int(counter.unit_size)).name.lower(),
            "formation": self.scenario.order_of_battle.rows[u]["formation"],
            "strengths": state.strengths[u, 1 : int(counter.full_steps) + 1].tolist(),
            "rating": 0,
            "untried": False,
        }

    def result(self, row: Any) -> str:
        """A combat result as printed."""
        return CODES[int(row["result"])]

    def supply_of(self, state: State) -> dict[str, Any]:
        """Bases and hexes in supply of both sides, and field works."""
        supplied = state.supply[:, :-1] != NO_LINE
        return {
            "works": np.flatnonzero(state.ground["works"][:-1]).tolist(),
            "sources": [self._base(state, side, working=True) for side in Side],
            "cut_off": [self._base(state, side, working=False) for side in Side],
            "supplied": [np.flatnonzero(supplied[side]).tolist() for side in Side],
            "lines": [],
        }

    def _base(self, state: State, side: Side, *, working: bool) -> list[int]:
        """Hexes of a side's supply base that feed it now, or that the enemy keeps from it.

        Rule: stalingrad_1942 14.13, 14.15, 14.16
        """
        scene = state.scene
        edges = int(scene.axis_edges if side == Side.AXIS else scene.soviet_edges)
        base = np.flatnonzero(state.hexes["features"][:-1] & edges)
        return base[(state.supply[side, base] == 0) == working].tolist()

    def facts(self, state: State) -> list[list[str]]:
        """What both players keep an eye on beside the map, as name and value."""
        game = state.game
        down = state.bridges["intact"][: game.bridge_count] == 0
        return [
            ["Troops at Stalingrad", "cut off" if game.surrounded else "supplied"],
            ["Nearest German approach", f"{game.nearest} hexes"],
            ["Bridges destroyed", str(int(down.sum()))],
            ["Operational pause", "yes" if game.pause else "no"],
        ]


def open_replay_words(scenario: Scenario) -> ReplayWords:
    """Tell of a scenario in the words of its game."""
    return ReplayWords.open(scenario, shifts=_SHIFTS)
