"""Holds rule functions to what they may change: most are asked for an answer and change nothing.

Within ``held_to_telling``, and uncompiled, such a function is given the state and its arrays closed
to writing. Which parameters it may write to is said in ``rule_functions.toml`` (``writes``).
"""

from __future__ import annotations

import contextlib
import inspect
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from balance.errors import DataError
from balance.files.charts import shown_path
from balance.kernel.records import Row, as_row
from balance.rulebook.functions import RuleFunction

_CLOSED = "read-only"
_held = False


@contextlib.contextmanager
def held_to_telling() -> Iterator[None]:
    """Hold rule functions that are loaded meanwhile, uncompiled, to what they may change."""
    global _held
    before, _held = _held, True
    try:
        yield
    finally:
        _held = before


def is_held() -> bool:
    """Whether rule functions loaded now are held to what they may change."""
    return _held


def hold_to_telling(function: RuleFunction, own: Callable[..., Any]) -> Callable[..., Any]:
    """Have a rule function, as loaded, be given what it may not change closed to writing.

    What it then tries to change it is told in a ``DataError``: which array, and on which line.
    """
    names = list(inspect.signature(own).parameters)
    closed = [name not in function.documented.writes for name in names]
    if not any(closed):
        return own
    last: list[Any] = [None, None]  # the state that was closed last, and what it became

    def close(value: Any) -> Any:
        if not hasattr(value, "_fields"):
            return _close_part(value)
        if value is not last[0]:
            last[:] = value, type(value)(*map(_close_part, value))
        return last[1]

    def ask(*given: Any) -> Any:
        try:
            return own(*(close(v) if c else v for v, c in zip(given, closed, strict=True)))
        except ValueError as error:
            if _CLOSED not in str(error):
                raise
            line = _line_in(function, error)
            changed = _changed(own, names, given, closed)
        raise DataError(
            f"{shown_path(function.path)}{line}: {function.name} changes {changed}; it is asked "
            "for an answer only, and play would hang on how often: have it change nothing"
        )

    return ask


def _close_part(value: Any) -> Any:
    """A view of an array or a record that can't be written to; anything else as it is."""
    if isinstance(value, Row):
        return as_row(_close_part(np.asarray(value).reshape(1).view(np.ndarray)))
    if not isinstance(value, np.ndarray):
        return value
    view = value.view()
    view.flags.writeable = False
    return view


def _line_in(function: RuleFunction, error: Exception) -> str:
    """Line of the function's file on which it wrote, ":12", "" if it was elsewhere."""
    path = str(function.path.resolve())
    lines = [
        each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == path
    ]
    return f":{lines[-1]}" if lines else ""


def _changed(
    own: Callable[..., Any], names: list[str], given: tuple[Any, ...], closed: list[bool]
) -> str:
    """Names of what a function changes, by having it do so: the game is over anyway."""
    parts: dict[str, Any] = {}
    for name, value, is_closed in zip(names, given, closed, strict=True):
        if is_closed and hasattr(value, "_fields"):
            parts |= {f"{name}.{each}": getattr(value, each) for each in value._fields}
        elif is_closed:
            parts[name] = value
    before = {name: _bytes(value) for name, value in parts.items()}
    with contextlib.suppress(Exception):
        own(*given)
    changed = [name for name, value in parts.items() if _bytes(value) != before[name]]
    return ", ".join(changed) or "what it is given"


def _bytes(value: Any) -> bytes:
    return value.tobytes() if isinstance(value, np.ndarray | np.generic) else b""
