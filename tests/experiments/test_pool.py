import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from numba import config, njit

from balance.errors import DataError, UnknownName
from balance.experiments import blocks
from balance.experiments.isolation import crews
from balance.experiments.isolation.apart import AwakeTimer
from balance.experiments.pool import play_study
from balance.experiments.provenance import provenance
from balance.experiments.schema import is_run_dependent, tables_of
from balance.experiments.study import Cell, StudySpec, game_seed
from balance.experiments.warm_up import QUIET_GAMES, Preparation, warm_up
from balance.rulebook.game import open_game
from balance.strategy.calls import OutOfTime
from tests.experiments.fake_match import HELD, PLAYER, FakeMatch, Played
from tests.experiments.killed_studies import (
    assert_same_tables,
    games_in,
    held_study,
    is_running,
    start,
    start_held,
    study,
    tables,
    told_by,
    workers_of,
)
from tests.waiting import HANGS, wait_for


def test_results_are_the_same_for_any_number_of_processes(tmp_path: Path):
    one = play_study(study(), tmp_path / "one", jobs=1, player=PLAYER)
    two = play_study(study(), tmp_path / "two", jobs=2, player=PLAYER)
    assert os.getpid() not in set(two.read("games").worker)
    assert_same_tables(one, two)


def test_each_game_has_the_seed_that_its_number_gives(tmp_path: Path):
    games = play_study(study(30), tmp_path / "s", jobs=1, player=PLAYER).read("games")
    assert list(games.seed) == [game_seed(1, i) for i in range(30)]
    assert len(games) == 30


def test_pairings_are_played_on_the_same_seeds(tmp_path: Path):
    cells = (Cell("historical", "random"), Cell("random", "historical"))
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 20, 1)
    games = play_study(spec, tmp_path / "s", jobs=1, player=PLAYER).read("games")
    seeds = [list(games[games.axis == axis].seed) for axis in ("historical", "random")]
    assert seeds[0] == seeds[1] == [game_seed(1, i) for i in range(20)]


def test_extending_a_study_gives_what_playing_it_at_once_gives(tmp_path: Path):
    play_study(study(25), tmp_path / "grown", jobs=1, player=PLAYER)
    grown = play_study(study(60), tmp_path / "grown", jobs=1, player=PLAYER)
    whole = play_study(study(60), tmp_path / "whole", jobs=1, player=PLAYER)
    assert_same_tables(grown, whole)


def test_a_finished_study_plays_nothing_twice(tmp_path: Path):
    store = play_study(study(20), tmp_path / "s", jobs=1, player=PLAYER)
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "s").rglob("*.parquet")}
    play_study(study(20), tmp_path / "s", jobs=1, player=PLAYER)
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "s").rglob("*.parquet")} == before
    assert len(store.read("games")) == 20


@pytest.mark.parametrize(("jobs", "anew"), [(1, False), (2, False), (2, True)])
def test_a_killed_study_leaves_no_process_and_resumes_with_nothing_lost_or_played_twice(
    tmp_path: Path, jobs: int, anew: bool
):
    process = start_held(tmp_path / "killed", jobs, anew)
    known = workers_of(tmp_path / "killed")
    process.kill()
    process.join()
    wait_for(lambda: not any(map(is_running, known)))
    parts = tmp_path / "killed" / "games"
    kept = {p.name: p.stat().st_mtime_ns for p in parts.glob("*.parquet")}
    assert games_in(tmp_path / "killed") == HELD
    resumed = play_study(held_study(), tmp_path / "killed", jobs=jobs, player=PLAYER)
    whole = play_study(held_study(), tmp_path / "whole", jobs=1, player=PLAYER)
    now = {p.name: p.stat().st_mtime_ns for p in parts.glob("*.parquet")}
    assert {name: now.get(name) for name in kept} == kept
    assert_same_tables(resumed, whole)


@pytest.mark.parametrize("anew", [False, True])
def test_a_killed_worker_ends_the_study_with_a_message_and_nothing_is_lost(
    anew: bool, tmp_path: Path
):
    process = start_held(tmp_path / "hurt", anew=anew)
    os.kill(min(workers_of(tmp_path / "hurt")), signal.SIGKILL)
    process.join(HANGS)
    message = told_by(tmp_path / "hurt").read_text()
    assert "BalanceError" in message
    assert "hurt: a process that plays games was killed from outside" in message
    assert "fewer --jobs" in message
    resumed = play_study(held_study(), tmp_path / "hurt", jobs=2, player=PLAYER)
    assert_same_tables(resumed, play_study(held_study(), tmp_path / "w", jobs=1, player=PLAYER))


