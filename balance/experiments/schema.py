"""The result tables of a study: the columns that every game has, and those of its own.

A game declares its own columns in ``records.toml`` of its data; ``tables_of`` puts both together.

``games`` has one row a game, ``turns`` one row a game and game turn, ``events`` one row a thing
that happened, ``battles`` one row a battle, ``hexes`` one row a game turn and hex. All carry
``game_id``, the number of the game in its study. A missing value means "does not apply" (no hex
ended the game, no unit took part). Columns whose values differ from run to run end in ``_seconds``
or start with ``worker``; all others are the same for the same study, whatever machine or number of
processes played it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from balance.errors import DataError
from balance.files.charts import shown_path
from balance.files.shapes import TEXT
from balance.rulebook.game import Game, playable_games
from balance.rulebook.texts import read_texts

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


#: Columns that parts of older studies lack; they are missing values there.
ADDED = frozenset({"traceback"})

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
    ending text how the game ended, in the words of the game; strategy_error or truncated
    ending_turn int16 game turn in which the game ended
    ending_hex text hex that ended it, if any
    vp int32 victory points at the end, for the side that the game counts them for
    axis_steps_lost int32 strength steps the Axis lost
    axis_units_lost int32 Axis units eliminated
    soviet_units_lost int32 Soviet units eliminated
    attacks_axis int32 attacks made by the Axis, of all kinds
    attacks_soviet int32 attacks made by the Soviets, of all kinds
    poor_attacks_axis int32 Axis attacks of negative expected value at the odds they were fought at
    poor_attacks_soviet int32 Soviet attacks of the same kind
    refused_axis int32 orders of the Axis strategy that the referee refused
    refused_soviet int32 orders of the Soviet strategy that the referee refused
    log text fingerprint of all that happened; alike in two games that went alike
    error text why the game is a strategy_error
    error_side text side whose strategy failed: axis or soviet
    traceback text where its code failed, in Python's words
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
    vp int32 victory points, as in games
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
    "one row a battle, in order of play",
    columns_of("""
    game_id int64 number of the game in its study
    game_turn int16 game turn
    phase text phase, in the words of the game
    attacker text attacking side
    hex text hex of the defenders
    attackers int16 attacking units
    defenders int16 defending units
    attack int16 total attack strength
    defense int16 total defense strength
    odds int16 odds as a rung of the ladder: 0 is 1:1, 1 is 2:1, -1 is 1:2
    odds_ratio text odds as printed: 3:1
    final_odds int16 odds that the battle was fought at, as a rung of the ladder
    final_odds_ratio text the same as printed
    die int16 die roll; 0 for an automatic result
    result text combat result
    expected_value int16 value to the attacker's staff at the final odds, hundredths; 0 if not rated
    attacker_steps_lost int16 steps the attacker lost
    defender_steps_lost int16 steps the defender lost
    defender_units_lost int16 defending units eliminated
    defender_oos int16 defending units out of supply
    attacker_oos int16 attacking units out of supply
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

#: The tables with what every game has in them.
CORE = {table.name: table for table in (GAMES, TURNS, EVENTS, BATTLES, HEXES)}

_WORDS = {"*": TEXT}
#: What ``records.toml`` of a game holds.
_OWN = {
    "columns": {f"{name}?": _WORDS for name in CORE},  # "type meaning" by name, table by table
    "counted?": _WORDS,  # columns of games -> column of the log of battles: those where it isn't 0
    "fields?": _WORDS,  # columns of games -> what the state calls them
    "events": _WORDS,  # "what happened | what value is"
    "phases": _WORDS,
}

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


@lru_cache
def own_records(game: Game) -> dict[str, Any]:
    """What a game says of its result tables, see ``_OWN``.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind.
    """
    path, own = read_texts(game, "records.toml", _OWN)
    faults = [
        f"{shown_path(path)}: [columns.{table}] {name} is {words!r}; expected one of "
        f"{', '.join(TYPES)}, then what it means"
        for table, columns in own["columns"].items()
        for name, words in columns.items()
        if words.partition(" ")[0] not in TYPES or " " not in words
    ]
    vocabulary = game.referee("vocabulary")
    for table, kinds in (("events", vocabulary.EventKind), ("phases", vocabulary.Phase)):
        wanted = [kind.name.lower() for kind in kinds]
        faults += [
            f"{shown_path(path)}: [{table}] {'lacks' if name in wanted else 'has unknown'} {name}; "
            f"expected {', '.join(wanted)}"
            for name in sorted({*own[table]} ^ {*wanted})
        ]
    if faults:
        raise DataError(faults)
    return own


