"""The result tables of a study: every column with its type and meaning.

``games`` has one row a game, ``turns`` one row a game and game turn, ``events`` one row a thing
that happened, ``battles`` one row a battle, ``hexes`` one row a game turn and hex. All carry
``game_id``, the number of the game in its study. A missing value means "does not apply" (no hex
ended the game, no unit took part). Columns whose values differ from run to run end in ``_seconds``
or start with ``worker``; all others are the same for the same study, whatever machine or number of
processes played it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

#: Column types: what they are called here, in Arrow and (after reading) in pandas.
TYPES = {
    "text": "string",
    "flag": "bool",
    "int16": "int16",
    "int32": "int32",
    "int64": "int64",
    "float32": "float32",
}


@dataclass(frozen=True)
class Column:
    """One column: its name, type (a key of TYPES) and meaning."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """One result table."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @cached_property
    def names(self) -> list[str]:
        """Names of the columns, in order."""
        return [column.name for column in self.columns]


def is_run_dependent(column: str) -> bool:
    """Whether a column may differ between two runs of the same study.

    >>> is_run_dependent("play_seconds"), is_run_dependent("vp")
    (True, False)
    """
    return column.endswith("_seconds") or column.startswith("worker")


def columns_of(text: str) -> tuple[Column, ...]:
    """Read lines of ``name type meaning``; a further-indented line continues the meaning."""
    columns: list[Column] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith("        "):
            last = columns.pop()
            columns.append(Column(last.name, last.type, f"{last.meaning} {line.strip()}"))
        else:
            name, kind, meaning = line.split(maxsplit=2)
            columns.append(Column(name, kind, meaning))
    return tuple(columns)


GAMES = Table(
    "games",
    "one row a game",
    columns_of("""
    game_id int64 number of the game in its study
    variant text rule variant; 'baseline' changes nothing
    axis text Axis strategy, with its parameters
    soviet text Soviet strategy, with its parameters
    seed int64 seed of this game: scenario, variant, strategies and seed replay it exactly
    set_up int64 seed of what set-up draws, hidden values among it; that of the game as a rule
    winner text axis, soviet, draw or none (a faulty or truncated game has no winner)
    ending text victory_points, sudden_death, time_limit, strategy_error or truncated
    ending_turn int16 game turn in which the game ended
    ending_hex text hex that ended it (sudden death), if any
    vp int32 Axis victory points at the end
    vp_hexes int32 of which for victory hexes held
    vp_oos int32 of which awards for units eliminated out of supply
    oos_kills int32 Soviet units counted as eliminated out of supply, end of game included
    oos_at_end int32 of which counted at the end of the game because out of supply then
    axis_steps_lost int32 strength steps the Axis lost
    axis_units_lost int32 Axis units eliminated
    soviet_units_lost int32 Soviet units eliminated
    attacks_axis int32 prepared and mobile assaults made by the Axis
    attacks_soviet int32 prepared assaults made by the Soviets
    mobile_assaults int32 mobile assaults made
    poor_attacks_axis int32 Axis attacks of negative expected value at the odds they were fought at
    poor_attacks_soviet int32 Soviet attacks of the same kind
    refused_axis int32 orders of the Axis strategy that the referee refused
    refused_soviet int32 orders of the Soviet strategy that the referee refused
    log text fingerprint of all that happened; alike in two games that went alike
    error text why the game is a strategy_error
    error_side text side whose strategy failed: axis or soviet
    play_seconds float32 time taken to play the game
    worker int32 process that played it
    """),
)

TURNS = Table(
    "turns",
    "one row a game and game turn: the state at the end of that game turn",
    columns_of("""
    game_id int64 number of the game in its study
    game_turn int16 game turn
    vp int32 Axis victory points
    vp_hexes int32 of which for victory hexes held
    vp_oos int32 of which awards for units eliminated out of supply
    oos_kills int32 Soviet units eliminated out of supply so far
    axis_units int32 Axis units on the map
    axis_steps int32 their strength steps
    axis_strength float32 half the sum of their attack and defense strengths, mean values where
        a factor is drawn or rolled
    soviet_units int32 Soviet units on the map
    soviet_strength float32 half the sum of their attack and defense strengths, likewise
    axis_oos int32 Axis units out of supply
    soviet_oos int32 Soviet units out of supply
    axis_steps_lost int32 strength steps the Axis has lost so far
    soviet_units_lost int32 Soviet units eliminated so far
    soviet_frozen int32 Soviet units held by an army that is not released
    axis_hexes int32 hexes under Axis control
    axis_towns int32 towns and cities under Axis control
    """),
)

