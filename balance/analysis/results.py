"""Everything the report shows, computed once: the tables of one study turned into answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from balance.analysis.battles import poor_attacks, results_by_odds
from balance.analysis.consistency import Fault, find_faults
from balance.analysis.control_map import changes_of_hands, control_table
from balance.analysis.curves import fan
from balance.analysis.drivers import winning_differences, wins_by_capture
from balance.analysis.endings import cumulative_incidence, endings_by_turn
from balance.analysis.examples import typical_and_extreme
from balance.analysis.history import compare_with_history, first_captures, read_history
from balance.analysis.labels import Labels, read_labels
from balance.analysis.means import describe
from balance.analysis.out_of_supply import eliminations_by_turn
from balance.analysis.proportions import CONFIDENCE, cross_share_table, share_table
from balance.analysis.study import FAULTY_ENDINGS, StudyTables, pairings, rows
from balance.analysis.sudden_death import triggers, triggers_by_hex
from balance.analysis.thresholds import highest_points, wins_by_threshold
from balance.analysis.verdict import Verdict, reach_verdict
from balance.rule_index import load_register
from balance.rulebook import load_ruleset


@dataclass(frozen=True)
class Results:
    """The answers of one study; tables are those of the functions that made them.

    ``eliminations``, ``control``, ``history`` and ``capture_wins`` are None when the study kept no
    events, ``battles`` when it kept no battles.
    """

    tables: StudyTables
    labels: Labels
    game: str
    scenario: str
    confidence: float
    last_turn: int
    verdict: Verdict
    winners: pd.DataFrame
    endings: pd.DataFrame
    winner_by_ending: pd.DataFrame
    pairings: pd.DataFrame
    endings_by_turn: pd.DataFrame
    incidence: pd.DataFrame
    points: pd.DataFrame
    panels: dict[str, dict[str, pd.DataFrame]]  # title of the panel -> column -> fan
    triggers: dict[str, pd.DataFrame]  # ending with hexes -> hex by turn
    trigger_hexes: dict[str, pd.DataFrame]
    eliminations: pd.DataFrame | None
    control: pd.DataFrame | None
    history: pd.DataFrame | None
    attacks: pd.DataFrame
    battles: pd.DataFrame | None
    measures: pd.DataFrame
    driver_turn: int
    drivers: pd.DataFrame  # how games stood at the end of driver_turn, by winner
    capture_wins: pd.DataFrame | None
    examples: pd.DataFrame
    failures: pd.DataFrame
    faults: list[Fault]
    points_to_win: float | None
    thresholds: pd.DataFrame | None  # wins of the scoring side at other numbers of points
    not_modelled: list[dict[str, str]]

    @property
    def scenario_name(self) -> str:
        """Name of the scenario as the reader sees it."""
        return self.labels.scenario_name(self.scenario)

    def examples_of(self, *topics: str) -> list[dict[str, Any]]:
        """Example games that show one of some topics, see ``examples.typical_and_extreme``."""
        return [row for row in rows(self.examples) if row["shows"] in topics]

    @property
    def sample_words(self) -> str:
        """Say how many games, for a caption."""
        return f"{len(self.tables.games):,} games"


def analyse(
    tables: StudyTables,
    game: str,
    scenario: str,
    labels: Labels | None = None,
    parameters: dict[str, Any] | None = None,
    confidence: float = CONFIDENCE,
) -> Results:
    """Answer the questions of a report from the tables of one study.

    ``parameters`` are the rule parameters the games were played under where they differ from the
    book's.
    """
    labels = labels or read_labels(game)
    rules = dict(load_ruleset(game).values) | (parameters or {})
    games, turns, events = tables.games, tables.turns, tables.events
    last = max(tables.last_turn, 1)
    winning = {e.key: _as_list(rules.get(e.hexes)) for e in labels.endings if e.hexes}
    half = max(last // 2, 1)
    sides = (labels.side_keys[0], labels.side_keys[1])
    history, capture_wins = _history(events, games, labels, confidence)
    by_hex = {key: triggers(games, key, last, hexes) for key, hexes in winning.items()}
    points_to_win = _number(rules.get(str(labels.game.get("points_to_win", ""))))
    return Results(
        tables=tables,
        labels=labels,
        game=game,
        scenario=scenario,
        confidence=confidence,
        last_turn=last,
        verdict=reach_verdict(games, labels, scenario, confidence),
        winners=share_table(games["winner"], labels.winners, confidence),
        endings=share_table(games["ending"], labels.ending_keys, confidence),
        winner_by_ending=cross_share_table(
            games, ("winner", labels.winners), ("ending", labels.ending_keys), confidence
        ),
        pairings=_pairing_table(games, labels, confidence),
        endings_by_turn=endings_by_turn(games, labels.ending_keys, last),
        incidence=cumulative_incidence(games, labels.ending_keys, last, confidence),
        points=fan(turns, games, "vp", last, confidence=confidence),
        panels={
            panel.title: {
                column: fan(turns, games, column, last, confidence=confidence)
                for column in panel.lines
                if column in turns
            }
            for panel in labels.panels
        },
        triggers=by_hex,
        trigger_hexes={key: triggers_by_hex(table, confidence) for key, table in by_hex.items()},
        eliminations=None
        if events is None
        else eliminations_by_turn(
            events,
            games,
            labels.events["supply_kill"],
            labels.events["supply_award"],
            last,
            confidence,
        ),
        control=None if events is None else _control(events, games, labels, confidence),
        history=history,
        attacks=poor_attacks(games, labels.side_keys, confidence),
        battles=None
        if tables.battles is None
        else results_by_odds(tables.battles, labels.side_keys, list(labels.results), confidence),
        measures=describe(games, labels.measures, confidence),
        driver_turn=half,
        drivers=winning_differences(turns, games, labels.state, sides, half, confidence),
        capture_wins=capture_wins,
        examples=typical_and_extreme(games, labels, turns),
        failures=failures(games),
        faults=find_faults(tables, labels),
        points_to_win=points_to_win,
        thresholds=_thresholds(tables, labels, points_to_win, confidence),
        not_modelled=read_not_modelled(game),
    )


def failures(games: pd.DataFrame) -> pd.DataFrame:
    """Games that broke off, counted by cause, side and message.

    Columns: ending, error_side, error, games, seed (of the first).
    """
    columns = ["ending", "error_side", "error"]
    broken = games.loc[games["ending"].isin(FAULTY_ENDINGS)]
    if broken.empty:
        return pd.DataFrame(columns=[*columns, "games", "seed"])
    filled = broken.assign(**{name: broken[name].fillna("") for name in columns})
    table = filled.groupby(columns, sort=False).agg(games=("seed", "size"), seed=("seed", "first"))
    return table.reset_index().sort_values("games", ascending=False, kind="stable")


def read_not_modelled(game: str) -> list[dict[str, str]]:
    """Rules that the game leaves out or simplifies: number, title, status, note."""
    names = ("number", "title", "status", "note")
    return [
        {name: str(getattr(rule, name)) for name in names}
        for rule in load_register(game).rules.values()
        if rule.status in ("not_modelled", "simplified")
    ]


def _as_list(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return [part for part in value.replace("|", " ").replace(",", " ").split() if part]
    return [str(part) for part in value]


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


def _pairing_table(games: pd.DataFrame, labels: Labels, confidence: float) -> pd.DataFrame:
    """Share of games that each side won, by variant and strategies."""
    parts = []
    for row in rows(pairings(games)):
        names = {name: row[name] for name in ("variant", "axis", "soviet")}
        chosen = games.loc[(games[list(names)] == pd.Series(names)).all(axis=1)]
        table = share_table(chosen["winner"], labels.winners, confidence)
        parts.append(table.assign(**names))
    if not parts:
        return pd.DataFrame(columns=["variant", "axis", "soviet", "category", "games", "total"])
    return pd.concat(parts, ignore_index=True)


def _thresholds(
    tables: StudyTables, labels: Labels, points_to_win: float | None, confidence: float
) -> pd.DataFrame | None:
    """Wins at other thresholds; None for a game that is not won by points."""
    if points_to_win is None:
        return None
    kinds = [labels.events[role] for role in ("point_gained", "point_lost", "supply_award")]
    peak = highest_points(tables.games, tables.turns, tables.events, kinds)
    return wins_by_threshold(tables.games, peak, int(points_to_win), confidence)


def _control(
    events: pd.DataFrame, games: pd.DataFrame, labels: Labels, confidence: float
) -> pd.DataFrame:
    side = labels.points_side
    number = labels.side_keys.index(side)
    kinds: dict[str, Any] = {
        labels.events["place_taken"]: None,
        labels.events["point_gained"]: (number,),
        labels.events["point_lost"]: (1 - number,),
    }
    changes = changes_of_hands(events, kinds, labels.side_keys)
    return control_table(changes, games, side, confidence)


def _history(
    events: pd.DataFrame | None, games: pd.DataFrame, labels: Labels, confidence: float
) -> tuple[pd.DataFrame | None, pd.DataFrame | None]:
    """Captures beside history, and wins by capture; None without events or history."""
    path = labels.folder / str(labels.game.get("history", ""))
    if events is None or not path.is_file():
        return None, None
    dates = read_history(path)
    side = labels.points_side
    kind = labels.events["place_taken"]
    captures = first_captures(
        events, games, kind, labels.side_keys.index(side), dates["hex"].tolist()
    )
    return (
        compare_with_history(captures, dates, confidence=confidence),
        wins_by_capture(captures, dates, games, side, confidence),
    )