@lru_cache
def tables_of(game: Game) -> dict[str, Table]:
    """Return the result tables of a game: the columns of every game, and its own."""
    own = own_records(game)["columns"]
    return {
        name: with_own(
            table,
            [Column(name, *words.split(maxsplit=1)) for name, words in own.get(name, {}).items()],
        )
        for name, table in CORE.items()
    }


def with_own(table: Table, own: Iterable[Column]) -> Table:
    r"""Put a game's own columns into a table.

    Columns that the table has give their place to those that follow them, and the game's own words
    for what they mean; what follows none goes to the end.

    >>> core = Table("t", "a table", columns_of("vp int32 points\nlog text fingerprint"))
    >>> own = columns_of("vp int32 points of the Axis\nvp_hexes int32 of which for hexes")
    >>> with_own(core, own).names
    ['vp', 'vp_hexes', 'log']
    """
    columns = list(table.columns)
    place = len(columns)
    for column in own:
        known = [number for number, each in enumerate(columns) if each.name == column.name]
        if known:
            place = known[0] + 1
            columns[known[0]] = replace(columns[known[0]], meaning=column.meaning)
        else:
            columns.insert(place, column)
            place += 1
    return replace(table, columns=tuple(columns))


def spelling_of(game: Game) -> Mapping[str, Mapping[int, str]]:
    """Words for the numbers of a game's columns, by column; ``result`` is always there.

    Where games of one system call them otherwise, its ``records`` has ``spell``.
    """
    records = game.referee("records")
    spelling: Mapping[str, Mapping[int, str]] = (
        records.spell(game) if hasattr(records, "spell") else records.WORDS
    )
    return spelling


def event_kinds(game: Game) -> list[tuple[str, str, str]]:
    """Each kind of event of a game: its name, what happened, and what ``value`` then is.

    >>> from balance.rulebook.game import open_game
    >>> event_kinds(open_game("drive_on_stalingrad"))[0]
    ('vp_gained', 'the Axis took a victory hex', 'victory points gained')
    """
    kinds = []
    for name, words in own_records(game)["events"].items():
        meaning, _, value = words.partition(" | ")
        kinds.append((name, meaning, value or "0"))
    return kinds


def told_values(game: Game) -> dict[str, dict[int, str]]:
    """What each ``value`` of an event says, by kind: of the kinds that tell them one by one.

    >>> from balance.rulebook.game import open_game
    >>> told_values(open_game("drive_on_stalingrad"))["taman_activated"]
    {1: 'opened', 0: 'shut'}
    """
    told = {}
    for kind, _, words in event_kinds(game):
        parts = [part.partition(" ") for part in words.split(", ")]
        if all(number.isdecimal() and meaning for number, _, meaning in parts):
            told[kind] = {int(number): meaning for number, _, meaning in parts}
    return told


def phases(game: Game) -> list[tuple[str, str]]:
    """Each phase of a game as the tables call it, and what it is."""
    return list(own_records(game)["phases"].items())


def markdown() -> str:
    """Return the documentation of the result tables as Markdown: shared columns, then games'."""
    parts = [describe(CORE.values())]
    for game in playable_games():
        parts += [f"## Games of {game}\n", _describe_own(game), _describe_words(game)]
    return "\n".join(parts)


def _describe_words(game: Game) -> str:
    """Document the phases of a game and its kinds of event."""
    return "\n".join(
        [
            f"### Phases of {game}",
            "",
            "| `phase` | meaning |",
            "|---|---|",
            *(f"| `{name}` | {meaning} |" for name, meaning in phases(game)),
            "",
            f"### Events of {game}",
            "",
            "| `kind` | what happened | `value` |",
            "|---|---|---|",
            *(f"| `{name}` | {meaning} | {value} |" for name, meaning, value in event_kinds(game)),
            "",
        ]
    )


def _describe_own(game: Game) -> str:
    """Document the columns that a game has beside those of every game, or reads in its own way."""
    shown = []
    for name, table in tables_of(game).items():
        known = set(CORE[name].columns)
        own = tuple(column for column in table.columns if column not in known)
        if own:
            shown.append(replace(table, columns=own))
    return describe(shown)


def describe(tables: Iterable[Table]) -> str:
    """Document tables and their columns as Markdown."""
    lines: list[str] = []
    for table in tables:
        lines += [f"### {table.name}", "", f"{table.meaning[0].upper()}{table.meaning[1:]}.", ""]
        lines += ["| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{c.name}` | {c.type} | {c.meaning} |" for c in table.columns]
        lines.append("")
    return "\n".join(lines)
