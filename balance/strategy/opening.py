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
    armies = ["4PA"]                # which units: armies, kinds, nations, names, arrivals
    kinds = ["mech"]
    posture = "strike"              # hold, strike, garrison, reserve
    objective = ["Voronezh"]        # places or hex numbers

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

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import DataError
from balance.staff.desk import Weights
from balance.staff.plan import LUFTWAFFE, PHASE_ORDERS, POSTURES, Mission, Plan, Selection
from balance.strategy.api import SIDES, Strategy, check_weights

if TYPE_CHECKING:
    from balance.strategy.view import View

_SELECTION = ("armies", "kinds", "nations", "names", "arrivals")
_ALLOWED: dict[str, dict[str, type | tuple[type, ...]]] = {
    "mission": {
        "turns": list,
        "posture": str,
        "objective": list,
        **dict.fromkeys(_SELECTION, list),
    },
    "garrison": {"turns": list, "hex": str, "units": int},
    "ground": {"turns": list, "hexes": list, "worth": (int, float)},
    "line": {"turns": list, "hexes": list, "bias": int},
    "turn": {
        "turns": list,
        "phase_order": str,
        "luftwaffe": str,
        "flood_manych": bool,
        "aerial_supply": bool,
        "weights": dict,
    },
}
_REQUIRED = {
    "mission": ("posture", "objective"),
    "garrison": ("hex", "units"),
    "ground": ("hexes", "worth"),
    "line": ("hexes", "bias"),
    "turn": ("turns",),
}
_ALWAYS = (1, 99)


class OpeningStrategy(Strategy):
    """A strategy read from an opening file; one Plan object a game turn, made once."""

    def __init__(self, content: Mapping[str, Any], path: Path) -> None:
        super().__init__()
        self._content = content
        self._plans: dict[int, Plan] = {}
        self.path = path

    def set_up(self, view: View) -> Mapping[str, str]:
        """The file's ``[set_up]`` table."""
        return dict(self._content.get("set_up", {}))

    def plan(self, view: View) -> Plan:
        """The missions, garrisons and choices that the file gives for this game turn."""
        turn = view.game_turn
        if turn not in self._plans:
            self._plans[turn] = self.plan_for(turn)
        return self._plans[turn]

    def plan_for(self, turn: int) -> Plan:
        """The plan of one game turn; later entries of the file override earlier ones."""
        content = self._content

        def active(kind: str) -> list[Any]:
            entries = []
            for entry in content.get(kind, []):
                first, last = entry.get("turns", _ALWAYS)
                if first <= turn <= last:
                    entries.append(entry)
            return entries

        missions = tuple(
            Mission(
                Selection(**{key: tuple(entry.get(key, ())) for key in _SELECTION}),
                entry["posture"],
                tuple(entry["objective"]),
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
            choices |= {k: v for k, v in entry.items() if k not in ("turns", "weights")}
        return Plan(
            missions=missions,
            garrisons=tuple(garrisons.items()),
            ground=tuple(ground.items()),
            line=tuple(line.items()),
            weights=replace(Weights(), **{key: float(value) for key, value in weights.items()}),
            **choices,
        )


def read_opening(path: Path) -> type[Strategy]:
    """Read an opening file and return the strategy class it describes.

    Raises
    ------
    DataError
        Naming the file, the line of a TOML fault or the entry, the value and what was expected.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise DataError(f"{path}: can't be read as UTF-8 text ({fault})") from None
    except tomllib.TOMLDecodeError as fault:
        raise DataError(f"{path}: not valid TOML: {fault}; see the opening template") from None
    faults = _faults(content)
    if faults:
        raise DataError([f"{path}: {fault}" for fault in faults])
    head = content["opening"]

    class Opening(OpeningStrategy):
        __doc__ = head.get("why", "An opening file.")
        name = head["name"]
        game = head["game"]
        side = head["side"]
        source = head.get("source", "")

        def __init__(self, **parameters: Any) -> None:
            if parameters:
                raise DataError(
                    f"strategy {self.name!r} is an opening file and has no parameters; "
                    f"got {', '.join(parameters)}"
                )
            super().__init__(content, path)

    Opening.__qualname__ = Opening.__name__ = f"Opening_{head['name']}"
    return Opening


def _faults(content: Mapping[str, Any]) -> list[str]:
    """Everything wrong with an opening file's content, in words."""
    faults = []
    head = content.get("opening")
    if not isinstance(head, dict):
        return ["no [opening] table; expected name, game and side there"]
    for key in ("name", "game", "side"):
        if not isinstance(head.get(key), str) or not head[key]:
            faults.append(f"[opening] {key} is {head.get(key)!r}; expected a text")
    if head.get("side") not in SIDES:
        faults.append(f"[opening] side is {head.get('side')!r}; expected one of {', '.join(SIDES)}")
    for key in content:
        if key not in ("opening", "weights", "set_up", *_ALLOWED):
            faults.append(f"unknown entry [{key}]; expected opening, weights, set_up, {_names()}")
    weights = [("[weights]", content.get("weights", {}))]
    for kind, allowed in _ALLOWED.items():
        entries = content.get(kind, [])
        if not isinstance(entries, list):
            faults.append(f"[{kind}] must be a list of tables; write [[{kind}]]")
            continue
        for number, entry in enumerate(entries, 1):
            where = f"[[{kind}]] number {number}"
            faults += [f"{where}: {fault}" for fault in _entry_faults(kind, entry, allowed)]
            if kind == "turn":
                weights.append((where, entry.get("weights", {})))
    for where, changes in weights:
        try:
            check_weights(where, changes)
        except Exception as fault:
            faults.append(str(fault))
    placed = content.get("set_up", {})
    if not isinstance(placed, dict) or not all(isinstance(v, str) for v in placed.values()):
        faults.append("[set_up] must give hex numbers as text for counter names")
    return faults


def _entry_faults(
    kind: str, entry: Any, allowed: Mapping[str, type | tuple[type, ...]]
) -> list[str]:
    if not isinstance(entry, dict):
        return [f"is {entry!r}; expected a table"]
    faults = [f"needs {key}" for key in _REQUIRED[kind] if key not in entry]
    for key, value in entry.items():
        if key not in allowed:
            faults.append(f"unknown key {key!r}; expected {', '.join(allowed)}")
        elif not isinstance(value, allowed[key]) or (
            isinstance(value, bool) and allowed[key] is not bool
        ):
            faults.append(f"{key} is {value!r}, of the wrong type")
        elif key == "turns":
            if len(value) != 2 or not all(type(t) is int for t in value) or value[0] > value[1]:
                faults.append(f"turns is {value!r}; expected [first, last]")
        elif isinstance(value, list) and not all(isinstance(item, str) for item in value):
            faults.append(f"{key} is {value!r}; expected a list of texts")
    choices = {"posture": POSTURES, "phase_order": PHASE_ORDERS, "luftwaffe": LUFTWAFFE}
    for key, known in choices.items():
        if key in entry and entry[key] not in known:
            faults.append(f"{key} is {entry[key]!r}; expected one of {', '.join(known)}")
    return faults


def _names() -> str:
    return ", ".join(_ALLOWED)
