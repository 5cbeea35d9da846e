import pytest

from balance.analysis.results import analyse
from reports.html import render_page
from reports.run_page import run_page
from tests.browser import browser, open_file
from tests.reports.replay_pages import opened
from tests.synthetic import make_study

__all__ = ["browser", "open_file", "opened"]  # fixtures from elsewhere


def results_of(study):
    return analyse(study, "drive_on_stalingrad", "operation_blue")


@pytest.fixture(scope="session")
def page():
    """Page of a study with a bit of everything."""
    return render_page(run_page(results_of(make_study(80, seed=3, broken=2))))
