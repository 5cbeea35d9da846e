"""A game for readers: what a replay shows of a state, in numbers and words of its own.

Looking never changes a game: supply and reach are found on a copy. The words come from
``replay.toml`` of the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from balance.games.fresh import Template
from balance.games.stalingrad_1942.march import BEST, compute_reach
from balance.games.stalingrad_1942.new_game import STATIC_FIELDS
from balance.games.stalingrad_1942.refusals import REASONS
from balance.games.stalingrad_1942.scenario import Scenario
from balance.games.stalingrad_1942.state import BATTLE, NO_LINE, State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.tables import CODES
from balance.games.stalingrad_1942.victory import count_points
from balance.games.stalingrad_1942.vocabulary import (
    EventKind,
    Feature,
    Hexside,
    Kind,
    Mobility,
    Phase,
    Side,
    Size,
    Status,
    Terrain,
)
from balance.games.telling import GameTelling, find_reach
from balance.games.telling_map import MapWords, map_faults, tell_map
from balance.games.words import read_words
from balance.kernel.compiled import entry

#: Values of ``condition``: bits.
DISORGANIZED, NO_ZONE, BREATH = 1, 2, 4
#: Values of ``supply``: off the map, supplied, then the levels of the marker.
_OFF_MAP = -1
#: No side of a hex of this map is water.
_MAP_WORDS = MapWords(Terrain, (Terrain.OFF_MAP,), Feature, Hexside, 0)
_SHIFTS = tuple(name for name in BATTLE.names or () if name.endswith("_shift"))
#: Columns of the log of battles that are told as they are.
_BATTLE_NUMBERS = tuple(
    name
    for name in BATTLE.names or ()
    if name not in (*_SHIFTS, "game_turn", "phase", "attacker", "hex", "result", "expected_value")
)
_KINDS_OF_PHASE = {
    "air": (Phase.AXIS_AIR, Phase.SOVIET_AIR),
    "supply": (Phase.SUPPLY,),
    "movement": (Phase.AXIS_MOVEMENT, Phase.SOVIET_MOVEMENT),
    "fortification": (Phase.AXIS_FORTIFICATION, Phase.SOVIET_FORTIFICATION),
    "combat": (Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT),
    "strategic": (Phase.AXIS_STRATEGIC, Phase.SOVIET_STRATEGIC),
    "end": (Phase.TURN_END,),
    "set_up": (Phase.SET_UP,),
}
_PHASE_KINDS = {phase: kind for kind, phases in _KINDS_OF_PHASE.items() for phase in phases}


class Telling(GameTelling):
    """Tells of the games of one scenario."""

    #: Names of the numbers of events.
    event_kinds = tuple(kind.name for kind in EventKind)
    #: Columns of the games table that the points of a game are made of (S1e).
    points = ("vp", "vp_axis", "vp_soviet")

    def __init__(self, scenario: Scenario, words: Mapping[str, Any]) -> None:
        super().__init__(scenario, words, Phase, REASONS)

    def map(self) -> dict[str, Any]:
        """The map; ``home`` is the side behind whose front a hex lies as the game begins."""
        game_map = self.scenario.map
        soviet = (game_map.hexes["features"][:-1] & int(Feature.SOVIET_SIDE)) != 0
        told = tell_map(game_map, _MAP_WORDS, self.words)
        return {**told, "home": np.where(soviet, Side.SOVIET, Side.AXIS).tolist()}

    def units(self, state: State) -> list[dict[str, Any]]:
        """The counters, as printed.

        Rule: stalingrad_1942 2.22, 2.23
        """
        return [self._unit(state, u) for u in range(len(state.units))]

    def _unit(self, state: State, u: int) -> dict[str, Any]:
        counter = state.units[u]
        kind = self.words["kind"][Kind(int(counter.kind)).name]
        full = int(counter.full_steps)
        return {
            "name": self.scenario.unit_names[u],
            "side": int(counter.side),
            "nation": int(counter.nation),
            "kind": Kind(int(counter.kind)).name.lower(),
            "kind_name": kind["name"],
            "symbol": kind["symbol"],
            "size": Size(int(counter.unit_size)).name.lower(),
            "mobility": Mobility(int(counter.mobility)).name.lower(),
            "formation": self.scenario.order_of_battle.rows[u]["formation"],
            "strengths": state.strengths[u, 1 : full + 1].tolist(),
            "movement": int(counter.movement),
            "rating": 0,
            "steps": full,
            "untried": False,
            "die_attack": False,
            "die_defense": False,
            "arrival": int(counter.arrival_turn),
        }

    def battle(self, row: Any) -> dict[str, Any]:
        """Numbers of a battle from its row of the log.

        Rule: stalingrad_1942 7.12, 7.31
        """
        shifts = [int(row[name]) for name in _SHIFTS]
        return {
            "kind": int(row["bombardment"]),
            "shifts": [[place, shift] for place, shift in enumerate(shifts) if shift],
            "result": CODES[int(row["result"])],
            **{key: int(row[key]) for key in _BATTLE_NUMBERS},
        }

    def phase(self, state: State) -> str:
        """Kind of the phase: a key of ``phase`` in ``replay.toml``.

        Rule: stalingrad_1942 3.2b
        """
        return _PHASE_KINDS[Phase(int(state.game.phase))]

    def reach(self, state: State) -> dict[int, list[int]]:
        """Hexes that each unit of the phasing side could march to now, its own left out.

        Rule: stalingrad_1942 4.1
        """
        ready = (state.units["side"] == state.game.side) & (state.units["status"] == Status.ON_MAP)
        units = np.flatnonzero(ready).tolist()
        return find_reach(_copy(state), units, compute_reach, BEST)

    def position(self, state: State) -> dict[str, Any]:
        """All that is to be seen of a state besides where the units are.

        Returns
        -------
        dict
            Lists by unit: ``steps``, ``status``, ``revealed``, ``supply`` (-1 off the map),
            ``condition``; by hex: ``control``. The rest as in the frames of a replay.
        """
        looked = _copy(state)
        look_again(looked)
        units = looked.units
        on_map = units["status"] == Status.ON_MAP
        condition = DISORGANIZED * (units["disorganized"] > 0) + NO_ZONE * (units["zoneless"] > 0)
        condition += BREATH * (units["breath"] == 1)
        supplied = looked.supply[:, :-1] != NO_LINE
        return {
            "steps": units["steps"].tolist(),
            "status": units["status"].tolist(),
            "revealed": [1] * len(units),
            "supply": np.where(on_map, units["unsupplied"], _OFF_MAP).tolist(),
            "condition": np.where(on_map, condition, 0).tolist(),
            "control": looked.ground["control"][:-1].tolist(),
            "points": [int(looked.game[key]) for key in self.points],
            "facts": self._facts(looked),
            "markers": [],
            "works": np.flatnonzero(looked.ground["works"][:-1]).tolist(),
            "sources": [self._base(looked, side, working=True) for side in Side],
            "cut_off": [self._base(looked, side, working=False) for side in Side],
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

    def _facts(self, state: State) -> list[list[str]]:
        """What both players keep an eye on beside the map, as name and value."""
        game = state.game
        down = state.bridges["intact"][: game.bridge_count] == 0
        return [
            ["Troops at Stalingrad", "cut off" if game.surrounded else "supplied"],
            ["Nearest German approach", f"{game.nearest} hexes"],
            ["Bridges destroyed", str(int(down.sum()))],
            ["Operational pause", "yes" if game.pause else "no"],
        ]


def open_telling(scenario: Scenario) -> Telling:
    """Tell of a scenario in the words of its game."""
    kinds = [kind.name for kind in Kind]
    of_map = partial(map_faults, scenario.map, _MAP_WORDS)
    words = read_words(
        scenario.ruleset.game, kinds, Telling.points, _KINDS_OF_PHASE, of_map, shifts=_SHIFTS
    )
    return Telling(scenario, words)


@entry
def look_again(state: State) -> None:
    """Trace supply and count points as they stand at this instant, on a copy.

    Rule: stalingrad_1942 14.11, S1e
    """
    for side in range(2):
        trace_supply(state, side)
    if state.game.ended == 0:
        count_points(state)


def _copy(state: State) -> State:
    """A state to look at, which shares with the game only what looking doesn't write."""
    copied: State = Template(state, STATIC_FIELDS).fresh(int(state.game.seed))
    return copied
