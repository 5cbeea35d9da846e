"""Opening files: a strategy as a TOML file, without code (first rung).

::

    [opening]
    name = "stalingrad_first"
    game = "drive_on_stalingrad"
    side = "axis"
    why = "Straight for the city, flanks last."

    [weights]                       # optional, see balance.staff.desk.Weights
    advance = 4.0

    [set_up]                        # optional: counter name -> hex number
    "24 Pz" = "0533"

    [[mission]]
    turns = [1, 3]                  # first and last game turn
    scenarios = ["operation_blue"]  # where a game has several: in these alone; so of all entries
    armies = ["4PA"]                # which units: armies, kinds, nations, names, arrivals
    kinds = ["mech"]
    posture = "strike"              # hold, strike, garrison, reserve where a game has it
    objective = ["Voronezh", "Liski"]  # places or hex numbers; strikes turn from one that is
                                       # taken to those that are not
    weights = { risk = 0.5 }        # optional: weights of its units alone, where a game has such
    when = { taken = ["Kursk"], lead = [0, 99] }  # optional, in all entries; see ``conditions``

    [[garrison]]
    turns = [1, 11]
    hex = "Kharkov"
    units = 1

    [[ground]]                      # extra worth of single hexes, factor points
    turns = [4, 11]
    hexes = ["Rostov"]
    worth = 20.0

    [[line]]                        # hexes wanted in the defensive line: bias in tenths of a hex
    turns = [3, 11]
    hexes = ["0424", "0525"]
    bias = -5

    [[turn]]                        # choices and weights of single turns
    turns = [4, 4]
    phase_order = "double"
    luftwaffe = "mobile"
    weights = { min_value = 0.0 }
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import BalanceError, DataError, told_near
from balance.files.toml import line_in_section, line_of, read_toml
from balance.rulebook.game import Game, playable_games, playable_names
from balance.staff.choices import TEXTS
from balance.staff.plan import POSTURES, Mission, Plan, Selection
from balance.staff.weights import RANGES, Weights
from balance.strategy.api import SIDES, Strategy, check_weights
from balance.strategy.conditions import (
    CONDITIONS,
    NONE,
    Unmet,
    condition_faults,
    conditional,
    unmet_of,
)

if TYPE_CHECKING:
    from balance.strategy.view import View

#: What a strategy may be called, so that ``NAME:key=value`` on the command line stays clear.
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

_SELECTION = ("armies", "kinds", "nations", "names", "arrivals")
#: When an entry holds: in some game turns, in some scenarios of its game, under conditions; else
#: always.
_WHEN = {"turns": "[first, last]", "scenarios": TEXTS, "when": CONDITIONS}
#: What each key of each kind of entry holds, in words; ``_is`` says what the words mean.
#: A game adds its choices to those of a turn.
_ALLOWED: dict[str, dict[str, str]] = {
    "mission": {
        **_WHEN,
        "posture": f"one of {', '.join(POSTURES)}",
        "objective": TEXTS,
        **dict.fromkeys(_SELECTION, TEXTS),
    },
    "garrison": {**_WHEN, "hex": "a text", "units": "a whole number 0 to 8"},
    "ground": {**_WHEN, "hexes": TEXTS, "worth": "a number -1000 to 1000"},
    "line": {**_WHEN, "hexes": TEXTS, "bias": "a whole number -1000 to 1000"},
    "turn": {
        **_WHEN,
        "weights": "a table of weights",
    },
}
_HEAD = ("name", "game", "side", "why", "source")
_REQUIRED = {
    "mission": ("posture", "objective"),
    "garrison": ("hex", "units"),
    "ground": ("hexes", "worth"),
    "line": ("hexes", "bias"),
    "turn": ("turns",),
}
_ALWAYS = (1, 99)
#: Game turn, name of the scenario, and entries whose conditions aren't met.
_Moment = tuple[int, str, Unmet]


def _even() -> int:
    """Margin of points of a side of which nobody tells it."""
    return 0


@dataclass
class _Plans:
    """Plans made so far, shared by all players of a file: by moment, and by what is taken."""

    of_turn: dict[_Moment, Plan] = field(default_factory=dict)
    wanted: dict[_Moment, frozenset[str]] = field(default_factory=dict)
    aimed: dict[tuple[_Moment, frozenset[str]], Plan] = field(default_factory=dict)
    distinct: dict[Plan, Plan] = field(default_factory=dict)

    def one_like(self, plan: Plan) -> Plan:
        """The first plan equal to this one: what is one object needs no comparing any more."""
        return self.distinct.setdefault(plan, plan)


class OpeningStrategy(Strategy):
    """A strategy read from an opening file; one Plan object a game turn, made once."""

    def __init__(
        self,
        content: Mapping[str, Any],
        path: Path,
        changes: Mapping[str, float],
        plans: _Plans,
    ) -> None:
        self._content = content
        self._changes = changes  # weights given as parameters
        self._plans = plans
        self._conditional = conditional(content, _ALLOWED)
        self.path = path

    @property
    def content(self) -> Mapping[str, Any]:
        """What the file says."""
        return self._content

    def content_in(self, scenario: str) -> Mapping[str, Any]:
        """What the file says of one scenario; the entries of others are empty tables."""
        return {
            key: [entry if _holds(entry, scenario) else {} for entry in value]
            if key in _ALLOWED
            else value
            for key, value in self._content.items()
        }

    def set_up(self, view: View) -> Mapping[str, str]:
        """The file's ``[set_up]`` table."""
        return dict(self._content.get("set_up", {}))

    def plan(self, view: View) -> Plan:
        """The missions, garrisons and choices that the file gives for this game turn."""
        return self.plan_by(
            view.game_turn, view.side, view.control, view.scenario, lambda: view.lead
        )

    def plan_by(
        self,
        turn: int,
        side: str,
        control: Callable[[str], str],
        scenario: str = "",
        lead: Callable[[], int] = _even,
    ) -> Plan:
        """The plan of one game turn, for ``side``: by who controls a place, and by its margin."""
        unmet = NONE
        if self._conditional:
            unmet = unmet_of(self._conditional, side, control, lead)
        plan = self.plan_for(turn, scenario, unmet)
        wanted = self._plans.wanted[turn, scenario, unmet]
        if not wanted:
            return plan
        taken = frozenset([name for name in wanted if control(name) == side])
        return self._aim(plan, (turn, scenario, unmet), taken)

    def _aim(self, plan: Plan, moment: _Moment, taken: frozenset[str]) -> Plan:
        """Leave out the objectives of strikes that have been taken, while others remain."""
        if not taken:
            return plan
        aimed = self._plans.aimed
        if (moment, taken) not in aimed:
            missions = tuple(_without(mission, taken) for mission in plan.missions)
            aimed[moment, taken] = self._plans.one_like(replace(plan, missions=missions))
        return aimed[moment, taken]

    def plan_for(self, turn: int, scenario: str = "", unmet: Unmet = NONE) -> Plan:
        """The plan of one game turn; later entries of the file override earlier ones.

        Without a scenario it is of those entries that hold in all. ``unmet`` are the entries left
        out because their conditions aren't met.
        """
        plans, moment = self._plans, (turn, scenario, unmet)
        if moment not in plans.of_turn:
            plans.of_turn[moment] = plans.one_like(self._make_plan(turn, scenario, unmet))
            plans.wanted[moment] = _choice_of_objectives(plans.of_turn[moment])
        return plans.of_turn[moment]

    def _make_plan(self, turn: int, scenario: str, unmet: Unmet) -> Plan:
        content = self.content_in(scenario)

        def active(kind: str) -> list[Any]:
            entries = []
            for number, entry in enumerate(content.get(kind, [])):
                first, last = entry.get("turns", _ALWAYS)
                if entry and first <= turn <= last and (kind, number) not in unmet:
                    entries.append(entry)
            return entries

        missions = tuple(
            Mission(
                Selection(**{key: tuple(entry.get(key, ())) for key in _SELECTION}),
                entry["posture"],
                tuple(entry["objective"]),
                tuple((key, float(each)) for key, each in entry.get("weights", {}).items()),
            )
            for entry in active("mission")
        )
        garrisons = {entry["hex"]: entry["units"] for entry in active("garrison")}
        ground = {place: float(e["worth"]) for e in active("ground") for place in e["hexes"]}
        line = {place: int(e["bias"]) for e in active("line") for place in e["hexes"]}
        choices: dict[str, Any] = {}
        weights = dict(content.get("weights", {}))
        for entry in active("turn"):
            weights |= entry.get("weights", {})
            choices |= {k: _value(v) for k, v in entry.items() if k not in _ALLOWED["turn"]}
        weights |= self._changes
        return Plan(
            missions=missions,
            garrisons=tuple(garrisons.items()),
            ground=tuple(ground.items()),
            line=tuple(line.items()),
            weights=replace(Weights(), **{key: float(value) for key, value in weights.items()}),
            choices=tuple(choices.items()),
        )


