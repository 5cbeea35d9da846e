"""Which side does a change of the rules favour when both sides adapt to it?

The study itself compares two rules with players that stay as they are. Then both sides are trained
under either of them, with as many games (``balance.studies.train_both``), and all that was found
meets in a tournament under both: the change of its value is what the rules are worth to players who
know them. To train under the first rules as well is what makes it fair: a search alone would gain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from balance.analysis.contests.equilibrium import FEWEST_SEEDS
from balance.analysis.questions import check_count
from balance.analysis.study import rows
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.variant_names import variant_names
from balance.analysis.telling.words import count_games, points, points_range
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress, as_progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import MANIFEST, StudySpec
from balance.experiments.variant_file import BASELINE
from balance.given import listed
from balance.strategy.api import SIDES
from balance.studies.answer import Answer, Sheet
from balance.studies.compare import study as comparison
from balance.studies.compare.stop import Stop
from balance.studies.compare.study import play_pairs
from balance.studies.field.players import Players
from balance.studies.tables import TABLES
from balance.studies.tournament import study as tournament
from balance.studies.tournament.pairings import Sides, choose_strategies, crossed_cells
from balance.studies.train import study as search
from balance.studies.train.study import FEWEST_GAMES, FEWEST_JUDGED
from balance.studies.train_both import study as training
from balance.studies.train_both.study import train_both

KIND = "adapt"
#: Folders inside that of the study: a training under each of the rules, and all that met.
TRAINED, CONTEST = ("first", "second"), "tournament"
#: Study seeds of the tournaments lie beyond those of all searches and of what judges them.
_CONTESTS = 6_000_000_000
_TWO = 2

METHODS = (
    "Players who adapt: both sides are trained under either of the rules, with as many games each; "
    "what is sure to gain meets the players of the study in a tournament under both rules, on "
    "seeds that no search has seen. The change is that of the value of the tournament; its "
    "interval speaks of the luck of the tournament's games, not of the search: a longer one, or "
    "another seed, may find more and change it.",
)


def adapt(
    scenario: str,
    variants: str | Sequence[str],
    *,
    axis: str | Sequence[str] | None = None,
    soviet: str | Sequence[str] | None = None,
    budget: int = 5000,
    judge: int = 1000,
    pairing: int = 200,
    games: int = 1000,
    margin: float = 2.0,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Say which side a change of the rules favours when both sides adapt their play to it.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    variants
        Two rules, or one that is compared with the baseline.
    axis, soviet
        Strategies of the players that stay as they are, with which the searches begin; those of the
        field if none is named. A side with a single one begins with all that the game names.
    budget, judge
        Games of each of the four searches, and of what judges what one found; see
        ``balance.train``.
    pairing
        Games in each pairing of the tournament under each of the rules, 20 or more.
    games, margin, error_rate, seed, jobs, out, progress, player
        As of ``balance.compare``. The openings stand in ``first`` and ``second``.

    Raises
    ------
    BadQuestion
        For more or fewer than two rules, or too few games.

    Examples
    --------
    >>> who = {"axis": ["historical", "voronezh_first"], "soviet": ["historical", "volga_line"]}
    >>> few = {"budget": 500, "judge": 100, "pairing": 20, "games": 40}
    >>> answer = balance.adapt("blue", ["vp_to_win_7"], **who, **few)
    >>> list(answer.tables["adapted"]["players"])
    ['unchanged', 'adapted']
    """
    variants = listed(variants, "variants")
    rules = (
        [BASELINE, *variants] if list(variants) != [BASELINE] and len(variants) == 1 else variants
    )
    if len(rules) != _TWO or rules[0] == rules[1]:
        raise BadQuestion(
            "variants to adapt to: expected one, which is compared with the baseline, or two; "
            f"given: {', '.join(variants) or 'none'}"
        )
    check_count(budget, FEWEST_GAMES, "games of a training")
    check_count(judge, FEWEST_JUDGED, "games that judge what a training found")
    check_count(pairing, FEWEST_SEEDS, "games a pairing of a tournament")
    training.check_seed(seed, 0)
    found = find_scenario(scenario)
    players = Players.chosen(found, axis, soviet)
    results = play_pairs(
        KIND,
        found,
        players,
        players.cells([(name, ()) for name in rules]),
        games=games,
        stop=Stop(None, margin, 0, error_rate),
        seed=seed,
        detail="turns",
        out=out,
        jobs=jobs,
        progress=progress,
        player=player,
        budget=budget,
        judge=judge,
        pairing=pairing,
    )
    play_further(results, jobs, progress, player)
    return answer(results)


def _rules(spec: StudySpec) -> list[str]:
    """The two rules, as cells name them."""
    return list(dict.fromkeys(cell.variant for cell in spec.cells))


def _beginners(spec: StudySpec) -> dict[str, list[str]]:
    """By side the strategies that the searches begin with, two or more."""
    found = find_scenario(f"{spec.game}/{spec.scenario}")
    named = {side: list(dict.fromkeys(getattr(c, side) for c in spec.cells)) for side in SIDES}
    return {
        side: names if len(names) >= _TWO else choose_strategies(found, side, None)
        for side, names in named.items()
    }


