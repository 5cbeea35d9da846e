from balance.files.resources import data_folder
from balance.rulebook.game import open_game


def test_data_of_a_game_lies_in_the_data_folder():
    assert open_game("drive_on_stalingrad").folder.parent == data_folder()
