import pytest

from balance.analysis.telling.labels import read_labels


@pytest.fixture(scope="session")
def labels():
    """The words of the first game."""
    return read_labels("drive_on_stalingrad")
