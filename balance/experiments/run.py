"""Plays one pairing, or several, and returns the results: the Python side of `balance run`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from balance.errors import DataError
from balance.experiments.match import PLAYER
from balance.experiments.pool import Enough, play_study
from balance.experiments.progress import Progress, as_progress
from balance.experiments.results import Results
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.experiments.temporary import make_folder, remove_folder
from balance.given import check_mapping, is_whole, path_at
from balance.strategy.field import who_play


def run(
    scenario: str,
    *,
    axis: str | None = None,
    soviet: str | None = None,
    games: int = 100,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    variant: str = "baseline",
    overrides: Mapping[str, object] | None = None,
    detail: str = "battles",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Results:
    """Play a scenario many times between two strategies.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    axis, soviet
        Strategies: ``historical``, ``historical:min_odds=3``, or the path of a strategy file. If
        one is given, the other is ``historical``; if neither, the main pairing of the field plays,
        or both ``historical`` where there is none.
    games
        Number of games.
    seed
        Seed of the study; the same seed gives the same games.
    jobs
        Processes; by default one a core. It never changes a result.
    out
        Folder to keep the tables in. A study that is there already goes on where it stopped.
        Without a folder the tables last as long as the results.
    variant
        Rule variant, by name or path.
    overrides
        Parameters to set on top: ``{"victory.vp_to_win": 7}``.
    detail
        ``turns``, ``events`` or ``battles``: how much to keep of each game.
    progress
        Whether to show a progress bar, or what to report progress to.
    player
        ``module:function`` that prepares a match.

    Examples
    --------
    >>> results = balance.run("blue", soviet="random", games=20, seed=1)
    >>> len(results.games), results.spec.scenario
    (20, 'operation_blue')
    >>> balance.run("blue", overrides={"victory.vp_to_win": 7}, games=5).games.variant[0]
    'baseline+victory.vp_to_win=7'
    """
    met = who_play(find_scenario(scenario), axis, soviet)
    cell = Cell(*met, variant, cell_overrides(overrides or {}))
    return run_cells(
        scenario,
        [cell],
        games=games,
        seed=seed,
        jobs=jobs,
        out=out,
        detail=detail,
        progress=progress,
        player=player,
    )


def run_cells(
    scenario: str,
    cells: Sequence[Cell],
    *,
    games: int = 100,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "battles",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Results:
    """Play several pairings on the same seeds: ``games`` in each, as ``run`` does for one.

    Examples
    --------
    >>> players = [balance.Cell("historical", soviet) for soviet in ("random", "historical")]
    >>> balance.run_cells("blue", players, games=5).games.groupby("soviet").size().to_dict()
    {'historical': 5, 'random': 5}
    """
    found = find_scenario(scenario)
    spec = StudySpec(found.game, found.name, tuple(cells), games, seed, detail)
    if len(set(spec.cells)) < len(spec.cells):
        raise DataError("a study can't hold the same pairing twice")
    return play_spec(spec, out, jobs, progress, player)


def cell_overrides(overrides: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Overrides in the form that a Cell holds: text, sorted by key.

    >>> cell_overrides({"victory.vp_to_win": 7, "map.ports": ("0233", "1134")})
    (('map.ports', '0233|1134'), ('victory.vp_to_win', '7'))
    """
    check_mapping("settings", overrides, "{'victory.vp_to_win': 7}")
    pairs = []
    for key, value in overrides.items():
        text = "|".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        pairs.append((key, text))
    return tuple(sorted(pairs))


def play_spec(
    spec: StudySpec,
    out: str | Path | None,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
    *,
    enough: Enough | None = None,
    most_games: int | None = None,
) -> Results:
    """Play a study into its folder, or one that lasts as long as the results; see ``run``.

    ``enough`` and ``most_games`` are those of ``pool.play_study``.
    """
    if jobs is not None and not (is_whole(jobs) and jobs >= 1):
        raise DataError(f"jobs: {jobs!r}; expected the number of processes, 1 or more")
    shown = as_progress(progress)

    def play(folder: Path) -> None:
        play_study(
            spec, folder, jobs=jobs, progress=shown, player=player, enough=enough,
            most_games=most_games,
        )  # fmt: skip

    if out:
        play(path_at("out", out))
        return Results(out)
    folder = make_folder()
    try:
        play(folder)
    except BaseException:
        remove_folder(folder)
        raise
    return Results(folder, temporary=True)
