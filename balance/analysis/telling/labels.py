"""A game's words for sides, endings and figures, read from its ``report.toml``.

The analysis knows no game: which ending belongs to whom, which event gives a point, what a hex is
called, all come from here.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum
from pathlib import Path
from typing import Any

from balance.analysis.study import DRAW, FAULTY_ENDINGS, NO_WINNER
from balance.errors import DataError, UnknownName
from balance.experiments.report_words import report_words, side_names
from balance.experiments.schema import spelling_of, tables_of
from balance.files.writing import is_file
from balance.rulebook.game import Game
from balance.rulebook.place_names import hex_rows

_FAULTY_NAMES = {"strategy_error": "Strategy failed", "truncated": "Cut short"}
_WINNER_NAMES = {DRAW: "Draw", NO_WINNER: "No result"}


@dataclass(frozen=True)
class Ending:
    """One way a game may end; ``winner`` is the side it belongs to, if only one."""

    key: str
    name: str
    phrase: str
    winner: str = ""
    hexes: str = ""  # parameter with the hexes that can end the game so


@dataclass(frozen=True)
class PointPart:
    """A column that the points are made of: its sign, and the events that move it, if any do."""

    sign: int = 1
    events: tuple[str, ...] = ()  # kinds; their values are points
    words: str = ""  # what the events are


@dataclass(frozen=True)
class Panel:
    """Curves drawn together: columns of the ``turns`` table, each with its side."""

    title: str
    unit: str
    lines: dict[str, str]


@dataclass(frozen=True)
class Dates:
    """When a scenario begins, and the side whose captures history tells of it."""

    first_day: date
    side: str


@dataclass(frozen=True)
class Labels:
    """The words of one game."""

    source: Game
    game: dict[str, Any]
    scenarios: dict[str, str]
    sides: dict[str, str]
    endings: tuple[Ending, ...]
    events: dict[str, str]
    results: dict[str, str]  # combat results, from bad to good for the attacker
    measures: dict[str, str]
    state: dict[str, str]
    panels: tuple[Panel, ...]
    places: dict[str, str]  # hex name -> name of the place in it
    side_phrases: dict[str, str] = field(default_factory=dict)  # as they follow "favours"
    units: dict[str, str] = field(default_factory=dict)  # unit -> side
    point_parts: dict[str, PointPart] = field(default_factory=dict)  # column -> part of the points
    awards: dict[str, str] = field(default_factory=dict)  # columns of points for kills, by role
    levels: dict[str, str] = field(default_factory=dict)  # levels of victory, the least first
    unit_files: dict[str, str] = field(default_factory=dict)  # side -> its order of battle
    worth: dict[str, int] = field(default_factory=dict)  # hex -> points, where a variant gives them
    dates: dict[str, Dates] = field(default_factory=dict)  # by scenario, where they differ
    taker: str = ""  # side whose captures history tells, if another than that of the points

    @property
    def side_keys(self) -> list[str]:
        """Sides in the order of their numbers."""
        return list(self.sides)

    @property
    def winners(self) -> list[str]:
        """All values of ``games.winner``, sides first."""
        return [*self.sides, DRAW, NO_WINNER]

    @property
    def ending_keys(self) -> list[str]:
        """All values of ``games.ending``, the game's own first."""
        return [*(ending.key for ending in self.endings), *FAULTY_ENDINGS]

    @property
    def points_side(self) -> str:
        """The side that scores."""
        return str(self.game["points_side"])

    @property
    def history_side(self) -> str:
        """The side whose captures stand beside history."""
        return self.taker or self.points_side

    def first_day(self, scenario: str) -> date:
        """First day of the first game turn of a scenario."""
        day = self.dates[scenario].first_day if scenario in self.dates else self.game["first_day"]
        assert isinstance(day, date)
        return day

    @property
    def place_points(self) -> str:
        """What places are worth: the points, where these are not a difference of both sides'."""
        return str(self.game.get("place_points", self.game["points"]))

    @property
    def headlines(self) -> list[str]:
        """Columns of ``games`` that are worth a line on the terminal."""
        return [str(name) for name in self.game.get("headlines", ["vp"])]

    def event_kinds(self, *roles: str) -> list[str]:
        """Kinds of event that play some roles, as far as this game has them."""
        return [self.events[role] for role in roles if role in self.events]

    def winner_name(self, key: str) -> str:
        """Name of a winner as the reader sees it."""
        return self.sides.get(key) or _WINNER_NAMES.get(key, key)

    def side_phrase(self, key: str) -> str:
        """A side inside a sentence, as in "favours the Axis"."""
        return self.side_phrases.get(key) or f"the {self.sides[key]} side"

    def ending_name(self, key: str) -> str:
        """Name of an ending as the reader sees it."""
        for ending in self.endings:
            if ending.key == key:
                return ending.name
        return _FAULTY_NAMES.get(key, key)

    def ending_phrase(self, key: str) -> str:
        """Name of an ending inside a sentence."""
        for ending in self.endings:
            if ending.key == key:
                return ending.phrase
        return self.ending_name(key).lower()

    def scenario_name(self, key: str) -> str:
        """Name of a scenario as the reader sees it."""
        return self.scenarios.get(key, key)

    def place_name(self, hex_name: str) -> str:
        """Name of the place in a hex, with the hex number; the number alone if it has no name."""
        place = self.places.get(hex_name)
        return f"{place} ({hex_name})" if place else hex_name


