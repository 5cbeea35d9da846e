"""Fresh copies of a state for the next game: its template and what play changes.

A state is a NamedTuple of arrays, one of them ``game``, the record of its scalars.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.kernel.records import as_row


class Template:
    """A state of which any number of games begin; the arrays that play never changes are shared.

    Parameters
    ----------
    state
        The state to begin from; never played.
    static
        Names of the fields that all games share.
    """

    def __init__(self, state: Any, static: Collection[str]) -> None:
        self._state = state
        self._plain: dict[str, np.ndarray] = {}
        # Memory that is zero anyway comes faster than a copy of zeros.
        self._blank: dict[str, tuple[tuple[int, ...], np.dtype[Any]]] = {}
        self._records: dict[str, _Records] = {}
        for name, value in state._asdict().items():
            if name in static:
                continue
            if value.dtype.names is None:
                if value.any():
                    self._plain[name] = value
                else:
                    self._blank[name] = (value.shape, value.dtype)
            else:
                self._records[name] = _Records.of(np.atleast_1d(np.asarray(value)))

    def fresh(self, seed: int) -> Any:
        """A state of its own for the game with this seed."""
        arrays: dict[str, Any] = {name: source.copy() for name, source in self._plain.items()}
        arrays |= {name: np.zeros(*about) for name, about in self._blank.items()}
        arrays |= {name: source.copy() for name, source in self._records.items()}
        state = self._state._replace(game=as_row(arrays.pop("game")), **arrays)
        state.game.seed = int(seed)
        return state


@dataclass(frozen=True)
class _Records:
    """A record array as bytes: copying those takes a fiftieth of the time of copying records."""

    content: bytes  # none if it is all zero
    count: int
    dtype: np.dtype[np.void]

    @classmethod
    def of(cls, array: np.ndarray) -> _Records:
        content = array.tobytes()
        return cls(content if any(content) else b"", len(array), array.dtype)

    def copy(self) -> np.recarray:
        if not self.content:
            return np.zeros(self.count, self.dtype).view(np.recarray)
        return np.frombuffer(bytearray(self.content), self.dtype).view(np.recarray)
