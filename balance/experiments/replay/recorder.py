"""Records a game while it is played: one frame a phase, with the differences to the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.experiments.replay.chronicle import Chronicle
from balance.experiments.replay.event_words import EventWords
from balance.experiments.replay.runs import write_control, write_runs
from balance.strategy.replay_words import ReplayWords

#: What a position tells of each unit.
UNIT_FIELDS = ("steps", "status", "revealed", "supply", "condition")
#: What it tells of the whole game, written where it differs from the frame before.
WHOLE_FIELDS = ("points", "facts", "markers", "works", "sources", "cut_off", "supplied", "lines")


class Recorder:
    """Watches one game, see ``balance.strategy.play.Watcher``."""

    def __init__(self, replay_words: ReplayWords, sides: Sequence[str]) -> None:
        self.replay_words = replay_words
        self.sides = sides
        self.map = replay_words.map()
        self.units: list[dict[str, Any]] = []
        self.start: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self._position: dict[str, Any] = {}
        self._reach: dict[str, str] = {}
        # Kinds of phase in which a player moves; in which he acts at all, so that each has a frame.
        self._moving = frozenset(replay_words.words["moving"])
        self._acting = self._moving | frozenset(replay_words.words["fighting"])

    def begin(self, state: Any) -> None:
        """Record the set-up."""
        self.units = self.replay_words.units(state)
        words = EventWords(self.replay_words, self.map, self.units, self.sides)
        self._chronicle = Chronicle(self.replay_words, words, self.units)
        position = self._look(state)
        self._position = {key: position[key] for key in (*UNIT_FIELDS, "control")}
        self.start = {key: list(position[key]) for key in UNIT_FIELDS}
        self.start["control"] = write_control(position["control"])
        self._cut(state, "set_up")
        self.frames[0]["log"] = []  # everybody arrives, which `place` says

    def before_phase(self, state: Any) -> None:
        """Note how far everybody can move as a movement phase begins."""
        self._reach = {}
        if self.replay_words.phase(state) in self._moving:
            reach = self.replay_words.reach(state)
            self._reach = {str(unit): write_runs(hexes) for unit, hexes in reach.items()}

    def after_phase(self, state: Any) -> None:
        """End the frame of what is announced; the referee has still to close other phases."""
        kind = self.replay_words.phase(state)
        if kind not in self._acting:
            self._cut(state, kind)

    def phase_closed(self, state: Any) -> None:
        """End the frame of a phase."""
        self._cut(state, self.replay_words.phase(state))

    def end(self, state: Any) -> None:
        """Record what came after the last phase."""
        over = bool(state.game.ended)
        self._cut(state, "over" if over else "broken")

    def _look(self, state: Any) -> dict[str, Any]:
        position = self.replay_words.position(state)
        position["supplied"] = [write_runs(hexes) for hexes in position["supplied"]]
        return position

    def _cut(self, state: Any, kind: str) -> None:
        """End a frame; one in which nothing happened is left out."""
        log, place = self._chronicle.tell(state)
        differences = self._differences(self._look(state))
        if place:
            differences["place"] = place
        if not log and not differences and kind != "broken" and kind not in self._acting:
            return
        side = self.replay_words.side(state) if kind not in ("over", "broken") else -1
        self.frames.append(
            {
                "turn": int(state.game.game_turn),
                "date": self.replay_words.date(int(state.game.game_turn)),
                "side": side,
                "phase": self.replay_words.phase_key(state),
                "kind": kind,
                "name": self.replay_words.words["phase"][kind].format(
                    side=self.sides[side] if side >= 0 else ""
                ),
                **differences,
                **({"reach": self._reach} if self._reach and kind in self._moving else {}),
                "log": log,
            }
        )

    def _differences(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """What differs from the position before, which this one replaces."""
        before, self._position = self._position, dict(position)
        found: dict[str, Any] = {}
        change = {key: _pairs(before[key], position[key]) for key in UNIT_FIELDS}
        change = {key: pairs for key, pairs in change.items() if pairs}
        if change:
            found["change"] = change
        control = _pairs(before["control"], position["control"])
        if control:
            found["control"] = control
        for key in WHOLE_FIELDS:
            if before.get(key) != position[key]:
                found[key] = position[key]
        return found


def _pairs(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Flat list of the places at which two lists differ, and the values there.

    >>> _pairs([1, 2, 3], [1, 5, 3])
    [1, 5]
    """
    found: list[int] = []
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            found += [place, new]
    return found
