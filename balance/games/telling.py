"""What the tellings of all games share: words, nations, counters, reach and lines of supply.

A game's own ``telling`` builds on ``GameTelling``. Looking never changes a game: where looking
would trace supply or write scratch fields, it looks at a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from balance.games.telling_map import SIDES, side_number
from balance.games.words import REFUSAL_VALUE
from balance.kernel.hexes import opposite


class GameTelling:
    """Tells of the games of one scenario what is told alike in every game.

    Parameters
    ----------
    scenario
        The scenario in force: game, order of battle, dates.
    words
        Content of ``replay.toml`` of the game's data.
    phases : IntEnum class
        Phases of the game; a name that begins with a side's is a phase of its player turn.
    reasons
        Refusal -> citation, reason in words.
    """

    def __init__(
        self,
        scenario: Any,
        words: Mapping[str, Any],
        phases: type[IntEnum],
        reasons: Mapping[Any, tuple[str, str]],
    ) -> None:
        self.scenario = scenario
        self.words = words
        self._phases = phases
        self._reasons = reasons

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
            for code, (rule, reason) in self._reasons.items()
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

    def phase_key(self, state: Any) -> str:
        """Name of the phase as the tables of a study have it."""
        return self._phases(int(state.game.phase)).name.lower()

    def side(self, state: Any) -> int:
        """Side whose player turn it is, -1 for none."""
        word = self.phase_key(state).split("_")[0]
        return side_number(word) if word in SIDES else -1


def bare_rules(citation: str) -> str:
    """Numbers of the rules in a citation, without the book.

    >>> bare_rules("army_group_south 9.11, 9.14")
    '9.11, 9.14'
    """
    return citation.partition(" ")[2]


def find_reach(
    looked: Any, units: Iterable[int], search: Callable[[Any, np.int64], int], row: int
) -> dict[int, list[int]]:
    """Hexes that each of some units could move to now, its own left out.

    ``search`` writes points left on arrival, negative out of reach, into a row of ``work`` and
    returns the number of hexes; ``looked`` is a copy of the state.
    """
    found = {}
    for unit in units:
        if search(looked, np.int64(unit)) > 1:
            hexes = np.flatnonzero(looked.work[row, :-1] >= 0).tolist()
            hexes.remove(int(looked.units[unit].hex))
            found[unit] = hexes
    return found


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
