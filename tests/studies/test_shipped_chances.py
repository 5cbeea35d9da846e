"""The models of chances that are shipped: there is one for each scenario, and it still holds.

After a change of play that matters, games of fresh seeds leave its interval: fit it anew with
``balance chances SCENARIO --rebuild``.
"""

import math
import random
from dataclasses import replace

import numpy as np
import pytest

import balance
from balance.analysis.chances.fit import standing
from balance.analysis.chances.judge import brier_score, squared_errors
from balance.analysis.chances.swings import values_of
from balance.analysis.estimates.means import mean_interval
from balance.analysis.telling.labels import read_labels
from balance.experiments.scenarios import scenarios
from balance.strategy.chances import shipped_chances
from balance.studies.tournament.pairings import choose_strategies, crossed_cells

SCENARIOS = {f"{each.game}/{each.name}": each for each in scenarios()}
#: Games of each scenario, and a seed that no fit takes.
GAMES, SEED = 60, 770_001
#: So sure is a test before it calls a model stale; chances off by some 15 points are found.
SURE = 0.99


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_has_a_model_of_columns_it_has_words_for(name):
    found = SCENARIOS[name]
    model = shipped_chances(found)
    assert model is not None, f"balance chances {name} --rebuild writes it"
    assert set(model.columns) <= set(read_labels(found.game).state)
    assert model.made.variant == "baseline"
    assert model.made.brier < model.made.brier_points
    assert np.isfinite(model.weights).all()


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_shipped_model_still_holds(name):
    found = SCENARIOS[name]
    model, side = shipped_chances(found), read_labels(found.game).points_side
    assert model is not None
    axis, soviet = (choose_strategies(found, each, None) for each in ("axis", "soviet"))
    cells = crossed_cells(["baseline"], axis, soviet)
    drawn = random.Random(SEED).sample(cells * math.ceil(GAMES / len(cells)), GAMES)
    # Pairings of one group would share their seeds, and so their luck.
    apart = [replace(cell, group=place) for place, cell in enumerate(drawn)]
    results = balance.run_cells(name, apart, games=1, seed=SEED, jobs=1, detail="turns")
    rows = standing(results.turns, results.games)
    chances = model.at(rows)
    stale = f"the model of {name} is stale: balance chances {name} --rebuild"
    _, low, _ = brier_score(rows, squared_errors(chances, rows["winner"]), SURE)
    shares = np.broadcast_to(model.before, chances.shape)
    assert low < brier_score(rows, squared_errors(shares, rows["winner"]), SURE)[0], stale
    score = (rows["winner"] == side) + 0.5 * (rows["winner"] == "draw")
    off = (values_of(chances, side) - score).groupby(rows["game_id"]).mean()
    _, low, high = mean_interval(off, SURE)
    assert low <= 0 <= high, f"{stale}; chances are off by {100 * off.mean():.0f} points"
