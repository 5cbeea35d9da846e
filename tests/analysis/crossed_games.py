"""Games of a crossed study whose sources of variance are known."""

import numpy as np
import pandas as pd

from balance.analysis.estimates.paired import Outcome

POINTS = Outcome("vp", "victory points", "vp")
#: What three strategies add to the points.
AXIS = np.array([-1.0, 0.0, 1.0])


def crossed_twice(rng, parts, axis=AXIS, seeds=20, draws=8):
    """Two chances with interplay of every kind.

    ``parts`` are the variances of dice, set-up, dice with set-up, dice with strategies, set-up with
    strategies and all three.
    """
    many = len(axis)
    shapes = [(seeds, 1, 1), (1, draws, 1), (seeds, draws, 1)]
    shapes += [(seeds, 1, many), (1, draws, many), (seeds, draws, many)]
    drawn = (np.sqrt(p) * rng.normal(size=shape) for p, shape in zip(parts, shapes, strict=True))
    points = np.broadcast_to(axis + sum(drawn), (seeds, draws, many))
    index = pd.MultiIndex.from_product(
        [range(seeds), range(draws), range(many)], names=["seed", "set_up", "axis"]
    )
    return pd.Series(points.ravel(), index, name="vp").reset_index().assign(ending="time_limit")
