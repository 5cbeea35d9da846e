"""States for the next game: those of a template, with memory of their own for what play changes.

A state is a NamedTuple of arrays, one of them ``game``, the record of its scalars.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from balance.kernel.blocks import Block
from balance.kernel.records import as_row, as_rows


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
        self._changing = {
            name: np.atleast_1d(np.asarray(value))
            for name, value in state._asdict().items()
            if name not in static
        }
        self._content = Block(self._changing).content()
        self._lent: tuple[Any, Block] | None = None  # the state made last
        self._spare: tuple[Any, Block] | None = None  # one that nobody looks at any more

    def fresh(self, seed: int) -> Any:
        """A state of its own for the game with this seed."""
        self._lent, self._spare = self._spare or self._new_state(), None
        state, block = self._lent
        block.restore(self._content)
        state.game.seed = int(seed)
        return state

    def copy(self, state: Any) -> Any:
        """A state of its own that stands where another one of this template does.

        A trace that is kept is longer than the template's: the copy keeps none.
        """
        copied, block = self._new_state()
        block.hold(state._asdict())
        return copied

    def take_back(self, state: Any) -> None:
        """Have the next game played on the memory of a state that nobody looks at any more.

        Only the state made last is taken; others stay what they are.
        """
        if self._lent is not None and self._lent[0] is state:
            self._spare, self._lent = self._lent, None

    def _new_state(self) -> tuple[Any, Block]:
        block = Block(self._changing)
        arrays: dict[str, Any] = dict(block.arrays)
        for name, array in block.arrays.items():
            if name == "game":
                arrays[name] = as_row(array)
            elif array.dtype.names is not None:
                arrays[name] = as_rows(array)
        return self._state._replace(**arrays), block