def _holds(entry: Mapping[str, Any], scenario: str) -> bool:
    """Whether an entry is one of a scenario."""
    return scenario in entry.get("scenarios", (scenario,))


def _value(chosen: Any) -> Any:
    """A choice as a plan holds it."""
    return tuple(chosen) if isinstance(chosen, list) else chosen


def _choice_of_objectives(plan: Plan) -> frozenset[str]:
    """Objectives of strikes that have more than one."""
    return frozenset(
        name
        for mission in plan.missions
        if mission.posture == "strike" and len(mission.objective) > 1
        for name in mission.objective
    )


def _without(mission: Mission, taken: frozenset[str]) -> Mission:
    """The mission without the objectives that are taken; all of them if none is left."""
    left = tuple(name for name in mission.objective if name not in taken)
    if mission.posture != "strike" or not left:
        return mission
    return replace(mission, objective=left)


def read_opening(path: Path) -> type[Strategy]:
    """Read an opening file and return the strategy class it describes.

    Raises
    ------
    DataError
        Naming the file, the line of each fault, the entry, the value and what was expected.
    """
    content = read_toml(path)
    faults = sorted(
        (_line(path, text, nth, header), fault) for text, nth, header, fault in _faults(content)
    )
    if faults:
        raise DataError(f"{path}:{line}: {fault}" for line, fault in faults)
    head = content["opening"]
    shared: dict[tuple[tuple[str, float], ...], _Plans] = {}
    set_here = {key: float(value) for key, value in content.get("weights", {}).items()}
    weights = asdict(replace(Weights(), **set_here))

    class Opening(OpeningStrategy):
        __doc__ = head.get("why", "An opening file.")
        name = head["name"]
        game = head["game"]
        side = head["side"]
        source = head.get("source", "")

        def __init__(self, **parameters: Any) -> None:
            Strategy.__init__(self, **parameters)
            changes = {key: getattr(self, key) for key in parameters}
            check_weights(f"strategy {self.name!r}", changes)
            plans = shared.setdefault(tuple(sorted(changes.items())), _Plans())
            super().__init__(content, path, changes, plans)

        @classmethod
        def parameters(cls) -> dict[str, Any]:
            """The weights, as the file sets them; a parameter holds for every game turn."""
            return dict(weights)

    Opening.__qualname__ = Opening.__name__ = f"Opening_{head['name']}"
    return Opening


