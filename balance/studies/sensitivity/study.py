"""Which rules matter: one parameter at a time, over whole ranges, or each rule switched off.

``one_at_a_time`` changes every number, switch and choice by a step. ``morris`` and ``sobol`` range
over a few chosen ones (``balance.studies.sensitivity.designs``). ``dead_rules`` switches rules off
(``balance.studies.dead_rules.study``, a kind of study of its own).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from balance.analysis.designs.sobol import FEWEST_ROWS
from balance.analysis.questions import check_error_rate
from balance.analysis.telling.labels import read_labels
from balance.errors import BadQuestion, DataError, UnknownName
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress, as_progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variants import rules_under
from balance.studies.answer import Answer
from balance.studies.by_cell import SCORE, Measure
from balance.studies.dead_rules import study as dead_rules
from balance.studies.field.players import Players
from balance.studies.sensitivity import designs, one_at_a_time
from balance.studies.sensitivity.designs import MORRIS, SOBOL
from balance.studies.sensitivity.ranges import chosen_ranges

KIND = "sensitivity"
ONE_AT_A_TIME, DEAD_RULES = one_at_a_time.METHOD, dead_rules.KIND
METHODS = (ONE_AT_A_TIME, MORRIS, SOBOL, DEAD_RULES)


def sensitivity(
    scenario: str,
    method: str = ONE_AT_A_TIME,
    *,
    only: Sequence[str] = (),
    parameters: Sequence[str] = (),
    over: Mapping[str, tuple[int, int]] | None = None,
    trajectories: int | None = None,
    rows: int | None = None,
    outcome: str = SCORE,
    variant: str = "baseline",
    settings: Mapping[str, object] | None = None,
    axis: str | None = None,
    soviet: str | None = None,
    games: int | None = None,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Find out which rules matter.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    method
        ``one_at_a_time``, ``morris``, ``sobol`` or ``dead_rules``.
    only
        Keys of parameters, or what they begin with, to change one at a time; all if none. With
        ``dead_rules`` numbers of rules, or what they begin with.
    parameters
        For ``morris`` and ``sobol``: keys of two parameters or more, over their range in the rules.
    over
        Ranges of one's own, ``{"victory.vp_to_win": (4, 8)}``, also of further parameters.
    trajectories, rows
        Size of the ``morris`` and of the ``sobol`` design (64 rows or more, best a power of 2); 10
        and 64. The games are one point more than parameters a trajectory, two more a row, each on
        ``games`` seeds.
    outcome
        ``score`` of the side that scores points (win 1, draw one half), or a measured column of
        the games, such as ``vp``.
    variant, settings
        The baseline: a variant, and parameters on top of it.
    games
        Games a setting or rule (100), seeds a point (``morris`` 20; ``sobol`` 4, 2 or more).
    error_rate
        Accepted chance of a false alarm; intervals hold with one minus this.
    axis, soviet
        Strategies; if none is named the field of the scenario, or its main pairing with ``morris``
        and ``sobol``.
    seed, jobs, out, progress
        As of ``balance.run``.
    detail
        Tables to keep; ``turns``, for ``dead_rules`` ``battles``.

    Raises
    ------
    UnknownName, BadQuestion, DataError
        For names that aren't there and questions that make no sense, before anything is played.

    Examples
    --------
    >>> answer = balance.sensitivity("blue", only=["victory.vp_to_win"], games=40)
    >>> sorted(answer.tables)
    ['field_changes', 'left_out', 'parameter_effects']
    """
    _check(method, only, parameters, over, trajectories, rows, outcome)
    if method == DEAD_RULES:
        return dead_rules.dead_rules(
            scenario,
            only=only,
            variant=variant,
            settings=settings,
            axis=axis,
            soviet=soviet,
            games=dead_rules.GAMES if games is None else games,
            error_rate=error_rate,
            seed=seed,
            jobs=jobs,
            out=out,
            detail=detail or "battles",
            progress=progress,
            player=player,
        )
    check_error_rate(error_rate)
    found = find_scenario(scenario)
    Measure.of(read_labels(found.game), outcome)
    players = Players.chosen(found, axis, soviet)
    if method != ONE_AT_A_TIME:
        players = players.main
    question = Question.of(
        KIND, method=method, outcome=outcome, error_rate=error_rate, **players.setting
    )
    usual = designs.GAMES.get(method, one_at_a_time.GAMES)
    given = cell_overrides(settings or {})
    base = StudySpec(
        found.game,
        found.name,
        (Cell(*players.pairings[0], variant, given),),
        usual if games is None else games,
        seed,
        detail or "turns",
        question,
    )
    if method == ONE_AT_A_TIME:
        spec = players.study(one_at_a_time.design(base, only, player, progress))
    else:
        ranges = chosen_ranges(rules_under(found.game, variant, settings), parameters, over or {})
        sizes = {"trajectories": trajectories or designs.TRAJECTORIES}
        if method == SOBOL:
            sizes = {"rows": rows or designs.ROWS}
        spec = designs.design(base, ranges, sizes)
        as_progress(progress).tell(designs.cost(spec))
    return answer(play_spec(spec, out, jobs, progress, player))


def answer(results: Results) -> Answer:
    """Answer a sensitivity study from its tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    method = results.spec.question.get("method")
    if method == ONE_AT_A_TIME:
        return one_at_a_time.answer(results)
    if method in (MORRIS, SOBOL):
        return designs.answer(results)
    raise DataError(
        f"{results.folder}: a sensitivity study by the method {method!r}; expected one of "
        f"{', '.join(METHODS[:-1])}; a newer version may know it"
    )


def _check(
    method: str,
    only: Sequence[str],
    parameters: Sequence[str],
    over: Mapping[str, tuple[int, int]] | None,
    trajectories: int | None,
    rows: int | None,
    outcome: str,
) -> None:
    """Refuse what the method has no use for, rather than ignore it."""
    if method not in METHODS:
        raise UnknownName("method", method, METHODS)
    used: dict[str, tuple[object, tuple[str, ...]]] = {
        "only": (only, (ONE_AT_A_TIME, DEAD_RULES)),
        "parameters": (parameters, (MORRIS, SOBOL)),
        "over": (over, (MORRIS, SOBOL)),
        "trajectories": (trajectories, (MORRIS,)),
        "rows": (rows, (SOBOL,)),
        "outcome": (outcome != SCORE, (ONE_AT_A_TIME, MORRIS, SOBOL)),
    }
    for name, (given, methods) in used.items():
        if given and method not in methods:
            raise BadQuestion(
                f"{name}: does not apply to the method {method}, only to {' or '.join(methods)}; "
                "leave "
                "it out, or choose another method"
            )
    for name, size in (("trajectories", trajectories), ("rows", rows)):
        least = 2 if name == "trajectories" else FEWEST_ROWS
        if size is not None and size < least:
            raise BadQuestion(f"{name}: {size} given, but at least {least} are needed")
