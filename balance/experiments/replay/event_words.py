"""The events of a game as lines of a log, in the game's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.games.replay_file import BATTLE_VALUE as BATTLE
from balance.games.replay_file import NUMBER_VALUE as NUMBER
from balance.games.replay_file import SIDE_VALUE as SIDE
from balance.strategy.replay_words import ReplayWords


class EventWords:
    """Puts events into words."""

    def __init__(
        self,
        replay_words: ReplayWords,
        game_map: Mapping[str, Any],
        units: Sequence[Mapping[str, Any]],
        sides: Sequence[str],
    ) -> None:
        self._kinds = replay_words.event_kinds
        self._entries: Mapping[str, Mapping[str, str]] = replay_words.words["event"]
        self._values = {**replay_words.values(), SIDE: dict(enumerate(sides))}
        self._units = units
        self._numbers = game_map["number"]
        self._places = {place["hex"]: place["name"] for place in game_map["places"]}

    def tell(self, event: Any) -> dict[str, Any]:
        """Turn a row of the events into a happening of a replay."""
        key = self._kinds[int(event["kind"])]
        entry = self._entries[key]
        meaning = entry.get("value", NUMBER)
        unit, h, value = int(event["unit"]), int(event["hex"]), int(event["value"])
        on_map = h < len(self._numbers)
        told: dict[str, Any] = {
            "k": "event",
            "kind": key.lower(),
            "hex": h if on_map else -1,
            "unit": unit,
            "side": self._side(unit, meaning, value),
            "words": entry["words"].format(
                unit=self._units[unit]["name"] if unit >= 0 else "nobody",
                place=self.place(h) if on_map else "off the map",
                value=self._value(meaning, value),
            ),
        }
        if meaning == BATTLE and value >= 0:
            told["battle"] = value
        return told

    def place(self, h: int) -> str:
        """A hex as readers know it: its place and number."""
        number = str(self._numbers[h])
        return f"{self._places[h]} ({number})" if h in self._places else number

    def _side(self, unit: int, meaning: str, value: int) -> int:
        if unit >= 0:
            return int(self._units[unit]["side"])
        return value if meaning == SIDE else -1

    def _value(self, meaning: str, value: int) -> str | int:
        return self._values[meaning].get(value, str(value)) if meaning in self._values else value
