"""Choices that a plan may make beside missions and weights; each game declares its own.

A game lists them in ``balance/staff/<game>/choices.py`` as ``CHOICES``. In a plan they are
keywords, in an opening file keys of ``[[turn]]``, and on the staff's desk ``desk.order`` holds them
in the order declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

#: How a list of texts is called in messages.
TEXTS = "a list of texts"


@dataclass(frozen=True)
class Choice:
    """One thing to choose for a player turn.

    Parameters
    ----------
    name
        Keyword of a plan.
    meaning
        What it is about, in one sentence.
    default
        What is done if the plan says nothing; its type tells what may be said: a text is one of
        ``words``, a truth value on or off, a whole number from ``least`` to ``most``, a tuple names
        own units.
    side
        The only side it means anything to, ``axis`` or ``soviet``; both if empty.
    """

    name: str
    meaning: str
    default: str | bool | int | tuple[str, ...]
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    side: str = ""

    @property
    def expected(self) -> str:
        """What may be said, in words."""
        if isinstance(self.default, str):
            return f"one of {', '.join(self.words)}"
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"a whole number {self.least} to {self.most}"
        return TEXTS

    @property
    def names_units(self) -> bool:
        """Whether it is a list of units."""
        return isinstance(self.default, tuple)

    def fits(self, value: Any) -> bool:
        """Whether a plan may say this."""
        if isinstance(self.default, str):
            return isinstance(value, str) and value in self.words
        if isinstance(self.default, tuple):
            return isinstance(value, tuple) and all(isinstance(item, str) for item in value)
        if type(value) is not type(self.default):
            return False
        return isinstance(value, bool) or self.least <= value <= self.most

    def number(self, value: Any) -> int:
        """The value as it stands on the desk: place among the words, 0 or 1, length of a list."""
        if isinstance(value, str):
            return self.words.index(value)
        return len(value) if isinstance(value, tuple) else int(value)


def choice_faults(made: Mapping[str, Any], choices: Iterable[Choice]) -> list[str]:
    """What is wrong with the choices a plan makes, in words."""
    known = {choice.name: choice for choice in choices}
    faults = []
    for name, value in made.items():
        if name not in known:
            names = ", ".join(known) or "none in this game"
            faults.append(f"unknown choice {name!r}; expected {names}")
        elif not known[name].fits(value):
            faults.append(f"{name} is {value!r}; expected {known[name].expected}")
    return faults
