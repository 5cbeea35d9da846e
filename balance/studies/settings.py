"""Parameters of the rules and the values to give them, as a user writes them; and their grid.

A value is text as ``--set`` takes it. Whole numbers may be written as a range: ``5..9`` are five
values, ``5..50:15`` goes in steps of 15.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

from balance.counting import counted
from balance.errors import BadQuestion, BalanceError, DataError
from balance.experiments.run import cell_overrides
from balance.experiments.variants import rules_under
from balance.rulebook.game import Game

#: Settings of one study, at most.
MOST_SETTINGS = 400
#: Faults of a grid that are told at once.
SHOWN_FAULTS = 3

#: Keys with their values, sorted by key: what a Cell holds.
Overrides = tuple[tuple[str, str], ...]

_RANGE = re.compile(r"([+-]?[0-9]{1,9})\.\.([+-]?[0-9]{1,9})(?::([+-]?[0-9]{1,9}))?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def read_values(key: str, given: object) -> tuple[str, ...]:
    """Values of one parameter: text as the command line takes it, or a sequence of values.

    Whole numbers come in rising order, anything else as given.

    Raises
    ------
    BadQuestion
        For no value, only one, too many, or a range that holds none.

    Examples
    --------
    >>> read_values("victory.vp_to_win", "9,4..6")
    ('4', '5', '6', '9')
    >>> read_values("supply.mixed", ["on", "off"])
    ('on', 'off')
    """
    if isinstance(given, str):
        texts = [text for part in given.split(",") for text in _expand(key, part.strip())]
    elif isinstance(given, Iterable):
        texts = [dict(cell_overrides({key: value}))[key] for value in given]
    else:
        texts = [str(given)]
    if len(texts) < 2:
        raise BadQuestion(
            f"{key}: {' '.join(texts) or 'nothing'} is one value; expected at least two to go "
            f"over, such as {key}=5,6,7 or {key}=5..7; --set sets a single one"
        )
    return tuple(sorted(texts, key=int)) if are_numbers(texts) else tuple(texts)


def _expand(key: str, text: str) -> Sequence[str]:
    """Values of one part of a list; a range in full."""
    if not text:
        raise BadQuestion(f"{key}: a value is missing between commas; write {key}=5,6,7 or 5..7")
    found = _RANGE.fullmatch(text)
    if not found and ".." in text:
        raise BadQuestion(
            f"{key}: {text} is no range; write two whole numbers of at most nine digits, such as "
            f"{key}=5..9 or {key}=5..50:15"
        )
    if not found:
        return [text]
    first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if step < 1 or last < first:
        raise BadQuestion(
            f"{key}: the range {text} holds no values; write the smaller number first and a step "
            f"of 1 or more, such as {key}=5..9 or {key}=5..50:15"
        )
    values = range(first, last + 1, step)
    if len(values) > MOST_SETTINGS:
        raise BadQuestion(_too_many(f"{key}={text}", len(values)))
    return [str(value) for value in values]


def _too_many(what: str, count: int) -> str:
    return (
        f"{what}: {count:,} settings; expected at most {MOST_SETTINGS}; give fewer values, or a "
        "range with a step such as 5..50:5, or sweep fewer parameters at once"
    )


def are_numbers(texts: Iterable[str]) -> bool:
    """Whether all values are whole numbers.

    >>> are_numbers(["5", "-1"]), are_numbers(["5", "prohibited"])
    (True, False)
    """
    return all(_WHOLE.fullmatch(text) for text in texts)


def settings_grid(over: Mapping[str, Sequence[str]]) -> list[Overrides]:
    """Every combination of the values, the last parameter changing fastest.

    Raises
    ------
    BadQuestion
        If they are too many for one study.
    """
    count = prod(len(values) for values in over.values())
    if count > MOST_SETTINGS:
        shape = " x ".join(str(len(values)) for values in over.values())
        raise BadQuestion(_too_many(f"{', '.join(over)} ({shape} values)", count))
    return [tuple(zip(over, values, strict=True)) for values in product(*over.values())]


def setting_label(setting: Overrides) -> str:
    """A setting as readers see it.

    >>> setting_label((("victory.vp_to_win", "7"), ("supply.line_max_hexes", "5")))
    'victory.vp_to_win=7, supply.line_max_hexes=5'
    """
    return ", ".join(f"{key}={value}" for key, value in setting)


def on_top(base: Overrides, setting: Overrides) -> Overrides:
    """Overrides of a cell: a setting on top of what all cells have.

    Raises
    ------
    BadQuestion
        If a parameter is in both.
    """
    for key in dict(setting):
        if key in dict(base):
            raise BadQuestion(
                f"{key}: is set to {dict(base)[key]} for all games and given several values too; "
                "leave one of the two out"
            )
    return tuple(sorted((*base, *setting)))


def rules_hashes(game: Game, variant: str, settings: Sequence[Overrides]) -> list[str]:
    """Hash of the rules under each of some overrides.

    Raises
    ------
    DataError
        With each unknown parameter and each value out of range, once.
    """
    faults: dict[str, None] = {}
    hashes = []
    for setting in settings:
        try:
            hashes.append(rules_under(game, variant, dict(setting)).hash)
        except DataError as error:
            faults.update(dict.fromkeys(error.faults))
        except BalanceError as error:
            faults[str(error)] = None
    if faults:
        shown = list(faults)[:SHOWN_FAULTS]
        left = len(faults) - len(shown)
        raise DataError(
            [*shown, *([f"... and {counted(left, 'more fault')} like these"] if left else [])]
        )
    return hashes


def check_distinct(settings: Sequence[Overrides], hashes: Sequence[str]) -> None:
    """Refuse two settings that are the same rules, such as one value given twice.

    Raises
    ------
    BadQuestion
        Naming the first two.
    """
    seen: dict[str, Overrides] = {}
    for setting, rules in zip(settings, hashes, strict=True):
        if rules in seen:
            before, now = setting_label(seen[rules]), setting_label(setting)
            same = f"{now} is given twice" if before == now else f"{before} and {now} are the same"
            raise BadQuestion(f"{same}; expected different rules; give each setting once")
        seen[rules] = setting
