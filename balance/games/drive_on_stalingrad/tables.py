"""The two charts as arrays: combat results table and terrain effects chart, checked on the way in.

Rule: drive_on_stalingrad 9.9, 11.10, 11.29

Both come from the ruleset, so a variant's edits are in them; a fault names file and line.
``State.tec`` has one row a ``vocabulary.Terrain``, ``State.tec_sides`` one a ``HexsideRow``. A
cost of ``state.PROHIBITED`` closes the terrain or hexside.
"""

from __future__ import annotations

import re
from enum import IntEnum

import numpy as np

from balance.errors import DataError
from balance.files.charts import Chart, Row, unread_edits
from balance.games.charts import read_all
from balance.games.drive_on_stalingrad.state import PROHIBITED
from balance.games.drive_on_stalingrad.vocabulary import Result, Terrain
from balance.rulebook.parameters import ORIGINS
from balance.rulebook.ruleset import CLOSED_CELL, Ruleset

#: Results from worst to best for the attacker, as the table runs from low odds to high.
_ATTACKER_PREFERENCE = (Result.AL1, Result.AS, Result.EX, Result.DR, Result.DE)


class TerrainColumn(IntEnum):
    """Columns of ``State.tec``: MP to enter, shifts (+ for the attacker), permits (1 = may)."""

    MECH_COST = 0
    NONMECH_COST = 1
    MOUNTAIN_COST = 2
    SHIFT_MOVE_FIRST = 3  # prepared assault, attacker moves first
    SHIFT_ASSAULT_FIRST = 4  # prepared assault, attacker assaults first
    SHIFT_ASSAULT_TWICE = 5  # prepared assault, turn of two assault phases
    SHIFT_MOBILE = 6
    MOBILE_ASSAULT_ALLOWED = 7
    MECH_ATTACK_ALLOWED = 8


class HexsideRow(IntEnum):
    """Rows of ``State.tec_sides``."""

    RIVER = 0
    VOLGA = 1
    BLOCKED = 2
    WATER = 3


class HexsideColumn(IntEnum):
    """Columns of ``State.tec_sides``: extra MP by side and class, then what may cross (1 = may)."""

    AXIS_MECH = 0
    AXIS_NONMECH = 1
    AXIS_MOUNTAIN = 2
    SOVIET_MECH = 3
    SOVIET_NONMECH = 4
    SOVIET_MOUNTAIN = 5
    AXIS_ATTACK = 6
    SOVIET_ATTACK = 7
    MOBILE_ASSAULT = 8
    AXIS_SUPPLY = 9
    SOVIET_SUPPLY = 10


def check_charts(ruleset: Ruleset) -> None:
    """Read every chart, so that a variant's edits are judged before a game is played."""
    read_all(ruleset, load_crt, load_tec, load_hexsides, check_origins)


def load_crt(ruleset: Ruleset) -> np.ndarray:
    """Read the combat results table.

    Rule: drive_on_stalingrad 11.10, 11.29

    Returns
    -------
    int16 array, shape [die faces, columns]
        ``Result`` by die roll - 1 and odds column, 0 = the lowest odds.

    Raises
    ------
    DataError
        For a wrong shape, an unknown result code, or a table that gets worse for the attacker with
        better odds or a higher roll while ``combat.crt_monotonic`` is on.
    """
    chart = ruleset.chart("crt")
    wanted = tuple(ruleset.word("combat.crt_columns").split(", "))
    faces = ruleset.integer("combat.combat_die")
    first = chart.rows[0]
    if chart.columns != wanted:
        raise DataError(first.fault(f"columns {chart.columns} where {wanted} are expected"))
    if chart.row_names != [str(face) for face in range(1, faces + 1)]:
        raise DataError(first.fault(f"rows must be the die rolls 1 to {faces}, in order"))
    faults: list[str] = []
    crt = np.zeros((faces, len(wanted)), np.int16)
    for face in range(faces):
        row = chart.row(str(face + 1))
        for column, odds in enumerate(wanted):
            code = row[odds]
            if code not in Result.__members__:
                known = ", ".join(Result.__members__)
                faults.append(row.fault(f"result {code!r} at {odds} isn't one of {known}"))
            else:
                crt[face, column] = Result[code]
    if faults:
        raise DataError(faults)
    if ruleset.integer("combat.crt_monotonic"):
        faults = _falls(crt, chart)
        if faults:
            raise DataError(faults)
    return crt


def check_origins(ruleset: Ruleset) -> None:
    """Refuse a chart of the table's origins that isn't of its form.

    Raises
    ------
    DataError
        For another shape than the table's, or a word that is no origin.
    """
    chart, table = ruleset.chart("crt_origin"), ruleset.chart("crt")
    first = chart.rows[0]
    if (chart.columns, chart.row_names) != (table.columns, table.row_names):
        raise DataError(first.fault(f"rows and columns must be those of {table.name}.csv"))
    faults = unread_edits(chart, ())
    faults += [
        row.fault(f"{column} is {row[column]!r}; expected one of {', '.join(ORIGINS)}")
        for row in chart.rows
        for column in chart.columns
        if row[column] not in ORIGINS
    ]
    if faults:
        raise DataError(faults)


