"""How kernels are compiled: two decorators that keep the time to compile a game's rules short.

Numba wraps each function for calls from Python, and unpacking the many arrays of a game state costs
more compile time than most kernels themselves. ``inner`` leaves the wrapper out, for functions that
only other kernels call; ``entry`` keeps it. Both cache. With the JIT switched off both leave the
function as it is.
"""

from __future__ import annotations

from numba import njit

#: Decorator of kernels that Python may call.
entry = njit(cache=True, no_cfunc_wrapper=True)
#: Decorator of kernels that only kernels call; Python can't call them while compiled.
inner = njit(cache=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)
