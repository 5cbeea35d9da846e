"""The words in which a game's replays are told: ``replay.toml`` of its data."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from balance.charts import shown_path
from balance.errors import DataError, UnknownName
from balance.resources import game_folder
from balance.rule_index import load_register
from balance.shapes import NUMBER, TEXT, TEXTS, Text, read_shaped

_SIDES = ("axis", "soviet")
_ANY = {"*": TEXT}
_STATES = [Text(empty=True)]
_SHAPE = {
    "combat_rule": TEXT,
    "moving": TEXTS,
    "fighting": TEXTS,
    "side": dict.fromkeys(_SIDES, TEXT),
    "nation": [{"key": TEXT, "name": TEXT, "side": _SIDES, "colour": TEXT}],
    "kind": {"*": {"name": TEXT, "symbol": TEXT, "size?": Text(empty=True)}},
    "class?": {"*": {"name": TEXT, "symbol": TEXT, "size?": Text(empty=True)}},
    "states": {"status": _STATES, "supply": _STATES, "condition": _STATES, "marks?": _STATES},
    "mark": [
        {"name": TEXT, "kind": TEXT, "rule": TEXT, "side?": _SIDES, "feature?": TEXT,
         "column?": TEXT}
    ],
    "line": [{"feature": TEXT, "key": TEXT, "name": TEXT, "rule": TEXT}],
    "hexside": {"*": {"name": TEXT, "kind": TEXT}},
    "phase": _ANY,
    "points": _ANY,
    "battle": {
        "kinds": TEXTS,
        "sum": [{"key": TEXT, "name": TEXT, "rule?": TEXT, "unless?": NUMBER}],
        "brought": [{"name": TEXT, "parts": [TEXTS]}],
    },
    "shift?": {"*": {"name": TEXT, "rules": TEXTS}},
    "group": _ANY,
    "event": {"*": {"group": TEXT, "words": TEXT, "rule": TEXT, "value?": TEXT}},
    "value": {"*": {"*": Text(empty=True)}},
    "fog": {"top_only": bool, "untried": bool, "rule": TEXT},
}  # fmt: skip


#: What the value of an event may be in any game, beside what ``[value]`` has words for.
NUMBER_VALUE, BATTLE_VALUE, SIDE_VALUE, REFUSAL_VALUE = "number", "battle", "side", "refusal"
_VALUES = (NUMBER_VALUE, BATTLE_VALUE, SIDE_VALUE, REFUSAL_VALUE)


def read_words(game: str, kinds: Collection[str], told: Collection[str] = ()) -> dict[str, Any]:
    """Read the words of a game.

    Parameters
    ----------
    kinds
        Names of the kinds of units, each of which needs words.
    told
        Values of events for which the game's own code has the words.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind, and its line.
    """
    path = game_folder(game) / "replay.toml"
    words = read_shaped(path, _SHAPE)
    values = [*_VALUES, *told, *words["value"]]
    faults = [
        f"{shown_path(path)}: [kind] {'lacks' if name in kinds else 'has unknown'} {name}; "
        f"expected {', '.join(kinds)}"
        for name in sorted({*words["kind"]} ^ {*kinds})
    ]
    for key, event in words["event"].items():
        for name, known in (("value", values), ("group", list(words["group"]))):
            if event.get(name, known[0]) not in known:
                faults.append(
                    f"{shown_path(path)}: event.{key}.{name} is {event[name]!r}; expected one of "
                    f"{', '.join(known)}"
                )
    register = load_register(game)
    for place, number in _rules_in(words, ""):
        try:
            register.covers(number)
        except UnknownName as error:
            faults.append(f"{shown_path(path)}: {place}: {error}")
    if faults:
        raise DataError(faults)
    return words


def _rules_in(words: Any, place: str) -> Iterator[tuple[str, str]]:
    """Numbers of rules anywhere in the words, each with its place; "9.8-9.15" are two numbers."""
    if isinstance(words, Mapping):
        for key, below in words.items():
            where = f"{place}.{key}" if place else str(key)
            if key in ("rule", "rules", "combat_rule"):
                listed = [below] if isinstance(below, str) else below
                yield from ((where, each) for text in listed for each in re.split(", |-", text))
            else:
                yield from _rules_in(below, where)
    elif isinstance(words, list):
        for number, below in enumerate(words, start=1):
            yield from _rules_in(below, f"{place}[{number}]")