def test_an_unknown_strategy_stops_the_study_before_anything_is_written(tmp_path: Path):
    with pytest.raises(UnknownName, match="did you mean 'historical'"):
        play_study(study(axis="historcal"), tmp_path / "s", jobs=1, player=PLAYER)
    assert not (tmp_path / "s").exists()


def test_a_failing_strategy_is_counted_apart_and_the_study_goes_on(tmp_path: Path):
    games = play_study(study(axis="failing"), tmp_path / "s", jobs=1, player=PLAYER).read("games")
    failed = games[games.ending == "strategy_error"]
    assert len(games) == 60
    assert list(failed.seed) == [s for s in games.seed if s % 3 == 0]
    assert set(failed.winner) == {"none"}
    assert set(failed.error_side) == {"axis"}
    assert set(failed.error) == {"ValueError: no plan"}
    assert games[games.ending != "strategy_error"].error.isna().all()


def test_an_unfinished_game_is_truncated_and_has_no_winner(tmp_path: Path):
    store = play_study(study(10, axis="unfinished"), tmp_path / "s", jobs=1, player=PLAYER)
    games = store.read("games")
    assert set(games.ending) == {"truncated"}
    assert set(games.winner) == {"none"}


def test_a_game_that_hangs_is_ended_as_its_strategys_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def hang_when_playing(*_: object) -> float:
        monkeypatch.setenv("HANG", "1")
        return 0.01

    monkeypatch.setattr(crews, "warm_up", hang_when_playing)
    monkeypatch.setattr(blocks, "LIMITS", blocks.Limits(seconds=0.05))
    store = play_study(study(3, axis="hanging"), tmp_path / "s", jobs=1, player=PLAYER)
    assert set(store.read("games").error) == {"the game took longer than 0.05 seconds"}


def test_who_ends_a_game_that_took_too_long_is_not_interrupted_himself():
    told = ""
    with blocks.time_limit(blocks.Limits(seconds=0.05)):
        try:
            time.sleep(HANGS)
        except OutOfTime as error:
            error.stop()
            time.sleep(0.3)  # longer than it takes to be raised again
            told = str(error)
    assert told == blocks.too_long(0.05)


def under_limits(folder: Path, seconds: float) -> None:
    """Wait for a file within limits of time, of all kinds, and write which of them were passed."""
    passed: list[str] = []

    def wait() -> None:
        try:
            with blocks.time_limit(blocks.Limits(seconds=seconds)):
                wait_for((folder / "go").exists)
        except OutOfTime as error:
            error.stop()
            passed.append(threading.current_thread().name)

    timer = AwakeTimer(seconds, lambda: passed.append("timer"))
    other = threading.Thread(target=wait, name="another thread")
    other.start()
    timer.start()
    (folder / "begun").touch()
    wait()
    other.join()
    if (folder / "go").exists():
        timer.cancel()
    timer.join()
    (folder / "passed").write_text(" and ".join(sorted(passed)))


@pytest.mark.parametrize(
    ("stopped", "passed"), [(True, ""), (False, "MainThread and another thread and timer")]
)
def test_the_time_in_which_a_process_is_stopped_does_not_count(
    tmp_path: Path, stopped: bool, passed: str
):
    limit = 2.0
    process = start(under_limits, tmp_path, limit)
    wait_for((tmp_path / "begun").exists)
    assert process.pid
    if stopped:
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(1.5 * limit)
        (tmp_path / "go").touch()
        os.kill(process.pid, signal.SIGCONT)
    process.join(HANGS)
    assert (tmp_path / "passed").read_text() == passed


def test_words_of_the_tables_are_those_of_the_game(tmp_path: Path):
    frames = tables(play_study(study(), tmp_path / "s", jobs=1, player=PLAYER))
    assert {name: list(frame.columns) for name, frame in frames.items()} == {
        name: [c for c in table.names if not is_run_dependent(c)]
        for name, table in tables_of(open_game("drive_on_stalingrad")).items()
    }
    games, events, battles = frames["games"], frames["events"], frames["battles"]
    assert set(games.ending) == {"sudden_death", "time_limit"}
    assert set(games[games.ending == "sudden_death"].ending_hex) == {"2618"}
    assert games[games.ending == "time_limit"].ending_hex.isna().all()
    assert set(events.unit.dropna()) <= {"24 Pz", "GD", "13 Gds Rif"}
    assert events.unit.isna().any()
    assert (events[events.phase == "axis_first"].player_turn == "axis").all()
    assert (events[events.phase == "turn_end"].player_turn == "none").all()
    assert (battles[battles.odds == 2].odds_ratio == "3:1").all()
    assert (battles[battles.odds == -2].odds_ratio == "1:3").all()
    assert set(battles.result) <= {"AS", "AL1", "DR", "EX", "DE"}
    assert battles.mobile.dtype == bool
    mobile = battles.groupby("game_id").mobile.sum()
    assert (games.set_index("game_id").mobile_assaults.loc[mobile.index] == mobile).all()


