"""Player turns in one compiled call, and step by step where somebody looks on: the same games."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.drive_on_stalingrad.vocabulary import Phase
from balance.strategy.play import Match
from tests.every_game import GAMES, match_of

BLUE = "drive_on_stalingrad"
TABLES = ("turns", "events", "battles", "hexes")


def plays_alike(match: Match, seed: int) -> Any:
    """Play a game at once, and once more before all eyes; give it if nothing differs."""
    unseen, seen = match.play(seed), match.play(seed, debug=True)
    assert unseen.error == seen.error == ""
    assert unseen.game.tolist() == seen.game.tolist()
    for table in TABLES:
        assert getattr(unseen, table).tolist() == getattr(seen, table).tolist(), table
    return unseen


def calls_of(match: Match, monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, bool]]:
    """Note of each call of the staff for whom it played on."""
    conduct = match.playable.conduct
    calls = []

    def count(state: Any, desks: Any, kind: int, plays_on: tuple[bool, bool]) -> int:
        calls.append(plays_on)
        return conduct(state, desks, kind, plays_on)

    monkeypatch.setattr(match.playable, "conduct", count)
    return calls


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("axis", "soviet"),
    [("historical", "historical"), ("historical", "random"), ("random", "historical")],
)
def test_games_that_nobody_looks_at_are_those_that_all_may_see(game: str, axis: str, soviet: str):
    match = match_of(game, axis, soviet)
    for seed in range(2):
        played = plays_alike(match, seed)
        assert len(played.battles) > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_staff_is_called_at_most_once_a_player_turn_where_nobody_looks_on(
    game: str, monkeypatch: pytest.MonkeyPatch
):
    match = match_of(game, "historical", "historical")
    calls = calls_of(match, monkeypatch)
    turns = len(match.play(1).turns)
    assert turns <= len(calls) <= 2 * turns
    assert set(calls) == {(True, True)}
    calls.clear()
    match.play(1, debug=True)
    assert len(calls) > 4 * turns
    assert set(calls) == {(False, False)}


@pytest.mark.parametrize("game", GAMES)
def test_the_staff_plays_on_for_the_side_alone_that_leaves_all_to_it(
    game: str, monkeypatch: pytest.MonkeyPatch
):
    match = match_of(game, "random", "historical")
    calls = calls_of(match, monkeypatch)
    match.play(1)
    assert set(calls) == {(False, True)}


def test_games_that_end_within_a_player_turn_end_alike():
    ended_in = set()
    for points in (2, 3, 4, 5):
        match = match_of(BLUE, "rostov_pocket", "don_line", **{"victory.vp_to_win": points})
        for seed in range(3):
            ended_in.add(Phase(int(plays_alike(match, seed).game.phase)))
    assert {Phase.AXIS_FIRST, Phase.AXIS_SECOND} <= ended_in
