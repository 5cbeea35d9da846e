import gc
import math
from pathlib import Path

import pandas as pd
import pytest

import balance
from balance.errors import BalanceError, DataError, ResumeMismatch, UnknownName
from balance.experiments import bench
from balance.experiments.bench import game_growth, measure
from balance.experiments.digest import digests
from balance.experiments.scenarios import find_scenario
from balance.experiments.schema import tables_of
from balance.experiments.study import Cell
from balance.rulebook.game import open_game
from balance.strategy.field import USUAL, read_field, who_play
from balance.studies.export import export
from balance.studies.kinds import resume_study
from tests.experiments.fake_match import PLAYER


def play(**options: object) -> balance.Results:
    return balance.run("blue", jobs=1, player=PLAYER, soviet="random", **options)  # type: ignore[arg-type]


def test_results_without_a_folder_last_as_long_as_they_are_used():
    results = play(games=12)
    folder = results.folder
    assert len(results.games) == 12
    assert folder.is_dir()
    del results
    gc.collect()
    assert not folder.exists()


@pytest.mark.parametrize("named", [{}, {"axis": "random"}, {"soviet": "random"}])
def test_who_plays_where_nobody_or_one_side_alone_is_named(named: dict[str, str]):
    """The main pairing of the field; against one that is named, the usual opponent."""
    main = read_field(find_scenario("blue")).pairings[0]
    sides = named.get("axis", USUAL), named.get("soviet", USUAL)
    expected = sides if named else (main.axis, main.soviet)
    assert who_play(find_scenario("blue"), named.get("axis"), named.get("soviet")) == expected


def test_results_hold_the_tables_and_a_summary(tmp_path: Path):
    results = play(games=15, out=tmp_path / "s")
    for name, table in tables_of(open_game("drive_on_stalingrad")).items():
        assert list(getattr(results, name).columns) == table.names
    assert results.summary["count"].sum() == 15
    assert results.is_complete
    assert "15 games" in repr(results)
    pd.testing.assert_frame_equal(balance.open_study(tmp_path / "s").games, results.games)


def test_a_parameter_set_for_a_study_reaches_its_games(tmp_path: Path):
    results = play(games=30, overrides={"victory.vp_to_win": 2})
    assert results.turns.vp.max() == 2
    assert set(results.games.variant) == {"baseline+victory.vp_to_win=2"}


def test_a_variant_file_reaches_its_games_and_its_edit_is_noticed(tmp_path: Path):
    file = tmp_path / "short.toml"
    file.write_text('[variant]\nname = "short"\n[set]\n"victory.vp_to_win" = 3\n')
    results = play(games=10, variant=str(file), out=tmp_path / "s")
    assert results.turns.vp.max() == 3
    assert results.manifest.provenance.changes == ({"victory.vp_to_win": "6 -> 3"},)
    file.write_text('[variant]\nname = "short"\n[set]\n"victory.vp_to_win" = 4\n')
    with pytest.raises(ResumeMismatch, match="rule variant or rules data has changed"):
        play(games=10, variant=str(file), out=tmp_path / "s")


def test_a_faulty_variant_file_is_refused_by_file_and_line(tmp_path: Path):
    file = tmp_path / "x.toml"
    file.write_text('[variant]\nname = "x"\n[set]\n"victory.vp_to_win" = 300\n')
    with pytest.raises(DataError, match=r"x\.toml:4: .*300"):
        play(games=10, variant=str(file), out=tmp_path / "s")
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"axis": "historcal"}, UnknownName, "did you mean 'historical'"),
        ({"variant": "nosuch"}, UnknownName, "unknown variant"),
        ({"overrides": {"victory.vp_to_win": "many"}}, DataError, "whole number"),
        ({"games": 0}, DataError, "not 0"),
        ({"seed": -1}, DataError, "not -1"),
        ({"detail": "all"}, DataError, "unknown detail"),
        ({"out": "/dev/null"}, ResumeMismatch, "is a file"),
    ],
)
def test_a_bad_option_is_refused_with_what_may_be_given(
    options: dict[str, object], error: type[BalanceError], said: str
):
    with pytest.raises(error, match=said):
        play(**options)


