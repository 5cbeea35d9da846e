"""Matches of 1942: players are asked turn by turn, to the end of the game."""

from __future__ import annotations

import pytest

from balance.staff.plan import Mission, Plan, select
from balance.staff.stalingrad_1942.playing import Playable
from balance.strategy import Strategy
from balance.strategy.play import Match
from tests.games.stalingrad_1942.scenarios import NAMES, scenario


class Anybody(Strategy):
    """Random play for either side."""

    name = "anybody"
    game = "stalingrad_1942"
    side = "axis"
    is_random = True


class Anyone(Anybody):
    """The same for the Soviets."""

    name = "anyone"
    side = "soviet"


class Planner(Strategy):
    """Plans each turn; the staff does nothing yet."""

    name = "planner"
    game = "stalingrad_1942"
    side = "soviet"

    def plan(self, view):
        """Send the armor to Kalach."""
        asked.append((view.game_turn, view.facts["phase"]))
        return Plan(missions=(Mission(select(kinds=["armor"]), "strike", ("Kalach",)),))


asked: list[tuple[int, str]] = []


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES)
def test_a_match_of_random_players_ends_with_everything_in_order(name):
    played = Match(Playable(scenario(name, 1)), [(Anybody, {}), (Anyone, {})]).play(3, debug=True)
    assert played.error == ""
    assert (played.game.ended, len(played.turns)) == (1, 1)
    assert len(played.battles) > 1


@pytest.mark.compiled
def test_a_planner_is_asked_once_a_turn_and_his_staff_leaves_the_duties_to_the_referee():
    asked.clear()
    match = Match(Playable(scenario("uranus", 2)), [(Anybody, {}), (Planner, {})])
    played = match.play(3, debug=True)
    assert played.error == ""
    assert [turn for turn, _ in asked] == [1, 2]
    assert played.game.ended == 1
    again = match.play(3)
    assert again.battles.tobytes() == played.battles.tobytes()


def test_wishes_for_the_set_up_are_refused():
    class Wishing(Anyone):
        name = "wishing"

        def set_up(self, view):
            """Wish for another hex."""
            return {view.units()[0].name: "0101"}

        is_random = False

    played = Match(Playable(scenario("uranus", 1)), [(Anybody, {}), (Wishing, {})]).play(1)
    assert "stalingrad_1942 15.1a" in played.error
