"""Reads a scenario file: its armies, front hexes, set-up areas and default set-up.

Rule: drive_on_stalingrad 3.2, 8.4, 12.1

Numbers of rules stay in the parameters: release turns, hexes of Reserve Armies, and the days that
the file names by their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import DataError, UnknownName
from balance.files.charts import shown_path
from balance.files.toml import line_of, read_toml
from balance.games.drive_on_stalingrad.order_of_battle import ARMIES, MOBILITIES, NATIONS
from balance.games.drive_on_stalingrad.vocabulary import Army
from balance.games.scenario_files import ScenarioHead, find_scenario_path, read_scenario_head
from balance.rulebook.game import Game

#: Greatest radius of a set-up area.
MOST_HEXES = 50


@dataclass(frozen=True)
class ArmyEntry:
    """One army of the scenario (3.2, 8.4)."""

    army: Army
    name: str  # "2A", "21", "reserve_5"
    title: str
    opposite: tuple[Army, ...] = ()  # German-side armies it faces, Soviet front armies only
    front_rows: tuple[int, int] | None = None  # it holds the start line in these rows


@dataclass(frozen=True)
class AreaEntry:
    """Where Soviet units that are not of a front army set up: hexes around a centre (12.1)."""

    name: str
    centre: str
    radius: int


@dataclass(frozen=True)
class Wish:
    """Units and the hexes a default set-up would like them in, best first."""

    units: tuple[str, ...]  # names of units, or set_up texts such as "area:4PA" or "front:21"
    hexes: tuple[str, ...]
    only: str = ""  # of those, units of this nation or mobility class alone
    massed: bool = False  # fill the first hex before the next; otherwise spread evenly


@dataclass(frozen=True)
class ScenarioFile(ScenarioHead):
    """A scenario as its file has it."""

    armies: tuple[ArmyEntry, ...]
    areas: tuple[AreaEntry, ...]
    wishes: tuple[Wish, ...]


def find_scenario_file(game: Game, name: str) -> ScenarioFile:
    """Find a scenario by its name or an alias.

    Raises
    ------
    UnknownName
        If there is none; names near ones.
    DataError
        If its file is wrong.
    """
    return read_scenario_file(find_scenario_path(game, name))


def read_scenario_file(path: Path) -> ScenarioFile:
    """Read one scenario file; all faults in one error."""
    data = read_toml(path)
    shown = shown_path(path)
    faults: list[str] = []
    head = read_scenario_head(path, data, ("army", "area", "default"), faults)
    armies = _collect(path, data, "army", _army, faults)
    areas = _collect(path, data, "area", _area, faults)
    wishes = _collect(path, data, "default", _wish, faults)
    names = [entry.name for entry in (*armies, *areas)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.append(f"{shown}:{line_of(path, name)}: {name!r} is there twice")
    if faults:
        raise DataError(faults)
    return ScenarioFile(
        **vars(head),
        armies=tuple(armies),
        areas=tuple(areas),
        wishes=tuple(wishes),
    )


def _collect(
    path: Path, data: Mapping[str, Any], table: str, read: Any, faults: list[str]
) -> list[Any]:
    entries = []
    for number, record in enumerate(data.get(table, []), start=1):
        try:
            entries.append(read(dict(record)))
        except (KeyError, TypeError, ValueError, UnknownName) as error:
            where = f"{shown_path(path)}:{line_of(path, '', number, f'[[{table}]]')}"
            fault = f"lacks {error}" if isinstance(error, KeyError) else error
            faults.append(f"{where}: [[{table}]] {fault}")
    return entries


def _army(record: dict[str, Any]) -> ArmyEntry:
    name = _text(record, "name")
    entry = ArmyEntry(
        army=_army_named(name),
        name=name,
        title=_text(record, "title"),
        opposite=tuple(_army_named(other) for other in _texts(record.pop("opposite", []))),
        front_rows=_rows(record.pop("front_rows", None)),
    )
    _no_more(record)
    return entry


def _area(record: dict[str, Any]) -> AreaEntry:
    radius = record.pop("radius")
    if type(radius) is not int or not 0 <= radius <= MOST_HEXES:
        raise ValueError(f"has radius {radius!r}; expected a whole number 0 to {MOST_HEXES}")
    entry = AreaEntry(_text(record, "name"), _text(record, "centre"), radius)
    _text(record, "origin")
    _text(record, "why")
    _no_more(record)
    return entry


def _wish(record: dict[str, Any]) -> Wish:
    wish = Wish(
        units=_texts(record.pop("units")),
        hexes=_texts(record.pop("hexes")),
        only=_nation_or_class(_text(record, "only", "")),
        massed=record.pop("massed", False),
    )
    if not wish.units or not wish.hexes:
        raise ValueError("has no units or no hexes; expected at least one of each")
    if type(wish.massed) is not bool:
        raise ValueError(f"has massed {wish.massed!r}; expected true or false")
    _no_more(record)
    return wish


def _text(record: dict[str, Any], key: str, usual: str | None = None) -> str:
    value = record.pop(key) if usual is None else record.pop(key, usual)
    if not isinstance(value, str) or (usual is None and not value):
        raise ValueError(f"has {key} {value!r}; expected text")
    return value


def _nation_or_class(name: str) -> str:
    """A name by which ``Wish.only`` chooses; "" chooses all."""
    if name and name not in NATIONS and name not in MOBILITIES:
        raise UnknownName("nation or mobility class", name, [*NATIONS, *MOBILITIES])
    return name


def _army_named(name: str) -> Army:
    if name not in ARMIES:
        raise UnknownName("army", name, ARMIES)
    return ARMIES[name]


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f'holds {value!r}; expected a list of texts such as ["2618"]')
    return tuple(value)


def _rows(value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(type(row) is int for row in value):
        return value[0], value[1]
    raise ValueError(f"has front_rows {value!r}; expected the first and the last, such as [6, 8]")


def _no_more(record: Iterable[str]) -> None:
    rest = sorted(record)
    if rest:
        raise ValueError(f"has the unknown entry {', '.join(rest)}")
