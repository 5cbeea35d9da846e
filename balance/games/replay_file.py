"""The words in which a game's replays are told: ``replay.toml`` of its data."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from balance.errors import DataError, UnknownName
from balance.files.charts import shown_path
from balance.files.shapes import NUMBER, TEXT, TEXTS, Text
from balance.rulebook.game import Game
from balance.rulebook.texts import read_texts

_SIDES = ("axis", "soviet")
#: Kinds of marks that a map of a replay draws.
_MARKS = ("victory", "danger", "source", "works", "area")
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
        {"name": TEXT, "kind": _MARKS, "rule": TEXT, "side?": _SIDES, "feature?": TEXT,
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


#: What stands between two numbers of rules: a comma, or the dash of "9.8-9.15", not of "Setup-d".
_BETWEEN = r", |-(?=\d)"
#: Kinds of phase with which every replay ends.
_LAST_PHASES = ("over", "broken")
#: What the value of an event may be in any game, beside what ``[value]`` has words for.
NUMBER_VALUE, BATTLE_VALUE, SIDE_VALUE, REFUSAL_VALUE = "number", "battle", "side", "refusal"
_VALUES = (NUMBER_VALUE, BATTLE_VALUE, SIDE_VALUE, REFUSAL_VALUE)


def read_words(
    game: Game,
    kinds: Collection[str],
    points: Collection[str],
    phases: Collection[str],
    of_map: Callable[[Mapping[str, Any]], Iterator[str]],
    told: Collection[str] = (),
    classes: Collection[str] = (),
    shifts: Collection[str] = (),
    sides: Collection[str] | None = None,
) -> dict[str, Any]:
    """Read the words of a game.

    Parameters
    ----------
    kinds
        Names of the kinds of units, each of which needs words.
    points
        Columns that the points of a game are made of, likewise.
    of_map
        What is wrong with the words for the map: see ``replay_map.map_faults``.
    told
        Values of events for which the game's own code has the words.
    phases
        Kinds of phase that the game has; a replay adds ``over`` and ``broken`` of its own.
    classes
        Classes of units that may have words of their own beside those of their kind.
    shifts
        Columns of a battle that shift its odds, each of which needs words.
    sides
        Features of hexsides that the map has; words for others are left aside. None: all count.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind, and its line.
    """
    path, words = read_texts(game, "replay.toml", _SHAPE)
    words["hexside"] = {
        name: told for name, told in words["hexside"].items() if sides is None or name in sides
    }
    values = [*_VALUES, *told, *words["value"]]
    faults = [
        f"{shown_path(path)}: [{table}] {'lacks' if name in wanted else 'has unknown'} {name}; "
        f"expected {', '.join(wanted)}"
        for table, wanted in (
            ("kind", kinds),
            ("points", points),
            ("phase", [*phases, *_LAST_PHASES]),
            ("shift", shifts),
        )
        for name in sorted({*words.get(table, ())} ^ {*wanted})
    ]
    faults += [
        f"{shown_path(path)}: [class] has unknown {name}; expected some of {', '.join(classes)}"
        for name in words.get("class", {})
        if name not in classes
    ]
    for key, event in words["event"].items():
        for name, known in (("value", values), ("group", list(words["group"]))):
            if event.get(name, known[0]) not in known:
                faults.append(
                    f"{shown_path(path)}: event.{key}.{name} is {event[name]!r}; expected one of "
                    f"{', '.join(known)}"
                )
    faults += [f"{shown_path(path)}: {fault}" for fault in (*of_map(words), *_odd_texts(words))]
    register = game.register
    for place, number in _rules_in(words, ""):
        try:
            register.covers(number)
        except UnknownName as error:
            faults.append(f"{shown_path(path)}: {place}: {error}")
    if faults:
        raise DataError(faults)
    return words


def _odd_texts(words: Mapping[str, Any]) -> Iterator[str]:
    """Colours that are none, and values of events that are no numbers."""
    colours = {f"side.{side}": colour for side, colour in words["side"].items()}
    for number, nation in enumerate(words["nation"], start=1):
        colours[f"nation[{number}].colour"] = nation["colour"]
    for place, colour in colours.items():
        if not re.fullmatch("#[0-9a-f]{6}", colour):
            yield f"{place} is {colour!r}; expected a colour such as '#c9a98a'"
    for key, numbers in words["value"].items():
        for number in numbers:
            if not re.fullmatch(r"-?[0-9]+", number):
                yield f"[value.{key}] has {number!r}; expected whole numbers"


def _rules_in(words: Any, place: str) -> Iterator[tuple[str, str]]:
    """Numbers of rules anywhere in the words, each with its place; "9.8-9.15" are two numbers."""
    if isinstance(words, Mapping):
        for key, below in words.items():
            where = f"{place}.{key}" if place else str(key)
            if key in ("rule", "rules", "combat_rule"):
                listed = [below] if isinstance(below, str) else below
                yield from ((where, each) for text in listed for each in re.split(_BETWEEN, text))
            else:
                yield from _rules_in(below, where)
    elif isinstance(words, list):
        for number, below in enumerate(words, start=1):
            yield from _rules_in(below, f"{place}[{number}]")
