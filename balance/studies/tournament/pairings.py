"""Strategies of both sides against each other: which play, and which of their seeds are whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pandas as pd

from balance.analysis.telling.labels import Labels
from balance.errors import BadQuestion
from balance.experiments.results import Results
from balance.experiments.study import Cell
from balance.given import listed
from balance.rulebook.game import ScenarioName
from balance.strategy import registry

#: A strategy without a plan, whose games say nothing of the balance between players, and one that
#: takes some three hundred times as long as others.
APART = ("random", "planner")
#: Fewest strategies that say anything about a choice.
_TWO = 2


@dataclass(frozen=True)
class Sides:
    """The side that scores points, which comes first, and the other one: keys and words."""

    keys: tuple[str, str]
    names: tuple[str, str]
    #: As they follow "favours".
    phrases: tuple[str, str]

    @classmethod
    def of(cls, labels: Labels) -> Sides:
        """Sides of a game."""
        own = labels.points_side
        other = next(side for side in labels.side_keys if side != own)
        return cls(
            (own, other),
            (labels.sides[own], labels.sides[other]),
            (labels.side_phrase(own), labels.side_phrase(other)),
        )

    def gainer(self, difference: float) -> str:
        """The side, as it follows "favours", that a change of the score favours."""
        return self.phrases[0] if difference >= 0 else self.phrases[1]


def choose_strategies(
    found: ScenarioName, side: str, given: str | Sequence[str] | None, *, examples: bool = True
) -> list[str]:
    """Strategies that a side plays: those given, or all that are for the scenario but those apart.

    ``examples`` says whether those count among all that show a plan rather than win; they do where
    fewer than two others are there.

    Raises
    ------
    BadQuestion
        For a strategy given twice, or one of the other side.
    """
    chosen = [] if given is None else listed(given, f"{side} strategies")
    if not chosen:
        known = [
            entry
            for entry in registry.entries(found.game)
            if entry.side == side and entry.plays(found.name) and entry.name not in APART
        ]
        sound = [entry for entry in known if not entry.is_example(found.name)]
        return [entry.name for entry in (known if examples or len(sound) < _TWO else sound)]
    for name in chosen:
        if told := registry.told_of_other_side(found.game, side, name):
            raise BadQuestion(told)
        if chosen.count(name) > 1:
            raise BadQuestion(f"--{side} {name}: is given twice; give each strategy once")
    return chosen


def crossed_cells(
    variants: Sequence[str],
    axis: Sequence[str],
    soviet: Sequence[str],
    set_ups: Sequence[int | None] = (None,),
) -> tuple[Cell, ...]:
    """Every variant with every pairing, and with every seed of the set-up draw.

    Raises
    ------
    BadQuestion
        If a variant is given twice.
    """
    for variant in variants:
        if list(variants).count(variant) > 1:
            raise BadQuestion(f"--variant {variant}: is given twice; give each variant once")
    return tuple(
        Cell(own, other, variant, set_up=set_up)
        for variant, own, other, set_up in product(variants, axis, soviet, set_ups)
    )


def whole_seeds(*studies: Results) -> pd.DataFrame:
    """Games on the seeds that every cell has played: all of them, in studies that are complete."""
    games = pd.concat([results.games for results in studies], ignore_index=True)
    counts = games.groupby("seed")["seed"].transform("size")
    cells = sum(len(results.spec.cells) for results in studies)
    return games.loc[counts == cells].reset_index(drop=True)
