"""Train both sides against each other: double oracle over opening files.

The study itself is a tournament of the strategies that the game names. Then, round by round, each
side is trained against the best mix of the other (``balance.studies.train``); what does better for
sure joins the tournament and meets all others there (McMahan, Gordon and Blum 2003). It ends when
no seed finds anything better for either side, or after the last round with searches whose findings
don't join: what the best of them gains is how far the mixes can still be exploited, at least. The
mixes and these answers are written down as a field, beside the openings that were found
(``balance.studies.field``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count, product
from pathlib import Path
from typing import Any

import pandas as pd

from balance import __version__
from balance.analysis.contests.equilibrium import FEWEST_SEEDS, mean_mixes, payoffs
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import count_games, percent, percent_range, points, points_range
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress, as_progress
from balance.experiments.question import NO_QUESTION, Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import MANIFEST, StudySpec
from balance.experiments.variant_file import BASELINE
from balance.files.writing import write_whole
from balance.given import check_whole
from balance.rulebook.game import Game
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.field import FILE, BestAnswer, Field, Pairing, read_fields
from balance.studies.answer import Answer, Sheet
from balance.studies.field.making import fields_text, main_pairing_first, met_pairings
from balance.studies.tables import TABLES
from balance.studies.tournament import study as tournament
from balance.studies.tournament.pairings import (
    choose_strategies,
    crossed_cells,
    whole_seeds,
)
from balance.studies.train import study as training
from balance.studies.train.study import FEWEST_GAMES, FEWEST_JUDGED, train
from balance.studies.train.training import SEARCHES, Training
from balance.studies.train.words import called, mix_words

KIND = "train_both"
#: Folder, inside that of the study, of the trainings and of the tournaments with what they found.
ROUNDS = "rounds"
#: Folder of the openings that joined, named as a game ships them.
OPENINGS = "strategies"
#: Seeds of trainings that one study may use.
_SEEDS = 100

METHODS = (
    "Double oracle: each side is trained against the best mix of the other; an opening that is "
    "sure to gain joins the tournament. The mixes are means over resampled seeds, rounded to what "
    "twenty games can be shared by. What the best of the last searches gained is how far they can "
    "be exploited, at least: a longer search, or one more seed, may find more.",
)


def train_both(
    scenario: str,
    *,
    axis: str | Sequence[str] | None = None,
    soviet: str | Sequence[str] | None = None,
    variant: str = "baseline",
    rounds: int = 2,
    games: int = 5000,
    judge: int = 1000,
    pairing: int = 100,
    searches: int = 1,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Search for the best play of both sides, each against the best mix of the other.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    axis, soviet
        Strategies to begin with, two or more a side; all that the game names but ``random`` if not
        given.
    variant
        Rule variant.
    rounds
        Times that each side is trained, at most; the answers to the last mixes are searched for
        besides. With 0 these are all that is searched for.
    games, judge
        Games of each search, and of what judges what it found; see ``balance.train``.
    pairing
        Games in each pairing of the tournaments, 20 or more.
    searches
        Seeds by which both sides are searched before it counts that neither finds anything better.
        The last mixes are answered by all of them, and the intervals of what each side gains share
        the error rate; the best of several still looks a little better than it is.
    error_rate, seed, jobs, out, progress, player
        As of ``balance.train``. The openings that joined stand in ``strategies``, with
        ``field.toml`` beside it: both in the form that a game ships.

    Raises
    ------
    BadQuestion
        For fewer than two strategies of a side, two of one name, or too few rounds or games.

    Examples
    --------
    >>> who = {"axis": ["historical", "voronezh_first"], "soviet": ["historical", "volga_line"]}
    >>> answer = balance.train_both("blue", **who, rounds=1, games=500, judge=100, pairing=20)
    >>> sorted(set(answer.tables["answers"]["side"]))
    ['axis', 'soviet']
    """
    found = find_scenario(scenario)
    own = choose_strategies(found, "axis", axis)
    other = choose_strategies(found, "soviet", soviet)
    for side, names in (("Axis", own), ("Soviet", other)):
        check_count(len(names), 2, f"{side} strategies to begin with")
        _check_names(side, names)
    check_count(rounds, 0, "rounds of a training of both sides")
    check_count(games, FEWEST_GAMES, "games of a training")
    check_count(judge, FEWEST_JUDGED, "games that judge what a training found")
    check_count(pairing, FEWEST_SEEDS, "games a pairing of a tournament")
    check_count(searches, 1, "searches of a side in each round")
    check_error_rate(error_rate)
    check_seed(seed, rounds, searches)
    question = Question.of(
        KIND, rounds=rounds, games=games, judge=judge, searches=searches, error_rate=error_rate
    )
    cells = crossed_cells([variant], own, other)
    spec = StudySpec(found.game, found.name, cells, pairing, seed, "turns", question)
    results = play_spec(spec, out, jobs, progress, player)
    play_further(results, jobs, progress, player)
    return answer(results)