def test_lower_detail_keeps_fewer_tables(tmp_path: Path):
    play_study(study(10, detail="turns"), tmp_path / "s", jobs=1, player=PLAYER)
    assert sorted(p.name for p in (tmp_path / "s").iterdir() if p.is_dir()) == ["games", "turns"]


def test_preparing_plays_on_until_nothing_is_left_to_compile(monkeypatch: pytest.MonkeyPatch):
    kernels = [njit(lambda x, n=n: x + n) for n in range(3)]
    seeds: list[int] = []

    def play(self: FakeMatch, seed: int, debug: bool = False) -> Played:
        # A rule that the first game doesn't need, and one that only the fourth needs.
        for kernel, game in zip(kernels, (0, 1, 3), strict=True):
            if len(seeds) == game:
                kernel(1)
        seeds.append(seed)
        return Played(seed, None, None, None, None)

    monkeypatch.setattr(FakeMatch, "play", play)
    warm_up(Preparation(study(), provenance(study()), PLAYER, blocks.LIMITS))
    assert len(seeds) == 4 + QUIET_GAMES
    assert len(set(seeds)) == len(seeds)
    seeds.extend([0] * 10)
    warm_up(Preparation(study(), provenance(study()), PLAYER, blocks.LIMITS))
    assert len(seeds) == 4 + QUIET_GAMES + 10 + 2  # nothing is left


@pytest.mark.parametrize(
    ("axis", "games"),
    [(("historical", "voronezh_first", "mine.toml"), 2), (("historical", "random"), 4)],
)
def test_preparing_plays_one_opening_for_all(monkeypatch: pytest.MonkeyPatch, axis, games):
    seeds: list[int] = []

    def play(self: FakeMatch, seed: int, debug: bool = False) -> Played:
        seeds.append(seed)
        return Played(seed, None, None, None, None)

    monkeypatch.setattr(FakeMatch, "play", play)
    spec = replace(study(), cells=tuple(Cell(each, "historical") for each in axis))
    warm_up(Preparation(spec, provenance(spec), PLAYER, blocks.LIMITS))
    assert len(seeds) == games


def test_uncompiled_blocks_are_as_long_as_games_are_taken_to_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(config, "DISABLE_JIT", True)
    of_the_engine = play_study(study(60), tmp_path / "engine", jobs=1, player=PLAYER)
    monkeypatch.setattr("balance.experiments.warm_up.UNCOMPILED_SECONDS", 0.001)
    made_up = play_study(study(60), tmp_path / "made_up", jobs=1, player=PLAYER)
    assert [len(each.blocks()) for each in (of_the_engine, made_up)] == [20, 4]
    assert_same_tables(of_the_engine, made_up)


def test_a_broken_part_is_named_with_the_way_to_play_its_games_again(tmp_path: Path):
    store = play_study(study(), tmp_path / "s", jobs=1, player=PLAYER)
    whole = tables(store)
    part = store.blocks()[0].part
    (tmp_path / "s" / "turns" / part).write_bytes(b"half a pa")
    again = rf"turns/{part}: not a .*; balance resume \S+/s plays it again"
    with pytest.raises(DataError, match=again):
        store.read("turns")
    mended = tables(play_study(study(), tmp_path / "s", jobs=1, player=PLAYER))
    assert all(frame.equals(whole[name]) for name, frame in mended.items())


def test_a_study_whose_manifest_tells_other_seeds_is_not_gone_on_with(tmp_path: Path):
    play_study(study(), tmp_path / "s", jobs=1, player=PLAYER)
    path = tmp_path / "s" / "study.toml"
    text = path.read_text()
    assert "seed = 1\n" in text
    path.write_text(text.replace("seed = 1\n", "seed = 8\n"))
    other = replace(study(), seed=8)
    with pytest.raises(DataError, match=r"study\.toml: has changed since it was written"):
        play_study(other, tmp_path / "s", jobs=1, player=PLAYER)
