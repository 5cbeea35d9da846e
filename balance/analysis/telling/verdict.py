"""The one sentence that a study comes to, with its interval and its number of games."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.proportions import CONFIDENCE, share_table
from balance.analysis.study import is_complete, pairings, rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.variant_names import variant_name
from balance.analysis.telling.words import count_games, estimate, number, number_range


@dataclass(frozen=True)
class Verdict:
    """Who is ahead, by how much, how sure, and the sentence that says so.

    ``leader`` is the side with more wins, ``decided`` whether the interval of its share among the
    games that had a winner lies above one half. ``share``, ``low``, ``high`` are of all games.
    """

    sentence: str
    leader: str
    decided: bool
    wins: int
    games: int
    share: float
    low: float
    high: float
    ending: str
    faulty: int

    @property
    def text(self) -> str:
        """The sentence, and another one if games broke off."""
        if not self.faulty:
            return self.sentence
        broken = count_games(self.faulty)
        return f"{self.sentence} {broken} broke off without a result and count for nobody."


def reach_verdict(
    games: pd.DataFrame, labels: Labels, scenario: str, confidence: float = CONFIDENCE
) -> Verdict:
    """Put a study's result into one sentence."""
    total = len(games)
    faulty = int((~is_complete(games)).sum()) if total else 0
    table = share_table(games["winner"], labels.winners, confidence)
    winners = {row["category"]: row for row in rows(table)}
    leader = max(labels.side_keys, key=lambda side: int(winners[side]["games"]))
    row = winners[leader]
    wins = int(row["games"])
    name = labels.scenario_name(scenario)
    if total == 0 or wins == 0:
        sentence = (
            f"No side won any of {count_games(total)} of {name}."
            if total
            else f"No game of {name} was played."
        )
        share = 0.0 if total else float("nan")
        high = float(row["high"])
        return Verdict(sentence, "", False, 0, total, share, 0.0, high, "", faulty)
    won = games.loc[games["winner"] == leader]
    ending, *equals = _commonest(won["ending"], labels)
    of_wins = rows(share_table(won["ending"], [ending], confidence))[0]
    phrase = labels.ending_phrase(ending)
    ended = f"always {phrase}"
    if equals:
        phrases = " and ".join(map(labels.ending_phrase, [ending, *equals]))
        ended = f"equally often {phrases} (each {estimate(of_wins)} of its wins)"
    elif of_wins["games"] < wins:
        ended = f"most often {phrase} ({estimate(of_wins)} of its wins)"
    decisive = games.loc[games["winner"].isin(labels.side_keys), "winner"]
    lead = rows(share_table(decisive, [leader], confidence))[0]
    decided = bool(lead["low"] > 0.5)
    setting = f"{estimate(row)} of {count_games(total)} of {name} ({_pairing_words(games, labels)})"
    opening = "The" if decided else "Neither side is clearly ahead: the"
    sentence = f"{opening} {labels.sides[leader]} side wins {setting}, {ended}."
    if labels.levels:
        sentence += " " + _margin_words(games, labels, confidence)
    return Verdict(
        sentence=sentence,
        leader=leader,
        decided=decided,
        wins=wins,
        games=total,
        share=float(row["share"]),
        low=float(row["low"]),
        high=float(row["high"]),
        ending=ending,
        faulty=faulty,
    )


def _commonest(endings: pd.Series, labels: Labels) -> list[str]:
    """The ending that most games have, or all of them that as many have, in the game's order."""
    counts = endings.astype(str).value_counts()
    found = counts.index[counts == counts.max()]
    return sorted(found, key=[*labels.ending_keys, *found].index)


def _margin_words(games: pd.DataFrame, labels: Labels, confidence: float) -> str:
    """Say by how many points, on average, the side they are counted for is ahead or behind."""
    mean, low, high = mean_interval(games.loc[is_complete(games), "vp"], confidence, unit=1.0)
    ahead = mean >= 0
    size = (mean, low, high) if ahead else (-mean, -high, -low)
    side = labels.sides[labels.points_side]
    return (
        f"On average the {side} side ends {number(size[0])} {labels.game['points']} "
        f"{number_range(*size[1:])} {'ahead' if ahead else 'behind'}."
    )


def _pairing_words(games: pd.DataFrame, labels: Labels) -> str:
    table = pairings(games)
    if len(table) != 1:
        return f"{len(table)} pairings of variants and strategies"
    row = table.iloc[0]
    words = f"{row['axis']} against {row['soviet']}"
    if row["variant"] == "baseline":
        return words
    return f"{words}, under {variant_name(labels.source, row['variant'])}"