def _check_names(side: str, strategies: Sequence[str]) -> None:
    """Refuse two files of the same name: fields and answers name strategies without their folders.

    Raises
    ------
    BadQuestion
        Naming both.
    """
    known: dict[str, str] = {}
    for strategy in strategies:
        other = known.setdefault(called(strategy), strategy)
        if other != strategy:
            raise BadQuestion(
                f"{side} strategies to begin with: {other} and {strategy} are both called "
                f"{called(strategy)}; rename one of the files"
            )


def check_seed(seed: int, rounds: int, searches: int = 1) -> None:
    """Refuse a seed, or rounds, for which there are no seeds of searches.

    Raises
    ------
    BadQuestion
        Saying which there are.
    """
    check_whole("seed", seed)
    most = SEARCHES // _SEEDS - 1
    if not 0 <= seed <= most or len(SIDES) * searches * (rounds + 1) > _SEEDS:
        raise BadQuestion(
            f"seed: the training of both sides takes 0 to {most:,}, not {seed:,}, and "
            f"{_SEEDS // len(SIDES)} searches a side at most, those of all rounds and the last "
            f"ones; {counted(rounds, 'round')} of {searches} are {searches * (rounds + 1)}"
        )


@dataclass
class _Field:
    """Strategies of both sides so far, as cells name them, and the tournaments between them.

    Each later one holds the pairings of what joined, on the same seeds.
    """

    names: dict[str, list[str]]
    played: list[Results]

    @classmethod
    def of(cls, results: Results) -> _Field:
        """What the game names."""
        cells = results.spec.cells
        names = {side: list(dict.fromkeys(getattr(c, side) for c in cells)) for side in SIDES}
        return cls(names, [results])

    def pairings(self) -> tuple[Pairing, ...]:
        """What the best mixes of both sides meet in."""
        table = payoffs(whole_seeds(*self.played), SIDES[0], SIDES)
        scores = dict(zip(product(table.own, table.other), table.matrix.flat, strict=True))
        return main_pairing_first(met_pairings(*mean_mixes(table)), scores)


@dataclass(frozen=True)
class _Ways:
    """How games are played: what no result depends on, and who plays."""

    jobs: int | None
    shown: Progress
    player: str


