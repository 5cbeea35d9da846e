"""Scenarios are found by names that may fit one, several or none."""

from pathlib import Path

import pytest

from balance.errors import DataError, UnknownName
from balance.experiments import scenarios
from balance.experiments.scenarios import find_game, find_scenario
from balance.rulebook.game import Game, ScenarioName

pytestmark = pytest.mark.plain

FIRST, SECOND = Game(Path("first")), Game(Path("second"))
URANUS = ScenarioName(FIRST, "uranus", "Uranus", ("ring",))
ALIKE = ScenarioName(SECOND, "uranus", "Operation Uranus")
BLUE = ScenarioName(FIRST, "blue", "Blue")


@pytest.fixture
def two_games(monkeypatch):
    monkeypatch.setattr(scenarios, "scenarios", lambda: [URANUS, ALIKE, BLUE])


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("blue", BLUE),
        ("first/blue", BLUE),
        ("ring", URANUS),
        ("first/ring", URANUS),
        ("first/uranus", URANUS),
        ("second/uranus", ALIKE),
    ],
)
def test_a_name_that_one_scenario_has_finds_it(two_games, name, found):
    assert find_scenario(name) is found
    assert find_game(name) == found.game


def test_a_name_that_several_games_have_is_refused_with_what_may_be_meant(two_games):
    message = "scenario 'uranus' may be several; expected one of first/uranus, second/uranus"
    with pytest.raises(UnknownName, match=message):
        find_scenario("uranus")
    with pytest.raises(UnknownName, match="game 'uranus' may be several; expected one of first, "):
        find_game("uranus")


@pytest.mark.parametrize("name", ["second/blue", "first/", "urnus", ""])
def test_a_name_that_none_has_is_refused_with_near_ones(two_games, name):
    with pytest.raises(UnknownName, match=rf"unknown scenario '{name}'.* Known: blue, ring, "):
        find_scenario(name)


def test_a_game_stands_for_its_scenario_where_it_has_one():
    assert find_scenario("more_lost_victories").name == "counteroffensive"
    several = "several; expected one of stalingrad_1942/on_to_stalingrad, stalingrad_1942/uranus, "
    with pytest.raises(UnknownName, match=several):
        find_scenario("stalingrad_1942")


def test_an_installation_without_scenarios_says_so(monkeypatch):
    monkeypatch.setattr(scenarios, "scenarios", list)
    with pytest.raises(DataError, match="holds no scenario; is the installation complete"):
        find_scenario("blue")
