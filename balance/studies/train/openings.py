"""Opening files that a search starts from and writes: their content, and as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from balance.files.toml import read_toml
from balance.rulebook.game import Game
from balance.strategy import registry

#: What an opening file says, as TOML holds it.
Content = Mapping[str, Any]
_KINDS = ("mission", "garrison", "ground", "line", "turn")


def openings_of(
    game: Game, side: str, scenario: str, strategies: Sequence[str]
) -> dict[str, Content]:
    """What those strategies of a side that are opening files say of a scenario, by name."""
    found = {name: registry.find(game, side, name) for name in strategies}
    return {
        name: _with_weights(of_scenario(read_toml(entry.path), scenario), parameters)
        for name, (entry, parameters) in found.items()
        if entry.kind == "opening"
    }


def _with_weights(content: Content, parameters: Mapping[str, str]) -> Content:
    """The opening with the weights that were given with its name, which hold in every turn."""
    if not parameters:
        return content
    given = {key: float(value) for key, value in parameters.items()}
    turns = [
        {**entry, "weights": {k: v for k, v in entry.get("weights", {}).items() if k not in given}}
        for entry in content.get("turn", [])
    ]
    return {**content, "weights": {**content.get("weights", {}), **given}, "turn": turns}


def of_scenario(content: Content, scenario: str) -> Content:
    """The entries that hold in a scenario, as if there were no other."""
    found: dict[str, Any] = {
        key: [
            {name: value for name, value in entry.items() if name != "scenarios"}
            for entry in part
            if scenario in entry.get("scenarios", (scenario,))
        ]
        if key in _KINDS
        else part
        for key, part in content.items()
    }
    return {key: part for key, part in found.items() if part}


def without_overridden(content: Content) -> Content:
    """The opening without what later entries override: repeats, and what later turns say anyway.

    >>> turns = [{"turns": [2, 3], "exit": False}, {"turns": [1, 9], "exit": True}]
    >>> without_overridden({"turn": [*turns, turns[0], turns[1]]})["turn"]
    [{'turns': [1, 9], 'exit': True}]
    """
    found: dict[str, Any] = {
        key: [entry for place, entry in enumerate(part) if entry not in part[place + 1 :]]
        if key in _KINDS
        else part
        for key, part in content.items()
    }
    turns = found.pop("turn", [])
    left = [_not_said_again(entry, turns[place + 1 :]) for place, entry in enumerate(turns)]
    kept = [entry for entry in left if entry.keys() - _ABOUT]
    return {**found, "turn": kept} if kept else found


#: What says when and where a turn's entry holds, rather than what it says.
_ABOUT = {"turns", "when", "scenarios"}


def _not_said_again(entry: Content, later: Sequence[Content]) -> dict[str, Any]:
    """A turn's entry without what later ones say for all of its turns, whatever happens."""
    left = dict(entry)
    first, last = entry["turns"]
    for other in later:
        if "when" in other or other.get("scenarios") not in (None, entry.get("scenarios")):
            continue
        if other["turns"][0] > first or other["turns"][1] < last:
            continue
        weights = other.get("weights", {})
        kept = {k: v for k, v in left.get("weights", {}).items() if k not in weights}
        said = other.keys() - _ABOUT
        left = {k: v for k, v in left.items() if k not in said}
        if kept:
            left["weights"] = kept
    return left


def striking(game: Game, side: str, place: str, kinds: Sequence[str] = ()) -> Content:
    """An opening in which everything goes for one place, or units of some kinds; the rest holds.

    >>> from balance.rulebook.game import open_game
    >>> striking(open_game("drive_on_stalingrad"), "axis", "Rostov")["mission"][0]["objective"]
    ['Rostov']
    """
    those = {"kinds": list(kinds)} if kinds else {}
    mission = {**those, "posture": "strike", "objective": [place]}
    return {**holding(game, side), "mission": [mission]}


def holding(game: Game, side: str) -> Content:
    """An opening in which everybody holds the line."""
    return {"opening": {"name": "everything", "game": game.name, "side": side, "why": ""}}


def opening_text(content: Content, head: Sequence[str] = ()) -> str:
    """An opening as the text of its file, with lines of comment before it.

    >>> print(opening_text({"opening": {"name": "a"}, "garrison": [{"hex": "0101"}]}, ["Made."]))
    # Made.
    <BLANKLINE>
    [opening]
    name = "a"
    <BLANKLINE>
    [[garrison]]
    hex = "0101"
    <BLANKLINE>
    """
    blocks = ["\n".join(f"# {line}".rstrip() for line in head)] if head else []
    for key in ("opening", "weights", "set_up"):
        if content.get(key):
            blocks.append("\n".join([f"[{key}]", *_lines(content[key])]))
    for kind in _KINDS:
        blocks += ["\n".join([f"[[{kind}]]", *_lines(entry)]) for entry in content.get(kind, [])]
    return "\n\n".join(blocks) + "\n"


def _lines(entries: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in entries.items()]


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_lines(value))} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # Texts, numbers and truth values of JSON are those of TOML.
    return json.dumps(value, ensure_ascii=False)
