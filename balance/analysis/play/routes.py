"""What came before a sudden end: what had fallen by then, and what was taken just before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.tallies import plain_index
from balance.analysis.study import StudyTables

#: A route is what was taken in the turn of the end and so many before.
ROUTE_TURNS = 2
_KEYS = ["ending", "trigger", "what", "hex"]


def tally_routes(
    part: StudyTables,
    endings: Sequence[str],
    taken: str,
    crossed: str,
    sides: Sequence[str],
    loser: str,
    places: Sequence[str],
) -> pd.DataFrame:
    """Count the games of sudden ends by what came before, so that parts can be added up.

    ``taken`` and ``crossed`` are the kinds of event for a place taken and a line crossed; ``loser``
    is the one of the ``sides`` that loses by a sudden end. Index: ending, trigger (hex), what, hex.
    ``what`` is ``ends`` (the games themselves), ``fallen`` (those of ``places`` that the loser took
    at any time), ``crossed`` (the line) and ``retaken`` (hexes the winner took in the turn of the
    end or ``ROUTE_TURNS`` before: all hexes where these were kept, else the places). Column: games.
    """
    ends = part.games.loc[part.games["ending"].isin(list(endings))]
    ends = ends[["game_id", "ending", "ending_hex", "ending_turn"]]
    ends = ends.rename(columns={"ending_hex": "trigger", "ending_turn": "last"})
    lines = [ends.assign(what="ends", hex="")]
    if part.events is not None and len(ends):
        side = sides.index(loser)
        events = _of_games(part.events, part.events["kind"].isin([taken, crossed]), ends)
        is_taken = events["kind"] == taken
        fallen = is_taken & (events["value"] == side) & events["hex"].isin(list(places))
        lines.append(events.loc[fallen].assign(what="fallen"))
        lines.append(events.loc[events["kind"] == crossed].assign(what="crossed", hex=""))
        if part.hexes is None:
            retaken = events.loc[is_taken & (events["value"] == 1 - side)]
        else:
            to_winner = part.hexes["changed"] & (part.hexes["control"] == sides[1 - side])
            retaken = _of_games(part.hexes, to_winner, ends)
        retaken = retaken.loc[retaken["game_turn"] >= retaken["last"] - ROUTE_TURNS]
        lines.append(retaken.assign(what="retaken"))
    words = [each[["game_id", *_KEYS]].astype(dict.fromkeys(_KEYS, object)) for each in lines]
    found = pd.concat(words).drop_duplicates()
    counts = found.groupby(_KEYS, sort=False).size().rename("games")
    return plain_index(counts.to_frame())


def _of_games(table: pd.DataFrame, chosen: pd.Series, ends: pd.DataFrame) -> pd.DataFrame:
    """Chosen rows of a log that belong to some games, with how these ended."""
    return table.loc[chosen & table["game_id"].isin(ends["game_id"])].merge(ends, on="game_id")


def routes(
    counts: pd.DataFrame, ending: str, confidence: float = CONFIDENCE, most: int = 5
) -> pd.DataFrame:
    """What came before the sudden ends at each hex, as shares of those games.

    ``counts`` is a sum of ``tally_routes``; of hexes and places the ``most`` frequent are kept.
    Columns: trigger, what, hex, games, total (games that ended at the trigger), share, low, high.
    """
    columns = ["trigger", "what", "hex", "games"]
    lines = counts.reset_index()
    lines = lines.loc[lines["ending"] == ending, columns]
    ends = lines.loc[lines["what"] == "ends"].set_index("trigger")["games"]
    chosen = []
    for trigger in ends.sort_values(ascending=False, kind="stable").index:
        for what in ("fallen", "crossed", "retaken"):
            found = lines.loc[(lines["trigger"] == trigger) & (lines["what"] == what)]
            # The hex itself is where it ended, no part of the way there.
            found = found.loc[(found["hex"] != trigger) | (what == "fallen")]
            order = found.sort_values(["games", "hex"], ascending=[False, True])
            chosen.append(order.head(most))
    table = pd.concat(chosen) if chosen else lines.iloc[:0]
    table = table.assign(total=table["trigger"].map(ends).astype(np.int64)).reset_index(drop=True)
    return with_intervals(table, confidence=confidence)
