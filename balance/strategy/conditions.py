"""Conditions of an opening file's entries: what must have happened for an entry to hold.

::

    [[mission]]
    when = { taken = ["Voronezh"], lead = [2, 99] }

All that an entry names must be so as the turn begins: each place of ``taken`` is ours, each of
``lost`` is the enemy's, and the margin of victory points of our side lies in ``lead``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from balance.errors import told_near
from balance.staff.choices import TEXTS

#: What a condition may be about, and what is to be said of it, in words.
ABOUT = {"taken": TEXTS, "lost": TEXTS, "lead": "[least, most], whole numbers"}
#: How a condition is called in messages.
CONDITIONS = f"a table of {', '.join(ABOUT)}"

#: Kind and place of an entry in its file.
Where = tuple[str, int]
#: Entries whose conditions aren't met.
Unmet = frozenset[Where]
NONE: Unmet = frozenset()


def conditional(
    content: Mapping[str, Any], kinds: Iterable[str]
) -> list[tuple[Where, dict[str, Any]]]:
    """The entries of a file that hold under conditions, and their conditions."""
    return [
        ((kind, number), entry["when"])
        for kind in kinds
        for number, entry in enumerate(content.get(kind, []))
        if entry.get("when")
    ]


def unmet_of(
    conditions: Iterable[tuple[Where, Mapping[str, Any]]],
    side: str,
    control: Callable[[str], str],
    lead: Callable[[], int],
) -> Unmet:
    """Which entries don't hold now: ``control`` tells whose a place is, ``lead`` our margin."""
    return frozenset(
        [where for where, condition in conditions if not _is_met(condition, side, control, lead)]
    )


def _is_met(
    condition: Mapping[str, Any],
    side: str,
    control: Callable[[str], str],
    lead: Callable[[], int],
) -> bool:
    if any(control(place) != side for place in condition.get("taken", ())):
        return False
    if any(control(place) == side for place in condition.get("lost", ())):
        return False
    if "lead" not in condition:
        return True
    least, most = condition["lead"]
    return bool(least <= lead() <= most)


def condition_faults(condition: Any) -> Iterator[tuple[str, str]]:
    """Everything wrong with a condition: a text near the fault, and the fault in words."""
    if not isinstance(condition, dict) or not condition:
        yield "when", f"when is {condition!r}; expected {CONDITIONS}"
        return
    for key, value in condition.items():
        if key not in ABOUT:
            yield key, f"when: unknown key {key!r}; {told_near(key, ABOUT)}"
        elif not (_is_range(value) if key == "lead" else _are_texts(value)):
            yield key, f"when: {key} is {value!r}; expected {ABOUT[key]}"


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)


def _is_range(value: Any) -> bool:
    whole = isinstance(value, list) and all(type(number) is int for number in value)
    return whole and len(value) == 2 and value[0] <= value[1]
