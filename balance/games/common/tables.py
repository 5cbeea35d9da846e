"""The charts of a game as arrays, checked on the way in: every fault names file and line.

Rule: common 1.1, 1.3, 5.2, 8.4, 8.5, 13.1

All come from the ruleset, so a variant's edits are in them. Charts of weather and of game turns may
be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise

import numpy as np

from balance.errors import DataError, told_near
from balance.files.charts import Chart, Row, shown_path, unread_edits
from balance.games.charts import read_all
from balance.games.common.state import CLASSES, MAX_SIDES, MAX_TERRAINS, MAX_TURNS, PART, PROHIBITED
from balance.games.common.vocabulary import PhaseKind, Side
from balance.maps.sheet import SIDE_FEATURES
from balance.rulebook.parameters import CLOSED_CELL
from balance.rulebook.ruleset import Ruleset


class TerrainColumn(IntEnum):
    """Columns of ``State.terrain``: price by class (0 to 2), then what it does."""

    SHIFT = 3  # columns for the defender (8.3)
    LINE = 4  # 1 = lines of supply enter it (11.2)


class SideColumn(IntEnum):
    """Columns of ``State.sides``: price by class (0 to 2), then what it does."""

    SHIFT = 3  # columns for the defender (8.3)
    ROAD = 4  # 1 = its price is that of the whole step (5.3)
    LINE = 5  # 1 = lines of supply cross it (11.2)
    ZONE = 6  # 1 = zones of control cross it (4.1)
    STRATEGIC = 7  # 1 = units move strategically along it (5.7)


class MobilityColumn(IntEnum):
    """Columns of ``State.mobility``."""

    EXPLOITS = 0  # percent of its allowance in the exploitation phase, 0 = none (7.1)
    OVERRUNS = 1  # 1 = may overrun (6.1)
    ADVANCE = 2  # hexes of an advance after combat (10.1)


class ResultColumn(IntEnum):
    """Columns of ``State.results``: what a result costs both sides (8.5)."""

    ATTACKER_LOSS = 0
    ATTACKER_RETREAT = 1
    DEFENDER_LOSS = 2
    DEFENDER_RETREAT = 3


class CalendarColumn(IntEnum):
    """Columns of ``State.calendar``."""

    SEASON = 0  # column of the weather chart, -1 = none
    AXIS_REPLACEMENTS = 1
    SOVIET_REPLACEMENTS = 2


class EffectColumn(IntEnum):
    """Columns of ``State.effects``."""

    MOVEMENT = 0  # percent of allowances
    SHIFT = 1  # columns to the right for attackers, to the left if negative


#: Losses that aren't a number of steps: all, half of them, and as much strength as the enemy loses,
#: or half as much (8.5, 8.7).
ALL, HALF, EQUAL, HALF_EQUAL = -1, -2, -3, -4
_LOSSES = {"all": ALL, "half": HALF, "equal": EQUAL, "half_equal": HALF_EQUAL}
_YES = {"yes": 1, "no": 0}
_ODDS = re.compile(r"(?P<over>[1-9][0-9]?):1|1:(?P<under>[1-9][0-9]?)")
#: Words that are told all, however near one of them comes.
_FEW = 3
_MOST_PRICE, _MOST_STEPS, _MOST_HEXES, _MOST_PERCENT = 60, 9, 6, 400


def check_charts(ruleset: Ruleset) -> None:
    """Read every chart, so that a variant's edits are judged before a game is played."""
    readers: tuple[Callable[[Ruleset], object], ...] = (
        class_names, load_mobility, load_terrain, load_sides, load_results, load_crt,
        load_sequence, load_calendar, load_weather,
    )  # fmt: skip
    read_all(ruleset, *readers)


def chart_of(ruleset: Ruleset, name: str) -> Chart:
    """A chart that every game of the system has, its own or the system's.

    Raises
    ------
    DataError
        If there is none.
    """
    if name not in ruleset.charts:
        path = shown_path(ruleset.folder / "tables" / f"{name}.csv")
        raise DataError(f"{path}: no such file; a game of the common system needs this chart")
    return ruleset.chart(name)


