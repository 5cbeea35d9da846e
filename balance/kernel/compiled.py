"""How kernels are compiled: two decorators that keep the time to compile a game's rules short.

Numba wraps each function for calls from Python, and unpacking the many arrays of a game state costs
more compile time than most kernels themselves. ``inner`` leaves the wrapper out, for functions that
only other kernels call; ``entry`` keeps it. Both cache. With the JIT switched off both leave the
function as it is.

Each combination of argument types is compiled apart, and to Numba the literal ``0``, an enum
member, a 16-bit field and a 64-bit integer are four types. So kernels hand each other 64-bit
integers: fields as ``np.int64(unit.hex)`` (``int`` does not widen), constants as global
``np.int64(0)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])
# Numba's own types don't list these two options.
_njit = cast("Callable[..., Any]", njit)

#: Decorator of kernels that Python may call.
entry: Callable[[_Kernel], _Kernel] = _njit(cache=True, no_cfunc_wrapper=True)
#: Decorator of kernels that only kernels call; Python can't call them while compiled.
inner: Callable[[_Kernel], _Kernel] = _njit(
    cache=True, no_cfunc_wrapper=True, no_cpython_wrapper=True
)
