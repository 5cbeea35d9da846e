"""Whole games on the full map, looked at after every phase: nothing is ever out of order."""

import pytest

from balance.games.drive_on_stalingrad.vocabulary import Phase
from balance.rulebook.game import open_game
from balance.strategy.play import Match, prepare

GAME = "drive_on_stalingrad"
PAIRINGS = (
    ("historical", "historical"),
    ("rostov_pocket", "counterstroke"),
    ("caucasus_first", "forward_defense"),
    ("random", "volga_line"),
    ("caucasus_first", "random"),
)


def play_checked(match: Match, seeds: range) -> None:
    for seed in seeds:
        game = match.play(seed, debug=True)
        assert game.error == "", f"seed {seed}: {game.error}"
        assert game.game.ended == 1, f"seed {seed} did not end"


def open_match(axis: str, soviet: str, **changes: object) -> Match:
    ruleset = open_game(GAME).rules.with_overrides(changes)
    return prepare(open_game(GAME), "blue", ruleset, axis, soviet)


@pytest.mark.parametrize("block", range(2))
def test_long_random_play_keeps_everything_in_order(block: int):
    # Random play soon loses a sudden-death hex: without that rule it goes through all the turns.
    match = open_match("random", "random", **{"victory.sudden_death": "off"})
    play_checked(match, range(100 * block, 100 * block + 6))


@pytest.mark.parametrize(("axis", "soviet"), PAIRINGS)
def test_named_strategies_keep_everything_in_order(axis: str, soviet: str):
    play_checked(open_match(axis, soviet), range(4))


def test_the_check_looks_before_and_after_each_phase_is_closed():
    match = open_match("historical", "historical")
    real = match.playable.check
    looked = []

    def check(state, phase_closed=False):
        looked.append((int(state.game.game_turn), int(state.game.phase), phase_closed))
        return real(state, phase_closed)

    match.playable.check = check  # type: ignore[method-assign]
    last = int(match.play(1, debug=True).game.game_turn)
    for turn in range(1, last):
        for phase in (Phase.AXIS_FIRST, Phase.AXIS_SECOND, Phase.SOVIET_FIRST, Phase.SOVIET_SECOND):
            assert (turn, phase, False) in looked
            assert (turn, phase, True) in looked
