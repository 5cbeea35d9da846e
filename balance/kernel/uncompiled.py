"""Kernels with the JIT switched off: members of an enum stand in them as numbers.

Numba writes ``Terrain.SEA`` into a kernel as a 64-bit integer; so do plain functions that run in
its place. NumPy asks a member for hooks that it doesn't have, and is answered by errors raised in
Python: to compare a field with a member takes fifty times as long as with a number.
"""

from __future__ import annotations

import dis
from collections.abc import Callable
from enum import IntEnum
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])
#: Arguments of instructions are bytes; what needs more is left as it is.
_LAST = 255


def with_numbers(kernel: _Kernel) -> _Kernel:
    """Write the members that a function names into its code, as np.int64; return the function."""
    code: Any = kernel.__code__
    written, constants = bytearray(code.co_code), list(code.co_consts)
    steps = list(dis.get_instructions(code))
    ends = [step.offset for step in steps[1:]] + [len(written)]
    for (first, second), end in zip(pairwise(steps), ends[1:], strict=True):
        member = _member(kernel, first, second)
        if member is not None and len(constants) <= _LAST:
            length = (end - first.offset) // 2
            load = [dis.opmap["LOAD_CONST"], len(constants)]
            written[first.offset : end] = bytes(load + [dis.opmap["NOP"], 0] * (length - 1))
            constants.append(np.int64(member))
    kernel.__code__ = code.replace(co_code=bytes(written), co_consts=tuple(constants))
    return kernel


def _member(kernel: Any, first: dis.Instruction, second: dis.Instruction) -> IntEnum | None:
    """The member that two instructions look up, a global class and an attribute of it."""
    if (first.opname, second.opname) != ("LOAD_GLOBAL", "LOAD_ATTR"):
        return None
    if max(first.arg or 0, second.arg or 0) > _LAST:
        return None
    kind = kernel.__globals__.get(first.argval)
    if not (isinstance(kind, type) and issubclass(kind, IntEnum)):
        return None
    return kind.__members__.get(second.argval)
