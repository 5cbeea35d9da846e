"""What a function of the library is given: of a kind that it can take, or one clear message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import Any

from balance.errors import BadQuestion


def is_whole(value: object) -> bool:
    """Whether something is a whole number; one of NumPy's is.

    >>> is_whole(3), is_whole("3"), is_whole(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """Whether something is a number.

    >>> is_number(0.05), is_number("0.05")
    (True, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool)


def shown(value: object) -> str:
    """A number as readers see it, anything else as it is written.

    >>> shown(0.05), shown("x")
    ('0.05', "'x'")
    """
    return f"{value:g}" if is_number(value) else repr(value)


def check_text(what: str, value: object, expected: str) -> None:
    """Refuse what is no text.

    >>> check_text("scenario", None, "its name, such as 'blue'")
    Traceback (most recent call last):
    balance.errors.BadQuestion: scenario: None; expected its name, such as 'blue'
    """
    if not isinstance(value, str):
        raise BadQuestion(f"{what}: {value!r}; expected {expected}")


def check_whole(what: str, value: object) -> None:
    """Refuse what is no whole number.

    >>> check_whole("seed", "1")
    Traceback (most recent call last):
    balance.errors.BadQuestion: seed: '1'; expected a whole number
    """
    if not is_whole(value):
        raise BadQuestion(f"{what}: {value!r}; expected a whole number")


def check_mapping(what: str, value: object, example: str) -> None:
    """Refuse what gives no value to a name.

    >>> check_mapping("over", "vp", "{'victory.vp_to_win': '5..9'}")
    Traceback (most recent call last):
    balance.errors.BadQuestion: over: 'vp'; expected names with values, such as \
{'victory.vp_to_win': '5..9'}
    """
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise BadQuestion(f"{what}: {value!r}; expected names with values, such as {example}")


def listed(given: str | Sequence[str], what: str = "names") -> list[str]:
    """Names as a list, where one alone may come by itself.

    >>> listed("no_aircraft"), listed(("baseline", "no_aircraft"))
    (['no_aircraft'], ['baseline', 'no_aircraft'])
    >>> listed([1, 2], "variants")
    Traceback (most recent call last):
    balance.errors.BadQuestion: variants: [1, 2]; expected a name, or a list of names
    """
    alone = isinstance(given, str) or not isinstance(given, Iterable)
    found: list[Any] = [given] if alone else list(given)
    if not all(isinstance(name, str) for name in found):
        raise BadQuestion(f"{what}: {given!r}; expected a name, or a list of names")
    return found


def path_at(what: str, value: object) -> Path:
    """The path of a folder or file.

    >>> path_at("folder", 5)
    Traceback (most recent call last):
    balance.errors.BadQuestion: folder: 5; expected a path, as text or a Path
    """
    if not isinstance(value, str | PathLike) or isinstance(value, bytes):
        raise BadQuestion(f"{what}: {value!r}; expected a path, as text or a Path")
    return Path(value)