class _Reader:
    """Reads one chart cell by cell; ``done`` raises what is wrong with it."""

    def __init__(self, ruleset: Ruleset, name: str) -> None:
        self.chart: Chart = chart_of(ruleset, name)
        self.rows = [self.chart.row(title) for title in self.chart.row_names]
        self.faults: list[str] = []
        self._read: list[tuple[str, str]] = []

    def text(self, row: Row, column: str) -> str:
        """A cell as it stands; a column that is left out is a fault."""
        self._read.append((row[self.chart.key_column], column))
        return row[column]

    def number(self, row: Row, column: str, low: int, high: int) -> int:
        """A cell as a whole number."""
        text = self.text(row, column)
        if text.removeprefix("-").isdecimal() and text.isascii() and low <= int(text) <= high:
            return int(text)
        self.fault(row, f"{column} is {text!r}; expected a whole number {low} to {high}")
        return low

    def word(self, row: Row, column: str, words: dict[str, int], source: str = "") -> int:
        """A cell as one of some words; ``source`` says which they are."""
        text = self.text(row, column)
        if text not in words:
            told = f"expected {' or '.join(words)}" if len(words) <= _FEW else ""
            told = f"{told or told_near(text, words)}{source and f', {source}'}"
            self.fault(row, f"{column} is {text!r}; {told}")
            return 0
        return words[text]

    def loss(self, row: Row, column: str) -> int:
        """A cell as steps that a result costs: a number, or ``ALL``, ``HALF`` and the like."""
        text = self.text(row, column)
        if text in _LOSSES:
            return _LOSSES[text]
        if text.isdecimal() and text.isascii() and int(text) <= _MOST_STEPS:
            return int(text)
        words = ", ".join(_LOSSES)
        self.fault(row, f"{column} is {text!r}; expected steps 0 to {_MOST_STEPS}, or {words}")
        return 0

    def price(self, row: Row, column: str, least: int = 0) -> int:
        """A cell as parts of a point: "2", "1/2", or a dash where the way is closed."""
        text = self.text(row, column)
        if text in ("-", CLOSED_CELL):
            return PROHIBITED
        try:
            parts = Fraction(text) * PART
        except (ValueError, ZeroDivisionError):
            parts = Fraction(-1)
        if parts.denominator != 1 or not least <= parts <= _MOST_PRICE * PART:
            above = "above 0 and " if least > 0 else ""
            self.fault(
                row,
                f"{column} is {text!r}; expected movement points such as 1, 2 or 1/2, {above}at "
                f"most {_MOST_PRICE}, or - where the way is closed",
            )
            return 0
        return int(parts)

    def fault(self, row: Row, text: str) -> None:
        """Note a fault of a row."""
        self.faults.append(row.fault(text))

    def check_faces(self) -> None:
        """See to it that the rows are the faces of a die."""
        for face, row in enumerate(self.rows, start=1):
            if row[self.chart.key_column] != str(face):
                self.fault(row, f"rows are the faces of the die, in order; expected {face}")
                return

    def done(self) -> None:
        """Raise all faults, those of edits that no rule goes by among them."""
        self.faults += unread_edits(self.chart, self._read)
        if self.faults:
            raise DataError(self.faults)


def class_names(ruleset: Ruleset) -> list[str]:
    """Names of the classes of mobility, in order.

    Rule: common 5.2
    """
    chart = chart_of(ruleset, "mobility")
    if len(chart.row_names) > CLASSES:
        row = chart.row(chart.row_names[CLASSES])
        raise DataError(row.fault(f"expected at most {CLASSES} classes of mobility"))
    return chart.row_names


def load_mobility(ruleset: Ruleset) -> np.ndarray:
    """Read what the classes of mobility may do: int16[CLASSES, MobilityColumn].

    Rule: common 6.1, 7.1, 10.1
    """
    reader = _Reader(ruleset, "mobility")
    table = np.zeros((CLASSES, len(MobilityColumn)), np.int16)
    for place, row in enumerate(reader.rows[:CLASSES]):
        table[place, MobilityColumn.EXPLOITS] = reader.number(row, "exploits", 0, 100)
        table[place, MobilityColumn.OVERRUNS] = reader.word(row, "overruns", _YES)
        table[place, MobilityColumn.ADVANCE] = reader.number(row, "advance", 0, _MOST_HEXES)
    reader.done()
    return table


def terrain_names(ruleset: Ruleset) -> list[str]:
    """Names of the terrains, in the order of their numbers."""
    return chart_of(ruleset, "terrain").row_names


def load_terrain(ruleset: Ruleset) -> np.ndarray:
    """Read the terrain chart: int32[MAX_TERRAINS, columns], prices in parts of a point.

    Rule: common 5.2, 8.3, 11.2
    """
    reader = _Reader(ruleset, "terrain")
    table = np.zeros((MAX_TERRAINS, CLASSES + len(TerrainColumn)), np.int32)
    if len(reader.rows) >= MAX_TERRAINS:
        reader.fault(reader.rows[-1], f"expected fewer than {MAX_TERRAINS} kinds of terrain")
    for place, row in enumerate(reader.rows[: MAX_TERRAINS - 1]):
        for number, name in enumerate(class_names(ruleset)):
            table[place, number] = reader.price(row, name, least=1)
        table[place, TerrainColumn.SHIFT] = reader.number(row, "shift", 0, _MOST_STEPS)
        table[place, TerrainColumn.LINE] = reader.word(row, "supply", _YES)
    reader.done()
    return table


