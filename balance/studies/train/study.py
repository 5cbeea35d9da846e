"""Train a side: search for the opening that does best against given opponents.

The study itself holds the games of the strategies that the game names; what the search tries is
played in folders inside that of the study, round by round, and so are the games that judge what it
found: on seeds from a range in which no search plays.
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.telling.labels import read_labels
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Outcomes, Progress, Silent, as_progress
from balance.experiments.question import Question
from balance.experiments.report_words import report_words, side_names
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.files.writing import write_whole
from balance.given import check_mapping, check_text, check_whole, is_number, shown
from balance.staff.desks_from_plans import Roster
from balance.strategy.api import SIDES
from balance.strategy.field import read_fields
from balance.strategy.opening_shape import NAME
from balance.studies.answer import Answer, fault_remarks, unfinished_remarks
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import choose_strategies
from balance.studies.train.areas import Areas
from balance.studies.train.changes import spread
from balance.studies.train.judging import Scored, gain_over, judged_table
from balance.studies.train.material import Material
from balance.studies.train.openings import (
    Content,
    holding,
    opening_text,
    openings_of,
    striking,
    without_overridden,
)
from balance.studies.train.ranking import Candidate, Floats
from balance.studies.train.search import ROUNDS, Search
from balance.studies.train.training import ROUNDS_OF_ONE, SEARCHES, Training
from balance.studies.train.words import called, head_lines, sentence, sheets

KIND = "train"
#: Folders, inside that of the study, of the search and of the games that judge what it found.
SEARCH, JUDGED = "search", "judged"
FEWEST_GAMES, FEWEST_JUDGED = 500, 100

METHODS = (
    "Search: successive halving in generations, from the openings that the game names and from "
    "those in which everything, or all mobile troops, strike one place of the map, and others in "
    "which each army has an area of its own; garrisons of hexes whose loss cost games; each "
    "choice in all turns and in single ones; random changes of missions, weights and choices; all "
    "weights up and down at once, and those that tell moved (Box and Wilson); parts of no use go. "
    "Ranked by score with a small share of the margin of points, less half a standard error; who "
    "wins before the last turn is ahead by more than any points, and the sooner the more.",
    "The games of the search flatter what it found and count for nothing here: scores and gain are "
    "of games on fresh seeds, which no search plays on, each pairing on seeds of its own. The gain "
    "is over what the mix of the side scores; where it has none, over the best of its strategies, "
    "whichever that is: the least of the gains over all of them. Scores have Wilson intervals, "
    "gains those that these come to (Newcombe; Zou and Donner). What the search didn't find may be "
    "better still.",
)


def train(
    scenario: str,
    side: str,
    *,
    against: str | Sequence[str] | None = None,
    shares: Sequence[float] | None = None,
    begin: str | Sequence[str] | None = None,
    over: Mapping[str, float] | None = None,
    variant: str = "baseline",
    games: int = 5000,
    judge: int = 1000,
    name: str = "trained",
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Search for the opening of a side that does best against some opponents.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    side
        ``axis`` or ``soviet``.
    against
        Strategies of the other side; if not given, the mix of the field, or all that the game names
        but ``random`` alike where there is no field.
    shares
        How often each of them is met; all alike if not given.
    begin
        Strategies that the side has, whose opening files the search begins with; all that the game
        names but ``random`` if not given.
    over
        The mix that the side plays so far, which the gain is over: strategies with their shares. If
        not given it is that of the field where the field is met, else whichever of ``begin`` does
        best.
    variant
        Rule variant.
    games
        Games of the search, about; 500 or more.
    judge
        Games of what it found on fresh seeds, and as many of what it is compared with: of the mix,
        or of each strategy of which the best counts.
    name
        Name of the opening that is written.
    error_rate
        Accepted chance that an interval misses the truth.
    seed, jobs, out, progress, player
        As of ``balance.run``. The opening stands in the folder as ``NAME.toml``.

    Raises
    ------
    BadQuestion
        For a side that there isn't, shares that fit no opponents, or too few games.

    Examples
    --------
    >>> answer = balance.train("blue", "axis", against="historical", games=500, judge=100)
    >>> answer.facts["games"] < 600
    True
    """
    found = find_scenario(scenario)
    if side not in SIDES:
        raise BadQuestion(f"--side: {side} is no side; expected {' or '.join(SIDES)}")
    other = SIDES[1 - SIDES.index(side)]
    named = choose_strategies(found, side, begin)
    field = None if against or shares else read_fields(found.game).get(found.name)
    if field is not None:
        against, shares = zip(*field.mix(other).items(), strict=True)
        over = over or field.mix(side)
    opponents = choose_strategies(found, other, against)
    weights = _checked_shares(shares or [1.0] * len(opponents), opponents)
    if over is not None:
        check_mapping("over", over, "{'historical': 1}")
        _checked_shares(tuple(over.values()), choose_strategies(found, side, list(over)))
    check_count(games, FEWEST_GAMES, "games of a training")
    check_count(judge, FEWEST_JUDGED, "games that judge what a training found")
    check_error_rate(error_rate)
    check_text("name", name, "that of an opening, as text")
    check_whole("seed", seed)
    if not NAME.fullmatch(name):
        raise BadQuestion(
            f"name: {name!r} is none for an opening; expected a letter, then letters, digits or "
            "underscores"
        )
    if not 0 <= seed < SEARCHES:
        raise BadQuestion(f"seed: a search takes 0 to {SEARCHES - 1:,}, not {seed:,}")
    question = Question.of(
        KIND, side=side, against=opponents, shares=weights, games=games, judge=judge, name=name,
        over=list(over or named), over_shares=list(over.values()) if over else None,
        error_rate=error_rate,
    )  # fmt: skip
    first = Cell(named[0], named[0], variant)
    each = math.ceil(ROUNDS[0] / len(opponents))
    spec = StudySpec(found.game, found.name, (first,), each, seed, question=question)
    spec = replace(spec, cells=Training(spec).cells(named))
    results = play_spec(spec, out, jobs, progress, player)
    play_further(results, jobs, progress, player)
    return answer(results)


