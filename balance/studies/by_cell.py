"""Games of a study of many cells, by cell and seed, and the outcome that is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from balance.analysis.estimates.paired import Outcome, side_score
from balance.analysis.study import is_complete
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import count_games, number, points_range, signed
from balance.errors import BalanceError, UnknownName
from balance.experiments import blocks
from balance.experiments.isolation.apart import Apart
from balance.experiments.isolation.guarded import open_cells
from balance.experiments.progress import Progress, as_progress
from balance.experiments.results import Results
from balance.experiments.study import Cell, StudySpec
from balance.studies.field.players import Players

SCORE = "score"


@dataclass(frozen=True)
class Measure:
    """An outcome with the words for changes of it: a score is told in percentage points."""

    outcome: Outcome

    @classmethod
    def of(cls, labels: Labels, name: str) -> Measure:
        """Find the score of the side that scores points, or a measured column of the games.

        Raises
        ------
        UnknownName
            If the game has no such outcome.
        """
        side = labels.points_side
        if name == SCORE:
            return cls(side_score(side, labels.sides[side]))
        if name not in labels.measures:
            raise UnknownName("outcome", name, [SCORE, *labels.measures])
        return cls(Outcome(name, labels.measures[name], name))

    @property
    def name(self) -> str:
        """The outcome in words."""
        return self.outcome.name

    @property
    def title(self) -> str:
        """The outcome with its unit, for the head of a table."""
        return self.name + (", in percentage points" if self._is_score else "")

    @property
    def _is_score(self) -> bool:
        return self.outcome.key == SCORE

    def change(self, value: float) -> str:
        """Write a change."""
        return signed(100 * value, 1) if self._is_score else signed(value, 2)

    def size(self, value: float) -> str:
        """Write the size of a change with its unit."""
        if self._is_score:
            return f"{number(100 * value)} points"
        return number(value, 2)

    def interval(self, low: float, high: float) -> str:
        """Write the interval of a change."""
        if self._is_score:
            return points_range(low, high)
        return f"[{number(low, 2)}, {number(high, 2)}]"


def games_by_cell(results: Results, outcome: Outcome) -> pd.DataFrame:
    """One row a game: cell (its number), seed, log, winner, value of the outcome.

    The value of a game that broke off is missing. Over a field a cell is all that plays by the same
    rules.
    """
    spec, players = results.spec, Players.of(results.spec)
    games = players.whole_rounds(results.games, len(spec.cells) // players.each_rules)
    values = pd.Series(outcome.of(games), index=games.index).where(is_complete(games))
    return pd.DataFrame(
        {
            "game_id": games["game_id"],
            "cell": games["game_id"] // spec.round_games % len(spec.cells) // players.each_rules,
            "seed": games["seed"],
            "log": games["log"],
            "winner": games["winner"],
            "value": values,
        }
    )


def rules_cells(spec: StudySpec) -> tuple[Cell, ...]:
    """A cell for each of the rules that a study plays, in their order."""
    return spec.cells[:: Players.of(spec).each_rules]


def whole_seeds(games: pd.DataFrame, column: str, cells: int) -> pd.DataFrame:
    """A column by seed (rows) and cell (columns), of the seeds that all cells have played."""
    table = games.pivot(index="seed", columns="cell", values=column).reindex(columns=range(cells))
    played = games.groupby("seed")["cell"].nunique()
    return table.loc[played[played == cells].index.sort_values()]


def set_up_faults(
    spec: StudySpec, cells: Sequence[Cell], player: str, progress: bool | Progress
) -> dict[Cell, str]:
    """Say why each of some cells can't be set up, "" if it can; their games are yet to be played.

    Raises
    ------
    BalanceError
        If the baseline, the one cell of ``spec``, can't be set up, or code of others never ends.
    """
    text = f"setting up {len(cells) + 1:,} ways to play, {count_games(spec.games)} each"
    with Apart(blocks.LIMITS) as room:
        open_cells(spec, spec.cells, player, room)
        with as_progress(progress).stage(text):
            return {cell: _why_not(spec, cell, player, room) for cell in dict.fromkeys(cells)}


def _why_not(spec: StudySpec, cell: Cell, player: str, room: Apart) -> str:
    try:
        open_cells(spec, [cell], player, room)
    except BalanceError as error:
        return " ".join(str(error).split())
    return ""
