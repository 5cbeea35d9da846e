"""The search for an opening: many are tried in few games each, the best of them in more.

Successive halving (Jamieson and Talwalkar 2016) in generations: the first one holds the openings to
start from, as they are, with the usual weights and with those of others; the second one the best of
these with each thing that can be chosen, the best with a garrison at each hex that cost games, and
others with the weights and choices of the best; the third one the best with what can be chosen in
single turns; each later one changes missions or weights of the best so far, or gives the missions
of one the weights of another, or those that another has for an army. Who can hardly reach the best
so far is dropped. Then all weights of the best are tried up and down at once, and those that tell
are moved. What changes brought along without use is left out at last. The games of a search flatter
its winner, who is the best of many partly by luck: its worth must be judged by games that no search
has seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from balance.studies.train.changes import (
    change_missions,
    change_weights,
    genes,
    in_manner_of,
    logarithms,
    plain,
    with_army_of,
    with_each_choice,
    with_each_guard,
    with_logarithms,
    without,
)
from balance.studies.train.material import Material
from balance.studies.train.openings import Content
from balance.studies.train.ranking import DOUBT, Candidate, Floats, Forecast

#: Games of an opening after each round, and the share of openings that each next round takes on.
ROUNDS, KEPT = (4, 16, 60), 1 / 4
#: Shares of all games for the first generation, beside the openings that are there already (with
#: these at most), and for leaving out what is of no use.
_FOR_STARTS, _MOST_FOR_STARTS, _FOR_PRUNING = 0.25, 0.5, 0.06
#: Share of the games between for climbs, and their number; games of a try, tries for each weight,
#: how far up and down it is tried, and how far the most telling one is moved, as logarithms.
_FOR_CLIMBS, _CLIMBS = 0.5, 2
_TRY_GAMES, _TRIES_A_WEIGHT = 4, 2
_REACH, _LENGTHS = 0.5, (0.5, 1.0, 2.0)
#: Generations after the first, at least, if the games allow them; openings in one, at least and at
#: most.
_GENERATIONS, _FEWEST, _MOST = 4, 6, 40
#: Openings that a generation changes, of different starts as far as there are.
_PARENTS = 4
#: Openings of different starts that are tried with each thing that can be chosen, first of all;
#: those that are tried with the weights and choices of the best, at most, and their share.
_CHOOSERS = 2
_FOLLOWERS, _FOLLOWING = 24, 1 / 2
#: How often an opening to start from has the weights and choices of one that was there before: the
#: usual ones may make the best plan look poor.
_IN_MANNER = 2 / 3
#: Share of all games for the best with what can be chosen in single turns: many pay in one alone.
_FOR_TURNS = 0.12
#: How often a generation changes missions, changes weights, or joins two openings: the missions of
#: an army, or all missions, from one with all else from the other; and how often what is changed is
#: changed once more.
_MISSIONS, _WEIGHTS, _JOINED = 0.6, 0.2, 0.2
_ARMIES = 0.5
_ONCE_MORE = 0.25
#: The best so far plays along with each generation until it has played so many games.
_ENOUGH = 400
#: Most parts of an opening that are left out on trial, and games of each trial.
_TRIALS, _TRIAL_GAMES = 16, 40

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
        tell: Callable[[str], None] = lambda words: None,
    ) -> None:
        self.candidates: list[Candidate] = []
        self.played = 0
        self.material = material
        self._play = play
        self._shares = np.asarray(shares, float)
        self._games = games
        self._random = np.random.default_rng(seed)
        self._forecast = Forecast.of(())
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
        self._forecast = Forecast.of(self.candidates)
        for given in list(self.candidates):
            self._add_new(plain(given.content), given.start, given, "with the usual weights")
        known = len(self.candidates)
        room = min(self._cost(known, 0) + _FOR_STARTS * self._games, _MOST_FOR_STARTS * self._games)
        chosen = self._random.permutation(len(starts))[: max(0, self._affordable(room, 0) - known)]
        there = self._firsts()
        for number in sorted(chosen):
            start, content = starts[number]
            self._begin(start, content, there)
        others = [each for each in self.candidates if each not in there[:2]]
        self._halve(others, there[:2])
        end = (1 - _FOR_PRUNING) * self._games
        parents = self._parents()
        choices = [
            (content, parent, said)
            for parent in parents[:_CHOOSERS]
            for content, said in with_each_choice(parent.content, self.material)
        ]
        best = parents[0]
        guards = [
            (content, best, said) for content, said in with_each_guard(best.content, self.material)
        ]
        affordable = self._affordable(end - self.played)
        followers = self._followers(min(_FOLLOWERS, int(_FOLLOWING * affordable)))
        self._generation(
            [
                self._add_new(content, parent.start, parent, said)
                for content, parent, said in [*followers, *guards, *choices][:affordable]
            ]
        )
        self._choose_by_turn(min(end - self.played, _FOR_TURNS * self._games))
        size = self._affordable((end - self.played) / _GENERATIONS)
        size = min(max(_FEWEST, size), _MOST)
        until = self.played + (1 - _FOR_CLIMBS) * (end - self.played)
        played = -1
        while played < self.played and self.played + self._cost(size) <= until:
            played, parents = self.played, self._parents()
            self._generation([self._child(parents) for _ in range(size)])
        for left in range(_CLIMBS, 0, -1):
            self._climb(self.played + (end - self.played) / left)
        return self._settle(self._prune(self.best))

    def _begin(self, start: str, content: Content, there: Sequence[Candidate]) -> None:
        """Take in an opening to start from, often in the manner of one that is there already."""
        if not there or self._random.random() >= _IN_MANNER:
            self.add(content, start)
            return
        other = self._one_of(there)
        said = f"weights of opening {other.number}"
        self.add(in_manner_of(content, other.content), start, change=said)

    @property
    def best(self) -> Candidate:
        """The best so far, of those that have played as much as any."""
        full = max(each.played for each in self.candidates)
        tried = [each for each in self.candidates if each.played >= min(full, ROUNDS[-1])]
        return max(tried, key=self._rank)

    def _rank(self, candidate: Candidate) -> float:
        return candidate.rank(self._shares, self._forecast)

    def _may_reach(self, candidate: Candidate, rank: float) -> bool:
        return candidate.rank(self._shares, self._forecast, -DOUBT) >= rank

    def _more(self, candidates: Sequence[Candidate], games: int) -> None:
        if not candidates:
            return
        for each, played in zip(candidates, self._play(candidates, games), strict=True):
            each.take(played)
            self.played += int(played[0].sum())
        self._forecast = Forecast.of(self.candidates)

    def _halve(self, candidates: Sequence[Candidate], champions: Sequence[Candidate] = ()) -> None:
        """Play in rounds; the champions so far join the last, where luck must stand the test.

        Who can hardly reach them is left out before.
        """
        if not candidates:
            return
        alive = list(candidates)
        wanted = min(map(self._rank, champions), default=-math.inf)
        for number, games in enumerate(ROUNDS):
            fresh = games - (ROUNDS[number - 1] if number else 0)
            last = number == len(ROUNDS) - 1
            young = [each for each in champions if last and each.played < _ENOUGH]
            self._more([*alive, *young], fresh)
            alive.sort(key=self._rank, reverse=True)
            if not last:
                alive = alive[: max(1, round(len(alive) * KEPT))]
                alive = [each for each in alive if self._may_reach(each, wanted)]
        best = self.best
        self._tell(
            f"{self.played:,} games: {len(self.candidates)} openings, the best scores "
            f"{best.score(self._shares):.0%} in {best.played} games ({best.start})"
        )

    def _generation(self, children: Sequence[Candidate | None]) -> None:
        """Play what came of the best so far, in the last round with these themselves."""
        self._halve([each for each in children if each is not None], self._parents()[:2])

    def _choose_by_turn(self, games: float) -> None:
        """Play the best with what can be chosen in one turn, as much of it as the games allow."""
        best = self.best
        made = with_each_choice(best.content, self.material, by_turn=True)
        chosen = self._random.permutation(len(made))[: self._affordable(games)]
        self._generation(
            [self._add_new(made[n][0], best.start, best, made[n][1]) for n in sorted(chosen)]
        )

    def _child(self, parents: Sequence[Candidate]) -> Candidate | None:
        """Another opening made of the best so far; none if it comes out as one that was tried."""
        parent = self._one_of(parents)
        way = self._random.random()
        change = change_missions if way < _MISSIONS else change_weights
        if way < _MISSIONS + _WEIGHTS:
            content, said = change(parent.content, self.material, self._random)
        else:
            other = self._one_of(self._firsts())
            if self._random.random() < 0.5:
                parent, other = other, parent
            if self._random.random() < _ARMIES:
                content, said = with_army_of(parent.content, other.content, self._random)
            else:
                content, said = in_manner_of(parent.content, other.content), "weights"
            said = f"{said} of opening {other.number}"
        while self._random.random() < _ONCE_MORE:
            change = change_missions if self._random.random() < 0.5 else change_weights
            content, more = change(content, self.material, self._random)
            said = f"{said}; {more}"
        return self._add_new(content, parent.start, parent, said)

    def _one_of(self, ranked: Sequence[Candidate]) -> Candidate:
        """One of them, the first ones more often."""
        odds = 1 / np.arange(1, len(ranked) + 1)
        return ranked[int(self._random.choice(len(ranked), p=odds / odds.sum()))]

    def _add_new(
        self, content: Content, start: str, parent: Candidate, change: str
    ) -> Candidate | None:
        """Take an opening into the search unless it is there."""
        if any(content == each.content for each in self.candidates):
            return None
        return self.add(content, start, parent, change)

    def _firsts(self) -> list[Candidate]:
        """The best of each start, the best first."""
        tried = [each for each in self.candidates if each.played]
        ranked = sorted(tried, key=self._rank, reverse=True)
        firsts: dict[str, Candidate] = {}
        for each in ranked:
            firsts.setdefault(each.start, each)
        return list(firsts.values())

    def _followers(self, most: int) -> list[tuple[Content, Candidate, str]]:
        """Other starts in the manner of the best, and the best in theirs.

        A good plan may look poor with poor weights, and good weights with a poor plan.
        """
        best = self.best
        others = [each for each in self._firsts() if each.start != best.start]
        pairs = [pair for other in others for pair in ((other, best), (best, other))]
        return [
            (in_manner_of(plan.content, by.content), plan, f"weights of opening {by.number}")
            for plan, by in pairs[:most]
        ]

    def _parents(self) -> list[Candidate]:
        """The best, of different starts as far as others come near, and the best otherwise."""
        tried = [each for each in self.candidates if each.played]
        known = [each for each in tried if each.played >= ROUNDS[1]] or tried
        best = sorted(known, key=self._rank, reverse=True)[:2]
        firsts = [each for each in self._firsts() if each.played >= ROUNDS[1]]
        return list(dict.fromkeys([*best, *firsts]))[:_PARENTS]

    def _climb(self, end: float) -> None:
        """Find which weights tell, by tries with each of them up or down, and move these together.

        All games tell of all weights, so those of one try may be few (Box and Wilson 1951). The
        surer a slope is, the more of it is kept (Breiman 1995); how far it leads, games decide.
        """
        best = self.best
        centre = logarithms(best.content, self.material)
        for_lengths = (len(_LENGTHS) + 1) * self._each(ROUNDS[-1])
        count = int((end - self.played - for_lengths) // self._each(_TRY_GAMES))
        if count < _TRIES_A_WEIGHT * len(centre):
            return
        signs = self._random.choice((-1.0, 1.0), size=(count, len(centre)))
        around = [
            with_logarithms(best.content, centre + _REACH * each, self.material) for each in signs
        ]
        tries = [self.add(each, best.start, best, "all weights up or down") for each in around]
        self._more(tries, _TRY_GAMES)
        ranks = np.array([each.rank(self._shares, self._forecast, 0.0) for each in tries])
        slopes = sure_slopes(signs, ranks)
        steepest = np.abs(slopes).max()
        if steepest == 0.0:
            return
        made = [
            self.add(
                with_logarithms(best.content, centre + way * slopes / steepest, self.material),
                best.start, best, f"weights that tell, by up to e^{way:g}",
            )
            for way in _LENGTHS
        ]  # fmt: skip
        self._more([best, *made], ROUNDS[-1])

    def _prune(self, best: Candidate) -> Candidate:
        """Leave out the parts of an opening without which it does as well, all at once."""
        parts = genes(best.content)
        self._random.shuffle(parts)
        room = self._games - self.played - 2 * self._each(ROUNDS[-1])
        parts = parts[: max(0, min(_TRIALS, room // self._each(_TRIAL_GAMES)))]
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

    def _settle(self, found: Candidate) -> Candidate:
        """Have what is left of the games decide between what was found and the best beside it."""
        rivals = [each for each in self._parents() if each is not found]
        opponents = len(self._shares)
        games = (self._games - self.played) // (2 * opponents) * opponents
        if not rivals or games <= 0:
            return found
        self._more([found, rivals[0]], games)
        return max((found, rivals[0]), key=self._rank)

    def _each(self, games: int) -> int:
        """Games of an opening that is to play so many, spread evenly over the opponents."""
        return len(self._shares) * math.ceil(games / len(self._shares))

    def _cost(self, openings: int, champions: int = 2) -> int:
        """Games that successive halving plays with so many openings, at most."""
        alive, games = openings, 0
        for before, most in pairwise((0, *ROUNDS)):
            games += (alive + (champions if most == ROUNDS[-1] else 0)) * self._each(most - before)
            alive = max(1, round(alive * KEPT))
        return games

    def _affordable(self, games: float, champions: int = 2) -> int:
        """Most openings that successive halving takes on for so many games; 0 if none."""
        openings = 0
        while self._cost(openings + 1, champions) <= games:
            openings += 1
        return openings


def sure_slopes(signs: Floats, scores: Floats) -> Floats:
    """Slope of scores by each weight, less what may be chance: 0 within a standard error.

    ``signs`` (tries, weights) says which were up (1) or down (-1); ``scores`` are (tries,).
    """
    design = np.column_stack([np.ones(len(signs)), signs])
    inverse = np.linalg.pinv(design)
    slopes = inverse @ scores
    spare = max(1, len(signs) - design.shape[1])
    variance = np.sum((scores - design @ slopes) ** 2) / spare
    errors = variance * np.sum(inverse**2, axis=1)
    kept = np.maximum(0.0, 1.0 - errors / np.maximum(slopes**2, 1e-12))
    return np.asarray((slopes * kept)[1:])
