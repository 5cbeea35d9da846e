"""What happened in a phase, in order: moves with their ways, battles with who fought, events.

The engine keeps three logs: events, battles, and in a replay the trace of every unit put into a hex
or taken out of one. Each row of the trace says how many events and battles came before it; that
puts the three in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.experiments.replay.event_words import EventWords
from balance.experiments.schema import odds_ratio
from balance.rules.trace import TraceKind
from balance.strategy.replay_words import ReplayWords

OFF_MAP = -1


class Chronicle:
    """Tells of one game, phase by phase."""

    def __init__(
        self, replay_words: ReplayWords, words: EventWords, units: Sequence[Mapping[str, Any]]
    ) -> None:
        self.replay_words = replay_words
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

    def tell_battle(self, state: Any, number: int) -> dict[str, Any]:
        """Describe a battle; who fights where is still to be added."""
        row = state.battles[number]
        told = self.replay_words.battle(row)
        odds, final = (odds_ratio(told.pop(key)) for key in ("odds", "final_odds"))
        return {
            "k": "battle",
            "n": number,
            "attacker": int(row["attacker"]),
            "hex": int(row["hex"]),
            "hexes": [],
            "attackers": [],
            "defenders": [],
            **told,
            "odds": odds,
            "final": final,
        }


@dataclass
class _Leg:
    """How the next steps of a unit are to be read, until another unit stirs or it gets there."""

    unit: int = -1
    kind: str = "move"
    by: str = ""
    goal: int = -1


#: What a trace says of the steps that follow: kind of happening, means of transport.
_LEGS = {
    TraceKind.RETREATS: ("retreat", ""),
    TraceKind.ADVANCES: ("advance", ""),
    TraceKind.RIDES: ("move", "rail"),
    TraceKind.SAILS: ("move", "sea"),
}


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
        self._leg = _Leg()

    def tell(self, trace: Sequence[tuple[int, int, int, int, int]]) -> None:
        """Go through rows of the trace: kind, unit, hex, events and battles before it."""
        goes_on = _placed_again(trace)
        for row, (kind, unit, h, events, battles) in enumerate(trace):
            self._tell_events(events)
            if kind == TraceKind.PLACED:
                self._place(unit, h)
            elif kind == TraceKind.LIFTED:
                if not goes_on[row]:
                    self._remove(unit)
            elif kind in _LEGS:
                self._move = {}
                goal = h if kind != TraceKind.RETREATS else OFF_MAP
                self._leg = _Leg(unit, *_LEGS[TraceKind(kind)], goal)
            else:
                self._join_battle(battles - 1, kind, unit, h)
        self._tell_events(int(self._state.game.event_count))

    def _tell_events(self, end: int) -> None:
        while self._event < end:
            self.log.append(self._chronicle.words.tell(self._state.events[self._event]))
            self._event += 1

    def _place(self, unit: int, h: int) -> None:
        origin = self._where[unit]
        self._where[unit] = h
        self.placed.pop(unit, None)
        self.placed[unit] = h
        if origin != h:  # or else lifted while others retreated, and put back
            self._step(unit, origin, h)

    def _step(self, unit: int, origin: int, h: int) -> None:
        if self._leg.unit != unit:
            self._leg = _Leg(unit)
        if self._move.get("unit") == unit:
            self._move["path"].append(h)
        else:
            self._move = self._set_out(unit, origin, h)
            self.log.append(self._move)
        if h == self._leg.goal:
            self._leg = _Leg()
            self._move = {}

    def _set_out(self, unit: int, origin: int, h: int) -> dict[str, Any]:
        move: dict[str, Any] = {"k": self._leg.kind, "unit": unit, "path": [origin, h]}
        if self._leg.kind != "move":
            move["battle"] = self._battle["n"]
        elif self._leg.by:
            move["by"] = self._leg.by
        return move

    def _remove(self, unit: int) -> None:
        self.log.append({"k": "remove", "unit": unit, "path": [self._where[unit]]})
        self._where[unit] = OFF_MAP
        self.placed.pop(unit, None)
        self.placed[unit] = OFF_MAP
        self._move = {}

    def _join_battle(self, number: int, kind: int, unit: int, h: int) -> None:
        if self._battle.get("n") != number:
            self._move = {}
            self._leg = _Leg()
            self._battle = self._chronicle.tell_battle(self._state, number)
            self.log.append(self._battle)
        if kind == TraceKind.ATTACKS:
            self._battle["attackers"] += [unit, h]
        else:
            self._battle["defenders"].append(unit)
            if h not in self._battle["hexes"]:
                self._battle["hexes"].append(h)


def _placed_again(trace: Sequence[tuple[int, int, int, int, int]]) -> list[bool]:
    """Whether the unit of each row is put into a hex in a later one."""
    again: list[bool] = []
    seen: set[int] = set()
    for kind, unit, *_ in reversed(trace):
        again.append(unit in seen)
        if kind == TraceKind.PLACED:
            seen.add(unit)
    return again[::-1]
