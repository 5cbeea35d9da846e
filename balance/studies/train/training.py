"""What a training asks: which side is trained under which rules, against whom, judged by what.

It makes the cells of games that a search plays and of those that judge what it found, and reads
scores and margins off them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.estimates.paired import side_score
from balance.analysis.study import is_complete
from balance.analysis.telling.labels import read_labels
from balance.experiments.match import rules_of
from balance.experiments.results import Results
from balance.experiments.study import Cell, StudySpec
from balance.strategy.api import SIDES
from balance.studies.train.areas import places_by_number
from balance.studies.train.ranking import Floats, Scale
from balance.studies.train.words import called, mix_words

#: Study seeds: a search takes one of the first million, its rounds those that follow, and those of
#: the games that judge lie beyond all of these.
SEARCHES, ROUNDS_OF_ONE, FIRST_JUDGE = 1_000_000, 1_000, 5_000_000_000
#: Hexes whose loss cost games that are tried with garrisons, at most.
_MOST_LOST = 4


@dataclass(frozen=True)
class Training:
    """What a study trains, against whom, with how many games."""

    spec: StudySpec

    @property
    def side(self) -> str:
        """Side that is trained."""
        return str(self.ask("side"))

    @cached_property
    def opponents(self) -> tuple[str, ...]:
        """Strategies of the other side."""
        return tuple(self.ask("against"))

    @cached_property
    def shares(self) -> Floats:
        """Share of each opponent; adds up to 1."""
        shares = np.asarray(self.ask("shares"), float)
        return np.asarray(shares / shares.sum())

    @property
    def against(self) -> str:
        """The opponents in words."""
        return mix_words(dict(zip(self.opponents, self.shares.tolist(), strict=True)))

    def ask(self, name: str, default: Any = None) -> Any:
        """A setting of the question."""
        return self.spec.question.get(name, default)

    @cached_property
    def rivals(self) -> dict[str, dict[str, float]]:
        """What is found is compared with these: mixes by name, each strategy with its share."""
        over, shares = self.ask("over"), self.ask("over_shares", ())
        if not shares:
            return {called(name): {name: 1.0} for name in over}
        each = {name: share / sum(shares) for name, share in zip(over, shares, strict=True)}
        return {mix_words(each): each}

    @cached_property
    def playable(self) -> Any:
        """The scenario under the rules in force, for openings."""
        spec = self.spec
        rules = rules_of(spec.game, spec.cells[0])
        return spec.game.staff("playing").open_playable(spec.scenario, rules)

    def scale(self, games: pd.DataFrame) -> Scale:
        """The scale of margins, by the games that the study begins with."""
        own = read_labels(self.spec.game).points_side == self.side
        widest = float(games["vp"].abs().max())
        return Scale(1 if own else -1, widest, self.playable.last_turn)

    def judged(self, found: str) -> StudySpec:
        """The games that judge what was found: each cell on seeds of its own."""
        size = max(map(len, self.rivals.values()))
        own = [found] * size + list(self.ask("over"))
        cells = [replace(cell, group=n) for n, cell in enumerate(self.cells(own))]
        each = math.ceil(self.ask("judge") / len(self.opponents) / size)
        spec = self.spec
        return StudySpec(
            spec.game, spec.scenario, tuple(cells), each, FIRST_JUDGE + spec.seed, "turns"
        )

    def cells(self, own: Sequence[str]) -> tuple[Cell, ...]:
        """Each of these strategies against each opponent."""
        first = self.spec.cells[0]
        axis = self.side == SIDES[0]
        return tuple(
            Cell(mine, other, first.variant) if axis else Cell(other, mine, first.variant)
            for mine in own
            for other in self.opponents
        )

    def _ends(self, games: pd.DataFrame, scale: Scale | None = None) -> pd.DataFrame:
        """Complete games: own and other strategy, score, margin (0 without a scale), last hex."""
        ends = games.loc[is_complete(games)].set_index("game_id")
        score = side_score(self.side).of(ends)
        return pd.DataFrame(
            {
                "own": ends[self.side].astype(str),
                "other": ends[SIDES[1 - SIDES.index(self.side)]].astype(str),
                "games": 1.0,
                "score": score,
                "margin": scale.margins(ends, score) if scale else 0.0,
                "hex": ends["ending_hex"],
            }
        )

    def lost_at(self, results: Results) -> list[str]:
        """Hexes that cost the side games, at most four; see ``costly_hexes``."""
        ends = self._ends(results.games)
        places = places_by_number(self.playable.roster)
        hexes = results.hexes
        gone = hexes.loc[hexes["changed"] & (hexes["control"] != self.side)]
        return costly_hexes(ends, gone.loc[gone["hex"].isin(places)])[:_MOST_LOST]

    def tally(self, games: pd.DataFrame, own: Sequence[str], scale: Scale | None = None) -> Floats:
        """Games, sums of scores and of margins: shape (strategies, 3, opponents)."""
        table = self._ends(games, scale)
        sums = table.groupby(["own", "other"])[["games", "score", "margin"]].sum()
        wanted = pd.MultiIndex.from_product([own, self.opponents])
        found = sums.reindex(wanted, fill_value=0.0).to_numpy()
        return np.asarray(found.reshape(len(own), len(self.opponents), 3).transpose(0, 2, 1))


def costly_hexes(ends: pd.DataFrame, gone: pd.DataFrame) -> list[str]:
    """Hexes at which a side lost games, and then those whose loss goes with lost games.

    Parameters
    ----------
    ends
        Games by their numbers: the side's ``score``, and the ``hex`` that ended each, if any.
    gone
        Hexes that the side lost control of: ``game_id`` and ``hex``.

    Returns
    -------
    list of str
        Hexes that ended games which the side lost, the most frequent first. Then, by how many games
        more the side lost among those in which a hex went over than among as many of all, those for
        which that is a game or more.
    """
    lost = ends["score"] == 0
    decided = Counter(sorted(ends.loc[lost, "hex"].dropna().astype(str)))
    ended = [number for number, _ in decided.most_common()]
    once = gone.drop_duplicates(["game_id", "hex"])
    once = once.loc[once["game_id"].isin(ends.index)]
    excess = lost.loc[once["game_id"]].to_numpy(float) - float(lost.mean())
    more = pd.Series(excess).groupby(once["hex"].astype(str).to_numpy()).sum()
    costly = more[more >= 1].sort_values(ascending=False, kind="stable")
    return list(dict.fromkeys([*ended, *costly.index]))
