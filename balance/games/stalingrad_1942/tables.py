"""The charts as arrays: results, terrain, calendar and points, checked on the way in.

Rule: stalingrad_1942 7.12e, 7.31a, 21.11, S1e, S1f, S1g, S2d, S2e, S3d, S3e, S3f

All come from the ruleset, so a variant's edits are in them; a fault names file and line.
"""

from __future__ import annotations

from datetime import date, timedelta
from enum import IntEnum
from functools import partial

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, unread_edits
from balance.games.charts import read_all
from balance.games.stalingrad_1942.state import MAX_TURNS, PROHIBITED
from balance.games.stalingrad_1942.vocabulary import Feature, Forbidden, Game, Result, Side, Terrain
from balance.rulebook.parameters import CLOSED_CELL
from balance.rulebook.ruleset import Ruleset

#: Price of a side that takes the whole allowance of a unit on foot (TEC-S-k1).
WHOLE_ALLOWANCE = PROHIBITED - 1
#: Most that a price may be, in parts of a point.
_MOST = 990


class TerrainRow(IntEnum):
    """Rows of ``State.tec`` beyond those of ``Terrain``, whose numbers they go on."""

    CITY = 4
    TOWN = 5
    RIVER = 6
    LARGE_RIVER = 7
    VOLGA = 8
    ROAD = 9
    MAIN_ROAD = 10


class TerrainColumn(IntEnum):
    """Columns of ``State.tec``: price by ``Mobility`` (0 to 3), then what it does in combat."""

    SHIFT = 4  # columns to the left for the defender (7.52)
    DIVISOR = 5  # of attackers across the side, or out of the marsh


class Point(IntEnum):
    """Entries of ``State.points``; 0 where a scenario has no such points."""

    GERMAN_TOWN = 0
    GERMAN_STALINGRAD_HEX = 1
    GERMAN_STALINGRAD = 2
    GERMAN_NOT_ENCIRCLED = 3
    GERMAN_LINK_UP = 4
    SOVIET_TOWN = 5
    SOVIET_STALINGRAD = 6
    SOVIET_ENCIRCLEMENT = 7
    APPROACH_1 = 8
    APPROACH_2 = 9
    APPROACH_3 = 10
    APPROACH_4 = 11
    APPROACH_5 = 12
    APPROACH_6 = 13
    APPROACH_BEYOND = 14
    NOT_CROSSED_AKSAI = 15
    NOT_CROSSED_MYSHKOVA = 16
    NOT_CROSSED_TSARITSA = 17
    NOT_CROSSED_KARPOVKA = 18


#: Results as printed, in the order of ``Result``.
CODES = ("A2-1", "A1-1", "-1/-1", "D/D", "-1/B1", "B1", "B2", "B3", "B4", "B4S")
_ODDS = ("1:4", "1:3", "1:2", *(f"{n}:1" for n in range(1, 11)))
_LAND = (Terrain.CLEAR, Terrain.FOREST, Terrain.HILLS, Terrain.MARSH)
TERRAIN_ROWS = {row: row.name.lower() for row in (*_LAND, *TerrainRow)}
_PRICES = ("motorized", "tank", "nonmotorized", "naval")
_EFFECTS = ("defender_shift", "attack_divisor")
#: Edges of the map by their letter.
EDGES = {name[0]: Feature[f"EDGE_{name}"] for name in ("NORTH", "EAST", "SOUTH", "WEST")}
_SIDES = {"german": 0, "soviet": 1}
_BRIDGE_COLUMNS = ("hex_a", "hex_b", "state")
_SEASONS = ("terrain_summer", "terrain_winter")
_EDGE_COLUMNS = ("german_supply_edges", "soviet_supply_edges")
_SCENARIO_COLUMNS = ("terrain", "initiative", *_EDGE_COLUMNS)


def check_charts(ruleset: Ruleset) -> None:
    """Read every chart, so that a variant's edits are judged before a game is played."""
    scenarios = [game.name.lower() for game in Game]
    read_all(
        ruleset,
        load_crt,
        *(partial(load_tec, name=season) for season in _SEASONS),
        *(
            partial(read, scenario=scenario)
            for read in (terrain_chart, load_calendar, load_points, load_bridges, scene_fields)
            for scenario in scenarios
        ),
    )


