"""The two charts as arrays: combat results table and terrain effects chart, checked on the way in.

Rule: army_group_south 9.5, 10.4

Both come from the ruleset, so a variant's edits are in them; a fault names file and line.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from enum import IntEnum

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, unread_edits
from balance.games.army_group_south.order_of_battle import load_order_of_battle
from balance.games.army_group_south.state import PROHIBITED
from balance.games.army_group_south.vocabulary import ELIMINATION, ENGAGED, NO_EFFECT, Terrain
from balance.games.charts import read_all
from balance.rulebook.parameters import CLOSED_CELL, CLOSED_LETTER
from balance.rulebook.ruleset import Ruleset

#: Columns of the losses that ``count_losses`` counts.
ELIMINATED, ENGAGEMENTS, PAID = range(3)


class TerrainColumn(IntEnum):
    """Columns of ``State.tec``: MP to enter by class, what defenders are multiplied by."""

    MECH_COST = 0
    INFANTRY_COST = 1
    MULTIPLIER = 2


class TerrainRow(IntEnum):
    """Rows of ``State.tec`` beyond those of ``Terrain``, whose numbers they go on."""

    CITY = 6
    TOWN = 7
    MINOR_RIVER = 8
    MAJOR_RIVER = 9


#: Columns of the chart's file.
_COLUMNS = {
    TerrainColumn.MECH_COST: "mech_mp",
    TerrainColumn.INFANTRY_COST: "inf_mp",
    TerrainColumn.MULTIPLIER: "defense_multiplier",
}
#: Rows of the chart's file.
TERRAIN_ROWS = {
    Terrain.CLEAR: "Clear",
    Terrain.WOODS: "Woods",
    Terrain.SWAMP: "Swamp",
    Terrain.ROUGH: "Rough",
    Terrain.SEA: "Sea hex or hexside",
    TerrainRow.CITY: "City",
    TerrainRow.TOWN: "Town",
    TerrainRow.MINOR_RIVER: "Minor River",
    TerrainRow.MAJOR_RIVER: "Major River",
}
#: Rows that have a price to enter of their own, and those that multiply what defends there.
_PRICED = ("Clear", "Woods", "Swamp", "Rough", "City")
_MULTIPLIED = (*_PRICED, "Town", "Minor River", "Major River")
#: Cells of the terrain chart that the referee goes by.
_READ = [(row, column) for row in _PRICED for column in ("mech_mp", "inf_mp")] + [
    (row, "defense_multiplier") for row in _MULTIPLIED
]


#: Rows of the chart that the referee doesn't read: there are no roads (10.25), and railroads cost
#: what lies under them (10.21).
_PRINTED_ROWS = ("Road", "Railroad")
#: Columns of the terrain chart that the referee doesn't read, for parameters say it; their words.
_PRINTED_ONLY = {
    "axis_extra_mp": ("", "0", "1", "2", "3"),
    "soviet_extra_mp": ("", "0", "1", "2", "3"),
    "blocks_zoc": ("0", "1"),
    "blocks_supply": ("0", "1", "into_only"),
}
#: The line of the arrival chart that sums up the others.
_ALL_POOLS = "all"
#: How that line is called; others have the name of their pool.
_ALL_UNTRIED = "All untried"


def check_charts(ruleset: Ruleset) -> None:
    """Read every chart, so that a variant's edits are judged before a game is played."""
    read_all(ruleset, load_crt, load_tec, check_turns, _check_pools)


def load_crt(ruleset: Ruleset) -> np.ndarray:
    """Read the combat results table.

    Rule: army_group_south 9.5, 9.65, 9.69

    Returns
    -------
    int16 array, shape [2, die faces, columns]
        What the attacker (0) and the defender (1) must do: 0 nothing, 1 to 3 steps or hexes,
        ``ELIMINATION`` or ``ENGAGED``; columns from 1-3 upwards.

    Raises
    ------
    DataError
        For a wrong shape or a cell that is no result.
    """
    chart = ruleset.chart("crt")
    faces = ruleset.integer("combat.die_sides")
    first = chart.rows[0]
    wanted = ("1-3", "1-2", *(f"{n}-1" for n in range(1, len(chart.columns) - 1)))
    ends = tuple(ruleset.word(f"combat.{end}_column") for end in ("lowest", "highest"))
    if chart.columns != wanted or ends != (wanted[0], wanted[-1]):
        found, expected = ", ".join(chart.columns), " to ".join(ends)
        raise DataError(first.fault(f"columns are {found}; expected all from {expected}"))
    if chart.row_names != [str(face) for face in range(1, faces + 1)]:
        raise DataError(first.fault(f"rows must be the die rolls 1 to {faces}, in order"))
    faults: list[str] = []
    crt = np.zeros((2, faces, len(chart.columns)), np.int16)
    for face in range(faces):
        row = chart.row(str(face + 1))
        for column, odds in enumerate(chart.columns):
            crt[:, face, column] = _result(row, odds, faults)
    if faults:
        raise DataError(faults)
    return crt


