"""Everything the report shows, computed once: the tables of one study turned into answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from balance.analysis.chances.swings import moved_by
from balance.analysis.consistency import Fault, whole_faults
from balance.analysis.contests.thresholds import wins_by_threshold
from balance.analysis.estimates.means import describe
from balance.analysis.estimates.proportions import CONFIDENCE, cross_share_table, share_table
from balance.analysis.estimates.tallies import means_a_game
from balance.analysis.estimates.value_counts import Counted
from balance.analysis.gathered import Asked, Gathered, gather
from balance.analysis.play.battles import poor_attacks, results_by_odds
from balance.analysis.play.control_map import control_table
from balance.analysis.play.curves import fan
from balance.analysis.play.drivers import winning_differences, wins_by_capture
from balance.analysis.play.endings import cumulative_incidence, endings_by_turn
from balance.analysis.play.examples import typical_and_extreme
from balance.analysis.play.history import advance_by_turn, compare_with_history, read_history
from balance.analysis.play.levels import level_shares
from balance.analysis.play.on_map import control_by_turn
from balance.analysis.play.out_of_supply import eliminations_by_turn
from balance.analysis.play.point_sources import sources_of_points
from balance.analysis.play.routes import routes
from balance.analysis.play.sudden_death import triggers, triggers_by_hex
from balance.analysis.study import FAULTY_ENDINGS, StudyTables, pairings, rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.verdict import Verdict, reach_verdict
from balance.analysis.telling.words import count_games
from balance.rulebook.changes import POINTS
from balance.rulebook.game import Game
from balance.strategy.chances import Chances, shipped_chances


@dataclass(frozen=True)
class Results:
    """The answers of one study; tables are those of the functions that made them.

    ``eliminations``, ``sources``, ``control``, ``history``, ``advance`` and ``capture_wins`` are
    None when the study kept no events, ``moved_by`` then or without ``chances``, ``battles`` when
    it kept no battles, ``holders`` when it kept no hexes, ``heat`` when it kept none of them.
    """

    tables: StudyTables
    labels: Labels
    game: Game
    scenario: str
    confidence: float
    last_turn: int
    verdict: Verdict
    winners: pd.DataFrame
    endings: pd.DataFrame
    winner_by_ending: pd.DataFrame
    levels: pd.DataFrame | None  # shares by winner and level; None for a game without levels
    pairings: pd.DataFrame
    endings_by_turn: pd.DataFrame
    incidence: pd.DataFrame
    points: pd.DataFrame
    paths: pd.DataFrame  # points of some games by turn, see curves.sample_paths
    sources: pd.DataFrame | None  # where the points came from
    panels: dict[str, dict[str, pd.DataFrame]]  # title of the panel -> column -> fan
    triggers: dict[str, pd.DataFrame]  # ending with hexes -> hex by turn
    trigger_hexes: dict[str, pd.DataFrame]
    routes: dict[str, pd.DataFrame]  # ending with hexes -> what came before
    eliminations: pd.DataFrame | None
    control: pd.DataFrame | None
    holders: pd.DataFrame | None  # control by hex and turn
    heat: pd.DataFrame | None  # battles, eliminations, units cut off by hex
    history: pd.DataFrame | None
    advance: pd.DataFrame | None  # places fallen by turn, beside history
    attacks: pd.DataFrame
    battles: pd.DataFrame | None
    measures: pd.DataFrame
    driver_turn: int
    drivers: pd.DataFrame  # how games stood at the end of driver_turn, by winner
    capture_wins: pd.DataFrame | None
    chances: Chances | None  # the model of the scenario, if it has one and the turns its columns
    moved_by: pd.DataFrame | None  # kinds of event that move the chances
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
        return count_games(len(self.tables.games))


def changed_worth(game: Game, parameters: Mapping[str, Any]) -> dict[str, int]:
    """Points of the hexes that changes of the rules make worth more or less, by hex.

    >>> from balance.rulebook.game import open_game
    >>> blue = open_game("drive_on_stalingrad")
    >>> changed_worth(blue, {"hex:1134:vp": "2", "victory.vp_to_win": 7})
    {'1134': 2}
    """
    listing = game.rules.points_parameter
    worth: dict[str, int] = {}
    if listing and listing.key in parameters:
        each = parameters.get(listing.points, game.rules.integer(listing.points))
        worth = dict.fromkeys(game.rules.hexes(listing.key), 0)
        worth |= dict.fromkeys(parameters[listing.key], each)
    for key, value in parameters.items():
        if key.startswith("hex:") and key.endswith(f":{POINTS}"):
            worth[key.split(":")[1]] = int(value)
    return worth


def analyse(
    tables: StudyTables,
    game: Game,
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
    taker = labels.dates[scenario].side if scenario in labels.dates else ""
    labels = replace(labels, worth=changed_worth(game, parameters or {}), taker=taker)
    rules = dict(game.rules.values) | (parameters or {})
    games = tables.games
    last = max(tables.last_turn, 1)
    winning = {e.key: _as_list(rules.get(e.hexes)) for e in labels.endings if e.hexes}
    half = max(last // 2, 1)
    sides = (labels.side_keys[0], labels.side_keys[1])
    dates = _dates(labels, scenario)
    model = next((shipped_chances(s) for s in game.scenarios if s.name == scenario), None)
    gathered = gather(tables, Asked.of(tables, labels, dates["hex"].tolist(), half, model))
    by_game, counts = gathered.by_game, gathered.counts
    curves, state = Counted(counts["curves"]), Counted(counts["state"])
    states = {key: name for key, name in labels.state.items() if key in gathered.turn_columns}
    captures = Counted(counts["captures"]) if "captures" in counts and len(dates) else None
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
        levels=level_shares(games, labels, confidence),
        pairings=_pairing_table(games, labels, confidence),
        endings_by_turn=endings_by_turn(games, labels.ending_keys, last),
        incidence=cumulative_incidence(games, labels.ending_keys, last, confidence),
        points=fan(curves, games, "vp", last, confidence=confidence),
        paths=by_game["paths"],
        sources=_sources(counts, games, labels, confidence),
        panels={
            panel.title: {
                column: fan(curves, games, column, last, confidence=confidence)
                for column in panel.lines
                if column in gathered.turn_columns
            }
            for panel in labels.panels
        },
        triggers=by_hex,
        trigger_hexes={key: triggers_by_hex(table, confidence) for key, table in by_hex.items()},
        routes={key: routes(counts["routes"], key, confidence) for key in by_hex}
        if "routes" in counts
        else {},
        eliminations=eliminations_by_turn(
            Counted(counts["kills"]), Counted(counts["awards"]), games, last, confidence
        )
        if "kills" in counts and "awards" in counts
        else None,
        control=control_table(counts["changes"], len(games), labels.points_side, confidence)
        if "changes" in counts
        else None,
        holders=control_by_turn(counts["control"], len(games), last, confidence)
        if "control" in counts
        else None,
        heat=means_a_game(counts["heat"], len(games), confidence) if "heat" in counts else None,
        history=None
        if captures is None
        else compare_with_history(captures, dates, confidence=confidence),
        advance=None
        if captures is None
        else advance_by_turn(Counted(counts["advance"]), dates, last, confidence),
        attacks=poor_attacks(games, labels.side_keys, confidence),
        battles=results_by_odds(
            counts["results"], labels.side_keys, list(labels.results), confidence
        )
        if "results" in counts
        else None,
        measures=describe(games, labels.measures, confidence),
        driver_turn=half,
        drivers=winning_differences(state, states, sides, confidence),
        capture_wins=None if captures is None else wins_by_capture(captures, dates, confidence),
        chances=model if "latest" in by_game else None,
        moved_by=moved_by(by_game["moves"], by_game["kinds"], confidence)
        if "kinds" in by_game
        else None,
        examples=typical_and_extreme(
            games, labels, by_game["halfway"]["vp"], by_game.get("latest")
        ),
        failures=failures(games),
        faults=[*whole_faults(games, labels), *gathered.faults],
        points_to_win=points_to_win,
        thresholds=_thresholds(games, gathered, points_to_win, confidence),
        not_modelled=read_not_modelled(game),
    )


def _sources(
    counts: Mapping[str, pd.DataFrame], games: pd.DataFrame, labels: Labels, confidence: float
) -> pd.DataFrame | None:
    """Where the points came from; None where no event tells of points for hexes."""
    if "points" not in counts or not labels.awards:
        return None
    gained = labels.events["point_gained"]
    of_hexes = next(name for name, part in labels.point_parts.items() if gained in part.events)
    return sources_of_points(counts["points"], games, of_hexes, labels.awards["points"], confidence)


def failures(games: pd.DataFrame) -> pd.DataFrame:
    """Games that broke off, counted by cause, side and message.

    Columns: ending, error_side, error, games, seed and traceback (of the first).
    """
    columns = ["ending", "error_side", "error"]
    broken = games.loc[games["ending"].isin(FAULTY_ENDINGS)]
    if broken.empty:
        return pd.DataFrame(columns=[*columns, "games", "seed", "traceback"])
    texts = [*columns, "traceback"]
    filled = broken.assign(**{name: broken[name].astype(object).fillna("") for name in texts})
    table = filled.groupby(columns, sort=False).agg(
        games=("seed", "size"), seed=("seed", "first"), traceback=("traceback", "first")
    )
    return table.reset_index().sort_values("games", ascending=False, kind="stable")


def read_not_modelled(game: Game) -> list[dict[str, str]]:
    """Rules that the game leaves out or simplifies: number, title, status, note."""
    names = ("number", "title", "status", "note")
    return [
        {name: str(getattr(rule, name)) for name in names}
        for rule in game.register.rules.values()
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
    games: pd.DataFrame, gathered: Gathered, points_to_win: float | None, confidence: float
) -> pd.DataFrame | None:
    """Wins at other thresholds; None for a game that is not won by points."""
    if points_to_win is None:
        return None
    peak = gathered.by_game["peak"]["peak"]
    return wins_by_threshold(games, peak, int(points_to_win), confidence)


def _dates(labels: Labels, scenario: str) -> pd.DataFrame:
    """Dates of history of a scenario; none for a game without."""
    path = labels.source.folder / str(labels.game.get("history", ""))
    return read_history(path, scenario) if path.is_file() else pd.DataFrame({"hex": []})
