"""How a process apart answers the one that it works for: what comes from it is looked at first.

Code of others runs in that process and can write wherever the process can. Each answer therefore
begins with a mark that was agreed on beforehand and holds plain values and a few kinds of records,
and nothing that would run code here. That keeps accidents out, and whoever writes at random; code
that searches the memory of its own process for the mark can still lie about its games.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Any, BinaryIO, get_origin, get_type_hints

#: Bytes of the mark, and of the length that follows it.
MARK = 16
_LENGTH = 8
#: What an answer may hold beside plain values.
_RECORDS = {
    ("collections", "Counter"),
    ("balance.experiments.blocks", "BlockDone"),
    ("balance.experiments.parts", "Block"),
    ("balance.experiments.replay.game", "Replay"),
    ("balance.strategy.conformance", "Report"),
    ("balance.strategy.conformance", "Check"),
}
#: What follows the kind of an answer; for "begins" and "done" the caller knows.
_FOLLOWS: dict[str, tuple[type, ...]] = {
    "refused": (str, str),
    "unreadable": (str, str, int, str, object),
    "broken": (str, str),
}


class Garbled(Exception):
    """What came is no answer."""


def write_answer(file: BinaryIO, mark: bytes, kind: str, what: object) -> None:
    """Send an answer: its kind, and what it says."""
    packed = pickle.dumps((kind, what))
    file.write(mark + len(packed).to_bytes(_LENGTH, "big") + packed)
    file.flush()


def read_answer(file: io.BufferedReader, mark: bytes, work: Callable[..., Any]) -> tuple[str, Any]:
    """Kind of the next answer, and what it says.

    ``work`` is what is being done: its annotation tells what it returns.

    Raises
    ------
    EOFError
        If the process is gone.
    Garbled
        If something else than an answer came.
    """
    head = b""
    while len(head) < MARK + _LENGTH:
        more = file.read1(MARK + _LENGTH - len(head))
        head += more
        if not mark.startswith(head[:MARK]):
            raise Garbled
        if not more:
            raise EOFError
    size = int.from_bytes(head[MARK:], "big")
    packed = file.read(size)
    if len(packed) < size:
        raise EOFError
    try:
        kind, what = _Plain(io.BytesIO(packed)).load()
    except Exception:
        raise Garbled from None
    if not _fits(kind, what, work):
        raise Garbled
    return kind, what


class _Plain(pickle.Unpickler):
    """Reads plain values, and the records that answers hold."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _RECORDS:
            raise pickle.UnpicklingError(f"{module}.{name} in an answer")
        return super().find_class(module, name)


def _fits(kind: object, what: object, work: Callable[..., Any]) -> bool:
    """Whether an answer is one that this work may give."""
    if kind == "begins":
        return isinstance(what, int | str)
    if kind == "done":
        expected = get_type_hints(work).get("return", object)
        return expected is Any or isinstance(what, get_origin(expected) or expected)
    follows = _FOLLOWS.get(kind) if isinstance(kind, str) else None
    return (
        follows is not None
        and isinstance(what, tuple)
        and len(what) == len(follows)
        and all(isinstance(part, kind) for part, kind in zip(what, follows, strict=True))
    )
