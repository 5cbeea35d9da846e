"""Whole games of every game that can be played, looked at after every phase, and third parties."""

import time

import pytest
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys

from balance.experiments.digest import game_digest
from balance.kernel.entries import timed_entries
from balance.rulebook.game import open_game
from balance.staff.desk import WRITTEN, planned_parts
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.conformance import check_strategy
from tests.every_game import GAMES, last_turn_key, match_of
from tests.strategy.test_every_game import BESIDE, ROOT

pytestmark = pytest.mark.parametrize("game", GAMES)
PAIRINGS = (
    ("random", "random", 3),
    ("historical", "random", 2),
    ("random", "historical", 2),
    ("historical", "historical", 2),
)


@pytest.mark.parametrize(("axis", "soviet", "games"), PAIRINGS)
def test_play_keeps_everything_in_order(game: str, axis: str, soviet: str, games: int):
    match = match_of(game, axis, soviet)
    refused = {side: 0 for side in SIDES}
    battles = 0  # of all games: one of random play may be lost at once
    for seed in range(games):
        played = match.play(seed, debug=True)
        assert played.error == "", f"seed {seed}: {played.error}"
        assert played.game.ended == 1, f"seed {seed} did not end"
        battles += len(played.battles)
        assert played.turns["game_turn"].tolist() == list(range(1, len(played.turns) + 1))
        refused = {side: refused[side] + int(played.game[f"{side}_refused"]) for side in SIDES}
    assert refused == dict.fromkeys(SIDES, 0)
    assert battles > 5


def test_the_clock_of_the_bench_sees_each_turn_of_a_game(game: str):
    match = match_of(game, "historical", "historical")
    match.play(0)
    begun = time.perf_counter()
    with timed_entries() as clock:
        played = match.play(1)
    whole = time.perf_counter() - begun
    assert clock.calls > len(played.turns)
    assert 0.0 < clock.seconds < whole


def test_the_staff_writes_on_its_papers_before_it_reads_them(game: str, monkeypatch):
    match = match_of(game, "historical", "historical")
    expected = [game_digest(match.play(seed)) for seed in range(2)]
    draft = match.playable.draft

    def draft_on_used_papers(plan, side):
        desk = draft(plan, side)
        only_read = [part.copy() for part in planned_parts(desk)]
        for name in WRITTEN:
            getattr(desk, name).fill(7)
        for part, planned in zip(planned_parts(desk), only_read, strict=True):
            part[:] = planned
        return draft(plan, side)

    monkeypatch.setattr(match.playable, "draft", draft_on_used_papers)
    assert [game_digest(match.play(seed)) for seed in range(2)] == expected


def test_the_staff_only_reads_what_stays_on_its_desk(game: str, monkeypatch):
    match = match_of(game, "historical", "historical")
    used, draft = {}, match.playable.draft
    looked = []

    def look_first(plan, side):
        for part, planned in used.get(side, ()):
            assert part.tolist() == planned
            looked.append(side)
        desk = draft(plan, side)
        used[side] = [(part, part.tolist()) for part in planned_parts(desk)]
        return desk

    monkeypatch.setattr(match.playable, "draft", look_first)
    for seed in range(2):
        match.play(seed)
        used.clear()  # papers are blank as a game begins
    assert set(looked) == {0, 1}


@pytest.mark.parametrize("players", ["historical", "random"])
def test_a_game_leaves_no_memory_behind(game: str, players: str):
    match = match_of(game, players, players)
    match.play(0)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    match.play(1)
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free > 0


def assert_passes(game: str, name: str) -> None:
    path = ROOT / "strategies" / game / name
    entry = registry.read_file(path)[0]
    report = check_strategy(str(path), entry.game, entry.side, games=1, opponents=("random",))
    assert report.passed, report.text()


@pytest.mark.parametrize("name", [name for name in BESIDE if "orders" not in name])
def test_templates_and_examples_pass_the_exam(game: str, name: str):
    assert_passes(game, name)


@pytest.mark.plain
def test_an_example_of_orders_passes_the_exam(game: str, monkeypatch):
    # Each kind of order is compiled apart: that takes longer than a turn in plain Python.
    rules = open_game(game).rules.with_overrides({last_turn_key(game): 1})
    monkeypatch.setitem(vars(open_game(game)), "rules", rules)
    assert_passes(game, "_example_orders.py")


@pytest.mark.long
def test_an_example_of_orders_passes_the_exam_in_whole_games(game: str):
    assert_passes(game, "_example_orders.py")
