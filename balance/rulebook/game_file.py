"""``game.toml``: a game of a system, by what it sets otherwise than its system.

::

    format = 1
    system = "common"
    title = "The Bridges"

    [sides]                       # what readers call the two sides
    axis = "Blue"
    soviet = "Red"

    [rules]                       # numbers and switches that aren't as the system has them
    "stacking.limit" = 3

    [[rule]]                      # a rule that no number can say: a function of the game's own
    replaces = "unit_attack"
    file = "rules/unit_attack.py"
    why = "Guards attack as if they were a third stronger."

Charts are the files of ``tables/``; those that the game hasn't are its system's. Numbers that only
its own rules ask for stand in a ``parameters.toml`` beside it, written as the system's is. A game
of the package may have its rule functions beside its other code, in ``balance/games/<game>/``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from balance.errors import DataError, UnknownName
from balance.files.charts import read_chart, shown_path
from balance.files.shapes import NUMBER, SETTING, TEXT, read_shaped
from balance.files.toml import line_of
from balance.rulebook.functions import RuleFunction, read_rule_function
from balance.rulebook.game import GAME_FILE, Game
from balance.rulebook.parameters import Parameter, Value
from balance.rulebook.place_names import numbered_hexes
from balance.rulebook.ruleset import Ruleset, read_parameters

SIDES = ("axis", "soviet")
_SHAPE = {
    "format": NUMBER,
    "system": TEXT,
    "title": TEXT,
    "sides?": dict.fromkeys(SIDES, TEXT),
    "rules?": {"*": SETTING},
    "rule?": [{"replaces": TEXT, "file": TEXT, "why": TEXT}],
}


def read_game_file(game: Game) -> dict[str, Any]:
    """The content of ``game.toml``.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind, and its line.
    """
    path = game.folder / GAME_FILE
    data = read_shaped(path, _SHAPE)
    names = data.get("sides", {})
    if len(set(names.values())) < len(names):
        where = f"{shown_path(path)}:{line_of(path, 'sides')}"
        raise DataError(f"{where}: both sides are called {names['axis']!r}; expected two names")
    if data["format"] != 1:
        where = f"{shown_path(path)}:{line_of(path, 'format')}"
        raise DataError(f"{where}: format is {data['format']!r}; expected 1")
    return data


def side_names(game: Game) -> tuple[str, str]:
    """What readers call the two sides of a game of a system."""
    said = read_game_file(game).get("sides", {})
    axis, soviet = (str(said.get(side, side.capitalize())) for side in SIDES)
    return axis, soviet


def rules_of_game(game: Game) -> Ruleset:
    """Read the rules of a game of a system: the system's, with what the game sets otherwise.

    Raises
    ------
    DataError
        With every fault, its file and line.
    """
    assert game.system is not None
    base, path = game.system.rules, game.folder / GAME_FILE
    data = read_game_file(game)
    own = {p.stem: read_chart(p) for p in sorted((game.folder / "tables").glob("*.csv"))}
    faults = []
    charts = {**base.charts, **own}
    parameters, aliases = dict(base.parameters), dict(base.aliases)
    added = game.folder / "parameters.toml"
    if added.is_file():
        its_own, its_aliases = read_parameters(added, charts)
        where = shown_path(added)
        faults += [
            f"{where}:{line_of(added, key)}: {key} is the system's; set it in {GAME_FILE}"
            for key in its_own
            if key in parameters
        ]
        parameters |= its_own
        aliases |= its_aliases
    for key, given in data.get("rules", {}).items():
        try:
            parameter = base.parameter(key)
            value = accept_value(game.folder, parameter, given)
            said = f"set in {GAME_FILE}" if game.is_outside else parameter.reason
            parameters[parameter.key] = replace(parameter, value=value, reason=said)
        except (UnknownName, ValueError) as error:
            told = error if isinstance(error, UnknownName) else f"{key} {error}"
            faults.append(f"{shown_path(path)}:{line_of(path, key)}: {told}")
    functions: dict[str, RuleFunction] = {}
    for number, record in enumerate(data.get("rule", []), start=1):
        if record["replaces"] in functions:
            line = line_of(path, "", number, "[[rule]]")
            faults.append(f"{shown_path(path)}:{line}: {record['replaces']} is replaced already")
        try:
            found = read_rule_function(game, record["replaces"], _rule_file(game, record["file"]))
            functions[found.name] = found
        except UnknownName as error:
            line = line_of(path, record["replaces"])
            faults.append(f"{shown_path(path)}:{line}: {error}")
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    values = {key: p.value for key, p in parameters.items() if p.value is not None}
    return Ruleset(game, parameters, aliases, values, charts, functions=functions)


def _rule_file(game: Game, name: str) -> Path:
    """Where a rule function of a game stands: in its folder, or beside its code."""
    code = Path(__file__).resolve().parents[1] / "games" / game.name / name
    return code if not game.is_outside and code.is_file() else game.folder / name


def accept_value(folder: Path, parameter: Parameter, given: object) -> Value:
    """Turn a value that a game or scenario gives into the parameter's own type.

    What no variant may change, as the first day, a game says itself.

    Raises
    ------
    ValueError, UnknownName
        If it can't be that.
    """
    if parameter.type == "fixed":
        if type(given) is not type(parameter.value):
            raise ValueError(f"can't be {given!r}; it takes such as {parameter.value!r}")
        assert isinstance(given, int | str)
        return given
    if parameter.type == "hexes":
        given = numbered_hexes(folder, given)
    return parameter.accept(given)
