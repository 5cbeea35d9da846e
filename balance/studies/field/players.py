"""Who plays a study: strategies that were named, on the same seeds, or the field of the scenario.

Over a field each seed is one pairing's. Of each round of as many seeds as the weights add up to, a
pairing plays those of its weight, under all rules of the study; so a study has whole rounds, each
pairing has at least as many games as its weight, and means over games are means over the field.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from balance.analysis.telling.words import percent
from balance.counting import counted
from balance.experiments.study import MOST_GAMES, Cell, StudySpec
from balance.given import check_whole
from balance.rulebook.game import ScenarioName
from balance.strategy.api import SIDES
from balance.strategy.field import USUAL, read_field
from balance.studies.tournament.pairings import choose_strategies

#: Setting of the question of a study, and its value where the field plays, or its main pairing for
#: it.
PLAYERS, FIELD, MAIN = "players", "field", "main pairing"
#: Pairings of a field that are told one by one, at most.
_MOST_TOLD = 4
#: Which games of a field count while some are still to be played.
WHOLE_ROUNDS = "rounds count in which every pairing of the field has played its share"


@dataclass(frozen=True)
class Players:
    """Pairings of a study, (axis, soviet); over a field with the weight of each."""

    pairings: tuple[tuple[str, str], ...]
    weights: tuple[int, ...] = ()
    #: Whether the one pairing stands for a field.
    is_main: bool = False

    @classmethod
    def chosen(
        cls,
        found: ScenarioName,
        axis: str | Sequence[str] | None,
        soviet: str | Sequence[str] | None,
    ) -> Players:
        """Those named, each Axis strategy against each Soviet one; the field if none is.

        Raises
        ------
        BadQuestion
            For one of the other side, one given twice, or none in a scenario without a field.
        """
        if axis or soviet:
            own, other = (
                choose_strategies(found, side, given or USUAL)
                for side, given in zip(SIDES, (axis, soviet), strict=True)
            )
            return cls(tuple(product(own, other)))
        field = read_field(found)
        pairings = tuple((each.axis, each.soviet) for each in field.pairings)
        return cls(pairings, tuple(each.weight for each in field.pairings))

    @classmethod
    def of(cls, spec: StudySpec) -> Players:
        """Those of a study."""
        first = spec.cells[0]
        here = [
            c for c in spec.cells if (c.variant, c.overrides) == (first.variant, first.overrides)
        ]
        met = [(cell.axis, cell.soviet) for cell in here]
        pairings = tuple(dict.fromkeys(met))
        if spec.question.get(PLAYERS) != FIELD:
            return cls(pairings, is_main=spec.question.get(PLAYERS) == MAIN)
        return cls(pairings, tuple(met.count(each) for each in pairings))

    @property
    def is_field(self) -> bool:
        """Whether the field plays."""
        return bool(self.weights)

    @property
    def setting(self) -> dict[str, str]:
        """What the question of a study says of them."""
        if self.is_main:
            return {PLAYERS: MAIN}
        return {PLAYERS: FIELD} if self.is_field else {}

    @property
    def main(self) -> Players:
        """Those named, or the main pairing of the field."""
        return Players(self.pairings[:1], is_main=True) if self.is_field else self

    @property
    def round(self) -> int:
        """Seeds of a round: 1 where all pairings play the same ones."""
        return sum(self.weights) or 1

    @property
    def on_a_seed(self) -> int:
        """Pairings that play each seed."""
        return 1 if self.is_field else len(self.pairings)

    @property
    def each_rules(self) -> int:
        """Cells of a study under each of its rules."""
        return self.round * self.on_a_seed

    def rounds(self, games: int) -> int:
        """Games of a cell where the rules are played ``games`` times, or a little more often."""
        check_whole("games", games)
        return math.ceil(games / self.round) if games > 0 else games  # to be refused as given

    def whole(self, games: int) -> int:
        """So many games, or as few more as make whole rounds."""
        return self.rounds(games) * self.round

    def study(self, spec: StudySpec) -> StudySpec:
        """A study whose cells are rules of its own, one each, played by all of them."""
        rules = [(cell.variant, cell.overrides) for cell in spec.cells]
        return replace(spec, cells=self.cells(rules), games=self.rounds(spec.games))

    def cells(self, rules: Iterable[tuple[str, tuple[tuple[str, str], ...]]]) -> tuple[Cell, ...]:
        """The cells of a study: variants with overrides, one after the other."""
        weights = self.weights or (1,) * len(self.pairings)
        met = [each for each, n in zip(self.pairings, weights, strict=True) for _ in range(n)]
        return tuple(
            Cell(axis, soviet, variant, overrides, group=place if self.is_field else 0)
            for variant, overrides in rules
            for place, (axis, soviet) in enumerate(met)
        )

    def strata(self, seeds: ArrayLike) -> NDArray[np.int64] | None:
        """Which pairing of the field plays each seed, by its number; None if all play all."""
        if not self.is_field:
            return None
        place = np.asarray(seeds, np.int64) % MOST_GAMES % self.round
        return np.repeat(np.arange(len(self.weights)), self.weights)[place]

    def whole_rounds(self, games: pd.DataFrame, rules: int) -> pd.DataFrame:
        """Games of the rounds that all pairings have played under so many rules."""
        if not self.is_field:
            return games
        number = games["seed"] % MOST_GAMES // self.round
        counts = number.groupby(number).transform("size")
        return games.loc[counts == self.round * rules].reset_index(drop=True)

    @property
    def counted(self) -> str:
        """Which games count while some are still to be played; nothing for all."""
        return WHOLE_ROUNDS if self.is_field else ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """The field in words, the largest share first; nothing where strategies were named."""
        if self.is_main:
            return (
                "nobody was named, so the main pairing of the field played: "
                f"{' against '.join(self.pairings[0])}; others may go another way",
            )
        if not self.is_field:
            return ()
        order = sorted(range(len(self.weights)), key=lambda n: -self.weights[n])
        told = [
            f"{' against '.join(self.pairings[n])} {percent(self.weights[n] / self.round)}"
            for n in order
        ]
        if others := len(order[_MOST_TOLD:]):
            share = sum(self.weights[n] for n in order[_MOST_TOLD:]) / self.round
            told[_MOST_TOLD:] = [f"{counted(others, 'other pairing')} {percent(share)}"]
        return (f"nobody was named, so the field played: {', '.join(told)}",)
