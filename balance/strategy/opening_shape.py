"""What an opening file may say, and every fault of one that says something else.

``opening`` describes the file; ``opening_names`` says what of it a scenario lacks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from balance.errors import BalanceError, told_near
from balance.rulebook.game import Game, playable_games
from balance.staff.choices import TEXTS
from balance.staff.plan import POSTURES
from balance.staff.weights import RANGES, offered_weights
from balance.strategy.api import SIDES, check_weights
from balance.strategy.conditions import CONDITIONS, condition_faults

#: What a strategy may be called, so that ``NAME:key=value`` on the command line stays clear.
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
#: Which other game than a shipped one a strategy may be for.
OWN_GAME = "the folder of a game of your own, in whose strategies/ the file lies"

#: Keys by which a mission chooses its units.
SELECTION = ("armies", "kinds", "nations", "names", "arrivals")
#: When an entry holds: in some game turns, in some scenarios of its game, under conditions; else
#: always.
_WHEN = {"turns": "[first, last]", "scenarios": TEXTS, "when": CONDITIONS}
#: What each key of each kind of entry holds, in words; ``_is`` says what the words mean.
#: A game adds its choices to those of a turn.
ALLOWED: dict[str, dict[str, str]] = {
    "mission": {
        **_WHEN,
        "posture": f"one of {', '.join(POSTURES)}",
        "objective": TEXTS,
        **dict.fromkeys(SELECTION, TEXTS),
    },
    "garrison": {**_WHEN, "hex": "a text", "units": "a whole number 0 to 8"},
    "ground": {**_WHEN, "hexes": TEXTS, "worth": "a number -1000 to 1000"},
    "line": {**_WHEN, "hexes": TEXTS, "bias": "a whole number -1000 to 1000"},
    "turn": {
        **_WHEN,
        "weights": "a table of weights",
    },
}
_HEAD = ("name", "game", "side", "scenarios", "example_in", "why", "source")
#: Those that list scenarios, and what it means to leave them out.
_OF_SCENARIOS = {"scenarios": "for all of them", "example_in": "played to win in all of them"}
_REQUIRED = {
    "mission": ("posture", "objective"),
    "garrison": ("hex", "units"),
    "ground": ("hexes", "worth"),
    "line": ("hexes", "bias"),
    "turn": ("turns",),
}
#: A fault and where its line is: text in quotes or key near it, number of its entry, header, words.
Fault = tuple[str, int, str, str]


def faults_of(content: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything wrong with an opening file's content."""
    playable = playable_games()  # asked for once: it looks at the disk
    own = _own_game(content, playable)
    # All, if it is misspelled, for that is told elsewhere.
    games = own or playable
    allowed = _allowed(games)
    scenarios = [scenario.name for game in own for scenario in game.scenarios]
    yield from _head_faults(content.get("opening"), scenarios, [game.name for game in playable])
    for key in content:
        if key not in ("opening", "weights", "set_up", *ALLOWED):
            known = ("opening", "weights", "set_up", *ALLOWED)
            yield key, 1, "", f"unknown entry [{key}]; {_known(key, known)}"
    weights = {key for each in games for key in offered_weights(each)}
    yield from _weight_faults(content.get("weights", {}), weights, "[weights]", 1, "[weights]")
    for kind in ALLOWED:
        entries = content.get(kind, [])
        if not isinstance(entries, list):
            yield "", 1, f"[{kind}]", f"[{kind}] is a single table; write [[{kind}]]"
            continue
        for number, entry in enumerate(entries, 1):
            header = f"[[{kind}]]"
            for key, fault in _entry_faults(kind, entry, allowed[kind]):
                yield key, number, header, f"{header} number {number}: {fault}"
            for name in _strange_scenarios(entry, scenarios):
                fault = f"unknown scenario {name!r}; {_known(name, scenarios)}"
                yield name, number, header, f"{header} number {number}: {fault}"
            if "weights" in allowed[kind] and isinstance(entry, dict):
                where = f"{header} number {number}"
                changes = entry.get("weights", {})
                yield from _weight_faults(changes, weights, where, number, header)
                if kind == "mission":
                    yield from _general_weights(games, entry, where, number)
    placed = content.get("set_up", {})
    if not isinstance(placed, dict):
        yield "set_up", 1, "", f"[set_up] is {placed!r}; expected a table of unit = hex"
        return
    for unit, place in placed.items():
        if not isinstance(place, str):
            fault = f'[set_up] {unit} is {place!r}; expected a hex number as text such as "2618"'
            yield unit, 1, "[set_up]", fault


def _own_game(content: Mapping[str, Any], playable: Sequence[Game]) -> list[Game]:
    """The game that a file names; none if there is no such game."""
    head = content.get("opening")
    name = head.get("game") if isinstance(head, dict) else ""
    return [game for game in playable if game.name == name]


def _allowed(games: Sequence[Game]) -> dict[str, dict[str, str]]:
    """What each key may hold in a file for these games; see ``ALLOWED``."""
    choices = [choice for each in games for choice in each.staff("choices").CHOICES]
    turn = ALLOWED["turn"] | {choice.name: choice.expected for choice in choices}
    postures = dict.fromkeys(word for each in games for word in _postures_of(each))
    mission = ALLOWED["mission"] | {"posture": f"one of {', '.join(postures)}"}
    if any(map(_mission_weights_of, games)):
        mission["weights"] = "a table of weights"
    return ALLOWED | {"turn": turn, "mission": mission}


def _postures_of(game: Game) -> Sequence[str]:
    """What a mission may be in a game."""
    known: Sequence[str] = getattr(game.staff("choices"), "POSTURES", POSTURES)
    return known


