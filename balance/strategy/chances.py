"""The chances of both sides to win, judged by how a game stands at the end of a game turn.

``data/<game>/chances/<scenario>.toml`` holds a model for each scenario: for every game turn the log
odds of each outcome against the last one: a constant, for games that stand as usual, and for each
of some columns of the ``turns`` table a weight of what a game differs by. ``balance chances`` fits
it to games of the shipped openings, judges it by games that the fit never saw, and writes it down.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from balance.errors import DataError
from balance.files.charts import shown_path
from balance.files.shapes import TEXT, TEXTS, Number, read_shaped
from balance.rulebook.game import Game, ScenarioName
from balance.strategy.api import SIDES

Floats = NDArray[np.float64]
FOLDER = "chances"
#: What a game may come to, in the order of the columns of all chances.
OUTCOMES = (SIDES[0], "draw", SIDES[1])
#: What a model says of how good it is.
BRIER = ("brier", "brier_low", "brier_high", "brier_points")

_COUNT = Number(1, 1e9, whole=True)
_SHARE = Number(0, 1)
_WEIGHTS = [Number(-1e9, 1e9)]
_SHAPE = {
    **dict.fromkeys(("game", "scenario", "variant", "version", "engine"), TEXT),
    "date": date,
    **dict.fromkeys(("fitted", "judged", "pairings"), _COUNT),
    "seed": Number(0, 1e12, whole=True),
    **dict.fromkeys(BRIER, _SHARE),
    "outcomes": TEXTS,
    "start": [_SHARE],
    "columns": TEXTS,
    "turn": [{"game_turn": _COUNT, "usual": _WEIGHTS, "*": _WEIGHTS}],
}


class Columns(Protocol):
    """Columns by name: a table, an array of records, a mapping of lists."""

    def __getitem__(self, name: str, /) -> Any:
        """Values of a column, one a row."""


@dataclass(frozen=True)
class Provenance:
    """Where a model comes from, and how good it was on games that the fit never saw."""

    variant: str
    version: str
    #: Hash of the code and data that played the games.
    engine: str
    date: date
    #: Games of the fit, and of those that judged it; pairings of strategies that played them.
    fitted: int
    judged: int
    pairings: int
    seed: int
    #: Brier score with its interval, and that of a model that knows the points alone.
    brier: float = math.nan
    brier_low: float = math.nan
    brier_high: float = math.nan
    brier_points: float = math.nan


@dataclass(frozen=True)
class Chances:
    """A model of one scenario.

    ``start`` has the shares of ``outcomes`` over all games. ``usual`` has shape (turns, columns):
    means over all games. ``weights`` has shape (turns, 1 + columns, outcomes): log odds against the
    last outcome, whose weights are 0, a constant first.
    """

    scenario: str
    made: Provenance
    outcomes: tuple[str, ...]
    columns: tuple[str, ...]
    start: Floats
    usual: Floats
    weights: Floats

    def at(self, turns: Columns) -> Floats:
        """Chances where games stand at the end of a game turn and go on.

        Parameters
        ----------
        turns
            Columns of the ``turns`` table, ``game_turn`` among them, one value a row. Turns later
            than the model knows are judged as its last one.

        Returns
        -------
        Floats
            Shape (rows, 3): chances of ``OUTCOMES``; each row adds up to 1.
        """
        row, differs = self._differs(turns)
        odds = self.weights[row, 0] + np.einsum("rc,rco->ro", differs, self.weights[row, 1:])
        odds -= odds.max(axis=1, keepdims=True, initial=-np.inf)
        shares = np.exp(odds)
        return self._told(shares / shares.sum(axis=1, keepdims=True))

    def leads(self, turns: Columns) -> Floats:
        """What each column adds to the log odds of the first side against the second one.

        Nothing where it is as usual. Shape (rows, columns); ``turns`` as of ``at``.
        """
        row, differs = self._differs(turns)
        first, second = (self.outcomes.index(each) for each in (OUTCOMES[0], OUTCOMES[-1]))
        return np.asarray(differs * (self.weights[row, 1:, first] - self.weights[row, 1:, second]))

    def row_of(self, turn: Any) -> NDArray[np.int64]:
        """Rows of ``usual`` and ``weights`` for game turns."""
        return np.clip(np.asarray(turn, int).reshape(-1) - 1, 0, len(self.weights) - 1)

    def _differs(self, turns: Columns) -> tuple[NDArray[np.int64], Floats]:
        """Row of the model, and by how much each column differs from usual."""
        row = self.row_of(turns["game_turn"])
        values = [np.asarray(turns[name], float).reshape(-1) for name in self.columns]
        return row, np.column_stack(values) - self.usual[row]

    @property
    def before(self) -> Floats:
        """Chances before the first game turn, shape (3,)."""
        return np.asarray(self._told(self.start[None])[0])

    def _told(self, shares: Floats) -> Floats:
        """Chances of all outcomes, 0 for those that the games of the fit never came to."""
        told = np.zeros((len(shares), len(OUTCOMES)))
        told[:, [OUTCOMES.index(name) for name in self.outcomes]] = shares
        return told


def chances_path(game: Game, scenario: str) -> Path:
    """File of the model that is shipped with a scenario."""
    return game.folder / FOLDER / f"{scenario}.toml"


def shipped_chances(found: ScenarioName) -> Chances | None:
    """The model that is shipped with a scenario; None if there is none."""
    path = chances_path(found.game, found.name)
    return read_chances(found, path) if path.is_file() else None


def read_chances(found: ScenarioName, path: Path) -> Chances:
    """A model from its file.

    Raises
    ------
    DataError
        If the file isn't there, is none of this scenario, or with every fault of it.
    """
    if not path.is_file():
        raise DataError(f"{path}: no such file; balance chances {found.name} --out DIR writes one")
    entries = read_shaped(path, _SHAPE)
    if faults := _faults(found, entries):
        raise DataError([f"{shown_path(path)}: {fault}" for fault in faults])
    columns, outcomes = tuple(entries["columns"]), tuple(entries["outcomes"])
    usual = np.array([turn["usual"] for turn in entries["turn"]], float)
    weights = np.zeros((len(usual), 1 + len(columns), len(outcomes)))
    for row, turn in enumerate(entries["turn"]):
        for place, name in enumerate(outcomes[:-1]):
            weights[row, :, place] = turn[name]
    made = Provenance(**{name: entries[name] for name in Provenance.__dataclass_fields__})
    start = np.asarray(entries["start"], float)
    return Chances(entries["scenario"], made, outcomes, columns, start, usual, weights)


def _faults(found: ScenarioName, entries: Mapping[str, Any]) -> list[str]:
    """What is wrong with entries of the right shape."""
    told = []
    if (entries["game"], entries["scenario"]) != (found.game.name, found.name):
        told.append(
            f"is of {entries['game']}/{entries['scenario']}; expected {found.game}/{found.name}"
        )
    outcomes = entries["outcomes"]
    if outcomes not in (list(OUTCOMES), [OUTCOMES[0], OUTCOMES[-1]]):
        told.append(f"outcomes is {outcomes}; expected {', '.join(OUTCOMES)}, or without the draw")
        return told
    if len(entries["start"]) != len(outcomes) or abs(sum(entries["start"]) - 1) > 1e-3:
        told.append(f"start is {entries['start']}; expected {len(outcomes)} shares that make 1")
    wanted = len(entries["columns"])
    sizes = {"usual": wanted, **dict.fromkeys(outcomes[:-1], 1 + wanted)}
    for number, turn in enumerate(entries["turn"], start=1):
        given = {name: len(turn[name]) for name in turn if name != "game_turn"}
        if turn["game_turn"] != number or given != sizes:
            words = ", ".join(f"{size} numbers of {name}" for name, size in sizes.items())
            told.append(f"turn {number}: expected game_turn {number}, {words}")
    return told


def chances_text(game: Game, chances: Chances) -> str:
    """A model as the text of its file."""
    made = chances.made
    entries = {
        "game": game.name,
        "scenario": chances.scenario,
        **{name: getattr(made, name) for name in Provenance.__dataclass_fields__},
        "outcomes": list(chances.outcomes),
        "start": _rounded(chances.start),
        "columns": list(chances.columns),
    }
    lines = [*_HEAD, "", *(f"{name} = {_value(value)}" for name, value in entries.items())]
    for row, weights in enumerate(chances.weights, start=1):
        usual = _value(_rounded(chances.usual[row - 1]))
        lines += ["", "[[turn]]", f"game_turn = {row}", f"usual = {usual}"]
        lines += [
            f"{name} = {_value(_rounded(weights[:, place]))}"
            for place, name in enumerate(chances.outcomes[:-1])
        ]
    return "\n".join(lines) + "\n"


_HEAD = (
    "# The chances of both sides to win, by how a game stands at the end of a game turn.",
    "# Written by `balance chances`, which says how they are fitted and judged; don't edit.",
    "#",
    "# variant, version, engine, date, seed  what played the games, and when",
    "# fitted, judged    games of the fit, and others that judged it, over so many pairings",
    "# brier             half the mean squared error of the chances in the games that judged, 0 at",
    "#                   best, with its interval; brier_points is that of a model of points alone",
    "# outcomes          what games came to",
    "# start             their shares over all games",
    "# turn              at the end of a game turn: `usual` means of `columns` of the turns table,",
    "#                   and log odds of each outcome against the last one: a constant, then a",
    "#                   weight for each column of what a game differs by from the usual",
)


def _rounded(values: Floats) -> list[float]:
    return [float(f"{value:.6g}") for value in values]


def _value(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else json.dumps(value)
