"""What the replay words of all games share: words, nations, counters, reach and lines of supply.

A game's own ``replay_words`` builds on ``GameReplayWords``. Looking never changes a game: where
looking would trace supply or write scratch fields, it looks at a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np

from balance.games.fresh import Template
from balance.games.replay_file import REFUSAL_VALUE, read_words
from balance.games.replay_map import SIDES, MapWords, map_faults, side_number, tell_map
from balance.games.searches import BEST
from balance.kernel.hexes import opposite

#: Rows of the table of units that a game's ``look_at`` fills.
SUPPLY, CONDITION = range(2)


class GameReplayWords:
    """Tells of the games of one scenario what is told alike in every game.

    A game says in its class what differs, and adds ``printed``, ``result``, ``facts`` and
    ``supply_of``.

    Parameters
    ----------
    scenario
        The scenario in force: game, order of battle, dates.
    words
        Content of ``replay.toml`` of the game's data.
    """

    #: Its vocabulary, a module with Phase, EventKind, Kind, Mobility and Status; a phase whose name
    #: begins with a side's belongs to its player turn.
    book: ClassVar[Any]
    #: Refusal -> citation, reason in words.
    reasons: ClassVar[Mapping[Any, tuple[str, str]]]
    #: What the numbers on its map are.
    map_words: ClassVar[MapWords]
    #: Columns of the games table that the points of a game are made of.
    points: ClassVar[tuple[str, ...]]
    #: Column of the log of battles that tells two kinds apart, and those told as they are.
    battle_kind: ClassVar[str]
    battle_numbers: ClassVar[tuple[str, ...]]
    #: Fields of the state that neither play nor looking writes.
    static: ClassVar[Collection[str]]
    #: (copy) brings a copy of a state up to what holds at this instant.
    look_again: ClassVar[Callable[[Any], None]]
    #: (state, unit) -> hexes in reach; points left on arrival are in ``work`` then.
    search: ClassVar[Callable[[Any, Any], int]]
    #: (state, table) fills SUPPLY (-1 off the map) and CONDITION of each unit: int64[2, units].
    look_at: ClassVar[Callable[[Any, np.ndarray], None]]

    def __init__(self, scenario: Any, words: Mapping[str, Any]) -> None:
        self.scenario = scenario
        self.words = words

    @classmethod
    def open(cls, scenario: Any, **more: Any) -> Self:
        """Tell of a scenario in the words of its game; ``more`` are such as ``read_words`` asks."""
        kinds = [kind.name for kind in cls.book.Kind]
        phases = more.pop("phases", phase_kinds(cls.book.Phase))
        of_map = partial(map_faults, scenario.map, cls.map_words)
        game = scenario.ruleset.game
        return cls(scenario, read_words(game, kinds, cls.points, phases, of_map, **more))

    @property
    def event_kinds(self) -> tuple[str, ...]:
        """Names of the numbers of events."""
        return tuple(kind.name for kind in self.book.EventKind)

    def map(self) -> dict[str, Any]:
        """The map; ``home`` is the side that a hex lies behind as the game begins, where told."""
        told = tell_map(self.scenario.map, self.map_words, self.words)
        if "SOVIET_SIDE" in self.book.Feature.__members__:
            bits = self.scenario.map.hexes["features"][:-1]
            soviet = (bits & int(self.book.Feature.SOVIET_SIDE)) != 0
            told["home"] = soviet.astype(int).tolist()
        return told

    def units(self, state: Any) -> list[dict[str, Any]]:
        """The counters, as printed; of untried ones what they turn out to be in this game."""
        return [self._unit(state, u) for u in range(len(state.units))]

    def _unit(self, state: Any, u: int) -> dict[str, Any]:
        counter = state.units[u]
        kind = self.book.Kind(int(counter.kind)).name
        words = self.kind_words(u, kind)
        return {
            "name": self.scenario.unit_names[u],
            "side": int(counter.side),
            "nation": int(counter.side),
            "kind": kind.lower(),
            "kind_name": words["name"],
            "symbol": words["symbol"],
            "size": words.get("size", ""),
            "mobility": self.book.Mobility(int(counter.mobility)).name.lower(),
            "movement": int(counter.movement),
            "steps": int(counter.full_steps),
            "die_attack": False,
            "die_defense": False,
            "arrival": int(counter.arrival_turn),
            **self.printed(state, u),
        }

    def kind_words(self, u: int, kind: str) -> dict[str, Any]:
        """Words for a unit of a kind: name, symbol, size."""
        words: dict[str, Any] = self.words["kind"][kind]
        return words

    def printed(self, state: Any, u: int) -> dict[str, Any]:
        """What a game's counters show besides: formation, strengths, untried, and what differs."""
        raise NotImplementedError

    def battle(self, row: Any) -> dict[str, Any]:
        """Numbers of a battle from its row of the log."""
        shifts = [int(row[key]) for key in self.words.get("shift", ())]
        return {
            "kind": int(row[self.battle_kind]),
            "shifts": [[place, shift] for place, shift in enumerate(shifts) if shift],
            "result": self.result(row),
            **{key: int(row[key]) for key in self.battle_numbers},
        }

    def result(self, row: Any) -> str:
        """A combat result as printed."""
        raise NotImplementedError

    @classmethod
    def copy(cls, state: Any) -> Any:
        """A state to look at, which shares with the game only what looking doesn't write."""
        copied = Template(state, cls.static).fresh(int(state.game.seed))
        cls.look_again(copied)
        return copied

    def reach(self, state: Any) -> dict[int, list[int]]:
        """Hexes that each unit of the phasing side could move to now, its own left out."""
        units = state.units
        on_map = units["status"] == self.book.Status.ON_MAP
        ready = np.flatnonzero((units["side"] == state.game.side) & on_map).tolist()
        looked, found = self.copy(state), {}
        for unit in ready:
            if type(self).search(looked, np.int64(unit)) > 1:
                hexes = np.flatnonzero(looked.work[BEST, :-1] >= 0).tolist()
                hexes.remove(int(looked.units[unit].hex))
                found[unit] = hexes
        return found

    def position(self, state: Any) -> dict[str, Any]:
        """All that is to be seen of a state besides where the units are.

        Returns
        -------
        dict
            Lists by unit: ``steps``, ``status``, ``revealed``, ``supply`` (-1 off the map),
            ``condition``; by hex: ``control`` (-1 nobody). The rest as in the frames of a replay.
        """
        looked = self.copy(state)
        seen = np.zeros((2, len(looked.units)), np.int64)
        type(self).look_at(looked, seen)
        units = looked.units
        hidden = "revealed" in (units.dtype.names or ())
        return {
            "steps": units["steps"].tolist(),
            "status": units["status"].tolist(),
            "revealed": units["revealed"].tolist() if hidden else [1] * len(units),
            "supply": seen[SUPPLY].tolist(),
            "condition": seen[CONDITION].tolist(),
            "control": looked.ground["control"][:-1].tolist(),
            "points": self.count_points(looked),
            "facts": self.facts(looked),
            "markers": [],
            "works": [],
            **self.supply_of(looked),
        }

    def count_points(self, state: Any) -> list[int]:
        """Points as they stand, in the order of ``points``."""
        return [int(state.game[name]) for name in self.points]

    def facts(self, state: Any) -> list[list[str]]:
        """What both players keep an eye on beside the map, as name and value."""
        raise NotImplementedError

    def supply_of(self, state: Any) -> dict[str, Any]:
        """By side ``sources``, ``cut_off`` and ``supplied`` hexes, ``lines``, and what differs."""
        raise NotImplementedError

    def nations(self) -> list[dict[str, Any]]:
        """The nations in the order of their numbers: that of ``replay.toml``."""
        return [
            {
                "key": entry["key"].lower(),
                "name": entry["name"],
                "side": side_number(entry["side"]),
                "colour": entry["colour"],
            }
            for entry in self.words["nation"]
        ]

    def values(self) -> dict[str, dict[int, str]]:
        """Words for the values of events, by what the value is and its number."""
        said = {
            kind: {int(number): word for number, word in words.items()}
            for kind, words in self.words.get("value", {}).items()
        }
        reasons = {
            int(code): f"{reason} [{bare_rules(rule)}]"
            for code, (rule, reason) in self.reasons.items()
        }
        return {**said, REFUSAL_VALUE: reasons}

    @property
    def last_turn(self) -> int:
        """Number of the last game turn."""
        return int(self.scenario.last_turn)

    def date(self, game_turn: int) -> str:
        """First day of a game turn in words."""
        day = self.scenario.first_day(max(1, game_turn))
        return f"{day.day} {day:%B} {day.year}"

    def phase(self, state: Any) -> str:
        """Kind of the phase: a key of ``phase`` in ``replay.toml``."""
        return _phase_kind(self.book.Phase(int(state.game.phase)))

    def phase_key(self, state: Any) -> str:
        """Name of the phase as the tables of a study have it."""
        return str(self.book.Phase(int(state.game.phase)).name.lower())

    def side(self, state: Any) -> int:
        """Side whose player turn it is, -1 for none."""
        word = self.phase_key(state).split("_")[0]
        return side_number(word) if word in SIDES else -1


