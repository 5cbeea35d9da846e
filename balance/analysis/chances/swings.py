"""What moves the chances: game turns in which they moved, events that go with it, late turns.

The value of a game for a side is its chance to win and half that of a draw; at the end it is the
score. What a turn changes is the value at its end less that at the end of the turn before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.linalg import qr
from scipy.special import stdtrit

from balance.analysis.chances.fit import standing
from balance.analysis.study import DRAW, is_complete
from balance.experiments.schema import Table, columns_of
from balance.strategy.chances import OUTCOMES, Chances, Floats

#: Games whose events are asked, at most; they are spread evenly over the study.
MOST_GAMES = 2000
#: Games that a kind of event must occur in.
_FEWEST = 10

MOVED_BY = Table(
    "moved_by",
    "run: one row a kind of event, value and side, in game turns at whose end a game goes on, "
    "those that surely move the chances most first; `moved_by` of `summary.json`",
    columns_of("""
    kind text kind of event
    which text what its value says, of a kind whose values are told one by one; else empty
    side text side that lost the unit, or took the place; empty where neither can be told
    a_game number such events a game, but for the turn in which it ends
    effect number by how much the value of a game for the side that scores points (chance to win,
        and half that of a draw) changes in a turn with one more of them, all others alike
    low number lower end of its t interval over games; those of all kinds hold at once
    high number upper end
    moved number size of the effect times the events a game
    games number games that had one
    """),
)


def values_of(chances: Floats, side: str) -> Floats:
    """Value for a side of chances of shape (rows, 3)."""
    won, drawn = chances[:, OUTCOMES.index(side)], chances[:, OUTCOMES.index(DRAW)]
    return np.asarray(won + drawn / 2)


def moves(turns: pd.DataFrame, games: pd.DataFrame, model: Chances, side: str) -> pd.DataFrame:
    """Value of complete games for a side, before and after each game turn.

    Columns: game_id, game_turn, before, after; in order of games and turns.
    """
    rows = standing(turns, games)
    complete = games.loc[is_complete(games)]
    ends = pd.DataFrame(
        {
            "game_id": complete["game_id"].to_numpy(),
            "game_turn": complete["ending_turn"].to_numpy(),
            "after": (complete["winner"] == side) + 0.5 * (complete["winner"] == DRAW),
        }
    )
    told = rows[["game_id", "game_turn"]].assign(after=values_of(model.at(rows), side))
    found = pd.concat([told, ends]).sort_values(["game_id", "game_turn"], kind="stable")
    start = float(values_of(model.before[None], side)[0])
    before = found.groupby("game_id")["after"].shift().fillna(start)
    return found.assign(before=before).reset_index(drop=True)


def latest_turns(moved: pd.DataFrame, games: pd.DataFrame, side: str) -> pd.DataFrame:
    """The last game turn at whose end the later winner was behind, by game.

    ``moved`` as of ``moves``. Index: game_id, of games that had a winner who was ever behind.
    Columns: turn (0 for the set-up), value (for the winner, then).
    """
    winner = moved["game_id"].map(games.set_index("game_id")["winner"].astype(str))
    value = moved["before"].where(winner == side, 1 - moved["before"])
    behind = moved.assign(value=value).loc[(value < 0.5) & (winner != DRAW)]
    last = behind.drop_duplicates("game_id", keep="last").set_index("game_id")
    # A row a game is kept of all games of a study: small types.
    return pd.DataFrame(
        {
            "turn": (last["game_turn"] - 1).astype("int16"),
            "value": last["value"].astype("float32"),
        }
    )


def count_kinds(
    events: pd.DataFrame,
    units: Mapping[str, str],
    taken: str,
    sides: Sequence[str],
    told: Mapping[str, Mapping[int, str]],
) -> pd.DataFrame:
    """Events by game, game turn (index) and "kind|which|side" (columns).

    Kinds whose values are ``told`` (by kind and value) are counted by what they say: an army that
    is cut off moves the chances one way, one that is free again the other. The side is that of the
    unit, or the one that took a place (kind ``taken``), else empty.
    """
    side = events["unit"].astype(object).map(units).fillna("")
    takes = (events["kind"] == taken) & events["value"].isin(range(len(sides)))
    side = side.where(~takes, events["value"].map(dict(enumerate(sides))))
    which = pd.Series("", events.index)
    for kind, words in told.items():
        here = events["kind"] == kind
        which = which.mask(here, events["value"].map(words).fillna(""))
    name = events["kind"].astype(str) + "|" + which + "|" + side.astype(str)
    counts = events.groupby(["game_id", "game_turn", name]).size()
    return counts.unstack(fill_value=0)


def moved_by(moved: pd.DataFrame, counts: pd.DataFrame, confidence: float) -> pd.DataFrame:
    """Which kinds of event go with a change of the value: a regression over all game turns.

    Turns of one number are compared with each other, so that what always happens in a turn says
    nothing; those in which a game ends are left out, for they are cut short. Games are the units of
    the intervals, which hold for all kinds at once. Of kinds that always come together one is told.

    Parameters
    ----------
    moved
        As of ``moves``.
    counts
        As of ``count_kinds``, of the same games.

    Returns
    -------
    pd.DataFrame
        Columns of ``MOVED_BY``.
    """
    names = MOVED_BY.names
    ends = ~moved.duplicated("game_id", keep="last")
    moved = moved.loc[~ends]
    turns = pd.MultiIndex.from_frame(moved[["game_id", "game_turn"]])
    table = counts.reindex(turns).fillna(0.0)
    seen = table.groupby(level="game_id").any().sum()
    table = table.loc[:, seen >= _FEWEST]
    game = moved["game_id"].to_numpy()
    change = (moved["after"] - moved["before"]).to_numpy(float)
    turn = moved["game_turn"].to_numpy()
    inner = _about_means(table.to_numpy(float), turn)
    kept = _independent(inner)
    ids, number = np.unique(game, return_inverse=True)
    if not len(kept) or len(ids) <= len(kept) + 1:
        return pd.DataFrame(columns=names)
    inner, table = inner[:, kept], table.iloc[:, kept]
    effect, spread = _regress(inner, _about_means(change[:, None], turn)[:, 0], number)
    # Bonferroni: of so many kinds some would seem to move the chances by luck alone.
    tail = (1 - confidence) / 2 / len(kept)
    half = float(stdtrit(len(ids) - len(kept), 1 - tail)) * spread
    a_game = table.to_numpy().sum(axis=0) / len(ids)
    kind, which, side = zip(*(str(name).split("|") for name in table.columns), strict=True)
    found = pd.DataFrame(
        {
            "kind": kind,
            "which": which,
            "side": side,
            "a_game": a_game,
            "effect": effect,
            "low": effect - half,
            "high": effect + half,
            "moved": np.abs(effect) * a_game,
            "games": seen[table.columns].to_numpy(),
        }
    )
    surely = np.maximum(np.maximum(found["low"], -found["high"]), 0.0) * a_game
    order = np.lexsort([-found["moved"], -surely])
    return found.iloc[order][names].reset_index(drop=True)


def _about_means(values: Floats, turn: NDArray[np.int64]) -> Floats:
    """Values less the mean of their turn, shape (rows, columns)."""
    table = pd.DataFrame(values)
    return np.asarray(values - table.groupby(turn).transform("mean").to_numpy())


def _independent(values: Floats) -> NDArray[np.int64]:
    """Columns none of which the others tell, in their order."""
    if not values.size:
        return np.empty(0, np.int64)
    _, triangle, order = qr(values, mode="economic", pivoting=True)
    size = np.abs(np.diag(triangle))
    return np.asarray(np.sort(order[: int((size > 1e-8 * max(size[0], 1e-300)).sum())]))


def _regress(values: Floats, change: Floats, game: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Least squares, and standard errors that allow for turns of a game that go together."""
    inverse = np.linalg.inv(values.T @ values)
    effect = inverse @ (values.T @ change)
    score = values * (change - values @ effect)[:, None]
    by_game = pd.DataFrame(score).groupby(game).sum().to_numpy()
    count, kinds = by_game.shape
    # Each kind takes the place of a game: residuals are smaller than the errors they stand for.
    variance = inverse @ (by_game.T @ by_game) @ inverse * count / (count - kinds)
    return effect, np.sqrt(np.diag(variance))
