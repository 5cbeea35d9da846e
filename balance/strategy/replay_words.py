"""What a game offers to a replay: its map, counters and states for readers.

A game's ``replay_words`` module fills this in, with words from the ``replay.toml`` of its data;
whoever records games knows nothing else of them. Looking never changes a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class ReplayWords(Protocol):
    """Tells of the games of one scenario; hexes, units and sides are numbers, -1 is none."""

    @property
    def words(self) -> Mapping[str, Any]:
        """The content of ``replay.toml``."""

    @property
    def event_kinds(self) -> Sequence[str]:
        """Kinds of event in the order of their numbers, as ``replay.toml`` names them."""

    @property
    def last_turn(self) -> int:
        """Number of the last game turn."""

    @property
    def points(self) -> Sequence[str]:
        """Columns of the games table that the points are made of, the sum first."""

    def map(self) -> dict[str, Any]:
        """The map."""

    def nations(self) -> list[dict[str, Any]]:
        """The nations in the order of their numbers."""

    def units(self, state: Any) -> list[dict[str, Any]]:
        """The counters, as printed."""

    def values(self) -> dict[str, dict[int, str]]:
        """Words for the values of events, by what the value is and its number."""

    def date(self, game_turn: int) -> str:
        """First day of a game turn in words."""

    def battle(self, row: Any) -> dict[str, Any]:
        """What the numbers of a battle are, from its row of the log.

        ``kind`` (its place in ``battle.kinds`` of ``replay.toml``), ``odds`` and ``final_odds``
        (rungs of the ladder), ``result`` (text), ``shifts`` (pairs of place in ``shift`` and
        number), and all that ``battle.sum`` and ``battle.brought`` name.
        """

    def phase(self, state: Any) -> str:
        """Kind of the phase: a key of ``phase`` in ``replay.toml``."""

    def phase_key(self, state: Any) -> str:
        """Name of the phase as the tables of a study have it."""

    def side(self, state: Any) -> int:
        """Side whose player turn it is."""

    def reach(self, state: Any) -> dict[int, list[int]]:
        """Hexes that each unit of the phasing side could move to now."""

    def position(self, state: Any) -> dict[str, Any]:
        """All that is to be seen of a state besides where the units are."""