def phase_kinds(phases: type[IntEnum]) -> list[str]:
    """Kinds of the phases of a game, in order: what is done in them, whoever does it."""
    return list(dict.fromkeys(map(_phase_kind, phases)))


def _phase_kind(phase: IntEnum) -> str:
    name = phase.name.lower()
    return "end" if name == "turn_end" else name.removeprefix("axis_").removeprefix("soviet_")


def bare_rules(citation: str) -> str:
    """Numbers of the rules in a citation, without the book.

    >>> bare_rules("army_group_south 9.11, 9.14")
    '9.11, 9.14'
    """
    return citation.partition(" ")[2]


def way_down(neighbour: np.ndarray, links: Sequence[int], sides: np.ndarray, h: int) -> str:
    """Directions of a shortest line from a hex to a source, as far as links lead.

    Parameters
    ----------
    neighbour : int array, shape [n + 1, 6]
    links
        By hex: hexes to the source.
    sides : int array, shape [n + 1]
        Bit d set where a line, seen from the source, may leave a hex by side d.
    """
    way = ""
    while links[h] > 0:
        step = _step_down(neighbour, links, sides, h)
        if step < 0:
            break
        way += str(step)
        h = int(neighbour[h, step])
    return way


def _step_down(neighbour: np.ndarray, links: Sequence[int], sides: np.ndarray, h: int) -> int:
    """Direction of a neighbour that is one link nearer to the source, -1 if there is none."""
    for direction in range(6):
        there = int(neighbour[h, direction])
        open_side = int(sides[there]) >> opposite(direction) & 1
        if open_side and links[there] == links[h] - 1:
            return direction
    return -1
