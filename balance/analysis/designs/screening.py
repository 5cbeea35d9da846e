"""Which rules matter: one at a time against the baseline, and Morris elementary effects.

In both, the games of one comparison share their seeds, so that an effect is a mean of per-seed
differences and a rule that does nothing shows exactly none.

Sources: Morris, Technometrics 33 (1991) 161; mean of absolute effects, Campolongo, Cariboni and
Saltelli, Environ. Model. Softw. 22 (2007) 1509; its interval, on a log scale as it suits a skewed
mean above 0, Burnham et al., Am. Fish. Soc. Monogr. 5 (1987) 212.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtrit

from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.paired import difference_interval, difference_p_value
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.estimates.strata import Strata
from balance.analysis.questions import check_confidence, check_count
from balance.errors import BadQuestion

#: Columns of ``one_at_a_time``.
EFFECT_COLUMNS = (
    "parameter", "setting", "pairs", "baseline", "changed", "difference", "low", "high", "all_low",
    "all_high", "p_value", "p_all", "sd", "flipped",
)  # fmt: skip


def one_at_a_time(
    baseline: pd.Series[float],
    changed: Mapping[tuple[str, str], pd.Series[float]],
    confidence: float = CONFIDENCE,
    bound: float = np.inf,
    strata: Strata = None,
) -> pd.DataFrame:
    """Effect of each change of one parameter, largest first: the bars of a tornado.

    ``baseline`` and each of ``changed`` hold an outcome by seed (index); the keys of ``changed``
    are a parameter and the setting it was given. ``bound`` is the largest possible difference (1
    for a score), ``strata`` with fixed shares are those of the seeds of the baseline. Columns:
    parameter, setting, pairs, baseline and changed (means), difference with
    low and high and p_value (for this setting alone), all_low and all_high and p_all (Bonferroni:
    all lines at once), sd (of the per-seed differences), flipped (seeds whose outcome changed). A p
    value lies below an error rate just where the interval of that error rate leaves out 0.

    Raises
    ------
    BadQuestion
        If nothing was changed, or a setting was not played on the seeds of the baseline.
    """
    check_confidence(confidence)
    check_count(len(changed), 1, "changed settings")
    lines = []
    for (parameter, setting), outcome in changed.items():
        where = f"{parameter} = {setting}"
        if not outcome.index.sort_values().equals(baseline.index.sort_values()):
            raise BadQuestion(
                f"{where}: was not played on the seeds of the baseline ({len(outcome)} seeds, "
                f"{len(baseline)} there); expected the same; play both with the same seeds"
            )
        both = pd.DataFrame({"baseline": baseline, "changed": outcome})
        whole = both.notna().all(axis=1).to_numpy()
        kept = None if strata is None else np.asarray(strata)[whole]
        both = both.loc[whole]
        check_count(len(both), 2, f"{where}: paired seeds")
        differences = (both["changed"] - both["baseline"]).to_numpy(float)
        mean, low, high = difference_interval(differences, confidence, bound, kept)
        shared = 1 - (1 - confidence) / len(changed)
        _, *ends = difference_interval(differences, shared, bound, kept)
        lines.append(
            {
                "parameter": parameter,
                "setting": setting,
                "pairs": len(both),
                "baseline": float(both["baseline"].mean()),
                "changed": float(both["changed"].mean()),
                "difference": mean,
                "low": low,
                "high": high,
                "all_low": ends[0],
                "all_high": ends[1],
                "p_value": difference_p_value(differences, bound, kept),
                "sd": float(differences.std(ddof=1)),
                "flipped": int(np.count_nonzero(differences)),
            }
        )
    table = pd.DataFrame(lines)
    table["p_all"] = np.minimum(len(table) * table["p_value"], 1.0)
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order, list(EFFECT_COLUMNS)].reset_index(drop=True)


def morris_design(
    parameters: int, trajectories: int, levels: int = 4, seed: int = 1
) -> NDArray[np.float64]:
    """Draw Morris trajectories: points in the unit cube, one parameter moved at each step.

    Shape (trajectories, parameters + 1, parameters). Play all points of one trajectory on the same
    seeds.
    """
    check_count(parameters, 1, "parameters")
    check_count(trajectories, 2, "trajectories")
    check_count(levels, 2, "levels of a parameter")
    rng = np.random.default_rng(seed)
    jump = levels // 2  # in levels; half the range, so that all levels are met equally often
    points = np.empty((trajectories, parameters + 1, parameters))
    for points_of in points:
        place = rng.integers(0, levels, size=parameters)
        points_of[0] = place
        for step, parameter in enumerate(rng.permutation(parameters), start=1):
            up = place[parameter] + jump < levels
            place[parameter] += jump if up else -jump
            points_of[step] = place
    return points / (levels - 1)


def morris_effects(
    design: NDArray[np.float64],
    outcomes: Sequence[NDArray[np.float64]] | NDArray[np.float64],
    names: Sequence[str],
    confidence: float = CONFIDENCE,
    bound: float = np.inf,
) -> pd.DataFrame:
    """Elementary effects of parameters, each scaled to its whole range; largest first.

    ``design`` is that of ``morris_design`` (trajectories, steps, parameters), ``outcomes`` holds
    for each trajectory the outcomes at its points, shape (steps, seeds), or their means alone,
    (steps,). ``bound`` is the largest difference of two outcomes (1 for a score). Columns:
    parameter, trajectories, mu (mean effect) with low and high, mu_star (mean absolute effect of a
    trajectory) with star_low and star_high, sigma (deviation: interplay and bends).

    The interval of mu is the t interval over trajectories, as far as that of all their seeds
    (``difference_interval``) doesn't reach further: where few games change, trajectories that saw
    none say too little.

    Raises
    ------
    BadQuestion
        If the shapes don't fit or a step moves other than one parameter.
    """
    check_confidence(confidence)
    trajectories, steps, parameters = design.shape
    fit = len(outcomes) == trajectories and all(len(each) == steps for each in outcomes)
    if not fit or len(names) != parameters:
        shape = (len(outcomes), *{len(each) for each in outcomes})
        raise BadQuestion(
            f"Morris: outcomes of shape {shape} and {len(names)} names don't fit a design "
            f"of shape {design.shape}; expected one outcome a point and one name a parameter"
        )
    moves = np.diff(design, axis=1)
    if (np.count_nonzero(moves, axis=2) != 1).any():
        raise BadQuestion("Morris: a step moves other than one parameter; use morris_design")
    moved = np.abs(moves).argmax(axis=2)
    sizes = moves.sum(axis=2)
    effects = [
        np.diff(each.reshape(steps, -1), axis=0) / size[:, None]
        for each, size in zip(outcomes, sizes, strict=True)
    ]
    means = np.array([each.mean(axis=1) for each in effects])
    lines = []
    for number, name in enumerate(names):
        chosen = moved == number
        own = means[chosen]
        mu, *over_trajectories = mean_interval(own, confidence)
        seeds = np.concatenate(
            [row for each, at in zip(effects, chosen, strict=True) for row in each[at]]
        )
        largest = bound / np.abs(sizes[chosen]).min()
        _, *over_seeds = difference_interval(seeds, confidence, largest)
        low = max(min(over_trajectories[0], over_seeds[0]), -largest)
        high = min(max(over_trajectories[1], over_seeds[1]), largest)
        star, star_low, star_high = _size_interval(np.abs(own), confidence)
        lines.append(
            {
                "parameter": name,
                "trajectories": len(own),
                "mu": mu,
                "low": low,
                "high": high,
                "mu_star": star,
                "star_low": star_low,
                # What a mean effect may be, its size may be too.
                "star_high": min(max(star_high, -low, high), largest),
                "sigma": float(own.std(ddof=1)) if len(own) > 1 else np.nan,
            }
        )
    table = pd.DataFrame(lines)
    return table.sort_values("mu_star", ascending=False, kind="stable").reset_index(drop=True)


def _size_interval(sizes: NDArray[np.float64], confidence: float) -> tuple[float, float, float]:
    """Mean of sizes with its interval on a log scale: mean, lower and upper end."""
    mean, low, _ = mean_interval(sizes, confidence)
    if mean == 0:
        return 0.0, 0.0, 0.0
    quantile = float(stdtrit(len(sizes) - 1, 0.5 + confidence / 2))
    error = (mean - low) / quantile
    factor = float(np.exp(quantile * np.sqrt(np.log1p((error / mean) ** 2))))
    return mean, mean / factor, mean * factor
