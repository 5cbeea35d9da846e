"""Whether the tables of a study agree with one another: totals, curves, events, endings.

A disagreement is a bug of the product, not of a game, so the report says it at the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import pandas as pd

from balance.analysis.study import DRAW, FAULTY_ENDINGS, NO_WINNER, StudyTables, is_complete
from balance.analysis.telling.labels import Labels
from balance.counting import counted


@dataclass(frozen=True)
class Fault:
    """One check that failed: what should hold, in how many games it does not, and some of them."""

    check: str
    games: int
    examples: tuple[int, ...]

    def __str__(self) -> str:
        shown = ", ".join(str(number) for number in self.examples)
        more = ", ..." if self.games > len(self.examples) else ""
        return f"{self.check}: not so in {counted(self.games, 'game')} (game_id {shown}{more})"


def find_faults(tables: StudyTables, labels: Labels) -> list[Fault]:
    """Run every check; an empty list means that the tables agree."""
    start = start_points(tables.games, labels)
    found = [fault for part in tables.in_parts() for fault in part_faults(part, labels, start)]
    return [*whole_faults(tables.games, labels), *merge_faults(found)]


def whole_faults(games: pd.DataFrame, labels: Labels) -> list[Fault]:
    """Run the checks that need all games of a study, and nothing but their rows of ``games``."""
    return [*check_numbers(games), *check_supply_kills(games, labels)]


def part_faults(part: StudyTables, labels: Labels, start: Mapping[str, int]) -> list[Fault]:
    """Run the checks of some games of a study; ``start`` as of ``start_points`` of all of it."""
    found = [fault for check in PART_CHECKS for fault in check(part, labels)]
    return [*found, *check_points(part, labels, start)]


def merge_faults(faults: Iterable[Fault]) -> list[Fault]:
    """Put together what the same check found in several parts of a study."""
    merged: dict[str, Fault] = {}
    for fault in faults:
        before = merged.get(fault.check, Fault(fault.check, 0, ()))
        examples = (*before.examples, *fault.examples)[:5]
        merged[fault.check] = Fault(fault.check, before.games + fault.games, examples)
    return list(merged.values())


def _fault(check: str, bad: pd.Series) -> list[Fault]:
    """Fault of the games for which ``bad`` (index game_id) is true."""
    wrong = [int(number) for number in bad.index[bad.to_numpy(bool)]]
    if not wrong:
        return []
    return [Fault(check, len(wrong), tuple(sorted(wrong)[:5]))]


def _by_game(tables: StudyTables) -> pd.DataFrame:
    return tables.games.drop_duplicates("game_id").set_index("game_id")


def _turns(part: StudyTables) -> pd.DataFrame:
    assert part.turns is not None, "a part of a study has its turns"
    return part.turns


def _last_turns(part: StudyTables) -> pd.DataFrame:
    turns = _turns(part).sort_values(["game_id", "game_turn"], kind="stable")
    return turns.groupby("game_id").tail(1).set_index("game_id")


def _count(tables: StudyTables, kind: str) -> pd.Series[int]:
    """Number of events of a kind by game, zero where there were none."""
    assert tables.events is not None
    chosen = tables.events.loc[tables.events["kind"] == kind]
    return chosen.groupby("game_id").size().reindex(_by_game(tables).index, fill_value=0)


def check_numbers(games: pd.DataFrame) -> list[Fault]:
    """Each game is there once."""
    repeated = pd.Series(games["game_id"].duplicated().to_numpy(), index=games["game_id"])
    return _fault("every game_id occurs once in games", repeated)


def check_rows(part: StudyTables, labels: Labels) -> list[Fault]:
    """Every row of the other tables belongs to a game and turn."""
    names = ("turns", "events", "battles", "hexes")
    return [fault for name in names for fault in _check_rows(part, name)]


def _check_rows(tables: StudyTables, name: str) -> list[Fault]:
    table = getattr(tables, name)
    if table is None or table.empty:
        return []
    ending = _by_game(tables)["ending_turn"]
    last = table.groupby("game_id")["game_turn"].max()
    strange = pd.Series(~last.index.isin(ending.index), index=last.index)
    known = last.loc[~strange]
    late = known > ending.reindex(known.index)
    return [
        *_fault(f"every row of {name} belongs to a game", strange),
        *_fault(f"no row of {name} lies after the end of its game", late),
    ]


def check_turns(tables: StudyTables, labels: Labels) -> list[Fault]:
    """Each complete game has one row of turns for each game turn up to its end."""
    games = _by_game(tables)
    games = games.loc[is_complete(games)]
    turns = _turns(tables).groupby("game_id")["game_turn"].agg(["count", "nunique", "max"])
    turns = turns.reindex(games.index, fill_value=0)
    bad = (turns["count"] != games["ending_turn"]) | (turns["nunique"] != turns["count"])
    bad |= turns["max"] != games["ending_turn"]
    return _fault("turns has one row for each game turn up to the end of the game", bad)


def check_points(
    part: StudyTables, labels: Labels, start: Mapping[str, int] | None = None
) -> list[Fault]:
    """Points are the sum of their sources, and the last row of the curve is the final total.

    A variant may give points at the start: then the sum is off by as much in all its games.
    ``start`` are those points, as of ``start_points``; of these games if not given.
    """
    games = _by_game(part)
    if not labels.point_parts:
        return []
    sum_words = _sum_words(labels)
    known = start_points(part.games, labels) if start is None else start
    began = games["variant"].map(known).astype("int64")
    # One that broke off may have been left in the middle of a count.
    off = is_complete(games) & (_beyond_parts(games, labels) != began)
    faults = _fault(f"vp is {sum_words}", off)
    turns = _turns(part)
    off = _beyond_parts(turns, labels) != turns["game_id"].map(began)
    wrong = pd.Series(games.index.isin(turns.loc[off, "game_id"].unique()), index=games.index)
    faults += _fault(f"vp is {sum_words} in every turn", wrong)
    complete = games.loc[is_complete(games)]
    last = _last_turns(part).reindex(complete.index)
    for column in ("vp", *labels.point_parts):
        differs = last[column].notna() & (last[column] != complete[column])
        faults += _fault(f"{column} of the last turn is that of the game", differs)
    return faults


def _sum_words(labels: Labels) -> str:
    """Say what the points are the sum of: "vp_hexes plus vp_oos"."""
    words = ""
    for column, part in labels.point_parts.items():
        joint = "plus " if part.sign > 0 else "minus "
        words += f" {joint}{column}" if words or part.sign < 0 else column
    return words.strip()


def _beyond_parts(table: pd.DataFrame, labels: Labels) -> pd.Series:
    """Points that no part of them accounts for."""
    left = table["vp"].astype("int64")
    for column, part in labels.point_parts.items():
        left = left - part.sign * table[column]
    return left


def start_points(games: pd.DataFrame, labels: Labels) -> dict[str, int]:
    """Points that games begin with, by variant: what all its games have beyond their sources."""
    if games.empty:
        return {}
    beyond = _beyond_parts(games, labels).groupby(games["variant"], observed=True)
    found = beyond.agg(["min", "max"])
    alike = found["min"] == found["max"]
    return {str(variant): int(n) for variant, n in found["min"].where(alike, 0).items()}


def check_point_events(tables: StudyTables, labels: Labels) -> list[Fault]:
    """The curve of points moves exactly as the events of points say, turn by turn."""
    if tables.events is None or _turns(tables).empty:
        return []
    events = tables.events
    faults = []
    for column, part in labels.point_parts.items():
        if not part.events:
            continue
        chosen = events.loc[events["kind"].isin(part.events)]
        told = chosen.groupby(["game_id", "game_turn"])["value"].sum()
        turns = _turns(tables).set_index(["game_id", "game_turn"])[column].sort_index()
        moved = turns.groupby("game_id").diff()
        # Where the curve starts is not in the table: it starts at nothing.
        moved = moved.fillna(turns).astype(int)
        differs = moved != told.reindex(moved.index, fill_value=0)
        wrong = differs.groupby("game_id").any()
        faults += _fault(
            f"the curve of {column} follows its events ({part.words}) turn by turn", wrong
        )
    return faults


def check_supply_kills(whole: pd.DataFrame, labels: Labels) -> list[Fault]:
    """Kills out of supply and the awards for them agree."""
    if not labels.awards:
        return []
    kills, points, at_end = (labels.awards[name] for name in ("kills", "points", "at_end"))
    columns = ["game_id", "ending", "variant", kills, points, at_end]
    games = whole[columns].drop_duplicates("game_id").set_index("game_id")
    faults = _fault(f"{at_end} is part of {kills}", games[at_end] > games[kills])
    complete = is_complete(games)
    # One award a so many kills: more kills never bring fewer awards.
    per_kills = games.loc[complete].groupby(kills)[points].agg(["min", "max"])
    if len(per_kills) and games["variant"].nunique() == 1:
        uneven = per_kills.index[per_kills["min"] != per_kills["max"]]
        wrong = complete & games[kills].isin(uneven)
        faults += _fault("games with equally many kills out of supply have equal awards", wrong)
        falling = per_kills["max"].diff() < 0
        wrong = complete & games[kills].isin(per_kills.index[falling])
        faults += _fault("more kills out of supply never bring fewer awards", wrong)
    return faults


def check_supply_events(part: StudyTables, labels: Labels) -> list[Fault]:
    """Kills out of supply and awards are as many as their events."""
    if part.events is None or not labels.awards:
        return []
    games = _by_game(part)
    complete = is_complete(games)
    killed, points = labels.awards["kills"], labels.awards["points"]
    kills = _count(part, labels.events["supply_kill"])
    awards = _count(part, labels.events["supply_award"])
    return [
        *_fault(f"{killed} is the number of its events", complete & (kills != games[killed])),
        *_fault(f"{points} is the number of awards", complete & (awards != games[points])),
    ]


def check_levels(tables: StudyTables, labels: Labels) -> list[Fault]:
    """Every complete game has a level of victory, the least one exactly where it is drawn."""
    if not labels.levels:
        return []
    games = _by_game(tables)
    complete = is_complete(games)
    draw = next(iter(labels.levels))
    drawn = games["winner"] == DRAW
    return [
        *_fault("every level is known", complete & ~games["level"].isin(list(labels.levels))),
        *_fault(f"level {draw} is a draw", complete & (drawn != (games["level"] == draw))),
    ]


def check_winners(tables: StudyTables, labels: Labels) -> list[Fault]:
    """Each winner fits its ending, and broken-off games have none."""
    games = _by_game(tables)
    faults = []
    for ending in labels.endings:
        if ending.winner:
            wrong = (games["ending"] == ending.key) & (games["winner"] != ending.winner)
            faults += _fault(f"{ending.key} is won by {ending.winner}", wrong)
        if ending.hexes:
            wrong = (games["ending"] == ending.key) & games["ending_hex"].isna()
            faults += _fault(f"{ending.key} names the hex that ended the game", wrong)
    broken = games["ending"].isin(FAULTY_ENDINGS)
    faults += _fault("a game that broke off has no winner", broken & (games["winner"] != NO_WINNER))
    unknown = ~games["ending"].isin(labels.ending_keys)
    faults += _fault("every ending is known", unknown)
    unknown = ~games["winner"].isin(labels.winners)
    faults += _fault("every winner is known", unknown)
    return faults


def check_battles(tables: StudyTables, labels: Labels) -> list[Fault]:
    """Attacks counted by game are the rows of battles of that side."""
    if tables.battles is None:
        return []
    games = _by_game(tables)
    complete = is_complete(games)
    faults = []
    for side in labels.side_keys:
        column = f"attacks_{side}"
        if column not in games:
            continue
        chosen = tables.battles.loc[tables.battles["attacker"] == side]
        counts = chosen.groupby("game_id").size().reindex(games.index, fill_value=0)
        wrong = complete & (counts != games[column])
        faults += _fault(f"{column} is the number of battles that side began", wrong)
    return faults


#: Checks that look at each game by itself.
PART_CHECKS: tuple[Callable[[StudyTables, Labels], list[Fault]], ...] = (
    check_rows,
    check_turns,
    check_winners,
    check_levels,
    check_point_events,
    check_supply_events,
    check_battles,
)