def play_further(
    results: Results,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> None:
    """Train both sides round by round; what an interrupted study has played is only read."""
    spec, field = results.spec, _Field.of(results)
    ask, shown = spec.question.get, as_progress(progress)
    how = _Ways(jobs, shown, player)
    for number in range(1, ask("rounds") + 2):
        made = _field_of(results, field, number - 1)
        searched: list[dict[str, Answer]] = []
        gained: dict[str, Answer] = {}
        while len(searched) < ask("searches") and not gained:
            found = _answer_both(results, field, made, number, len(searched), how)
            searched.append(found)
            if number <= ask("rounds"):
                gained = {side: each for side, each in found.items() if each.facts["gain_low"] > 0}
        if not gained:
            _write_field(results, made, searched)
            return
        for side, each in gained.items():
            field.names[side].append(_joined(results.folder, side, each))
        known = {cell for each in field.played for cell in each.spec.cells}
        cells = crossed_cells([spec.cells[0].variant], field.names["axis"], field.names["soviet"])
        further = replace(
            spec,
            cells=tuple(cell for cell in cells if cell not in known),
            question=NO_QUESTION,
            round_games=1,
        )
        folder = results.folder / ROUNDS / f"{number}-tournament"
        field.played.append(play_spec(further, folder, jobs, shown, player))


def _answer_both(
    results: Results, field: _Field, made: Field, number: int, again: int, how: _Ways
) -> dict[str, Answer]:
    """Train each side against the mix of the other, for the first time in a round or once more."""
    spec, ask = results.spec, results.spec.question.get
    first = len(SIDES) * (ask("searches") * (number - 1) + again)
    searched = {}
    for place, side in enumerate(SIDES):
        folder = results.folder / ROUNDS / f"{number}-{side}{f'-{again + 1}' if again else ''}"
        against = made.mix(SIDES[1 - place])
        how.shown.tell(f"round {number}: training the {side} side against {mix_words(against)}")
        searched[side] = train(
            f"{spec.game}/{spec.scenario}",
            side,
            against=list(against),
            shares=list(against.values()),
            begin=field.names[side],
            over=made.mix(side),
            variant=spec.cells[0].variant,
            games=ask("games"),
            judge=ask("judge"),
            name=_name_in(folder) or _free_name(spec.game, side, field.names[side]),
            # What counts is the best of them: their intervals share the error rate.
            error_rate=ask("error_rate") / ask("searches"),
            seed=_SEEDS * spec.seed + first + place,
            jobs=how.jobs,
            out=folder,
            progress=how.shown,
            player=how.player,
        )
    return searched


def _field_of(results: Results, field: _Field, rounds: int) -> Field:
    """What the best mixes meet in after some rounds; strategies as the cells name them."""
    spec, variant = results.spec, results.spec.cells[0].variant
    found = (
        f" and of those that {counted(rounds, 'round')} of training both sides found "
        f"({spec.question.get('games'):,} games a search)"
    )
    rules = "" if variant == BASELINE else f", under the variant {variant}"
    return Field(
        scenario=spec.scenario,
        pairings=field.pairings(),
        source=f"the best mixes of resampled tournaments of openings{found if rounds else ''}, "
        f"on average{rules}; a longer search may find better ones",
        games=sum(each.game_count for each in field.played),
        seed=spec.seed,
        date=date.today(),
        version=__version__,
    )


def _write_field(results: Results, made: Field, searched: Sequence[Mapping[str, Answer]]) -> None:
    """Write down the fields of the game, with that of this scenario and the best answers to it."""
    pairings = tuple(Pairing(called(p.axis), called(p.soviet), p.weight) for p in made.pairings)
    answers = []
    for side in SIDES:
        best = max((each[side] for each in searched), key=lambda found: found.facts["gain"])
        answers.append(
            BestAnswer(
                side,
                gain=best.facts["gain"],
                low=best.facts["gain_low"],
                high=best.facts["gain_high"],
                games=sum(each[side].facts["games"] for each in searched),
                judged=best.facts["judged"],
                seed=best.results.spec.seed,
            )
        )
    here = replace(made, pairings=pairings, answers=tuple(answers))
    fields = {**read_fields(results.spec.game), made.scenario: here}
    write_whole(results.folder / FILE, fields_text(fields.values()))


def _joined(folder: Path, side: str, found: Answer) -> str:
    """Write the opening down as a game ships it; where it stands, as cells name it."""
    path = found.results.folder.resolve() / found.facts["opening"]
    write_whole(folder / OPENINGS / f"{side}_{path.name}", path.read_text(encoding="utf-8"))
    return str(path)


def _free_name(game: Game, side: str, taken: Sequence[str]) -> str:
    """The first name of a trained opening that no strategy of the side has."""
    used = {*registry.names(game, side), *map(called, taken)}
    return next(name for n in count(1) if (name := f"trained_{n}") not in used)


def _name_in(folder: Path) -> str:
    """The name that a training which has begun gives to what it finds; else nothing.

    It was free then; by now the opening may have been copied to those that the game names.
    """
    begun = (folder / MANIFEST).is_file()
    return str(Results(folder).spec.question.get("name")) if begun else ""


def trainings(folder: Path) -> Iterator[tuple[int, str, Results]]:
    """Number, side and study of each training in the folder of a study, in their order."""
    found = sorted((folder / ROUNDS).glob(f"*-*/{MANIFEST}"), key=lambda path: path.parent.name)
    for path in found:
        number, side, *_ = path.parent.name.split("-")
        if side in SIDES:
            yield int(number), side, Results(path.parent)


def answer(results: Results) -> Answer:
    """Answer a training of both sides from its folder.

    Raises
    ------
    BadQuestion
        If no training is there yet, or one isn't complete.
    """
    labels = read_labels(results.spec.game)
    made = [(n, side, training.answer(each)) for n, side, each in trainings(results.folder)]
    if len(made) < len(SIDES):
        raise BadQuestion(
            f"{results.folder}: no round has ended yet; balance resume {results.folder} goes on "
            "with it"
        )
    answers = _answer_table(made)
    later = _tournaments(results)
    cells = [cell for each in (results, *later) for cell in each.spec.cells]
    names = {name: called(name) for cell in cells for name in (cell.axis, cell.soviet)}
    solved = tournament.answer(results, names, later)
    final = answers.loc[answers["round"] == answers["round"].max()]
    joined = len(list((results.folder / OPENINGS).glob("*.toml")))
    return Answer(
        results=results,
        sentence=f"{solved.sentence} {_last_words(final, labels)}",
        remarks=(
            *solved.remarks,
            f"the field is {results.folder / FILE}; openings that joined: {joined}"
            + (f", in {results.folder / OPENINGS}" if joined else ""),
        ),
        tables={"answers": answers, **solved.tables},
        sheets=[_sheet(answers, labels.sides), *solved.sheets],
        facts={
            **solved.facts,
            "rounds": int(answers["round"].max()),
            "searched": int(answers["games"].sum()),
        },
        methods=(*METHODS, *training.METHODS, *tournament.METHODS),
    )


def _last_words(final: pd.DataFrame, labels: Labels) -> str:
    """What the last searches gained."""
    best = final.loc[final.groupby("side")["gain"].idxmax()]
    gains = " and ".join(
        f"{points(row['gain'])} points {points_range(row['gain_low'], row['gain_high'])} for "
        f"{labels.side_phrase(str(row['side']))}"
        for row in rows(best)
    )
    played = f"({count_games(int(final['games'].sum()))} searched)"
    return f"The best answers found to these mixes gain {gains} {played}."


def _tournaments(results: Results) -> list[Results]:
    """The tournaments of what joined."""
    found = (results.folder / ROUNDS).glob(f"*-tournament/{MANIFEST}")
    return [Results(path.parent) for path in found]


def _answer_table(made: Sequence[tuple[int, str, Answer]]) -> pd.DataFrame:
    lines: list[dict[str, Any]] = []
    for number, side, each in made:
        facts = each.facts
        lines.append(
            {
                "round": number,
                "side": side,
                "opening": facts["opening"],
                "against": Training(each.results.spec).against,
                **{key: facts[key] for key in ("score", "low", "high")},
                **{key: facts[key] for key in ("gain", "gain_low", "gain_high", "games")},
                "over": facts["over"],
                "seed": each.results.spec.seed,
            }
        )
    return pd.DataFrame(lines, columns=TABLES["answers"].names)


def _sheet(answers: pd.DataFrame, sides: dict[str, str]) -> Sheet:
    """What each training found."""
    lines = [
        (
            f"{row['round']}",
            sides[str(row["side"])],
            str(row["against"]),
            f"{percent(row['score'])} {percent_range(row['low'], row['high'])}",
            f"{points(row['gain'])} {points_range(row['gain_low'], row['gain_high'])}",
            str(row["over"]),
        )
        for row in rows(answers)
    ]
    return Sheet(
        "Best answers found, round by round",
        ("Round", "Side", "Against", "Score", "Gain", "Over"),
        lines,
        note="On fresh seeds. Gain in points over what the best mix of the side scores. An opening "
        "that is sure to gain joins the tournament, but not one of the last searches.",
    )