def side_names(ruleset: Ruleset) -> list[str]:
    """Names of the features of hexsides, in the order of their bits."""
    return ruleset.chart("hexsides").row_names if "hexsides" in ruleset.charts else []


def load_sides(ruleset: Ruleset) -> np.ndarray:
    """Read the chart of hexsides: int32[MAX_SIDES, columns], prices in parts of a point.

    Rule: common 4.1, 5.2, 5.3, 5.7, 8.3, 11.2

    The column ``strategic`` may be left out: then nobody moves strategically.
    """
    table = np.zeros((MAX_SIDES, CLASSES + len(SideColumn)), np.int32)
    if not side_names(ruleset):
        return table
    reader = _Reader(ruleset, "hexsides")
    for place, row in enumerate(reader.rows):
        name = row[reader.chart.key_column]
        if name not in SIDE_FEATURES or place >= MAX_SIDES:
            known = ", ".join(SIDE_FEATURES)
            reader.fault(row, f"feature is {name!r}; expected at most {MAX_SIDES} of {known}")
            continue
        road = reader.word(row, "kind", {"barrier": 0, "road": 1})
        for number, title in enumerate(class_names(ruleset)):
            table[place, number] = reader.price(row, title, least=road)
        table[place, SideColumn.SHIFT] = reader.number(row, "shift", 0, _MOST_STEPS)
        table[place, SideColumn.ROAD] = road
        table[place, SideColumn.LINE] = reader.word(row, "supply", _YES)
        table[place, SideColumn.ZONE] = reader.word(row, "zones", _YES)
        if "strategic" in reader.chart.columns:
            table[place, SideColumn.STRATEGIC] = reader.word(row, "strategic", _YES)
            if row["strategic"] == "yes" and row["kind"] != "road":
                reader.fault(row, "strategic is 'yes'; only what is of kind road leads anywhere")
    reader.done()
    return table


def result_codes(ruleset: Ruleset) -> list[str]:
    """Combat results as printed, in the order of their numbers."""
    return chart_of(ruleset, "results").row_names


def load_results(ruleset: Ruleset) -> np.ndarray:
    """Read what each combat result does: int16[results, ResultColumn].

    Rule: common 8.5, 8.7
    """
    reader = _Reader(ruleset, "results")
    table = np.zeros((len(reader.rows), len(ResultColumn)), np.int16)
    for place, row in enumerate(reader.rows):
        attacker = table[place, ResultColumn.ATTACKER_LOSS] = reader.loss(row, "attacker_loses")
        defender = table[place, ResultColumn.DEFENDER_LOSS] = reader.loss(row, "defender_loses")
        if attacker <= EQUAL and defender <= EQUAL:
            reader.fault(row, "one side alone can lose as much as the other")
        for side in ("attacker", "defender"):
            column = ResultColumn[f"{side.upper()}_RETREAT"]
            table[place, column] = reader.number(row, f"{side}_retreats", 0, _MOST_HEXES)
    reader.done()
    return table


def load_odds(ruleset: Ruleset) -> np.ndarray:
    """Read the odds of the columns of the combat results table: int64[columns], as rungs.

    Rule: common 8.4
    """
    return np.array([_rung(column) for column in _odds(ruleset)[0]], np.int64)


def _odds(ruleset: Ruleset) -> tuple[list[str], str]:
    """Odds of the columns of the combat results table, and what is wrong with them."""
    chart = chart_of(ruleset, "crt")
    columns = [column for column in chart.columns if column != "origin"]
    rungs = [_rung(column) for column in columns]
    expected = "expected whole odds that rise from left to right, such as 1:2, 1:1, 2:1, 3:1, 5:1"
    if None in rungs:
        only = "neither 3:2 nor differences of strength"
        return [], f"column {columns[rungs.index(None)]!r}; {expected} ({only})"
    for (before, low), (column, high) in pairwise(zip(columns, rungs, strict=True)):
        if low >= high:
            return [], f"column {column} stands behind {before}; {expected}"
    return columns, ""


