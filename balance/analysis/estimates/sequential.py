"""Play until decided: a sequential test for "favours", "favours the other" or "no effect".

Two generalized sequential probability ratio tests run at once on the per-seed differences, with
looks after fixed batches of pairs: no effect against plus the margin, and no effect against minus
the margin. The likelihoods are those of the multinomial over all values a difference can take,
fitted by maximum likelihood to have the mean in question; a value not seen yet counts as 0.001 of a
game, so that games that never differ do not decide at once.

    favours      one test prefers its margin to no effect at odds of 2 / error_rate to 1
    no_effect    both prefer no effect to their margin at odds of 1 / error_rate to 1
    undecided    neither of these within the largest number of pairs
    running      more pairs are to be played

With likelihoods known beforehand, Ville's inequality keeps the share of studies that call a change
of nothing favourable to either side, and of those that call a change as large as the margin no
effect, below ``error_rate``. With fitted ones the shares were simulated: 3 to 4 of 100 and 1 to 3
of 100 at 5 of 100, and 6 where a change as large as the margin turns games one way only.

Sources: Wald, Sequential Analysis (1947); Li, Liu and Ying, arXiv 1210.8183, for the generalized
test; the multinomial form is that of the fishtest server for chess engines.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from balance.analysis.estimates.after_stop import estimate_after_stop
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.questions import check_count, check_error_rate, check_margin
from balance.errors import BadQuestion

#: All differences of a side's score between two games: win 1, draw one half.
SCORE_STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)
#: Games that a value counts for which no pair has shown yet.
UNSEEN = 1e-3
#: Fewest pairs between two looks.
SMALLEST_BATCH = 10


def score_steps(pairings: int) -> tuple[float, ...]:
    """All differences of a score that is the mean over some pairings of strategies.

    >>> score_steps(1) == SCORE_STEPS, len(score_steps(3))
    (True, 13)
    """
    return tuple(step / (2 * pairings) for step in range(-2 * pairings, 2 * pairings + 1))


@dataclass(frozen=True)
class Sequential:
    """What a sequential test came to.

    ``decision`` is ``favours`` (the second variant raises the outcome), ``disfavours``,
    ``no_effect``, ``undecided`` or ``running``. ``pairs`` is the number at the stop; later pairs
    have no say. ``difference``, ``low`` and ``high`` are corrected for the stop (see
    ``after_stop``), ``plain_mean`` is not. While running, ``low`` and ``high`` are those of the
    confidence sequence and ``difference`` is the plain mean. ``looks``: one line a look with pairs,
    mean, sd, more and less (log odds of plus and of minus the margin against no effect).
    """

    decision: str
    pairs: int
    difference: float
    low: float
    high: float
    plain_mean: float
    margin: float
    error_rate: float
    batch: int
    most_pairs: int
    looks: pd.DataFrame

    @property
    def is_decided(self) -> bool:
        """Whether the test answered its question."""
        return self.decision in ("favours", "disfavours", "no_effect")


def log_bounds(error_rate: float) -> tuple[float, float]:
    """Log odds at which a margin is preferred to no effect, and at which no effect is.

    >>> tuple(round(bound, 2) for bound in log_bounds(0.05))
    (3.69, -3.0)
    """
    return math.log(2 / error_rate), math.log(error_rate)


def decide_sequentially(
    differences: ArrayLike,
    margin: float,
    *,
    batch: int = 50,
    most_pairs: int = 10_000,
    error_rate: float = 0.05,
    confidence: float = CONFIDENCE,
    steps: tuple[float, ...] = SCORE_STEPS,
) -> Sequential:
    """Test per-seed differences in their order of play, looking after every ``batch`` pairs.

    ``differences`` has shape (pairs,), ``margin`` its unit; where several pairings of strategies
    were played on each seed they are means over these, see ``score_steps``. Looks are taken after
    batch, 2 batch ... pairs and after ``most_pairs``; the first that decides is the stop. ``steps``
    are all values a difference can take; for points give their whole range.

    Raises
    ------
    BadQuestion
        For a margin, error rate, batch or cap that makes no sense, or a difference outside
        ``steps``.
    """
    check_margin(margin)
    check_error_rate(error_rate)
    check_count(batch, SMALLEST_BATCH, "pairs between two looks")
    check_count(most_pairs, batch, "largest number of paired games")
    values = np.unique(np.asarray(steps, float))
    if margin >= values[-1] or -margin <= values[0]:
        raise BadQuestion(
            f"margin: {margin:g} is as large as any difference can be ({values[-1]:g}); expected "
            "less; give the smallest difference that matters"
        )
    array = np.asarray(differences, float)[:most_pairs]
    place = np.abs(array[:, None] - values).argmin(axis=1)
    strange = array[np.abs(array - values[place]) > 1e-9]
    if len(strange):
        raise BadQuestion(
            f"differences: {strange[0]:g} is none of the values they can take "
            f"({values[0]:g} to {values[-1]:g}); give all of them as steps"
        )
    pairs = look_times(batch, most_pairs)
    pairs = pairs[pairs <= len(array)]
    if len(pairs) == 0:
        mean = float(array.mean()) if len(array) else np.nan
        settings = (mean, margin, error_rate, batch, most_pairs)
        looks = pd.DataFrame(columns=["pairs", "mean", "sd", "more", "less"])
        return Sequential("running", len(array), mean, -np.inf, np.inf, *settings, looks)
    running = np.cumsum(place[:, None] == np.arange(len(values)), axis=0, dtype=np.int64)
    counts = np.maximum(running[pairs - 1], UNSEEN)
    fits = _fit_means(counts, values, np.array([0.0, margin, -margin]))
    more, less = fits[:, 1] - fits[:, 0], fits[:, 2] - fits[:, 0]
    high, low = log_bounds(error_rate)
    stops = (more >= high) | (less >= high) | ((more <= low) & (less <= low))
    ended = bool(stops.any())
    last = int(np.argmax(stops)) if ended else len(pairs) - 1
    if ended:
        decision = "favours" if more[last] >= high else "disfavours"
        if max(more[last], less[last]) < high:
            decision = "no_effect"
    else:
        decision = "undecided" if pairs[last] == most_pairs else "running"
    means = np.cumsum(array)[pairs - 1] / pairs
    squares = np.cumsum(array**2)[pairs - 1] / pairs
    spread = np.sqrt(np.maximum(squares - means**2, 0) * pairs / (pairs - 1))
    looks = pd.DataFrame(
        {"pairs": pairs, "mean": means, "sd": spread, "more": more, "less": less}
    ).iloc[: last + 1]
    count, mean = int(pairs[last]), float(means[last])
    if decision == "running":
        count, mean = len(array), float(array.mean())
        middle, low_end, high_end = mean, *confidence_sequence(array, confidence)
    else:
        middle, low_end, high_end = estimate_after_stop(
            array[:count], margin, log_bounds(error_rate), look_times(batch, most_pairs),
            confidence, bound=float(values[-1]),
        )  # fmt: skip
    return Sequential(
        decision, count, middle, low_end, high_end, mean, margin, error_rate, batch, most_pairs,
        looks,
    )  # fmt: skip


def look_times(batch: int, most_pairs: int) -> NDArray[np.int64]:
    """Numbers of pairs after which the test looks.

    >>> look_times(50, 120).tolist()
    [50, 100, 120]
    """
    times = np.arange(batch, most_pairs + 1, batch, dtype=np.int64)
    return times if times[-1] == most_pairs else np.append(times, most_pairs)


def _fit_means(
    counts: NDArray[np.float64], values: NDArray[np.float64], means: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Log likelihood of the best multinomial with each mean, up to a constant of the look.

    ``counts`` has shape (looks, values), the result (looks, means). With p the shares seen, the
    best fit to the mean s is p / (1 + x * (value - s)) where x solves
    sum(p * (value - s) / (1 + x * (value - s))) = 0.
    """
    distance = values - means[:, None]  # (means, values)
    left = np.broadcast_to(-1 / distance.max(axis=1), (len(counts), len(means)))
    right = np.broadcast_to(-1 / distance.min(axis=1), (len(counts), len(means)))
    for _ in range(50):
        x = (left + right) / 2
        slope = (counts[:, None, :] * distance / (1 + x[..., None] * distance)).sum(axis=-1)
        left, right = np.where(slope > 0, x, left), np.where(slope > 0, right, x)
    x = (left + right) / 2
    return -(counts[:, None, :] * np.log1p(x[..., None] * distance)).sum(axis=-1)


def confidence_sequence(
    differences: ArrayLike, confidence: float = CONFIDENCE, best_at: int = 1000
) -> tuple[float, float]:
    """Interval of the mean that holds at all looks at once, however often one looks.

    Normal mixture boundary (Robbins 1970), with the variance of the sample, so for some hundred
    pairs or more; narrowest near ``best_at`` pairs.
    """
    array = np.asarray(differences, float)
    count = len(array)
    if count < 2:
        return -np.inf, np.inf
    tail = 1 - confidence
    # rho that makes the boundary narrowest at best_at: Howard et al., Ann. Statist. 49 (2021) 1055
    rho = best_at / (2 * math.log(1 / tail) + math.log(1 + 2 * math.log(1 / tail)))
    width = math.sqrt((count + rho) * math.log((count + rho) / (rho * tail**2))) / count
    mean, half = float(array.mean()), width * float(array.std(ddof=1))
    return mean - half, mean + half
