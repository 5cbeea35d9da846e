"""The form of ``study.toml``: which entries it has, and what each may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from balance.files.charts import shown_path
from balance.files.toml import line_of

#: The last section: a checksum of all lines above it.
SEAL = "checksum"
#: Greatest number that a signed integer of 64 bits holds.
_LARGEST = (1 << 63) - 1

#: Says what an entry should be if it isn't, else "".
Judge = Callable[[Any], str]


def _number(value: Any, low: int = 0) -> str:
    fits = type(value) is int and low <= value <= _LARGEST
    return "" if fits else f"a whole number from {low}"


def _words(value: Any) -> str:
    return "" if isinstance(value, str) and value else "text"


def _named_texts(value: Any) -> str:
    fits = isinstance(value, dict) and all(map(_is_text, [*value, *value.values()]))
    return "" if fits else "a table of texts"


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _setting(value: Any) -> str:
    """What a question may be asked with."""
    return "" if _is_plain(value) else "text, a number, or a list of them"


def _is_plain(value: Any) -> bool:
    return all(map(_is_plain, value)) if isinstance(value, list) else isinstance(value, _PLAIN)


_PLAIN = (str, int, float)


#: What each section must have.
_NEEDED: Mapping[str, Mapping[str, Judge]] = {
    "study": {
        **dict.fromkeys(("game", "scenario", "detail"), _words),
        **dict.fromkeys(("games", "block_games", "round_games"), partial(_number, low=1)),
        "seed": _number,
    },
    "cell": dict.fromkeys(("axis", "soviet", "variant", "rules"), _words),
    "made_by": dict.fromkeys(("version", "engine"), _words),
    "strategies": {},
    "libraries": {},
    "question": {"kind": _words},
    SEAL: {"above": _words},
}
#: What each may have besides; ``None`` stands for an entry of any other name.
_ALLOWED: Mapping[str, Mapping[str | None, Judge]] = {
    "cell": {"set_up": _number, "group": _number, "set": _named_texts, "changes": _named_texts},
    "strategies": {None: _words},
    "libraries": {None: _words},
    "question": {None: _setting},
}
#: A study that asks nothing has no question, one of an older version no checksum.
_OPTIONAL = ("question", SEAL)


def form_faults(path: Path, data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the form of a manifest, each with its line."""
    for name in sorted(set(data) - set(_NEEDED)):
        yield _told(path, name, f"unknown section; expected {', '.join(_NEEDED)}")
    for name in _NEEDED:
        if name not in data:
            if name not in _OPTIONAL:
                yield f"{shown_path(path)}: lacks the section {name}"
        elif name == "cell":
            yield from _cell_faults(path, data[name])
        else:
            yield from _section_faults(path, name, data[name])


def _cell_faults(path: Path, cells: Any) -> Iterator[str]:
    if not isinstance(cells, list) or not cells:
        yield _told(path, "cell", "expected a section [[cell]] for each pairing")
        return
    for number, cell in enumerate(cells, start=1):
        line = line_of(path, "", number, "[[cell]]")
        for fault in _section_faults(path, "cell", cell):
            yield f"{shown_path(path)}:{line}: pairing {number}: {fault.split(': ', 1)[1]}"


def _section_faults(path: Path, name: str, section: Any) -> Iterator[str]:
    if not isinstance(section, dict):
        yield _told(path, name, "expected a section")
        return
    needed = _NEEDED[name]
    allowed: Mapping[str | None, Judge] = _ALLOWED.get(name, {})
    for key in needed:
        if key not in section:
            yield _told(path, name, f"lacks {key!r}")
    for key, value in section.items():
        judge = needed.get(key) or allowed.get(key) or allowed.get(None)
        if judge is None:
            yield _told(path, key, f"unknown entry of [{name}]")
        elif expected := judge(value):
            yield _told(path, key, f"{key} is {value!r}; expected {expected}")


def _told(path: Path, near: str, what: str) -> str:
    return f"{shown_path(path)}:{line_of(path, near)}: {what}"