def _checked_shares(shares: Sequence[float], opponents: Sequence[str]) -> tuple[float, ...]:
    if not isinstance(shares, Sequence):
        raise BadQuestion(f"shares: {shares!r}; expected numbers above 0, one an opponent")
    if len(shares) != len(opponents):
        raise BadQuestion(
            f"shares: {len(shares)} for {len(opponents)} opponents ({', '.join(opponents)}); "
            "expected one each"
        )
    if not all(is_number(share) and math.isfinite(share) and share > 0 for share in shares):
        raise BadQuestion(f"shares: {', '.join(map(shown, shares))}; expected numbers above 0")
    return tuple(map(float, shares))


class _Inside(Silent):
    """Shows the rounds of a search as one: what is played moves the bar of the whole on."""

    def __init__(self, whole: Progress) -> None:
        self._whole = whole

    def games(
        self, total: int, before: Outcomes, sides: Mapping[str, str]
    ) -> contextlib.AbstractContextManager[None]:
        """Move the bar on by what an interrupted search has played of the round."""
        self._whole.block_played(sum(before.values()), before)
        return contextlib.nullcontext()

    def block_played(self, games: int, outcomes: Outcomes) -> None:
        """Move the bar on."""
        self._whole.block_played(games, outcomes)


class _Rounds:
    """Plays the rounds of a search, each as a study inside the folder of the first one."""

    def __init__(self, results: Results, jobs: int | None, progress: Progress, player: str) -> None:
        self.training = Training(results.spec)
        self._folder = results.folder.resolve() / SEARCH
        self.scale = self.training.scale(results.games)
        self._played = 0
        self._options = (jobs, progress, player)

    def __call__(self, candidates: Sequence[Candidate], games: int) -> Floats:
        """Play so many games with each, about, spread evenly over the opponents."""
        self._played += 1
        own = [self.write(each) for each in candidates]
        spec = self.training.spec
        each = math.ceil(games / len(self.training.opponents))
        cells = self.training.cells(own)
        # Seeds of their own for each round: what a search has seen flatters what it kept for it.
        seed = SEARCHES + ROUNDS_OF_ONE * spec.seed + self._played
        rounds = StudySpec(spec.game, spec.scenario, cells, each, seed, "turns")
        played = play_spec(rounds, self._folder / f"{self._played:03d}", *self._options)
        return self.training.tally(played.games, own, self.scale)

    def write(self, candidate: Candidate) -> str:
        """The name of a candidate as a cell has it: a strategy of the game, or its file."""
        if candidate.start == candidate.change:
            return candidate.start
        path = self._folder / "openings" / f"{candidate.number:04d}.toml"
        text = opening_text(candidate.content)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text)
        return str(path)