def load_crt(ruleset: Ruleset) -> np.ndarray:
    """Read the combat results table: int16[die faces, columns] of ``Result``.

    Rule: stalingrad_1942 7.12d, 7.12e, 7.31a
    """
    chart = ruleset.chart("crt")
    faces = ruleset.integer("combat.die_sides")
    rows = [chart.row(str(face + 1)) for face in range(faces)]
    columns = tuple(column for column in chart.columns if column != "origin")
    ends = ruleset.word("combat.least_odds"), ruleset.word("combat.most_odds")
    if columns != _ODDS or ends != (_ODDS[0], _ODDS[-1]) or len(chart.rows) != faces:
        raise DataError(
            rows[0].fault(f"expected columns {_ODDS[0]} to {_ODDS[-1]}, rows 1 to {faces}")
        )
    faults = [
        row.fault(f"{odds} is {row[odds]!r}; expected one of {', '.join(CODES)}")
        for row in rows
        for odds in _ODDS
        if row[odds] not in CODES
    ]
    faults += unread_edits(chart, [(str(f + 1), odds) for f in range(faces) for odds in _ODDS])
    if faults:
        raise DataError(faults)
    return np.array([[Result(CODES.index(row[o])) for o in _ODDS] for row in rows], np.int16)


def load_tec(ruleset: Ruleset, name: str) -> np.ndarray:
    """Read the terrain chart of a season: int32[rows, columns], prices in parts of a point.

    Rule: stalingrad_1942 4.31, 7.52, 7.54
    """
    chart = ruleset.chart(name)
    read = [(row, c) for row in TERRAIN_ROWS.values() for c in (*_PRICES, *_EFFECTS)]
    faults = list(unread_edits(chart, read))
    tec = np.zeros((len(TERRAIN_ROWS), len(_PRICES) + len(_EFFECTS)), np.int32)
    for place, title in TERRAIN_ROWS.items():
        row = chart.row(title)
        for column, header in enumerate(_PRICES):
            tec[place, column] = _price(row, header, faults)
        for column, header in zip(TerrainColumn, _EFFECTS, strict=True):
            tec[place, column] = _number(row, header, 9, faults)
    if faults:
        raise DataError(faults)
    return tec


def _price(row: Row, column: str, faults: list[str]) -> int:
    if row[column] in ("-", CLOSED_CELL):
        return PROHIBITED
    if row[column] == "all":
        return WHOLE_ALLOWANCE
    return _number(row, column, _MOST, faults)


def _number(row: Row, column: str, most: int, faults: list[str]) -> int:
    text = row[column]
    if text.isascii() and text.isdecimal() and int(text) <= most:
        return int(text)
    faults.append(row.fault(f"{column} is {text!r}; expected a whole number up to {most}"))
    return 0


def load_calendar(ruleset: Ruleset, scenario: str) -> np.ndarray:
    """Read the calendar of a scenario: int16[MAX_TURNS + 1, 3], row = game turn.

    Rule: stalingrad_1942 3.0b, 10.18b, 21.11, S1c, S1i, S2c, S2g, S2h, S3c, S3h
    """
    chart = ruleset.chart("turns")
    rows = [chart.row(name) for name in chart.row_names if name.startswith(scenario + "/")]
    columns = ("pause", "german_air", "soviet_air")
    faults = list(unread_edits(chart, [(n, c) for n in chart.row_names for c in columns]))
    first = date.fromisoformat(ruleset.word(f"sequence.first_day_{scenario}"))
    calendar = np.zeros((MAX_TURNS + 1, 3), np.int16)
    for turn, row in enumerate(rows, start=1):
        day = (first + timedelta(turn - 1)).isoformat()
        if (row["scenario"], row["turn"], row["date"]) != (scenario, str(turn), day):
            faults.append(row.fault(f"expected {scenario}, turn {turn}, {day}"))
        calendar[turn] = [_number(row, column, 4, faults) for column in columns]
    if not ruleset.integer("sequence.pauses"):
        calendar[:, 0] = 0
    if faults:
        raise DataError(faults)
    return calendar


