"""The reasons for which referees refuse orders: their codes, rules and words."""

from __future__ import annotations

import pytest

from balance.games.reasons import Reason, reasons
from balance.kernel.compiled import entry
from balance.rulebook.game import open_game


@pytest.mark.parametrize("game", ["army_group_south", "drive_on_stalingrad"])
def test_every_refusal_has_a_code_of_its_own_words_and_registered_rules(game):
    module = open_game(game).referee("refusals")
    assert list(module.Refusal.__members__) == [refusal.name for refusal in module.Refusal]
    assert set(module.REASONS) == set(module.Refusal)
    register = open_game(game).register
    for refusal, (citation, words) in module.REASONS.items():
        assert words
        book, _, numbers = citation.partition(" ")
        assert book == (game if refusal else "")
        for number in numbers.split(", ") if numbers else ():
            register.covers(number)


class Refusal(Reason):
    """Those of a small game."""

    OK = 0, ""
    STACK_FULL = 20, "6.1"
    NO_BRIDGE = 21, "9.3, 9.4", "no bridge is left"


def test_words_are_those_of_the_game_or_else_the_common_ones():
    assert reasons("small_game", Refusal) == {
        0: ("", "allowed"),
        20: ("small_game 6.1", "the hex is full"),
        21: ("small_game 9.3, 9.4", "no bridge is left"),
    }


def test_a_reason_without_any_words_is_refused():
    class Wordless(Reason):
        NO_FERRY = 1, "9.5"

    with pytest.raises(KeyError, match="NO_FERRY"):
        reasons("small_game", Wordless)


@entry
def check_bridge(bridges: int) -> int:
    return Refusal.OK if bridges > 0 else Refusal.NO_BRIDGE


@pytest.mark.compiled
def test_compiled_checks_return_the_codes():
    assert [int(check_bridge(1)), int(check_bridge(0))] == [0, 21]
