"""Games of known Sobol indices whose dice any change reshuffles that a game can notice.

Of four parameters the first two have an additive effect, the third reshuffles the dice and does
nothing else, and the fourth does nothing at all: its games are the same.
"""

import numpy as np

from balance.analysis.designs.sobol import SobolDesign

NAMES = ["strong", "weak", "shuffling", "idle"]
ADDITIVE = np.array([2.0, 1.0, 0.0, 0.0])
#: Variance of a sum of uniform numbers.
VARIANCE = float((ADDITIVE**2).sum() / 12)


def random_design(rng, rows, parameters=4):
    """Plain random rows: those of a Sobol sequence are more exact than their intervals say."""
    return SobolDesign(*rng.random((2, rows, parameters)))


def play(design, rng, dice, seeds=4, effect=lambda points: points @ ADDITIVE, variance=VARIANCE):
    """Outcomes by row, point and seed; ``dice`` is their variance over that of the effect."""
    mean = effect(design.points())
    noise = rng.normal(size=(*mean.shape, seeds)) * np.sqrt(dice * variance)
    noise[:, -1] = noise[:, 0]
    return list(mean[..., None] + noise)


def ishigami(points):
    """Ishigami and Homma (1990), of the first three parameters, each from 0 to 1."""
    x, y, z = np.moveaxis((2 * points[..., :3] - 1) * np.pi, -1, 0)
    return np.sin(x) + 7 * np.sin(y) ** 2 + 0.1 * z**4 * np.sin(x)
