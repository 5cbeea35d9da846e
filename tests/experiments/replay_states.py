"""The states of a replay, put together again from what its frames say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from balance.experiments.replay.recorder import UNIT_FIELDS, WHOLE_FIELDS
from balance.experiments.replay.runs import read_control


@dataclass(frozen=True)
class FrameState:
    """The state at the end of a frame."""

    units: dict[str, list[int]]  # by unit: the fields of ``recorder.UNIT_FIELDS``
    hex: list[int]  # by unit; -1 off the map
    stacks: dict[int, list[int]]  # by hex with units in it: its units, top first
    control: list[int]  # by hex
    whole: dict[str, Any]  # the fields of ``recorder.WHOLE_FIELDS``


def frame_states(document: Mapping[str, Any]) -> Iterator[FrameState]:
    """Go through the frames of a replay and give the state at the end of each."""
    start = document["start"]
    units = {key: list(start[key]) for key in UNIT_FIELDS}
    place = [-1] * len(document["units"])
    stacks: dict[int, list[int]] = {}
    control = read_control(start["control"])
    whole: dict[str, Any] = {}
    for frame in document["frames"]:
        for unit, h in flat_pairs(frame.get("place", [])):
            if place[unit] >= 0:
                stacks[place[unit]].remove(unit)
            if h >= 0:
                stacks.setdefault(h, []).insert(0, unit)
            place[unit] = h
        for key, pairs in frame.get("change", {}).items():
            for unit, value in flat_pairs(pairs):
                units[key][unit] = value
        for h, side in flat_pairs(frame.get("control", [])):
            control[h] = side
        whole |= {key: frame[key] for key in WHOLE_FIELDS if key in frame}
        yield FrameState(
            {key: list(values) for key, values in units.items()},
            list(place),
            {h: list(stack) for h, stack in stacks.items() if stack},
            list(control),
            dict(whole),
        )


def flat_pairs(values: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Pairs of a flat list.

    >>> list(flat_pairs([1, 2, 3, 4]))
    [(1, 2), (3, 4)]
    """
    return zip(values[::2], values[1::2], strict=True)
