"""The search for an opening: many are tried in few games each, the best of them in more.

Successive halving (Jamieson and Talwalkar 2016) in generations: the first one holds the openings
to start from; each later one changes the best so far, missions before weights. What random changes
brought along without use is then left out. The games of a search flatter its winner, who is the
best of many partly by luck: its worth must be judged by games that no search has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from balance.studies.train.changes import (
    Material,
    change_missions,
    change_weights,
    genes,
    without,
)
from balance.studies.train.openings import Content

Floats = NDArray[np.float64]
#: Games of an opening after each round, and the share of openings that each next round takes on.
ROUNDS, KEPT = (10, 30, 100), 1 / 4
#: Shares of all games for the first generation and for leaving out what is of no use.
_FOR_STARTS, _FOR_PRUNING = 0.3, 0.15
#: Generations after the first, if the games allow them; openings in one, at least and at most.
_GENERATIONS, _FEWEST, _MOST = 6, 6, 40
#: Openings that a generation changes, of different starts as far as there are.
_PARENTS = 4
#: Most parts of an opening that are left out on trial, and games of each trial.
_TRIALS, _TRIAL_GAMES = 16, 40
#: What the margin of points adds to a score, at most.
_MARGIN = 0.15
#: Rank by what an opening scores at least, by so many standard errors.
_DOUBT = 0.5


@dataclass(eq=False)
class Candidate:
    """An opening that the search tries."""

    number: int
    content: Content
    #: Name of the opening or place that its line began with.
    start: str
    generation: int = 0
    parent: int = -1
    change: str = ""
    #: By opponent: games, and sums of scores and of margins of points of its own side.
    games: Floats = field(default_factory=lambda: np.zeros(0))
    scores: Floats = field(default_factory=lambda: np.zeros(0))
    margins: Floats = field(default_factory=lambda: np.zeros(0))

    @property
    def played(self) -> int:
        """Games it has played."""
        return int(self.games.sum())

    def take(self, played: Floats) -> None:
        """Add games: an array (3, opponents) of games, sums of scores and of margins."""
        if not len(self.games):
            self.games, self.scores, self.margins = np.zeros((3, played.shape[1]))
        self.games, self.scores, self.margins = (
            before + more
            for before, more in zip((self.games, self.scores, self.margins), played, strict=True)
        )

    def score(self, shares: Floats) -> float:
        """Score against the opponents by their shares, of the games so far."""
        return float(shares @ (self.scores / np.maximum(self.games, 1)))

    def rank(self, shares: Floats, scale: float) -> float:
        """What it is judged by within the search."""
        games = np.maximum(self.games, 1)
        score = self.score(shares)
        margin = float(shares @ (self.margins / games)) / scale
        # One win and one loss more, so that a few games without a loss leave a doubt.
        means = (self.scores + 1) / (games + 2)
        error = float(np.sqrt(shares**2 @ (means * (1 - means) / games)))
        return score + _MARGIN * float(np.clip(margin, -1, 1)) - _DOUBT * error


#: Plays so many games more with each of some openings: (openings, 3, opponents), see ``take``.
Play = Callable[[Sequence[Candidate], int], Floats]


class Search:
    """One search; the same material, seed and results of games give the same openings."""

    def __init__(
        self,
        material: Material,
        play: Play,
        shares: Sequence[float],
        games: int,
        seed: int,
        scale: float,
        tell: Callable[[str], None] = lambda words: None,
    ) -> None:
        self.candidates: list[Candidate] = []
        self.played = 0
        self._material = material
        self._play = play
        self._shares = np.asarray(shares, float)
        self._games = games
        self._random = np.random.default_rng(seed)
        self._scale = scale
        self._tell = tell

    def add(
        self, content: Content, start: str, parent: Candidate | None = None, change: str = ""
    ) -> Candidate:
        """Take an opening into the search."""
        made = Candidate(
            len(self.candidates), content, start,
            generation=0 if parent is None else parent.generation + 1,
            parent=-1 if parent is None else parent.number,
            change=change,
        )  # fmt: skip
        self.candidates.append(made)
        return made

    def run(self, starts: Sequence[tuple[str, Content]]) -> Candidate:
        """Search from those that are there and from ``starts``; return the best that was found."""
        room = int(_FOR_STARTS * self._games / _cost(1))
        chosen = self._random.permutation(len(starts))[: max(0, room)]
        for number in sorted(chosen):
            self.add(starts[number][1], starts[number][0])
        self._halve(self.candidates)
        left = (1 - _FOR_PRUNING) * self._games - self.played
        size = int(np.clip(left / _GENERATIONS / _cost(1), _FEWEST, _MOST))
        turns = max(1, int(left / _cost(size)))
        for turn in range(turns):
            if self.played + _cost(size) > self._games:
                break
            change = change_missions if turn < turns / 2 else change_weights
            self._generation(size, change)
        return self._prune(self.best)

    @property
    def best(self) -> Candidate:
        """The best so far, of those that have played as much as any."""
        full = max(each.played for each in self.candidates)
        tried = [each for each in self.candidates if each.played >= min(full, ROUNDS[-1])]
        return max(tried, key=self._rank)

    def _rank(self, candidate: Candidate) -> float:
        return candidate.rank(self._shares, self._scale)

    def _more(self, candidates: Sequence[Candidate], games: int) -> None:
        if not candidates:
            return
        for each, played in zip(candidates, self._play(candidates, games), strict=True):
            each.take(played)
            self.played += int(played[0].sum())

    def _halve(self, candidates: Sequence[Candidate], champions: Sequence[Candidate] = ()) -> None:
        """Play in rounds; the champions so far join the last, where luck must stand the test."""
        alive = list(candidates)
        for number, games in enumerate(ROUNDS):
            fresh = games - (ROUNDS[number - 1] if number else 0)
            last = number == len(ROUNDS) - 1
            self._more([*alive, *(champions if last else ())], fresh)
            alive.sort(key=self._rank, reverse=True)
            if not last:
                alive = alive[: max(1, round(len(alive) * KEPT))]
        best = self.best
        self._tell(
            f"{self.played:,} games: {len(self.candidates)} openings, the best scores "
            f"{best.score(self._shares):.0%} in {best.played} games ({best.start})"
        )

    def _generation(self, size: int, change: Callable[..., tuple[Content, str]]) -> None:
        """Change the best so far, and play what comes of it."""
        parents = self._parents()
        odds = np.array([1 / (1 + place) for place in range(len(parents))])
        children = []
        for place in self._random.choice(len(parents), size=size, p=odds / odds.sum()):
            parent = parents[place]
            content, said = change(parent.content, self._material, self._random)
            if self._random.random() < 0.4:
                content, more = change(content, self._material, self._random)
                said = f"{said}; {more}"
            children.append(self.add(content, parent.start, parent, said))
        self._halve(children, parents[:2])

    def _parents(self) -> list[Candidate]:
        """The best, of different starts as far as others come near, and the best otherwise."""
        ranked = sorted(self.candidates, key=self._rank, reverse=True)
        ranked = [each for each in ranked if each.played >= ROUNDS[1]] or ranked
        firsts: dict[str, Candidate] = {}
        for each in ranked:
            firsts.setdefault(each.start, each)
        return list(dict.fromkeys([*ranked[:2], *firsts.values()]))[:_PARENTS]

    def _prune(self, best: Candidate) -> Candidate:
        """Leave out the parts of an opening without which it does as well, all at once."""
        parts = genes(best.content)
        self._random.shuffle(parts)
        room = int((self._games - self.played - 2 * ROUNDS[-1]) / _TRIAL_GAMES)
        parts = parts[: max(0, min(_TRIALS, room))]
        trials = [
            self.add(
                without(best.content, [part]), best.start, best, f"without {part[0]} {part[1]}"
            )
            for part in parts
        ]
        self._more(trials, _TRIAL_GAMES)
        idle = [
            part
            for part, trial in zip(parts, trials, strict=True)
            if trial.score(self._shares) >= best.score(self._shares)
        ]
        if not idle:
            return best
        pruned = self.add(
            without(best.content, idle), best.start, best, f"without {len(idle)} parts of no use"
        )
        self._more([best, pruned], ROUNDS[-1])
        return pruned if self._rank(pruned) >= self._rank(best) else best


def _cost(openings: int) -> float:
    """Games that successive halving plays with so many openings, champions included."""
    first, second, third = ROUNDS
    kept = max(1, round(openings * KEPT))
    final = max(1, round(kept * KEPT))
    if openings == 1:
        return first + (second - first) * KEPT + (third - second) * KEPT**2
    return openings * first + kept * (second - first) + (final + 2) * (third - second)
