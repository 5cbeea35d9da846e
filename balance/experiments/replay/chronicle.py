"""What happened in a phase, in order: moves with their ways, battles with who fought, events.

The engine keeps three logs: events, battles, and in a replay the trace of every unit put into a hex
or taken out of one. Each row of the trace says how many events and battles came before it; that
puts the three in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.experiments.replay.event_words import EventWords
from balance.experiments.schema import odds_ratio
from balance.strategy.telling import Telling

#: Columns of the battles table that a replay shows as they are.
_COUNTS = (
    *("attack", "defense", "die", "attacker_steps_lost", "defender_steps_lost"),
    *("defender_units_lost", "attacker_oos", "defender_oos", "retreated", "advanced"),
)
OFF_MAP = -1


class Chronicle:
    """Tells of one game, phase by phase."""

    def __init__(
        self, telling: Telling, words: EventWords, units: Sequence[Mapping[str, Any]]
    ) -> None:
        self.telling = telling
        self.words = words
        self.side = [int(unit["side"]) for unit in units]
        self.where = [OFF_MAP] * len(units)
        self._steps = self._events = 0

    def tell(self, state: Any) -> tuple[list[dict[str, Any]], list[int]]:
        """Tell what has happened since the last call.

        Returns
        -------
        log : list of dict
            Happenings in order.
        place : list of int
            Flat: unit, hex it ends up in, in the order in which they were put there last.

        Raises
        ------
        AssertionError
            If a log of the game is full, so that something is missing.
        """
        assert state.traced[0] <= len(state.trace), "the trace is full"
        assert state.game.event_count <= len(state.events), "the log of events is full"
        assert state.game.battle_count <= len(state.battles), "the log of battles is full"
        trace = state.trace[self._steps : int(state.traced[0])].tolist()
        phase = _Phase(self, state, self._events)
        phase.tell(trace)
        self._steps += len(trace)
        self._events = int(state.game.event_count)
        place = [number for pair in phase.placed.items() for number in pair]
        return phase.log, place


class _Phase:
    """The happenings of one phase as they are put together."""

    def __init__(self, chronicle: Chronicle, state: Any, first_event: int) -> None:
        self.log: list[dict[str, Any]] = []
        self.placed: dict[int, int] = {}
        self._chronicle = chronicle
        self._where = chronicle.where
        self._state = state
        self._event = first_event
        self._battle: dict[str, Any] = {}
        self._move: dict[str, Any] = {}  # the move that may still go on
        self._how: tuple[int, int, str] = (-1, -1, "")  # unit and hex that an event has spoken of

    def tell(self, trace: Sequence[tuple[int, int, int, int, int]]) -> None:
        """Go through rows of the trace: kind, unit, hex, events and battles before it."""
        kinds = self._chronicle.telling.trace_kinds
        goes_on = _placed_again(trace, kinds.index("placed"))
        for row, (kind, unit, h, events, battles) in enumerate(trace):
            self._tell_events(events)
            if kinds[kind] == "placed":
                self._place(unit, h)
            elif kinds[kind] == "lifted":
                if not goes_on[row]:
                    self._remove(unit)
            else:
                self._join_battle(battles - 1, kinds[kind], unit, h)
        self._tell_events(int(self._state.game.event_count))

    def _tell_events(self, end: int) -> None:
        words = self._chronicle.words
        while self._event < end:
            event = self._state.events[self._event]
            self.log.append(words.tell(event))
            self._how = (int(event["unit"]), int(event["hex"]), words.how(event))
            self._event += 1

    def _place(self, unit: int, h: int) -> None:
        origin = self._where[unit]
        self._where[unit] = h
        self.placed.pop(unit, None)
        self.placed[unit] = h
        if origin == h:
            return  # lifted while others retreated, and put back
        fought = self._battle and origin != OFF_MAP
        if fought and self._chronicle.side[unit] != self._battle["attacker"]:
            self._follow("retreat", unit, [origin, h])
        elif fought and h == self._battle["hex"] and unit in self._battle["attackers"][::2]:
            self._follow("advance", unit, [origin, h])
        else:
            self._step(unit, origin, h)

    def _follow(self, kind: str, unit: int, path: list[int]) -> None:
        self._move = {}
        self.log.append({"k": kind, "unit": unit, "path": path, "battle": self._battle["n"]})

    def _step(self, unit: int, origin: int, h: int) -> None:
        by = self._how[2] if self._how[:2] == (unit, h) else ""
        if self._move.get("unit") == unit and not by:
            self._move["path"].append(h)
            return
        self._move = {"k": "move", "unit": unit, "path": [origin, h]}
        if by:
            self._move["by"] = by
        self.log.append(self._move)

    def _remove(self, unit: int) -> None:
        self.log.append({"k": "remove", "unit": unit, "path": [self._where[unit]]})
        self._where[unit] = OFF_MAP
        self.placed.pop(unit, None)
        self.placed[unit] = OFF_MAP
        self._move = {}

    def _join_battle(self, number: int, kind: str, unit: int, h: int) -> None:
        if self._battle.get("n") != number:
            self._move = {}
            self._battle = tell_battle(self._chronicle.telling, self._state.battles, number)
            self.log.append(self._battle)
        if kind == "attacks":
            self._battle["attackers"] += [unit, h]
        else:
            self._battle["defenders"].append(unit)


def _placed_again(trace: Sequence[tuple[int, int, int, int, int]], placed: int) -> list[bool]:
    """Whether the unit of each row is put into a hex in a later one."""
    again: list[bool] = []
    seen: set[int] = set()
    for kind, unit, *_ in reversed(trace):
        again.append(unit in seen)
        if kind == placed:
            seen.add(unit)
    return again[::-1]


def tell_battle(telling: Telling, battles: Any, number: int) -> dict[str, Any]:
    """Describe a battle; who fights is still to be added."""
    row = battles[number]
    shifts = [int(row[key]) for key in telling.words["shift"]]
    return {
        "k": "battle",
        "n": number,
        "mobile": bool(row["mobile"]),
        "attacker": int(row["attacker"]),
        "hex": int(row["hex"]),
        "attackers": [],
        "defenders": [],
        "odds": odds_ratio(int(row["odds"])),
        "shifts": [[place, shift] for place, shift in enumerate(shifts) if shift],
        "final": odds_ratio(int(row["final_odds"])),
        "result": telling.results[int(row["result"])],
        **{key: int(row[key]) for key in _COUNTS},
    }
