"""Train both sides against each other: double oracle over opening files.

The study itself is a tournament of the strategies that the game names. Then, round by round, each
side is trained against the best mix of the other (``balance.studies.train``); what does better for
sure joins the tournament, which is played again. It ends when neither side finds anything better,
or with the last round: what the last searches gained is how far the mixes can still be exploited,
at least (McMahan, Gordon and Blum 2003).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.contests.equilibrium import FEWEST_SEEDS, find_equilibrium, payoffs
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import count_games, percent, percent_range, points, points_range
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress, as_progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import MANIFEST, StudySpec
from balance.strategy.api import SIDES
from balance.studies.answer import Answer, Sheet
from balance.studies.tables import TABLES
from balance.studies.tournament import study as tournament
from balance.studies.tournament.pairings import (
    Sides,
    choose_strategies,
    crossed_cells,
    whole_seeds,
)
from balance.studies.train import study as training
from balance.studies.train.study import FEWEST_GAMES, FEWEST_JUDGED, SEARCHES, train
from balance.studies.train.words import called

KIND = "train_both"
#: Folder, inside that of the study, of the trainings and of the tournaments with what they found.
ROUNDS = "rounds"
#: A strategy with a smaller share of a best mix is no opponent of a training.
_LEAST_SHARE = 0.05
#: Seeds of trainings that one study may use.
_SEEDS = 100

METHODS = (
    "Double oracle: each side is trained against the best mix of the other; an opening that is "
    "sure to gain joins the tournament. What the last searches gained is how far the best mixes "
    "can be exploited, at least: a longer search may find more.",
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
        Times that each side is trained, at most.
    games, judge
        Games of each search, and of what judges what it found; see ``balance.train``.
    pairing
        Games in each pairing of the tournaments, 20 or more.
    error_rate, seed, jobs, out, progress, player
        As of ``balance.train``. The openings stand in ``rounds/NUMBER-SIDE``.

    Raises
    ------
    BadQuestion
        For fewer than two strategies of a side, or too few rounds or games.

    Examples
    --------
    >>> answer = balance.train_both("blue", rounds=1, games=500, judge=100, pairing=20)
    >>> sorted(answer.tables["answers"]["side"])
    ['axis', 'soviet']
    """
    found = find_scenario(scenario)
    own = choose_strategies(found.game, "axis", axis)
    other = choose_strategies(found.game, "soviet", soviet)
    for side, names in (("Axis", own), ("Soviet", other)):
        check_count(len(names), 2, f"{side} strategies to begin with")
    check_count(rounds, 1, "rounds of a training of both sides")
    check_count(games, FEWEST_GAMES, "games of a training")
    check_count(judge, FEWEST_JUDGED, "games that judge what a training found")
    check_count(pairing, FEWEST_SEEDS, "games a pairing of a tournament")
    check_error_rate(error_rate)
    check_seed(seed, rounds)
    question = Question.of(KIND, rounds=rounds, games=games, judge=judge, error_rate=error_rate)
    cells = crossed_cells([variant], own, other)
    spec = StudySpec(found.game, found.name, cells, pairing, seed, "turns", question)
    results = play_spec(spec, out, jobs, progress, player)
    play_further(results, jobs, progress, player)
    return answer(results)


def check_seed(seed: int, rounds: int) -> None:
    """Refuse a seed, or rounds, for which there are no seeds of searches.

    Raises
    ------
    BadQuestion
        Saying which there are.
    """
    most = SEARCHES // _SEEDS - 1
    if not 0 <= seed <= most or 2 * rounds > _SEEDS:
        raise BadQuestion(
            f"seed: the training of both sides takes 0 to {most:,}, not {seed:,}, and "
            f"{_SEEDS // 2} rounds at most"
        )


@dataclass
class _Field:
    """Strategies of both sides so far, as cells name them, and the tournament between them."""

    names: dict[str, list[str]]
    matrix: Results

    @classmethod
    def of(cls, results: Results) -> _Field:
        """What the game names."""
        cells = results.spec.cells
        names = {side: list(dict.fromkeys(getattr(c, side) for c in cells)) for side in SIDES}
        return cls(names, results)

    def mixes(self) -> dict[str, list[tuple[str, float]]]:
        """By side the strategies of its best mix that count, with their shares."""
        keys = Sides.of(read_labels(self.matrix.spec.game)).keys
        solved = find_equilibrium(payoffs(whole_seeds(self.matrix), keys[0], keys), resamples=20)
        tables = dict(zip(keys, (solved.own, solved.other), strict=True))
        return {
            side: [
                (str(row["strategy"]), float(row["share"]))
                for row in rows(table)
                if row["share"] >= _LEAST_SHARE
            ]
            for side, table in tables.items()
        }


