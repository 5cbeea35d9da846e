import pytest

from balance.analysis.telling.labels import read_labels
from balance.rulebook.game import open_game


@pytest.fixture(scope="session")
def labels():
    """The words of the first game."""
    return read_labels(open_game("drive_on_stalingrad"))
