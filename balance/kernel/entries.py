"""How kernels are called, from Python and from kernels.

Numba by itself makes one piece of machine code of an entry for both, and for each call from Python
looks at all arrays of all arguments for their types. Of a kernel that another one calls it makes a
piece for each kind of whole number, and one more for numbers that stand in the caller.
"""

# Numba has no type hints.
# mypy: disable-error-code="attr-defined, misc, no-untyped-call"

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numba import typeof, types
from numba.core.dispatcher import Dispatcher
from numba.core.typing.typeof import Purpose

from balance.kernel.bundles import Bundle
from balance.kernel.quick_compiling import collecting_seldom

#: Arguments beside bundles whose class alone tells Numba their type.
_SCALARS = frozenset({int, float, bool, np.int64, np.float64})


class _Entry:
    """Mixed into Numba's dispatcher: see ``make_entry``."""

    @cached_property
    def within(self) -> Any:
        """The same function as an inner kernel, made for the first kernel that calls it."""
        return self.make_within(self.py_func)

    def __call__(self, *arguments: Any) -> Any:
        """Call the code for arguments of these kinds."""
        key = tuple([a.form if isinstance(a, Bundle) else type(a) for a in arguments])
        compiled = self.by_kinds.get(key)
        if compiled is None:
            return self._first_call(key, arguments)
        return compiled(*arguments)

    def _first_call(self, key: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        """Have Numba choose, and compile or load, what arguments of these kinds are for."""
        by_types: Callable[..., Any] = super().__call__
        with collecting_seldom():
            result = by_types(*arguments)
        compiled = by_types
        if all(isinstance(kind, int) or kind in _SCALARS for kind in key):
            kinds = tuple(typeof(a, Purpose.argument) for a in arguments)
            if kinds in self.overloads:
                compiled = self.overloads[kinds].entry_point
        self.by_kinds[key] = compiled
        return result

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Say to a kernel under construction what it calls."""
        return self.within.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Give a kernel under construction the code that it calls."""
        return self.within.get_overload(sig)


@dataclass
class EntryClock:
    """How often Python has called entries, and how long they took."""

    calls: int = 0
    seconds: float = 0.0


@contextlib.contextmanager
def timed_entries() -> Iterator[EntryClock]:
    """Time the calls from Python into entries, whoever holds them."""
    from unittest import mock

    clock, usual = EntryClock(), _Entry.__call__

    def timed(entry: _Entry, *arguments: Any) -> Any:
        start = time.perf_counter()
        try:
            return usual(entry, *arguments)
        finally:
            clock.seconds += time.perf_counter() - start
            clock.calls += 1

    with mock.patch.object(_Entry, "__call__", timed):
        yield clock


class _Inner:
    """Mixed into Numba's dispatcher of an inner kernel: see ``make_inner``."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Say to a kernel under construction what it calls."""
        widened = {name: _widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(_widened, args)), widened)


def _widened(kind: Any) -> Any:
    """The type by which a kernel takes an argument: signed whole numbers as np.int64.

    So are members of an enum.

    >>> _widened(types.int16), _widened(types.literal(-1)), _widened(types.uint8)
    (int64, int64, uint8)
    """
    kind = types.unliteral(kind)
    if isinstance(kind, types.IntEnumMember):
        kind = kind.dtype
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def make_inner(dispatcher: Any) -> None:
    """Have kernels hand over whole numbers to an inner kernel in one form, or it is compiled twice.

    Compiled arithmetic with signed whole numbers is in 64 bits whatever they are kept in.
    """
    if isinstance(dispatcher, Dispatcher):
        dispatcher.__class__ = _with(_Inner, type(dispatcher))


def make_entry(dispatcher: Any, inner: Callable[..., Any]) -> None:
    """Have Python call an entry by the forms of its bundles, and kernels an inner kernel instead.

    ``inner`` makes one of the same function: what only kernels call needs neither machine code of
    its own nor a way in from Python.
    """
    if isinstance(dispatcher, Dispatcher):
        dispatcher.__class__ = _with(_Entry, type(dispatcher))
        dispatcher.by_kinds = {}
        dispatcher.make_within = inner


@cache
def _with(mixin: type, kind: type) -> type:
    """A kind of dispatcher with something mixed in."""
    return type(f"{mixin.__name__[1:]}{kind.__name__}", (mixin, kind), {})