def _line(path: Path, text: str, nth: int, header: str) -> int:
    """Line of a fault: near its text within its entry, or at its entry, or anywhere."""
    return line_in_section(path, header, nth, text) if header else line_of(path, text)


#: A fault and where its line is: text in quotes or key near it, number of its entry, header, words.
_Fault = tuple[str, int, str, str]


def _games(content: Mapping[str, Any]) -> list[Game]:
    """The game of a file; all, if it is misspelled, for that is told elsewhere."""
    head = content.get("opening")
    game = head.get("game") if isinstance(head, dict) else ""
    known = playable_games()
    return [each for each in known if each.name == game] or list(known)


def _allowed(content: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What each key may hold in a file for this game; see ``_ALLOWED``."""
    games = _games(content)
    choices = [choice for each in games for choice in each.staff("choices").CHOICES]
    turn = _ALLOWED["turn"] | {choice.name: choice.expected for choice in choices}
    postures = dict.fromkeys(word for each in games for word in postures_of(each))
    mission = _ALLOWED["mission"] | {"posture": f"one of {', '.join(postures)}"}
    if any(map(mission_weights_of, games)):
        mission["weights"] = "a table of weights"
    return _ALLOWED | {"turn": turn, "mission": mission}


def postures_of(game: Game) -> Sequence[str]:
    """What a mission may be in a game."""
    known: Sequence[str] = getattr(game.staff("choices"), "POSTURES", POSTURES)
    return known


def mission_weights_of(game: Game) -> Sequence[str]:
    """Weights that a mission may have for itself in a game."""
    known: Sequence[str] = getattr(game.staff("choices"), "MISSION_WEIGHTS", ())
    return known


def _scenarios(content: Mapping[str, Any]) -> list[str]:
    """Names of the scenarios that entries of a file may name; none if its game is unknown."""
    head = content.get("opening")
    game = head.get("game") if isinstance(head, dict) else ""
    return [s.name for each in playable_games() if each.name == game for s in each.scenarios]


def _strange_scenarios(entry: Any, known: Iterable[str]) -> list[str]:
    """Scenarios that an entry names and its game hasn't."""
    named = entry.get("scenarios", []) if isinstance(entry, dict) else []
    if not known or not isinstance(named, list):
        return []
    return [name for name in named if isinstance(name, str) and name not in known]


def _faults(content: Mapping[str, Any]) -> Iterator[_Fault]:
    """Everything wrong with an opening file's content."""
    allowed = _allowed(content)
    scenarios = _scenarios(content)
    yield from _head_faults(content.get("opening"))
    for key in content:
        if key not in ("opening", "weights", "set_up", *_ALLOWED):
            known = ("opening", "weights", "set_up", *_ALLOWED)
            yield key, 1, "", f"unknown entry [{key}]; {_known(key, known)}"
    yield from _weight_faults(content.get("weights", {}), "[weights]", 1, "[weights]")
    for kind in _ALLOWED:
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
                yield from _weight_faults(entry.get("weights", {}), where, number, header)
                if kind == "mission":
                    yield from _general_weights(content, entry, where, number)
    placed = content.get("set_up", {})
    if not isinstance(placed, dict):
        yield "set_up", 1, "", f"[set_up] is {placed!r}; expected a table of unit = hex"
        return
    for unit, place in placed.items():
        if not isinstance(place, str):
            fault = f'[set_up] {unit} is {place!r}; expected a hex number as text such as "2618"'
            yield unit, 1, "[set_up]", fault


def _head_faults(head: Any) -> Iterator[_Fault]:
    if not isinstance(head, dict):
        yield "", 1, "", "no [opening] table; expected name, game and side there"
        return
    for key in ("name", "game", "side"):
        if key not in head:
            yield "", 1, "[opening]", f"[opening] lacks {key}"
    for key, value in head.items():
        if key not in _HEAD:
            yield key, 1, "[opening]", f"[opening] unknown key {key!r}; {_known(key, _HEAD)}"
        elif not isinstance(value, str) or (key in ("name", "game") and not value):
            yield key, 1, "[opening]", f"[opening] {key} is {value!r}; expected a text"
        elif key == "name" and not NAME.fullmatch(value):
            expected = "a letter, then letters, digits or underscores"
            yield key, 1, "[opening]", f"[opening] name is {value!r}; expected {expected}"
        elif key in ("side", "game"):
            known = SIDES if key == "side" else playable_names()
            if value not in known:
                fault = f"[opening] {key} is {value!r}; {_known(value, known)}"
                yield key, 1, "[opening]", fault


def _weight_faults(changes: Any, where: str, number: int, header: str) -> Iterator[_Fault]:
    if not isinstance(changes, dict):
        if header == "[weights]":
            yield "weights", 1, "", f"[weights] is {changes!r}; expected a table of weights"
        return  # that of a [[turn]] has been told with its entry
    for key, value in changes.items():
        try:
            check_weights(where, {key: value})
        except BalanceError as fault:
            yield key, number, header, str(fault)


def _general_weights(
    content: Mapping[str, Any], entry: Mapping[str, Any], where: str, number: int
) -> Iterator[_Fault]:
    """Weights of a mission that no mission can have for itself."""
    known = {key for each in _games(content) for key in mission_weights_of(each)}
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
    """Whether a value is what the words of ``_ALLOWED`` say."""
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
