"""What tests of studies share."""

import pytest

from balance.studies.field import players
from tests.studies.fake_field import FIELD


@pytest.fixture
def field(monkeypatch):
    """Every scenario has the field of ``fake_field``."""
    monkeypatch.setattr(players, "read_field", lambda found: FIELD)
    return FIELD
