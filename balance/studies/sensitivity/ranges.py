"""What the parameters of a game can be set to: a step away from where they are, or all of a range.

Words that the referee knows no other of (``fixed``) and lists of hexes have neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.errors import BadQuestion, UnknownName
from balance.rulebook.parameters import CLOSED, CLOSED_WORD, Parameter
from balance.rulebook.ruleset import Ruleset

#: Types of parameters that a study can change by itself.
VARIABLE = ("integer", "switch", "choice", "cell")
#: From here on a step is a quarter of the number, below it is 1.
LARGE = 12


def is_variable(parameter: Parameter) -> bool:
    """Whether a study can change a parameter by itself."""
    return parameter.type in VARIABLE


def chosen_parameters(rules: Ruleset, only: Sequence[str] = ()) -> list[Parameter]:
    """The variable parameters whose key is one of ``only`` or begins with it; all if none is given.

    Raises
    ------
    UnknownName
        If nothing has that key or beginning.
    BadQuestion
        If nothing of it can be changed in steps.
    """
    if not only:
        return [each for each in rules.parameters.values() if is_variable(each)]
    found: dict[str, Parameter] = {}
    for wanted in only:
        key = rules.aliases.get(wanted, wanted)
        begun = {k: p for k, p in rules.parameters.items() if k == key or k.startswith(wanted)}
        if not begun or not wanted:
            topics = {key.split(".")[0] for key in rules.parameters}
            raise UnknownName("parameter or topic", wanted, [*topics, *rules.parameters])
        variable = {k: p for k, p in begun.items() if is_variable(p)}
        if not variable:
            raise BadQuestion(
                f"parameters to change: {wanted} has no other number or word "
                f"({next(iter(begun.values())).range_text()}); expected a number, switch or "
                "choice; balance parameters GAME lists them"
            )
        found |= variable
    return list(found.values())


def neighbours(rules: Ruleset, parameter: Parameter) -> list[str]:
    """Settings one sensible step away from the present one, as overrides are written.

    A number goes down and up by 1, or by a quarter of it from 12 on, as far as its range goes; a
    switch is flipped; of a choice all other words. What is closed is opened at its lowest cost.

    >>> from balance.rulebook.game import open_game
    >>> rules = open_game("drive_on_stalingrad").rules
    >>> [neighbours(rules, rules.parameter(key)) for key in ("stacking.limit", "victory.start_vp")]
    [['7', '9'], ['1']]
    """
    value = rules[parameter.key]
    if parameter.type == "switch":
        return [str(1 - int(str(value)))]
    if parameter.type == "choice":
        return [word for word in parameter.choices if word != value]
    assert isinstance(value, int)
    if _is_closed(parameter, value):
        return [str(parameter.minimum)]
    step = abs(value) // 4 if abs(value) >= LARGE else 1
    nearest = [max(value - step, parameter.minimum), min(value + step, parameter.maximum)]
    return [str(number) for number in nearest if number != value]


def setting_text(parameter: Parameter, value: object) -> str:
    """Write a value as an override of the parameter is written."""
    return CLOSED_WORD if _is_closed(parameter, value) else str(value)


def _is_closed(parameter: Parameter, value: object) -> bool:
    return parameter.type == "cell" and "MP" in parameter.unit and value == CLOSED


@dataclass(frozen=True)
class Range:
    """The settings of one parameter, in order, that a design chooses from."""

    key: str
    settings: tuple[str, ...]

    def places(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """Which setting each point of 0 .. 1 stands for: equal slices, same shape.

        >>> Range("stacking.limit", ("6", "7", "8")).places(np.array([0, 0.3, 0.34, 1])).tolist()
        [0, 0, 1, 2]
        """
        count = len(self.settings)
        # A third times three may fall just short of one.
        return np.minimum(np.floor(points * count + 1e-9), count - 1).astype(np.int64)


def chosen_ranges(
    rules: Ruleset, parameters: Iterable[str], over: Mapping[str, tuple[int, int]]
) -> list[Range]:
    """Ranges of the parameters named, and of those that ``over`` gives a range of their own.

    Raises
    ------
    UnknownName, BadQuestion
        If there is no such parameter, it can't be changed, or a range is none of it.
    """
    given = {rules.parameter(key).key: ends for key, ends in over.items()}
    keys = dict.fromkeys([*(rules.parameter(key).key for key in parameters), *given])
    return [_range(rules.parameter(key), given.get(key)) for key in keys]


def _range(parameter: Parameter, ends: tuple[int, int] | None) -> Range:
    key = parameter.key
    if not is_variable(parameter):
        raise BadQuestion(
            f"{key}: has no range ({parameter.range_text()}); expected a number, switch or choice"
        )
    if parameter.type in ("switch", "choice"):
        if ends is not None:
            raise BadQuestion(f"{key}: takes {parameter.range_text()}; give it no range")
        return Range(key, parameter.choices or ("0", "1"))
    low, high = ends or (parameter.minimum, parameter.maximum)
    if not parameter.minimum <= low < high <= parameter.maximum:
        raise BadQuestion(
            f"{key}: {low}..{high} is no range of it; expected two numbers from "
            f"{parameter.minimum} to {parameter.maximum}, the lower one first"
        )
    return Range(key, tuple(str(number) for number in range(low, high + 1)))


def read_over(texts: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Read ``KEY=LOW..HIGH``.

    >>> read_over(["victory.vp_to_win=4..8"])
    {'victory.vp_to_win': (4, 8)}
    """
    found = {}
    for text in texts:
        parts = re.fullmatch(r"\s*([^=\s]+)\s*=\s*([+-]?[0-9]+)\.\.([+-]?[0-9]+)\s*", text)
        if not parts:
            raise BadQuestion(
                f"range {text!r}: expected KEY=LOW..HIGH; write for example victory.vp_to_win=4..8"
            )
        if parts[1] in found:
            raise BadQuestion(f"range of {parts[1]}: is given twice; give it once")
        found[parts[1]] = (int(parts[2]), int(parts[3]))
    return found