def play_further(
    results: Results,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> None:
    """Search, write the opening that was found, and play the games that judge it.

    What an interrupted study has played is only read.
    """
    training, shown = Training(results.spec), as_progress(progress)
    rounds = _Rounds(results, jobs, _Inside(shown), player)
    roster, search = _search(results, rounds, shown)
    game, side = results.spec.game, training.side
    places = [(f"everything at {p}", striking(game, side, p)) for p in sorted(roster.places)]
    mobile = [
        (f"mobile troops at {p}", striking(game, side, p, search.material.mobile))
        for p in sorted(roster.places)
        if search.material.mobile
    ]
    random = np.random.default_rng([results.spec.seed, len(places)])
    areas = [
        (f"areas {n}", spread(holding(game, side), search.material, random))
        for n in range(1, len(places) + 1)
    ]
    sides = side_names(report_words(game))
    with shown.games(int(training.ask("games")) - len(results.games), Counter(), sides):
        found = search.run([*places, *mobile, *areas])
    path = results.folder.resolve() / f"{training.ask('name')}.toml"
    played = search.played + len(results.games)
    lines = head_lines(training.spec, played, training.against)
    content = {**without_overridden(found.content), "opening": head_of(training, found.start)}
    write_whole(path, opening_text(content, lines))
    _write_search(results.folder / SEARCH / "openings.csv", search, training)
    play_spec(training.judged(str(path)), results.folder / JUDGED, jobs, progress, player)


def _search(results: Results, play: _Rounds, progress: Progress) -> tuple[Roster, Search]:
    """A search that knows the openings of the game, with the games that they have played.

    With it the scenario's roster, whose names openings may use.
    """
    training, spec = play.training, results.spec
    named = list(dict.fromkeys(getattr(cell, training.side) for cell in spec.cells))
    playable = training.playable
    openings = openings_of(spec.game, training.side, spec.scenario, named)
    named = [place for content in openings.values() for place in _places_of(content)]
    side = SIDES.index(training.side)
    games = results.games
    lost_at = training.lost_at(results)
    roster = playable.roster
    begun = playable.new_game(spec.seed, playable.place(({}, {})))
    areas = Areas.of(roster, side, np.where(roster.starts_on_map, begun.units["hex"], -1))
    material = Material.of(
        roster,
        side,
        playable.last_turn,
        named,
        lost_at,
        areas,
        movement=begun.units["movement"],
    )
    search = Search(
        material,
        play,
        training.shares.tolist(),
        int(training.ask("games")) - len(games),
        spec.seed,
        progress.tell,
    )
    tallies = training.tally(games, list(openings), play.scale)
    for (name, content), tally in zip(openings.items(), tallies, strict=True):
        search.add(content, name, change=name).take(tally)
    search.add(holding(spec.game, training.side), "everybody in the line")
    return roster, search


def _places_of(content: Content) -> list[str]:
    """Places that an opening names."""
    aims = [place for entry in content.get("mission", []) for place in entry["objective"]]
    return [*aims, *(entry["hex"] for entry in content.get("garrison", []))]


def head_of(training: Training, start: str) -> Content:
    """What an opening says of itself that a search found from that one to start with."""
    spec, opponents = training.spec, ", ".join(map(called, training.opponents))
    scenarios = {"scenarios": [spec.scenario]} if len(spec.game.scenarios) > 1 else {}
    return {
        "name": str(training.ask("name")),
        "game": spec.game.name,
        "side": training.side,
        **scenarios,
        "why": f"The best that a search found against {opponents}; from {called(start)}.",
    }


def _write_search(path: Path, search: Search, training: Training) -> None:
    """Write down what the search tried."""
    lines = [
        {
            "opening": each.number,
            "start": each.start,
            "generation": each.generation,
            "parent": each.parent if each.parent >= 0 else None,
            "change": "" if each.change == each.start else each.change,
            "games": each.played,
            "score": each.score(training.shares) if each.played else None,
        }
        for each in search.candidates
    ]
    table = pd.DataFrame(lines, columns=TABLES["search"].names)
    write_whole(path, table.to_csv(index=False))


def answer(results: Results) -> Answer:
    """Answer a training from its folder.

    Raises
    ------
    BadQuestion
        If the games that judge what was found aren't played yet.
    """
    training = Training(results.spec)
    folder, labels = results.folder, read_labels(results.spec.game)
    if not (folder / JUDGED).is_dir():
        raise BadQuestion(
            f"{folder}: the search hasn't ended yet; balance resume {folder} goes on with it"
        )
    judged = Results(folder / JUDGED)
    opening, confidence = f"{training.ask('name')}.toml", 1 - training.ask("error_rate")
    own = list(dict.fromkeys(getattr(cell, training.side) for cell in judged.spec.cells))
    scored = Scored.of(own, training.tally(judged.games, own))
    rivals = {
        name: [mix.get(each, 0.0) for each in own[1:]] for name, mix in training.rivals.items()
    }
    gain = gain_over(scored, rivals, training.shares, confidence)
    mixes = {
        training.ask("name"): np.eye(len(own))[0],
        **{name: np.array([0.0, *mix]) for name, mix in rivals.items()},
    }
    searched = _read_search(folder)
    tables = {
        "judged": judged_table(scored, mixes, training.opponents, training.shares, confidence),
        "search": searched,
    }
    whole = tables["judged"].iloc[0]
    facts = {
        "opening": opening,
        "over": gain.over,
        "mixed": int(bool(training.ask("over_shares"))),
        **{name: float(whole[name]) for name in ("score", "low", "high")},
        "gain": gain.gain,
        "gain_low": gain.low,
        "gain_high": gain.high,
        "openings": len(searched),
        "games": int(searched["games"].sum()),
        "judged": int(whole["games"]),
        "error_rate": training.ask("error_rate"),
    }
    return Answer(
        results=results,
        sentence=sentence(facts, training.against, labels.sides[training.side]),
        remarks=(
            *fault_remarks(judged.games),
            *unfinished_remarks(judged),
            f"the opening is {folder / opening}",
        ),
        tables=tables,
        sheets=sheets(tables, facts, labels.sides[training.side]),
        facts=facts,
        methods=METHODS,
    )


def _read_search(folder: Path) -> pd.DataFrame:
    text = {"start": str, "change": str}
    table = pd.read_csv(folder / SEARCH / "openings.csv", dtype=text, keep_default_na=False,
                        na_values={"parent": [""], "score": [""]})  # fmt: skip
    return table[TABLES["search"].names]
