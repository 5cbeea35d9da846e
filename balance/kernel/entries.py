"""How entries are called, from Python and from kernels.

Numba by itself makes one piece of machine code of a function for both, and for each call from
Python looks at all arrays of all arguments for their types.
"""

# Numba has no type hints.
# mypy: disable-error-code="attr-defined, misc, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import typeof
from numba.core.dispatcher import Dispatcher
from numba.core.typing.typeof import Purpose

from balance.kernel.bundles import Bundle

#: Arguments beside bundles whose class alone tells Numba their type.
_SCALARS = frozenset({int, float, bool, np.int64, np.float64})


class _Entry:
    """Mixed into Numba's dispatcher: see ``make_entry``."""

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
        result = by_types(*arguments)
        compiled = by_types
        if all(isinstance(kind, int) or kind in _SCALARS for kind in key):
            types = tuple(typeof(a, Purpose.argument) for a in arguments)
            if types in self.overloads:
                compiled = self.overloads[types].entry_point
        self.by_kinds[key] = compiled
        return result

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Say to a kernel under construction what it calls."""
        return self.within.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Give a kernel under construction the code that it calls."""
        return self.within.get_overload(sig)


def make_entry(dispatcher: Any, within: Any) -> None:
    """Have Python call an entry by the forms of its bundles, and kernels call ``within`` instead.

    ``within`` is the same function as an inner kernel: what only kernels call needs neither machine
    code of its own nor a way in from Python.
    """
    if isinstance(dispatcher, Dispatcher):
        kind = type(dispatcher)
        if kind not in _kinds:
            _kinds[kind] = type(f"Entry{kind.__name__}", (_Entry, kind), {})
        dispatcher.__class__ = _kinds[kind]
        dispatcher.by_kinds = {}
        dispatcher.within = within


_kinds: dict[type, type] = {}