def play_further(
    results: Results,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> None:
    """Train both sides round by round; what an interrupted study has played is only read."""
    spec, field = results.spec, _Field.of(results)
    ask, shown = spec.question.get, as_progress(progress)
    for number in range(1, ask("rounds") + 1):
        mixes, gained = field.mixes(), False
        for place, side in enumerate(SIDES):
            against = mixes[SIDES[1 - place]]
            shown.tell(
                f"round {number}: training the {side} side against "
                + ", ".join(f"{called(name)} {percent(share)}" for name, share in against)
            )
            made = train(
                f"{spec.game}/{spec.scenario}",
                side,
                against=[name for name, _ in against],
                shares=[share for _, share in against],
                begin=field.names[side],
                variant=spec.cells[0].variant,
                games=ask("games"),
                judge=ask("judge"),
                name=f"{side}_{number}",
                error_rate=ask("error_rate"),
                seed=_SEEDS * spec.seed + 2 * (number - 1) + place,
                jobs=jobs,
                out=results.folder / ROUNDS / f"{number}-{side}",
                progress=progress,
                player=player,
            )
            if made.facts["gain_low"] > 0:
                field.names[side].append(str(made.results.folder.resolve() / made.facts["opening"]))
                gained = True
        if not gained:
            return
        cells = crossed_cells([spec.cells[0].variant], field.names["axis"], field.names["soviet"])
        asked = Question.of(tournament.KIND, error_rate=ask("error_rate"))
        matrix = replace(spec, cells=cells, question=asked, round_games=1)
        folder = results.folder / ROUNDS / f"{number}-tournament"
        field.matrix = play_spec(matrix, folder, jobs, progress, player)


def trainings(folder: Path) -> Iterator[tuple[int, str, Results]]:
    """Number, side and study of each training in the folder of a study, in their order."""
    found = sorted((folder / ROUNDS).glob(f"*-*/{MANIFEST}"), key=lambda path: path.parent.name)
    for path in found:
        number, side = path.parent.name.split("-")
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
    last = _last_tournament(results)
    names = {name: called(name) for cell in last.spec.cells for name in (cell.axis, cell.soviet)}
    solved = tournament.answer(last, names)
    final = answers.loc[answers["round"] == answers["round"].max()]
    return Answer(
        results=results,
        sentence=f"{solved.sentence} {_last_words(final, labels)}",
        remarks=(
            *solved.remarks,
            f"openings found: {counted(int((answers['gain_low'] > 0).sum()), 'opening')}, in "
            f"{results.folder / ROUNDS}",
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
    """What the searches of the last round gained, and whether it was taken in."""
    gains = " and ".join(
        f"{points(row['gain'])} points {points_range(row['gain_low'], row['gain_high'])} for "
        f"{labels.side_phrase(str(row['side']))}"
        for row in rows(final)
    )
    played = f"({count_games(int(final['games'].sum()))} searched)"
    if (final["gain_low"] > 0).any():
        return f"The last round still gained {gains} {played}: more rounds may find more."
    return f"The best answers found to these mixes gain {gains} {played}."


def _last_tournament(results: Results) -> Results:
    """The tournament with all that was found."""
    found = (results.folder / ROUNDS).glob(f"*-tournament/{MANIFEST}")
    last = max((path.parent for path in found), key=lambda path: int(path.name.split("-")[0]),
               default=results.folder)  # fmt: skip
    return Results(last)


def _answer_table(made: Sequence[tuple[int, str, Answer]]) -> pd.DataFrame:
    lines: list[dict[str, Any]] = []
    for number, side, each in made:
        facts = each.facts
        against = zip(
            each.results.spec.question.get("against"),
            each.results.spec.question.get("shares"),
            strict=True,
        )
        lines.append(
            {
                "round": number,
                "side": side,
                "opening": facts["opening"],
                "against": ", ".join(f"{called(name)} {percent(s)}" for name, s in against),
                **{key: facts[key] for key in ("score", "low", "high")},
                **{key: facts[key] for key in ("gain", "gain_low", "gain_high", "games")},
                "best_named": called(facts["best_named"]),
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
            str(row["best_named"]),
        )
        for row in rows(answers)
    ]
    return Sheet(
        "Best answers found, round by round",
        ("Round", "Side", "Against", "Score", "Gain", "Over"),
        lines,
        note="On fresh seeds. Gain in points over the best strategy that the side had before; one "
        "that is sure to gain joins the tournament.",
    )
