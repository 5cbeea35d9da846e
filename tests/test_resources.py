from balance.files.resources import data_folder, game_folder


def test_data_of_a_game_lies_in_the_data_folder():
    assert game_folder("drive_on_stalingrad").parent == data_folder()