def play_further(
    results: Results,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> None:
    """Train both sides under either of the rules, and have all meet; what is there is only read."""
    spec, shown = results.spec, as_progress(progress)
    ask, names = spec.question.get, _beginners(spec)
    for folder, variant in zip(TRAINED, _rules(spec), strict=True):
        shown.tell(f"training both sides under {variant}")
        train_both(
            f"{spec.game}/{spec.scenario}",
            axis=names["axis"],
            soviet=names["soviet"],
            variant=variant,
            rounds=0,
            games=ask("budget"),
            judge=ask("judge"),
            error_rate=ask("error_rate"),
            seed=spec.seed,
            jobs=jobs,
            out=results.folder / folder,
            progress=progress,
            player=player,
        )
    joined = {side: list(given) for side, given in names.items()}
    for _, side, each in _searches(results):
        if each.facts["gain_low"] > 0:
            joined[side].append(str(each.results.folder.resolve() / each.facts["opening"]))
    cells = crossed_cells(_rules(spec), joined["axis"], joined["soviet"])
    question = Question.of(tournament.KIND, error_rate=ask("error_rate"))
    # Seeds of its own: those of the study, and of the tournaments that chose whom to train
    # against, flatter what they chose.
    contest = StudySpec(
        spec.game, spec.scenario, cells, ask("pairing"), _CONTESTS + spec.seed, "turns", question
    )
    play_spec(contest, results.folder / CONTEST, jobs, progress, player)


def _searches(results: Results) -> Iterator[tuple[str, str, Answer]]:
    """Each search: the rules it was made under, its side, and what it found."""
    for folder, variant in zip(TRAINED, _rules(results.spec), strict=True):
        for _, side, made in training.trainings(results.folder / folder):
            yield variant, side, search.answer(made)


def answer(results: Results) -> Answer:
    """Answer a study of players who adapt from its folder.

    Raises
    ------
    BadQuestion
        If all that was found hasn't met yet.
    """
    spec, folder = results.spec, results.folder
    if not (folder / CONTEST / MANIFEST).is_file():
        raise BadQuestion(
            f"{folder}: the training hasn't ended yet; balance resume {folder} goes on with it"
        )
    unchanged = comparison.answer(results)
    last, names = Results(folder / CONTEST), variant_names(spec.game, _rules(spec))
    searches = list(_searches(results))
    called = {
        str(each.results.folder.resolve() / each.facts["opening"]): _called(side, variant, spec)
        for variant, side, each in searches
    }
    met = tournament.answer(last, called)
    tables = {
        **met.tables,
        "adapted": _adapted_table(unchanged, met),
        "searches": _search_table(searches),
    }
    sides = Sides.of(read_labels(spec.game))
    return Answer(
        results=results,
        sentence=f"{met.sentence} Players who don't adapt: {unchanged.sentence}",
        about=unchanged.about,
        remarks=(
            *unchanged.remarks,
            *met.remarks,
            f"each side was trained under either of the rules with "
            f"{count_games(spec.question.get('budget'))}; the openings found are in {folder}",
        ),
        tables=tables,
        sheets=[
            _adapted_sheet(tables["adapted"], sides),
            _search_sheet(tables["searches"], sides, names),
            *met.sheets,
        ],
        facts={**met.facts, "searched": int(tables["searches"]["games"].sum())},
        methods=(*METHODS, *unchanged.methods, *tournament.METHODS),
    )


def _called(side: str, variant: str, spec: StudySpec) -> str:
    """What readers call an opening that was found."""
    return f"{side}_trained_{TRAINED[_rules(spec).index(variant)]}"


def _adapted_table(unchanged: Answer, met: Answer) -> pd.DataFrame:
    verdict = unchanged.tables["verdicts"].iloc[0]
    change = met.tables["value_changes"].iloc[0]
    lines = [
        {
            "players": players,
            **{key: row[key] for key in ("verdict", "side", "difference", "low", "high")},
            "seeds": int(row[seeds]),
        }
        for players, row, seeds in (("unchanged", verdict, "pairs"), ("adapted", change, "seeds"))
    ]
    return pd.DataFrame(lines, columns=TABLES["adapted"].names)


def _search_table(searches: Sequence[tuple[str, str, Answer]]) -> pd.DataFrame:
    lines = [
        {
            "variant": variant,
            "side": side,
            **{
                key: each.facts[key]
                for key in ("opening", "gain", "gain_low", "gain_high", "games")
            },
            "joined": int(each.facts["gain_low"] > 0),
        }
        for variant, side, each in searches
    ]
    return pd.DataFrame(lines, columns=TABLES["searches"].names)


def _adapted_sheet(table: pd.DataFrame, sides: Sides) -> Sheet:
    """The change with either kind of players."""
    lines = [
        (
            str(row["players"]),
            f"{points(row['difference'])} {points_range(row['low'], row['high'])}",
            f"{row['seeds']:,}",
        )
        for row in rows(table)
    ]
    return Sheet(
        "With players who stay as they are, and with those who adapt",
        ("Players", f"Change for {sides.phrases[0]}", "Seeds"),
        lines,
        note="Score in points. Players who adapt are trained under either of the rules and choose "
        "among all that was found.",
    )


def _search_sheet(table: pd.DataFrame, sides: Sides, names: dict[str, str]) -> Sheet:
    """What each search found."""
    called = dict(zip(sides.keys, sides.names, strict=True))
    lines = [
        (
            names[str(row["variant"])],
            called[str(row["side"])],
            f"{points(row['gain'])} {points_range(row['gain_low'], row['gain_high'])}",
            f"{row['games']:,}",
            "joins the tournament" if row["joined"] else "stays out",
        )
        for row in rows(table)
    ]
    return Sheet(
        "What the searches found",
        ("Under", "Side", "Gain", "Games", "It"),
        lines,
        note="Gain in points over what the best mix of the side scored, on fresh seeds; only "
        "what is sure to gain joins.",
    )