def _falls(crt: np.ndarray, chart: Chart) -> list[str]:
    """Cells that are worse for the attacker than the cell at lower odds or the lower roll."""
    rank = np.zeros(len(Result), np.int16)
    for place, result in enumerate(_ATTACKER_PREFERENCE):
        rank[result] = place
    ranks = rank[crt]
    faults = []
    for face, column in np.argwhere(np.diff(ranks, axis=1) < 0):
        row = chart.row(chart.row_names[face])
        low, high = chart.columns[column], chart.columns[column + 1]
        faults.append(row.fault(f"{row[high]} at {high} is worse than {row[low]} at {low}{_RELAX}"))
    for face, column in np.argwhere(np.diff(ranks, axis=0) < 0):
        row = chart.row(chart.row_names[face + 1])
        odds = chart.columns[column]
        faults.append(row.fault(f"{row[odds]} at {odds} is worse than on a lower roll{_RELAX}"))
    return faults


_RELAX = "; set combat.crt_monotonic to 0 if that is meant"


def load_tec(ruleset: Ruleset) -> np.ndarray:
    """Read the terrain effects chart of hexes.

    Rule: drive_on_stalingrad 9.9, 9.10, 9.11, 9.12, 9.13, 9.14, 9.15, 11.13, 11.14, 11.15, 11.16,
    11.17, 11.18

    Returns
    -------
    int32 array, shape [terrains, TerrainColumn]
        By ``Terrain``.
    """
    return _grid(
        ruleset.chart("terrain"),
        [terrain.name.lower() for terrain in Terrain],
        [column.name.lower() for column in TerrainColumn],
    )


def load_hexsides(ruleset: Ruleset) -> np.ndarray:
    """Read the terrain effects chart of hexsides.

    Rule: drive_on_stalingrad 9.13, 9.16, 9.19, 11.19, 11.20

    Returns
    -------
    int32 array, shape [4, HexsideColumn]
        By ``HexsideRow``.
    """
    return _grid(
        ruleset.chart("hexsides"),
        [side.name.lower() for side in HexsideRow],
        [column.name.lower() for column in HexsideColumn],
    )


#: Rows that nothing is ever in.
_OFF = (Terrain.OFF_MAP.name.lower(),)
#: Columns that say where a row is from.
_ABOUT_A_ROW = ("origin", "rule")
_RULES = re.compile(r"[0-9]+(\.[0-9]+[a-z]?)?(, [0-9]+(\.[0-9]+[a-z]?)?)*")


def _grid(chart: Chart, row_names: list[str], columns: list[str]) -> np.ndarray:
    missing = [name for name in row_names if name not in chart.row_names]
    absent = [name for name in columns if name not in chart.columns]
    known = [*columns, *_ABOUT_A_ROW]
    faults = [f"row {name!r} is missing" for name in missing]
    faults += [f"column {name!r} is missing" for name in absent]
    faults += [
        f"{what} {name!r} is unknown; {what}s are {', '.join(wanted)}"
        for what, there, wanted in (
            ("row", chart.row_names, row_names),
            ("column", chart.columns, known),
        )
        for name in there
        if name not in wanted
    ]
    if faults:
        raise DataError([chart.rows[0].fault(text) for text in faults])
    faults = unread_edits(
        chart, [(row, each) for row in row_names if row not in _OFF for each in columns]
    )
    faults += [
        row.fault(f"rule is {row['rule']!r}; expected numbers such as 9.13 or '9.13a, 9.16'")
        for row in chart.rows
        if "rule" in chart.columns and not _RULES.fullmatch(row["rule"])
    ]
    faults += [
        row.fault(f"origin is {row['origin']!r}; expected one of {', '.join(ORIGINS)}")
        for row in chart.rows
        if "origin" in chart.columns and row["origin"] not in ORIGINS
    ]
    grid = np.zeros((len(row_names), len(columns)), np.int32)
    for i, name in enumerate(row_names):
        row = chart.row(name)
        for j, column in enumerate(columns):
            try:
                grid[i, j] = _number(row, column)
            except DataError as error:
                faults += error.faults
    if faults:
        raise DataError(faults)
    return grid


def _number(row: Row, column: str) -> int:
    """One cell: whole numbers; costs may be closed, permissions are 0 or 1."""
    text = row[column]
    shift = column.startswith("shift_")
    permission = column.endswith(("_allowed", "_attack", "_assault", "_supply"))
    if text == CLOSED_CELL and not shift and not permission:
        return PROHIBITED
    low, high = (-7, 7) if shift else (0, 1) if permission else (0, 20)
    number = int(text) if re.fullmatch("-?[0-9]{1,2}", text) else high + 1
    if not low <= number <= high:
        closed = "" if shift or permission else f", or {CLOSED_CELL} for closed"
        raise DataError(
            row.fault(f"{column} is {text!r}; it takes a whole number {low} to {high}{closed}")
        )
    return number