def load_forbidden(ruleset: Ruleset) -> np.ndarray:
    """Read what a study forbids each side: int16[2, Forbidden], by the parameters ``restriction``.

    Rule: stalingrad_1942 7.41, 8.21a, 8.41, 9.11a, 10.12, 13.11, 17.1a
    """
    keys = [[f"restriction.{act.name}_{side.name}".lower() for act in Forbidden] for side in Side]
    return np.array([[1 - ruleset.integer(key) for key in row] for row in keys], np.int16)


def load_points(ruleset: Ruleset, scenario: str) -> np.ndarray:
    """Read the victory points of a scenario: int16[Point].

    Rule: stalingrad_1942 S1e, S1f, S1g, S2d, S2e, S3d, S3e, S3f
    """
    chart = ruleset.chart("victory")
    faults = list(unread_edits(chart, [(name, "points") for name in chart.row_names]))
    points = np.zeros(len(Point), np.int16)
    for name in chart.row_names:
        game, _, what = name.partition("/")
        if game == scenario:
            points[Point[what.upper()]] = _number(chart.row(name), "points", 999, faults)
    if faults:
        raise DataError(faults)
    return points


def load_bridges(ruleset: Ruleset, scenario: str) -> list[tuple[Row, bool]]:
    """Read the bridges of a scenario: lines with ``hex_a`` and ``hex_b``, and whether in use.

    Rule: stalingrad_1942 S1h, S2f, S3g
    """
    chart = ruleset.chart("bridges")
    faults = list(unread_edits(chart, [(n, c) for n in chart.row_names for c in _BRIDGE_COLUMNS]))
    rows = [chart.row(name) for name in chart.row_names if name.startswith(f"{scenario}/")]
    faults += [
        row.fault(f"state is {row['state']!r}; expected present or destroyed")
        for row in rows
        if row["state"] not in ("present", "destroyed")
    ]
    faults += [
        row.fault(f"river is {row['river']!r}; expected Don or Volga")
        for row in rows
        if row["river"] not in ("Don", "Volga")
    ]
    if faults:
        raise DataError(faults)
    return [(row, row["state"] == "present") for row in rows]


def scene_fields(ruleset: Ruleset, scenario: str) -> dict[str, int]:
    """What the record SCENE holds of a scenario under a ruleset.

    Rule: stalingrad_1942 14.15, 14.16, 20.11, S1b, S2b, S2i, S2j, S3b, S3i
    """
    chart = ruleset.chart("scenarios")
    row = chart.row(scenario)
    faults = list(unread_edits(chart, [(n, c) for n in chart.row_names for c in _SCENARIO_COLUMNS]))
    if row["initiative"] not in _SIDES:
        faults.append(row.fault(f"initiative is {row['initiative']!r}; expected german or soviet"))
    edges = []
    for column in _EDGE_COLUMNS:
        if not set(row[column]) <= set(EDGES):
            faults.append(row.fault(f"{column} is {row[column]!r}; expected letters of NESW"))
        edges.append(sum(int(EDGES[each]) for each in set(row[column]) & set(EDGES)))
    if faults:
        raise DataError(faults)
    game = Game[scenario.upper()]
    # Ruling: stalingrad_1942 3.1a - the holder of the initiative goes first, or always the Soviets.
    holder = _SIDES[row["initiative"]]
    first = holder if ruleset.integer("sequence.initiative_moves_first") else _SIDES["soviet"]
    bound = ("all", scenario)
    winter = game != Game.ON_TO_STALINGRAD
    return {
        "game": game,
        "initiative": first,
        "turns": ruleset.integer(f"sequence.game_turns_{scenario}"),
        "axis_edges": edges[0],
        "soviet_edges": edges[1],
        "pocket_mode": ruleset.integer(f"supply.pocket_mode_{scenario}") if winter else 0,
        "garrison": int(ruleset.word("stalingrad.scenarios") in bound),
        "first_turn_limits": ruleset.integer("sequence.first_turn_limits")
        if game == Game.URANUS
        else 0,
    }


def terrain_chart(ruleset: Ruleset, scenario: str) -> str:
    """Name of the terrain chart that a scenario goes by.

    Rule: stalingrad_1942 S1a, S2a, S3a
    """
    row = ruleset.chart("scenarios").row(scenario)
    if row["terrain"] not in _SEASONS:
        raise DataError(
            row.fault(f"terrain is {row['terrain']!r}; expected {' or '.join(_SEASONS)}")
        )
    return row["terrain"]
