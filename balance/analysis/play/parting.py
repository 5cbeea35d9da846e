"""Where the two games of a pair part: the first thing that happened otherwise.

Games on one seed go alike until a change is felt; from then on the dice fall for other battles. The
events tell the moment, the rows of ``turns`` the game turn where a study kept no events. Moves are
no events, so two games may have parted a little earlier than their events do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.paired import Pairs

#: What makes two events the same.
EVENT_KEY = ("game_turn", "player_turn", "phase", "kind", "hex", "unit", "value")
_WORDS = ("player_turn", "phase", "kind", "hex", "unit")
#: What is told of the first event that differs, of both games.
TOLD = ("kind", "hex", "unit")
#: Columns of ``first_differences``.
PARTING_COLUMNS = (
    "seed", "axis", "soviet", "flipped", "game_turn", "player_turn", "phase",
    *(f"{place}_{name}" for place in ("first", "second") for name in TOLD),
)  # fmt: skip
_TEXTS = PARTING_COLUMNS[PARTING_COLUMNS.index("player_turn") :]


def first_differences(
    pairs: Pairs, turns: pd.DataFrame, events: Iterable[pd.DataFrame] | None = None
) -> pd.DataFrame:
    """First difference of each pair, one row a pair, in the order of ``pairs.table``.

    ``turns`` are those of the whole study, ``events`` likewise, in runs of whole games. Columns:
    seed, axis, soviet, flipped (1 if another side won), game_turn (missing if the games went
    alike), player_turn, phase, and of both games the kind, hex and unit of the first event that
    differs ("" where there is none, or where no events were kept).
    """
    table = pairs.table
    made = pd.DataFrame({name: table[name].to_numpy() for name in ("seed", "axis", "soviet")})
    winners = (table[f"winner_{place}"].astype(str) for place in ("first", "second"))
    first_winner, second_winner = winners
    made["flipped"] = (first_winner != second_winner).to_numpy().astype(int)
    found = _by_turns(pairs, turns) if events is None else _by_runs(pairs, events)
    alike = (table["log_first"] == table["log_second"]).to_numpy()
    made = made.join(found)
    made.loc[alike, "game_turn"] = np.nan
    made = made.reindex(columns=list(PARTING_COLUMNS))
    for name in _TEXTS:
        made[name] = made[name].astype(object).fillna("")
    return made


def _by_turns(pairs: Pairs, turns: pd.DataFrame) -> pd.DataFrame:
    """Game turn at the end of which the pairs first differ; index: number of the pair."""
    content = [name for name in turns.columns if name not in ("game_id", "game_turn")]
    first, second = (_numbered(pairs, place, turns, content) for place in ("first", "second"))
    both = first.merge(
        second, on=["pair", "game_turn"], how="outer", suffixes=("_first", "_second")
    )
    apart = both.loc[both["mark_first"] != both["mark_second"]]
    return apart.groupby("pair")[["game_turn"]].min()


def _by_runs(pairs: Pairs, runs: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """As ``_by_events``, run after run; pairs that lie in two runs come last."""
    ids = pairs.table[["game_id_first", "game_id_second"]].to_numpy()
    left = np.ones(pairs.count, bool)
    found, apart = [], []
    for events in runs:
        game = events["game_id"]
        within = left & ((ids >= game.min()) & (ids <= game.max())).all(axis=1)
        found.append(_by_events_of(pairs, within, events))
        left &= ~within
        apart.append(events.loc[game.isin(ids[left].ravel())].astype(dict.fromkeys(_WORDS, object)))
    return pd.concat([*found, *(_by_events_of(pairs, left, pd.concat(apart)) for _ in apart[:1])])


def _by_events_of(pairs: Pairs, chosen: NDArray[np.bool_], events: pd.DataFrame) -> pd.DataFrame:
    """As ``_by_events`` of some pairs."""
    found = _by_events(replace(pairs, table=pairs.table.loc[chosen]), events)
    return found.set_axis(np.flatnonzero(chosen)[found.index.to_numpy(np.int64)], axis=0)


def _by_events(pairs: Pairs, events: pd.DataFrame) -> pd.DataFrame:
    """First event that differs, with its moment; index: number of the pair."""
    sides = []
    for place in ("first", "second"):
        chosen = _numbered(pairs, place, events, EVENT_KEY)
        chosen["step"] = chosen.groupby("pair").cumcount()
        sides.append(chosen.set_index(["pair", "step"]))
    marks = pd.concat([side["mark"] for side in sides], axis=1, keys=["first", "second"])
    apart = marks.index[marks["first"].ne(marks["second"])].to_frame(index=False)
    steps = apart.groupby("pair")["step"].min()
    keys = pd.MultiIndex.from_arrays([steps.index, steps.to_numpy()], names=["pair", "step"])
    first, second = (side.reindex(keys).reset_index("step", drop=True) for side in sides)
    # The earlier of the two events is the moment: one game has something the other has not (yet).
    later = first["game_turn"].isna() | (second["game_turn"] < first["game_turn"])
    moment = [name for name in ("game_turn", "player_turn", "phase")]
    made = first[moment].where(~later, second[moment])
    for place, side in (("first", first), ("second", second)):
        for name in TOLD:
            made[f"{place}_{name}"] = side[name]
    return made


def _numbered(pairs: Pairs, place: str, rows: pd.DataFrame, content: Sequence[str]) -> pd.DataFrame:
    """Rows of one variant's games with the number of their pair and a mark of their content."""
    numbers = pd.Series(range(pairs.count), index=pairs.table[f"game_id_{place}"])
    pair = rows["game_id"].map(numbers)
    chosen = rows.loc[pair.notna()].assign(pair=pair[pair.notna()].astype(np.int64))
    marks = pd.util.hash_pandas_object(chosen[list(content)], index=False)
    return chosen.assign(mark=marks.astype(np.uint64))


def parting_turns(partings: pd.DataFrame, last_turn: int) -> pd.DataFrame:
    """Pairs by the game turn in which they part.

    Columns: game_turn (0: never, the games went alike), pairs, flipped (of which with another
    winner).
    """
    turn = partings["game_turn"].fillna(0).astype(int)
    grouped = partings.groupby(turn.to_numpy())["flipped"].agg(["size", "sum"])
    table = grouped.reindex(range(last_turn + 1), fill_value=0).astype(int).reset_index()
    return table.set_axis(["game_turn", "pairs", "flipped"], axis=1)