def count_losses(crt: np.ndarray) -> np.ndarray:
    """Count what the faces of the die do to a defender, column by column.

    Rule: army_group_south 9.5, 9.71

    crt : int16[2, die faces, columns], see ``load_crt``

    Returns
    -------
    int16 array, shape [columns, PAID + longest retreat + 1]
        ``ELIMINATED`` and ``ENGAGEMENTS``: faces that do so; ``PAID`` + s: steps that all faces
        together take from s steps that pay each hex of a retreat. More steps pay no more.
    """
    defender = crt[1]
    hexes = np.where((defender == ELIMINATION) | (defender == ENGAGED), 0, defender)
    losses = np.zeros((crt.shape[2], PAID + int(hexes.max()) + 1), np.int16)
    losses[:, ELIMINATED] = (defender == ELIMINATION).sum(axis=0)
    losses[:, ENGAGEMENTS] = (defender == ENGAGED).sum(axis=0)
    for steps in range(losses.shape[1] - PAID):
        losses[:, PAID + steps] = np.minimum(hexes, steps).sum(axis=0)
    return losses


def _result(row: Row, odds: str, faults: list[str]) -> tuple[int, int]:
    """One cell of the table: what attacker and defender must do."""
    text = row[odds].strip()
    if text.lower() == "eng":
        return ENGAGED, ENGAGED
    halves = re.fullmatch(r"([-123E])/([-123E])", text)
    if not halves:
        faults.append(
            row.fault(f"result {text!r} at {odds}; expected eng, or two of - 1 2 3 E as in '1/-'")
        )
        return NO_EFFECT, NO_EFFECT
    words = {"-": NO_EFFECT, "E": ELIMINATION}
    attacker, defender = (words[h] if h in words else int(h) for h in halves.groups())
    return attacker, defender


def load_tec(ruleset: Ruleset) -> np.ndarray:
    """Read the terrain effects chart.

    Rule: army_group_south 10.4, 10.16

    Returns
    -------
    int32 array, shape [terrains, TerrainColumn]
        By ``Terrain`` and ``TerrainRow``; a cost of ``PROHIBITED`` closes it, and stands where
        the chart has none: off the map, for towns and rivers. What rivers cost is a parameter.

    Raises
    ------
    DataError
        For a row or column that is missing, or a cell that is no number.
    """
    chart = ruleset.chart("terrain")
    first = chart.rows[0]
    missing = [f"row {n!r} is missing" for n in TERRAIN_ROWS.values() if n not in chart.row_names]
    missing += [f"column {n!r} is missing" for n in _COLUMNS.values() if n not in chart.columns]
    missing += [f"column {n!r} is missing" for n in _PRINTED_ONLY if n not in chart.columns]
    if missing:
        raise DataError([first.fault(text) for text in missing])
    known = (*TERRAIN_ROWS.values(), *_PRINTED_ROWS)
    faults = [
        chart.row(name).fault(f"row {name!r} is unknown; rows are {', '.join(known)}")
        for name in chart.row_names
        if name not in known
    ]
    faults += unread_edits(chart, _READ)
    tec = np.full((len(Terrain) + len(TerrainRow), len(TerrainColumn)), PROHIBITED, np.int32)
    for terrain, name in TERRAIN_ROWS.items():
        for column, header in _COLUMNS.items():
            tec[terrain, column] = _number(chart.row(name), header, faults)
    faults += [
        row.fault(f"{column} is {row[column]!r}; expected one of {', '.join(filter(None, words))}")
        for row in chart.rows
        for column, words in _PRINTED_ONLY.items()
        if row[column] not in words
    ]
    faults += [
        row.fault(f"{column} is {row[column]!r}; expected a number, {CLOSED_LETTER} or nothing")
        for row in chart.rows
        for column in _COLUMNS.values()
        if not re.fullmatch(r"([0-9]{1,2}|0\.5|P)?", row[column].strip())
    ]
    if faults:
        raise DataError(faults)
    return tec