def test_an_unknown_scenario_is_refused_with_near_ones():
    with pytest.raises(UnknownName, match="did you mean 'blue'"):
        balance.run("blu", player=PLAYER)


def test_the_same_pairing_twice_in_a_study_is_refused():
    with pytest.raises(DataError, match="twice"):
        balance.run_cells("blue", [Cell("random", "random")] * 2, player=PLAYER)


def test_a_study_resumes_from_its_folder_alone(tmp_path: Path):
    play(games=10, out=tmp_path / "s", overrides={"victory.vp_to_win": 2})
    results = resume_study(tmp_path / "s", games=30, jobs=1, player=PLAYER)
    assert len(results.games) == 30
    assert results.turns.vp.max() == 2
    with pytest.raises(DataError, match="holds 30 games a pairing already; to extend it, ask for"):
        resume_study(tmp_path / "s", games=10, player=PLAYER)


def test_resuming_where_no_study_is_says_so(tmp_path: Path):
    with pytest.raises(DataError, match="no study in this folder"):
        resume_study(tmp_path)


def test_export_writes_each_table_and_never_overwrites(tmp_path: Path):
    results = play(games=10, out=tmp_path / "s")
    export(tmp_path / "s", tmp_path / "csv", "csv", ["games"])
    assert len(pd.read_csv(tmp_path / "csv" / "games.csv")) == 10
    assert "`ending_turn`" in (tmp_path / "csv" / "columns.md").read_text()
    with pytest.raises(DataError, match="left alone"):
        export(tmp_path / "s", tmp_path / "csv", "csv", ["games"])
    export(tmp_path / "s", tmp_path / "parquet", "parquet")
    written = pd.read_parquet(tmp_path / "parquet" / "battles.parquet")
    pd.testing.assert_frame_equal(written, results.battles)


def test_a_digest_tells_games_apart_and_repeats_itself():
    first = digests("blue", Cell("historical", "random"), games=3, seed=1, player=PLAYER)
    again = digests("blue", Cell("historical", "random"), games=3, seed=1, player=PLAYER)
    other = digests("blue", Cell("historical", "random"), games=3, seed=2, player=PLAYER)
    assert first == again
    assert len({digest for _, digest in (*first.games, *other.games)}) == 6
    assert first.total != other.total


@pytest.mark.parametrize("exponent", [1, 2])
def test_growth_is_the_exponent_of_time_over_games(exponent: int):
    ends = [0.1 * (game / 12) ** exponent for game in range(13)]
    assert game_growth(ends) == pytest.approx(exponent)


def test_studies_of_each_number_of_processes_take_turns_and_the_fastest_counts(monkeypatch):
    asked = []
    measured = {1: iter([10.0, 20.0, 15.0]), 2: iter([30.0, 28.0, 38.0])}

    def rate(spec, jobs, player):
        asked.append(jobs)
        return next(measured[jobs])

    monkeypatch.setattr(bench, "_study_rate", rate)
    assert bench._study_rates(None, [1, 2], PLAYER) == {1: 20.0, 2: 38.0}
    assert asked == [1, 2, 1, 2, 1, 2]


def test_the_bench_measures_each_figure_it_promises():
    figures = {
        f.key: f.value for f in measure("blue", soviet="random", games=12, jobs=1, player=PLAYER)
    }
    assert figures["games_per_second"] > 0
    assert 0 <= figures["outside_share"] <= 100
    assert figures["compile_seconds"] > 0
    assert 20 < figures["worker_mb"] < 2000
    assert math.isfinite(figures["growth"])
    assert figures["game_over_work"] > 0
    assert "reach_us" not in figures  # a stand-in for a game has no map to search
