"""A training in words: what was found, how much better it does, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.words import (
    count_games,
    estimate,
    percent,
    percent_range,
    points,
    points_range,
)
from balance.experiments.study import StudySpec
from balance.studies.answer import MORE, Sheet

#: Openings of the search that a reader is shown.
_SHOWN = 12


def called(strategy: str) -> str:
    """What a reader calls a strategy: its file's name without the folder.

    >>> called("studies/trained/axis_1.toml")
    'axis_1'
    """
    return Path(strategy).stem if strategy.endswith(".toml") else strategy


def mix_words(shares: Mapping[str, float]) -> str:
    """Strategies with their shares, the largest first; one alone by its name.

    >>> mix_words({"a": 0.25, "b": 0.75})
    'b 75%, a 25%'
    """
    if len(shares) == 1:
        return called(*shares)
    order = sorted(shares.items(), key=lambda each: -each[1])
    return ", ".join(f"{called(name)} {percent(share)}" for name, share in order)


def sentence(facts: Mapping[str, Any], against: str, side: str) -> str:
    """What the search found, and by how much it beats what the side has."""
    article = "An" if side[0] in "AEIOU" else "A"
    score = f"{percent(facts['score'])} {percent_range(facts['low'], facts['high'])}"
    gain, low, high = (facts[key] for key in ("gain", "gain_low", "gain_high"))
    gained = f"{points(gain)} points {points_range(low, high)} more"
    if gain < 0:
        gained = f"{points(-gain)} points {points_range(-high, -low)} less"
    played = (
        f"({count_games(facts['judged'])} of each on fresh seeds; the search played "
        f"{count_games(facts['games'])})"
    )
    over = f"what the {side} mix ({facts['over']}) scores"
    if not facts["mixed"]:
        over = f"{facts['over']}, the best of the game's own"
    told = f"{gained} than {over} {played}"
    if low > 0:
        return f"{article} {side} opening was found that scores {score} against {against}: {told}."
    return (
        f"No {side} opening was found that is sure to gain against {against}: the best one found "
        f"scores {score}, {told}."
    )


def head_lines(spec: StudySpec, played: int, against: str) -> list[str]:
    """Where a trained opening is from, as the first lines of its file."""
    ask = spec.question.get
    variant = spec.cells[0].variant
    rules = "" if variant == "baseline" else f", variant {variant}"
    return [
        f"Trained by balance train {spec.scenario} --side {ask('side')}{rules}, seed {spec.seed}:",
        f"{count_games(played)} against {against}.",
    ]


def sheets(tables: Mapping[str, pd.DataFrame], facts: Mapping[str, Any], side: str) -> list[Sheet]:
    """Scores on fresh seeds, and the best of what the search tried."""
    judged = [
        (
            str(row["strategy"]),
            str(row["opponent"]) or "all of them",
            estimate({**row, "share": row["score"]}),
            f"{row['games']:,}",
        )
        for row in rows(tables["judged"])
    ]
    search = tables["search"]
    best = search.loc[search["games"] >= search["games"].quantile(0.8)]
    best = best.sort_values("score", ascending=False, kind="stable").head(_SHOWN)
    tried = [
        (
            f"{row['opening']}",
            str(row["start"]),
            str(row["change"]) or "as it was",
            percent(row["score"]),
            f"{row['games']:,}",
        )
        for row in rows(best)
    ]
    return [
        Sheet(
            f"{side} score on fresh seeds",
            ("Opening", "Against", "Score", "Games"),
            judged,
            note="Each interval holds for its row alone.",
        ),
        Sheet(
            "What the search tried, the best",
            ("No.", "Begun with", "Last change", "Score", "Games"),
            tried,
            note="Scores of the search's own games flatter what they chose. "
            f"{len(search):,} openings in all.",
            brief=False,
            part=MORE,
        ),
    ]
