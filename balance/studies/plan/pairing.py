"""How much playing two variants on the same seeds saves: a benchmark of the dice addressing.

A game's folder lists small changes of its rules in ``pairing.toml``, each with the least gain that
is expected of it. Each is compared with the baseline; the gain is the variance of the mean
difference on independent seeds over that on the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.paired import (
    Outcome,
    block_means,
    pair_games,
    pairing_gain,
    side_score,
)
from balance.analysis.questions import check_count
from balance.analysis.telling.labels import read_labels
from balance.errors import BalanceError, DataError
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, run_cells
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell
from balance.experiments.variants import rules_under
from balance.files.charts import shown_path
from balance.files.shapes import SETTING, TEXT, Number, read_shaped
from balance.files.toml import line_of
from balance.rulebook.game import Game

#: Fewest pairs of a gain.
FEWEST_GAMES = 20
_RESAMPLES = 500
_SHAPE = {"change": [{"title": TEXT, "at_least": Number(0, 1000), "set": {"*": SETTING}}]}


@dataclass(frozen=True)
class Change:
    """A small change of the rules, and the gain that is expected of it."""

    title: str
    at_least: float
    settings: Mapping[str, object]


def read_changes(game: Game) -> list[Change]:
    """The changes that a game's ``pairing.toml`` lists.

    Raises
    ------
    DataError
        If the file is missing or an entry isn't whole.
    """
    path = game.folder / "pairing.toml"
    found, faults = [], []
    for number, each in enumerate(read_shaped(path, _SHAPE)["change"], start=1):
        try:
            if not rules_under(game, overrides=each["set"]).changes:
                raise DataError("changes nothing")
        except BalanceError as error:
            where = line_of(path, "", number, "[[change]]")
            faults.append(f"{shown_path(path)}:{where}: {error}")
        found.append(Change(each["title"], float(each["at_least"]), each["set"]))
    if faults:
        raise DataError(faults)
    return found


def measure_pairing(
    scenario: str,
    *,
    axis: str = "historical",
    soviet: str = "historical",
    games: int = 200,
    seed: int = 1,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> pd.DataFrame:
    """Measure the gain of each listed change.

    Columns: change (title), expected (least gain), pairs, identical (pairs that went alike from
    beginning to end), flipped (pairs with another winner), score and points (gains for the score of
    the side that scores points and for its points), each with low and high (95%, bootstrap over
    seeds); infinite where no game differs.
    """
    check_count(games, FEWEST_GAMES, "paired games of the benchmark")
    found = find_scenario(scenario)
    changes = read_changes(found.game)
    cells = [Cell(axis, soviet)]
    cells += [Cell(axis, soviet, overrides=cell_overrides(each.settings)) for each in changes]
    results = run_cells(
        scenario, cells, games=games, seed=seed, jobs=jobs, detail="turns", progress=progress,
        player=player,
    )  # fmt: skip
    lines = [
        {"change": change.title, "expected": change.at_least, **_gains(results, cell)}
        for change, cell in zip(changes, cells[1:], strict=True)
    ]
    return pd.DataFrame(lines)


def _gains(results: Results, cell: Cell) -> dict[str, Any]:
    labels = read_labels(results.spec.game)
    games = results.games
    first = games.loc[games["variant"] == results.spec.cells[0].variant_label]
    pairs = pair_games(first, games.loc[games["variant"] == cell.variant_label])
    table = pairs.table
    line: dict[str, Any] = {
        "pairs": pairs.count,
        "identical": int((table["log_first"] == table["log_second"]).sum()),
        "flipped": int((table["winner_first"] != table["winner_second"]).sum()),
    }
    outcomes = {"score": side_score(labels.points_side), "points": Outcome("vp", "points", "vp")}
    for name, outcome in outcomes.items():
        blocks = block_means(pairs, outcome)
        a, b = blocks["first"].to_numpy(float), blocks["second"].to_numpy(float)
        low, high = _gain_interval(a, b)
        line |= {name: pairing_gain(a, b), f"{name}_low": low, f"{name}_high": high}
    return line


def _gain_interval(
    first: NDArray[np.float64], second: NDArray[np.float64], seed: int = 1
) -> tuple[float, float]:
    """Percentiles of the gain over seeds drawn anew."""
    rng = np.random.default_rng(seed)
    count = len(first)
    sample = []
    for _ in range(_RESAMPLES):
        drawn = rng.integers(0, count, count)
        sample.append(pairing_gain(first[drawn], second[drawn]))
    known = np.array([gain for gain in sample if not np.isnan(gain)])
    if not len(known):
        return np.nan, np.nan
    low, high = np.percentile(known, [2.5, 97.5], method="inverted_cdf")
    return float(low), float(high)
