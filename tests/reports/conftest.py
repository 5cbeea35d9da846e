from dataclasses import replace

import pandas as pd
import pytest

from balance.analysis.results import analyse
from balance.rulebook.game import open_game
from reports.html import render_page
from reports.run_page import run_page
from tests.browser import browser, open_file, tab
from tests.reports.reading import HOSTILE
from tests.reports.replay_pages import opened
from tests.synthetic import make_study

__all__ = ["browser", "open_file", "opened", "tab"]  # fixtures from elsewhere

LONG = "volga_line:" + "caution=2," * 30
CLOSING = "</svg></bdi><b>x"


def results_of(study):
    return analyse(study, open_game("drive_on_stalingrad"), "operation_blue")


@pytest.fixture(scope="session")
def results():
    """Results of a study with a bit of everything."""
    return results_of(make_study(80, seed=3, broken=2))


@pytest.fixture(scope="session")
def drawn(results):
    """Its page; each figure is drawn when it is first wanted, and then stays."""
    return run_page(results)


@pytest.fixture(scope="session")
def page(drawn):
    """Text of that page."""
    return render_page(drawn)


@pytest.fixture(scope="session")
def wild_page():
    """Page of several pairings with names as bad as they come, whose tables disagree."""
    pairings = [(axis, soviet) for axis in ("historical", HOSTILE) for soviet in (CLOSING, LONG)]
    studies = [
        make_study(15, seed=number, axis=axis, soviet=soviet, variant=HOSTILE, broken=1)
        for number, (axis, soviet) in enumerate(pairings)
    ]
    tables = {}
    for name in ("games", "turns", "events", "battles", "hexes"):
        parts = [
            getattr(study, name).assign(
                game_id=lambda rows, first=15 * place: rows["game_id"] + first
            )
            for place, study in enumerate(studies)
        ]
        tables[name] = pd.concat(parts, ignore_index=True)
    games = tables["games"]
    broken = games["ending"] == "strategy_error"
    games.loc[broken, "error"] = HOSTILE
    games.loc[~broken, "vp"] += 1
    results = results_of(replace(studies[0], **tables))
    wild = replace(
        results,
        labels=replace(results.labels, places=dict.fromkeys(results.labels.places, HOSTILE)),
        history=results.history.assign(place=HOSTILE),
        capture_wins=results.capture_wins.assign(place=HOSTILE),
    )
    return render_page(run_page(wild))