def check_turns(ruleset: Ruleset) -> None:
    """Refuse a turn record track that says otherwise than the printed numbers of the rules.

    Rule: army_group_south TRT-a, TRT-b, TRT-c

    The referee goes by the numbers; the chart is there to be looked at.
    """

    def printed(key: str) -> int:
        return int(str(ruleset.parameter(key).value))

    start = date.fromisoformat(ruleset.word("sequence.first_day"))
    newcomers = range(
        printed("sequence.reinforcements_first_turn"),
        printed("sequence.reinforcements_last_turn") + 1,
    )
    faults = unread_edits(ruleset.chart("turns"), ())
    for turn, row in enumerate(ruleset.chart("turns").rows, start=1):
        day = start + timedelta(days=printed("sequence.turn_days") * (turn - 1))
        thaw = int(turn >= printed("supply.thaw_first_turn"))
        phases = ruleset.parameter("sequence.turn1_start_phase").choices
        wanted = {
            "turn": turn,
            "start_date": day.isoformat(),
            "reinforcements_flag": int(turn in newcomers),
            "thaw_flag": thaw,
            "minor_rivers_active": thaw,
            "first_phase": phases[0 if turn == 1 else 1],
            "untried_soviet_arrivals": _arriving(ruleset, turn),
        }
        source = {"untried_soviet_arrivals": "soviet_reinforcements.csv"}
        faults += [
            row.fault(
                f"{column} is {row[column]!r}; by {source.get(column, 'the rules')} it is {value}"
            )
            for column, value in wanted.items()
            if row[column] != str(value)
        ]
    if faults:
        raise DataError(faults)


def _arriving(ruleset: Ruleset, turn: int) -> int:
    """Untried units that arrive in a turn, as printed."""
    chart = ruleset.chart("soviet_reinforcements")
    column = f"turn_{turn}"
    if column not in chart.columns:
        return 0
    cells = [row[column] for row in chart.rows if row["untried_pool"] != _ALL_POOLS]
    return sum(int(cell) for cell in cells if cell.isdecimal())


def check_arrivals(ruleset: Ruleset) -> None:
    """Refuse a chart of arrivals without numbers, with wrong sums, or types not of their pools.

    Rule: army_group_south 23.11
    """
    chart = ruleset.chart("soviet_reinforcements")
    turns = [column for column in chart.columns if column.startswith("turn_")]
    columns = ("unit_type", "untried_pool", *turns, "total")
    if (chart.key_column, *chart.columns) != columns:
        raise DataError(chart.rows[0].fault(f"columns must be {', '.join(columns)}"))
    dealt = [row["unit_type"] for row in chart.rows if row["untried_pool"] != _ALL_POOLS]
    faults = unread_edits(chart, [(name, column) for name in dealt for column in turns])
    faults += [
        row.fault(f"{column} is {row[column]!r}; expected a number of units")
        for row in map(chart.row, chart.row_names)
        for column in (*turns, "total")
        if not re.fullmatch(r"[0-9]{1,2}", row[column])
    ]
    for row in chart.rows:
        name, pool = row["unit_type"], row["untried_pool"]
        wanted = _ALL_POOLS if name == _ALL_UNTRIED else re.sub(r"[ -]", "_", name.lower())
        if pool != wanted:
            faults.append(row.fault(f"unit_type is {name!r} of pool {pool!r}; expected {wanted!r}"))
    if faults:
        raise DataError(faults)
    faults = [
        row.fault(f"total is {row['total']}; the turns make {total}")
        for row in chart.rows
        if int(row["total"]) != (total := sum(int(row[column]) for column in turns))
    ]
    if faults:
        raise DataError(faults)


def _check_pools(ruleset: Ruleset) -> None:
    """Refuse a variant that has more units arrive than there are counters.

    Rule: army_group_south 18.12, 23.11
    """
    check_arrivals(ruleset)
    if ruleset.chart("soviet_reinforcements").edits:
        load_order_of_battle(ruleset.folder / "order_of_battle", ruleset)


def _number(row: Row, column: str, faults: list[str]) -> int:
    text = row[column].strip()
    if text in (CLOSED_LETTER, CLOSED_CELL) or (
        not text and column != _COLUMNS[TerrainColumn.MULTIPLIER]
    ):
        return PROHIBITED
    if re.fullmatch(r"[1-9]", text):
        return int(text)
    faults.append(
        row.fault(
            f"{column} is {text!r}; it takes a whole number 1 to 9, or {CLOSED_LETTER} for closed"
        )
    )
    return PROHIBITED