def _mission_weights_of(game: Game) -> Sequence[str]:
    """Weights that a mission may have for itself in a game."""
    known: Sequence[str] = getattr(game.staff("choices"), "MISSION_WEIGHTS", ())
    return known


def _strange_scenarios(entry: Any, known: Iterable[str], key: str = "scenarios") -> list[str]:
    """Scenarios that an entry names and its game hasn't."""
    named = entry.get(key, []) if isinstance(entry, dict) else []
    if not known or not isinstance(named, list):
        return []
    return [name for name in named if isinstance(name, str) and name not in known]


def _head_faults(head: Any, scenarios: Sequence[str], games: Sequence[str]) -> Iterator[Fault]:
    if not isinstance(head, dict):
        yield "", 1, "", "no [opening] table; expected name, game and side there"
        return
    for key in ("name", "game", "side"):
        if key not in head:
            yield "", 1, "[opening]", f"[opening] lacks {key}"
    for key, value in head.items():
        if key not in _HEAD:
            yield key, 1, "[opening]", f"[opening] unknown key {key!r}; {_known(key, _HEAD)}"
        elif key in _OF_SCENARIOS:
            if not _is(TEXTS, value) or not value:
                fault = f"[opening] {key} is {value!r}; expected {TEXTS}, or leave it out if "
                yield key, 1, "[opening]", f"{fault}the opening is {_OF_SCENARIOS[key]}"
            for name in _strange_scenarios(head, scenarios, key):
                fault = f"[opening] unknown scenario {name!r}; {_known(name, scenarios)}"
                yield key, 1, "[opening]", fault
        elif not isinstance(value, str) or (key in ("name", "game") and not value):
            yield key, 1, "[opening]", f"[opening] {key} is {value!r}; expected a text"
        elif key == "name" and not NAME.fullmatch(value):
            expected = "a letter, then letters, digits or underscores"
            yield key, 1, "[opening]", f"[opening] name is {value!r}; expected {expected}"
        elif key in ("side", "game"):
            known = SIDES if key == "side" else games
            if value not in known:
                fault = f"[opening] {key} is {value!r}; {_known(value, known)}"
                own = f", or {OWN_GAME}" if key == "game" else ""
                yield key, 1, "[opening]", fault + own


def _weight_faults(
    changes: Any, known: Collection[str], where: str, number: int, header: str
) -> Iterator[Fault]:
    if not isinstance(changes, dict):
        if header == "[weights]":
            yield "weights", 1, "", f"[weights] is {changes!r}; expected a table of weights"
        return  # that of a [[turn]] has been told with its entry
    for key, value in changes.items():
        try:
            check_weights(where, {key: value}, known)
        except BalanceError as fault:
            yield key, number, header, str(fault)


def _general_weights(
    games: Sequence[Game], entry: Mapping[str, Any], where: str, number: int
) -> Iterator[Fault]:
    """Weights of a mission that no mission can have for itself."""
    known = {key for each in games for key in _mission_weights_of(each)}
    changes = entry.get("weights", {})
    for key in changes if isinstance(changes, dict) else ():
        if key in RANGES and key not in known:
            fault = f"{where}: weight {key} holds for all units; a mission may have "
            yield key, number, "[[mission]]", fault + f"{', '.join(sorted(known))} for itself"


def _entry_faults(kind: str, entry: Any, allowed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Everything wrong with one entry: the key, and the fault in words."""
    if not isinstance(entry, dict):
        yield "", f"is {entry!r}; expected a table"
        return
    for key in _REQUIRED[kind]:
        if key not in entry:
            none = key == "objective" and entry.get("posture") == "hold"
            hint = ", [] for a hold without a place" if none else ""
            yield "", f"lacks {key}; expected {allowed[key]}{hint}"
    for key, value in entry.items():
        if key not in allowed:
            yield key, f"unknown key {key!r}; {_known(key, allowed)}"
        elif key == "when":
            yield from condition_faults(value)
        elif not _is(allowed[key], value):
            yield key, f"{key} is {value!r}; {_wanted(allowed[key], value)}"
    if entry.get("scenarios") == []:
        yield "scenarios", "scenarios is []; leave it out if the entry holds in all of them"
    if kind == "mission" and entry.get("posture") in ("strike", "garrison"):
        if entry.get("objective") == []:
            yield "objective", f"posture {entry['posture']} needs an objective"


def _known(name: object, known: Iterable[str]) -> str:
    """Names that come near, and all there are."""
    listed = list(known)
    near = told_near(name, listed)
    names = ", ".join(listed)
    return f"{near} Expected {names}" if near.startswith("did") else f"expected {names}"


def _wanted(expected: str, value: object) -> str:
    """What was expected, and which of its words come near."""
    words = expected.removeprefix("one of ")
    if words == expected:
        return f"expected {expected}"
    return _known(value, words.split(", ")).replace("xpected ", "xpected one of ", 1)


def _is(expected: str, value: Any) -> bool:
    """Whether a value is what the words of ``ALLOWED`` say."""
    words, _, rest = expected.partition("one of ")
    if rest:
        return isinstance(value, str) and value in rest.split(", ")
    if words == "[first, last]":
        whole = isinstance(value, list) and all(type(turn) is int for turn in value)
        return whole and len(value) == 2 and value[0] <= value[1]
    if words == TEXTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if words == "a text":
        return isinstance(value, str)
    if words == "true or false":
        return isinstance(value, bool)
    if words == "a table of weights":
        return isinstance(value, dict)
    low, high = (int(word) for word in words.split() if word.lstrip("-").isdecimal())
    kinds = (int,) if words.startswith("a whole number") else (int, float)
    return type(value) in kinds and math.isfinite(value) and low <= value <= high
