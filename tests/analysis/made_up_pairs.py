"""Games of two variants on the same seeds, made up with known differences."""

import numpy as np
import pandas as pd


def make_games(winners, *, variant="baseline", seeds=None, axis="historical", soviet="don_line"):
    """Games with given winners; other columns follow from them."""
    winners = np.asarray(winners, dtype=object)
    count = len(winners)
    ending = {"axis": "victory_points", "soviet": "time_limit", "draw": "time_limit"}
    return pd.DataFrame(
        {
            "game_id": np.arange(count),
            "variant": variant,
            "axis": axis,
            "soviet": soviet,
            "seed": np.arange(count) if seeds is None else seeds,
            "winner": winners,
            "ending": [ending.get(winner, "strategy_error") for winner in winners],
            "ending_turn": np.where(winners == "axis", 8, 11),
            "vp": np.where(winners == "axis", 6, 3),
        }
    )


def make_twins(rng, count, base=0.45, worse=0.02, better=0.06):
    """Two variants; the second turns a share of the games round.

    The Axis share grows by (1 - base) * better - base * worse.
    """
    first = rng.random(count) < base
    turned = rng.random(count) < np.where(first, worse, better)
    second = first ^ turned
    sides = np.array(["soviet", "axis"], dtype=object)
    return (
        make_games(sides[first.astype(int)]),
        make_games(sides[second.astype(int)], variant="changed"),
    )


def score_differences(rng, count, mean, changed=0.3):
    """Per-seed differences of a score: -1, 0 or 1, of which a share ``changed`` is not 0."""
    up = (changed + mean) / 2
    draw = rng.random(count)
    return np.where(draw < up, 1.0, np.where(draw < changed, -1.0, 0.0))