EVENTS = Table(
    "events",
    "one row an event, in order of play",
    columns_of("""
    game_id int64 number of the game in its study
    game_turn int16 game turn
    player_turn text axis, soviet or none (between player turns)
    phase text phase, in the words of the game
    kind text what happened, in the words of the game
    hex text where, if anywhere
    unit text unit concerned, if any
    value int32 number that belongs to the kind of event
    """),
)

BATTLES = Table(
    "battles",
    "one row a battle, in order of play; all shifts are positive for the attacker",
    columns_of("""
    game_id int64 number of the game in its study
    game_turn int16 game turn
    phase text phase, in the words of the game
    mobile flag a mobile assault
    attacker text attacking side
    hex text hex of the defenders
    launch_hexes int16 number of hexes attacked from
    attackers int16 attacking units
    defenders int16 defending units
    attack int16 total attack strength
    defense int16 total defense strength
    odds int16 odds before shifts, as a rung of the ladder: 0 is 1:1, 1 is 2:1, -1 is 1:2
    odds_ratio text odds before shifts, as printed: 3:1
    shift_terrain int16 shift for terrain and hexsides
    shift_fortification int16 shift for fortifications
    shift_concentric int16 shift for a concentric position
    shift_air int16 shift for aircraft of both sides
    shift_first int16 shift for assaulting before moving
    shift_mobile int16 shift for a mobile assault
    final_odds int16 odds after shifts, as a rung of the ladder
    final_odds_ratio text odds after shifts
    die int16 die roll; 0 for an automatic result
    result text combat result
    expected_value int16 value to the attacker's staff at the final odds, hundredths; 0 if not rated
    attacker_steps_lost int16 steps the attacker lost
    defender_steps_lost int16 steps the defender lost
    defender_units_lost int16 defending units eliminated
    defender_oos int16 defending units out of supply
    attacker_oos int16 attacking units out of supply
    retreated int16 defending units that retreated
    advanced int16 attacking units that advanced
    """),
)

HEXES = Table(
    "hexes",
    "one row a game turn and hex whose control changed in it, or that held units out of supply "
    "when it ended; control that changed and changed back within a game turn is not told",
    columns_of("""
    game_id int64 number of the game in its study
    game_turn int16 game turn
    hex text hex that the row tells of
    changed flag its control changed in this game turn
    control text side that controlled it when the game turn ended: axis or soviet
    axis_oos int16 Axis units out of supply in it then
    soviet_oos int16 Soviet units out of supply in it then
    """),
)

TABLES = {table.name: table for table in (GAMES, TURNS, EVENTS, BATTLES, HEXES)}

#: What is kept at each level of detail.
DETAIL = {
    "turns": ("games", "turns"),
    "events": ("games", "turns", "events"),
    "battles": ("games", "turns", "events", "battles", "hexes"),
}


def odds_ratio(rung: int) -> str:
    """Rung of the odds ladder as printed.

    >>> odds_ratio(2), odds_ratio(0), odds_ratio(-3)
    ('3:1', '1:1', '1:4')
    """
    return f"{rung + 1}:1" if rung >= 0 else f"1:{1 - rung}"


def markdown() -> str:
    """Return the documentation of the result tables as Markdown."""
    return describe(TABLES.values())


def describe(tables: Iterable[Table]) -> str:
    """Document tables and their columns as Markdown."""
    lines: list[str] = []
    for table in tables:
        lines += [f"### {table.name}", "", f"{table.meaning[0].upper()}{table.meaning[1:]}.", ""]
        lines += ["| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{c.name}` | {c.type} | {c.meaning} |" for c in table.columns]
        lines.append("")
    return "\n".join(lines)