def _rung(column: str) -> int | None:
    """Rung of the ladder for odds such as 1:2 or 5:1; None for anything else."""
    spelled = _ODDS.fullmatch(column)
    if spelled is None:
        return None
    return int(spelled["over"]) - 1 if spelled["over"] else 1 - int(spelled["under"])


def load_crt(ruleset: Ruleset) -> np.ndarray:
    """Read the combat results table: int16[die faces, columns], numbers of results.

    Rule: common 8.4
    """
    reader = _Reader(ruleset, "crt")
    columns, fault = _odds(ruleset)
    codes = {code: number for number, code in enumerate(result_codes(ruleset))}
    if fault:
        reader.faults.append(f"{shown_path(reader.rows[0].path)}: {fault}")
    reader.check_faces()
    table = [[reader.word(row, odds, codes) for odds in columns] for row in reader.rows]
    reader.done()
    return np.array(table, np.int16)


def load_sequence(ruleset: Ruleset) -> np.ndarray:
    """Read the sequence of a game turn: int16[phases, 2], side and PhaseKind.

    Rule: common 1.1
    """
    reader = _Reader(ruleset, "sequence")
    sides = {side.name.lower(): int(side) for side in Side}
    kinds = {kind.name.lower(): int(kind) for kind in PhaseKind}
    table = []
    for place, row in enumerate(reader.rows, start=1):
        if row[reader.chart.key_column] != str(place):
            reader.fault(row, f"step is {row[reader.chart.key_column]!r}; expected {place}")
        phase = [reader.word(row, "side", sides), reader.word(row, "phase", kinds)]
        known = row["side"] in sides and row["phase"] in kinds
        if known and phase in table:
            reader.fault(row, f"{row['side']} {row['phase']} is there already; each phase once")
        table.append(phase)
    for name, side in sides.items():
        if [side, int(PhaseKind.MOVEMENT)] not in table:
            reader.fault(reader.rows[-1], f"the {name} side has no movement phase")
    reader.done()
    return np.array(table, np.int16)


def _seasons(ruleset: Ruleset) -> list[str]:
    """Columns of the weather chart; none in a game without weather."""
    return list(ruleset.charts["weather"].columns) if "weather" in ruleset.charts else []


def load_calendar(ruleset: Ruleset) -> np.ndarray:
    """Read the record of the game turns: int16[MAX_TURNS + 1, CalendarColumn].

    Rule: common 1.2, 1.3, 13.1

    Turns beyond its last row are as that row.
    """
    table = np.zeros((MAX_TURNS + 1, len(CalendarColumn)), np.int16)
    table[:, CalendarColumn.SEASON] = -1
    if "turns" not in ruleset.charts:
        return table
    reader = _Reader(ruleset, "turns")
    seasons = {name: number for number, name in enumerate(_seasons(ruleset))}
    for place, row in enumerate(reader.rows, start=1):
        if row[reader.chart.key_column] != str(place) or place > MAX_TURNS:
            reader.fault(
                row,
                f"turn is {row[reader.chart.key_column]!r}; expected {place}: a line for each game "
                f"turn, none left out, {MAX_TURNS} at most",
            )
            break
        if seasons:
            table[place:, CalendarColumn.SEASON] = reader.word(
                row, "season", seasons, "the columns of weather.csv"
            )
        for side in ("axis", "soviet"):
            column = CalendarColumn[f"{side.upper()}_REPLACEMENTS"]
            table[place:, column] = reader.number(row, f"{side}_replacements", 0, 99)
    reader.done()
    return table


def weather_names(ruleset: Ruleset) -> list[str]:
    """Names of the weathers, in the order of their numbers."""
    if "weather_effects" not in ruleset.charts:
        return ["clear"]
    return ruleset.charts["weather_effects"].row_names


def load_weather(ruleset: Ruleset) -> tuple[np.ndarray, np.ndarray]:
    """Read the weather: int16[die faces, seasons] of weathers, int16[weathers, EffectColumn].

    Rule: common 1.3
    """
    plain = np.zeros((1, 1), np.int16), np.array([[100, 0]], np.int16)
    if "weather" not in ruleset.charts:
        return plain
    names = {name: number for number, name in enumerate(weather_names(ruleset))}
    reader = _Reader(ruleset, "weather")
    reader.check_faces()
    columns = _seasons(ruleset)
    faces = [[reader.word(row, column, names) for column in columns] for row in reader.rows]
    reader.done()
    reader = _Reader(ruleset, "weather_effects")
    effects = [
        [reader.number(row, "movement", 0, _MOST_PERCENT), reader.number(row, "shift", -9, 9)]
        for row in reader.rows
    ]
    reader.done()
    return np.array(faces, np.int16), np.array(effects, np.int16)