def read_labels(game: Game) -> Labels:
    """Read the words of one game from its data folder.

    Raises
    ------
    DataError
        With every entry that is wrong, among them columns and parameters that the game lacks.
    """
    labels = _read_labels(game)
    faults = list(_unknown_names(labels))
    if faults:
        path = game.folder / "report.toml"
        raise DataError([f"{path}: {fault}" for fault in faults])
    return labels


def _unknown_names(labels: Labels) -> Iterator[str]:
    """Say each name that the game has nothing for."""
    game = labels.source
    tables, parameters = tables_of(game), game.rules.parameters
    lines = [name for panel in labels.panels for name in panel.lines]
    columns = {
        "games": [*labels.headlines, *labels.measures, *labels.awards.values()],
        "turns": [*labels.state, *lines],
    }
    for table, names in columns.items():
        for name in names:
            if name not in tables[table].names:
                yield f"{name!r} is no column of the {table} table"
    scenarios = [file.stem for file in game.scenario_paths]
    for name in labels.scenarios:
        if name not in scenarios:
            yield f"[scenario] {UnknownName('scenario', name, scenarios)}"
    for name in labels.dates:
        if name not in labels.scenarios:
            yield f"[dates] {UnknownName('scenario', name, list(labels.scenarios))}"
    for name in labels.point_parts:
        if name not in tables["games"].names:
            yield f"[points] {name!r} is no column of the games table"
    words = spelling_of(game)
    vocabulary = game.referee("vocabulary")
    known = {
        "results": (labels.results, words["result"].values()),
        "levels": (labels.levels, words.get("level", {}).values()),
        "ending": ([each.key for each in labels.endings], _spelt(vocabulary.Ending)),
        "events": (labels.events.values(), _spelt(vocabulary.EventKind)),
    }
    for part, (used, spelt) in known.items():
        for name in used:
            if name not in spelt:
                yield f"[{part}] {name!r} is no word of the game: {', '.join(spelt)}"
    keys = [labels.game.get("points_to_win", ""), *(ending.hexes for ending in labels.endings)]
    for key in filter(None, keys):
        if key not in parameters:
            yield f"{key!r} is no parameter of the game"
    files = [labels.game.get("history", ""), labels.game.get("map", "")]
    for name in filter(None, [*files, *labels.unit_files.values()]):
        if not is_file(labels.source.folder / name):
            yield f"{name!r} is no file beside it"


def _spelt(words: Iterable[IntEnum]) -> list[str]:
    """Words of a game's vocabulary as the tables write them."""
    return [word.name.lower() for word in words]


def _read_labels(game: Game) -> Labels:
    """Read ``report.toml``; the files it names lie beside it."""
    path, table = game.folder / "report.toml", report_words(game)
    keys = [side["key"] for side in table["side"]]
    if keys != ["axis", "soviet"]:
        raise DataError(f"{path}: sides are {', '.join(keys)}; expected axis and soviet, in order")
    endings = [ending["key"] for ending in table["ending"]]
    if not endings or len(set(endings)) < len(endings):
        raise DataError(f"{path}: expected one [[ending]] of each key, not {', '.join(endings)}")
    units = table.get("units", {})
    return Labels(
        source=game,
        game=table["game"],
        scenarios=table.get("scenario", {}),
        sides=side_names(table),
        endings=tuple(Ending(**ending) for ending in table["ending"]),
        events=table["events"],
        results=table.get("results", {}),
        measures=table.get("measures", {}),
        state=table.get("state", {}),
        panels=tuple(Panel(**panel) for panel in table.get("panel", [])),
        places=_read_places(game, table["game"].get("map", "")),
        units=_read_units(path.parent, units),
        side_phrases={side["key"]: side.get("phrase", "") for side in table["side"]},
        point_parts={name: _point_part(part) for name, part in table.get("points", {}).items()},
        awards=table.get("awards", {}),
        levels=table.get("levels", {}),
        unit_files=units,
        dates={name: Dates(**dates) for name, dates in table.get("dates", {}).items()},
    )


def _point_part(part: dict[str, Any]) -> PointPart:
    return PointPart(**{**part, "events": tuple(part.get("events", ()))})


def _read_places(game: Game, file: str) -> dict[str, str]:
    """Places by hex; a game of a system tells of its map where that lies."""
    if game.system:
        rows = hex_rows(game.folder).items()
        return {name: row["place"] for name, row in rows if row["place"]}
    lines = _read_lines(game.folder / file)
    return {row["hex"]: row["place"] for row in lines if row.get("place")}


def _read_units(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """Side of each unit; ``files`` names a side's order of battle."""
    return {row["unit"]: side for side, name in files.items() for row in _read_lines(folder / name)}


def _read_lines(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))
