"""Small games made up for tests of the common system: folders of data, as designers write them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from balance.files.resources import data_folder
from balance.games.common.scenario import Scenario
from balance.games.common.state import State
from balance.games.common.turn import open_step
from balance.games.common.vocabulary import KINDS, Phase, PhaseKind, Side
from balance.games.moves import open_phase
from balance.games.steps import OVER
from balance.rulebook.game import Game, open_folder

TEMPLATE = data_folder() / "common" / "new_game"
#: A row of nine clear hexes.
ROW = (". " * 9,)
FIELD = (". " * 9,) * 5
_COLUMNS = (
    "unit,kind,army,mobility,steps,attack,defense,reduced_attack,reduced_defense,movement,hex,"
    "arrival_turn,entry_area,zone,returns"
)
_NEVER = "0101:axis,0109:soviet"


def foot(name: str, h: str = "", **cells: Any) -> dict[str, Any]:
    """A unit on foot: two steps, attack 4, defense 4, four points."""
    plain = {"kind": "infantry", "mobility": "foot", "steps": 2, "attack": 4, "defense": 4}
    return {**plain, "movement": 4, "unit": name, "hex": h, **cells}


def tank(name: str, h: str = "", **cells: Any) -> dict[str, Any]:
    """A motorized unit: two steps, attack 8, defense 6, six points."""
    changed = {"kind": "armor", "mobility": "motorized", "attack": 8, "defense": 6, "movement": 6}
    return foot(name, h, **{**changed, **cells})


def write_game(
    folder: Path,
    rows: Sequence[str] = ROW,
    axis: Iterable[Mapping[str, Any]] = (),
    soviet: Iterable[Mapping[str, Any]] = (),
    *,
    rules: Mapping[str, Any] | None = None,
    sources: str = _NEVER,
    places: str = "",
    sides: str = "",
    roads: str = "",
    tables: Mapping[str, str] | None = None,
) -> Game:
    """Write a game and open it.

    ``sources`` and ``places`` are lists such as "0101:axis" and "0105:2" (points), ``sides`` such
    as "0104-0105:river", ``roads`` hexes with blanks between; ``tables`` are whole files by name.
    """
    shutil.copytree(TEMPLATE, folder)
    for name in ("control.txt", "lines.csv", "hexsides.csv", "places.csv"):
        (folder / "map" / name).unlink()
    for name in ("turns", "weather", "weather_effects"):
        (folder / "tables" / f"{name}.csv").unlink()
    shutil.rmtree(folder / "strategies")
    shutil.rmtree(folder / "variants")
    lines = ['format = 1\nsystem = "common"\ntitle = "Test"\n[rules]']
    lines += [f'"{key}" = {json.dumps(value)}' for key, value in (rules or {}).items()]
    _write(folder / "game.toml", lines)
    _write(folder / "map" / "map.txt", rows)
    cells: dict[str, dict[str, str]] = {}
    for entry in filter(None, sources.split(",")):
        h, side = entry.split(":")
        cells.setdefault(h, {})["supply" if side in ("axis", "soviet", "both") else "areas"] = side
    for entry in filter(None, places.split(",")):
        h, points = entry.split(":")
        cells.setdefault(h, {}).update(vp=points, place=f"Place{h}", kind="town")
    _write(
        folder / "map" / "places.csv",
        ["hex,place,place_kind,vp,supply,entry_areas"]
        + [
            ",".join([h, *(own.get(key, "") for key in ("place", "kind", "vp", "supply", "areas"))])
            for h, own in cells.items()
        ],
    )
    listed = [entry.split(":") for entry in filter(None, sides.split(","))]
    _write(
        folder / "map" / "hexsides.csv",
        ["hex_a,hex_b,features,name,origin"]
        + [f"{pair.replace('-', ',')},{features},," for pair, features in listed],
    )
    if roads:
        _write(folder / "map" / "lines.csv", ["feature,hexes", f"road,{roads}"])
    for name, text in (tables or {}).items():
        (folder / "tables" / f"{name}.csv").write_text(text, encoding="utf-8")
    for side, units in (("axis", axis), ("soviet", soviet)):
        named = [[str(unit.get(c, _default(c))) for c in _COLUMNS.split(",")] for unit in units]
        path = folder / "order_of_battle" / f"{side}.csv"
        _write(path, [_COLUMNS, *(",".join(line) for line in named)])
    return open_folder(folder)


def _default(column: str) -> str:
    return {"zone": "yes", "returns": "yes"}.get(column, "")


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


class Position:
    """A game at its start, in a phase of a side, with units and hexes by their names."""

    def __init__(self, game: Game) -> None:
        self.scenario: Scenario = game.referee("scenario").load_scenario("first_battle", game.rules)
        self.state: State = self.scenario.new_game(1)
        self.state.game.game_turn = 1

    def in_phase(self, kind: PhaseKind, side: Side = Side.AXIS) -> Position:
        """Put the game into a phase, nobody having moved."""
        self.state.game.side = side
        self.state.game.phase = KINDS * side + kind
        open_phase(self.state)
        return self

    def unit(self, name: str) -> Any:
        """Row number of a unit, as kernels take it."""
        return np.int64(self.scenario.unit_names.index(name))

    def units(self, *names: str) -> np.ndarray:
        """Row numbers of units."""
        return np.array([self.unit(name) for name in names], np.int64)

    def row(self, name: str) -> Any:
        """Counter of a unit."""
        return self.state.units[self.unit(name)]

    def hex(self, name: str) -> Any:
        """Index of a hex."""
        return np.int64(self.scenario.map.index[name])

    def where(self, name: str) -> str:
        """Hex of a unit, "" off the map."""
        h = int(self.row(name).hex)
        return self.scenario.hex_names[h] if h < len(self.scenario.hex_names) else ""

    def ground(self, name: str) -> Any:
        """Ground of a hex."""
        return self.state.ground[self.hex(name)]

    def play_turns(self, turns: int) -> None:
        """Let game turns pass in which nobody does anything."""
        self.state.game.step, self.state.game.phase = -1, Phase.SET_UP
        self.state.game.game_turn = 0
        while self.state.game.game_turn <= turns and open_step(self.state) != OVER:
            if self.state.game.game_turn == turns and self.state.game.step == 9:
                break


def position(folder: Path, *arguments: Any, **options: Any) -> Position:
    """Write a game, and set it up."""
    return Position(write_game(folder / "test_game", *arguments, **options))


def crt_of(result: str, columns: str = "1:3,1:2,1:1,2:1,3:1,4:1,5:1,6:1") -> str:
    """A combat results table that always says the same."""
    cells = ",".join([result] * len(columns.split(",")))
    return f"die,{columns}\n" + "".join(f"{die},{cells}\n" for die in range(1, 7))
