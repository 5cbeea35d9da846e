"""A game is opened once: what it hands out, when it is read, how it goes to another process."""

import pickle
import shutil

import pytest

from balance.errors import UnknownName
from balance.rulebook.game import Game, open_game, playable_games
from tests.every_game import GAMES

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_opened_once_and_its_parts_are_read_once(name):
    game = open_game(name)
    assert open_game(name) is game
    assert game.rules is game.rules
    assert game.register is game.register
    assert game.rules.game is game
    assert {scenario.game for scenario in game.scenarios} == {game}


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_are_named_without_reading_rules(name):
    game = Game(open_game(name).folder)
    assert game.scenarios
    assert not {"rules", "register", "rule_functions"} & set(vars(game))


@pytest.mark.parametrize("game", playable_games(), ids=str)
def test_a_game_goes_to_another_process_by_its_name_alone(game):
    assert game.rules
    sent = pickle.dumps(game)
    assert len(sent) < 200
    assert pickle.loads(sent) is game


def test_the_folder_of_a_game_may_lie_anywhere(tmp_path):
    there = open_game("army_group_south")
    game = Game(shutil.copytree(there.folder, tmp_path / there.name))
    assert game.rules.hash == there.rules.hash
    assert game.referee("scenario").load_scenario("star", game.rules).ruleset.game is game


@pytest.mark.parametrize("name", ["drive_on_stalingrd", "", "../data", "Drive_on_stalingrad"])
def test_what_is_no_game_is_refused(name):
    with pytest.raises(UnknownName, match="drive_on_stalingrad"):
        open_game(name)
