"""How many games a question needs, before any is played, and how long they take.

Formulas of the t test, solved for the number of games: a half-width asks for the interval, a power
for the chance to find an effect of a given size (or, for equivalence, to show that there is none).
``sd`` is the standard deviation of one block: of a side's score (at most 0.5), of points, or of the
per-seed difference for pairs, see ``paired_sd``.

Where a difference has a ``bound``, 1 for a score, the tests are those of
``balance.analysis.estimates.bounded_mean``: what rules out a mean is the spread that seeds have
*with that mean*, and a mean takes as large a share of seeds that changed. Where few change that,
not the ``sd``, is what decides.

Sources: spread with a given mean, Tango, Statist. Med. 17 (1998) 891; power of a studentised mean
by the delta method, van der Vaart, Asymptotic Statistics (1998), chapter 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from scipy.special import nctdtr, ndtr, ndtri, stdtrit

from balance.analysis.estimates.bounded_mean import MOST_MEAN, BoundedSample, best_fit
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.questions import (
    check_confidence,
    check_error_rate,
    check_margin,
    check_power,
)
from balance.errors import BadQuestion

#: More games than this are no plan.
MOST_GAMES = 1_000_000_000


def _check_sd(sd: float) -> None:
    if not (math.isfinite(sd) and sd > 0):
        raise BadQuestion(
            f"standard deviation: {sd:g} gives no plan; expected a number above 0; play a few "
            "hundred games first, or give 0.5 for the score of an even game"
        )


def paired_sd(first_sd: float, second_sd: float, gain: float) -> float:
    """Standard deviation of a per-seed difference, from those of the games and the pairing gain.

    >>> paired_sd(0.5, 0.5, 4)
    0.3535533905932738
    """
    if not gain > 0:
        raise BadQuestion(f"gain from pairing: {gain:g} is none; expected a number above 0")
    return math.sqrt((first_sd**2 + second_sd**2) / gain)


def games_for_half_width(
    sd: float, half_width: float, confidence: float = CONFIDENCE, bound: float = math.inf
) -> int:
    """Games (or pairs) whose interval is the mean plus and minus ``half_width`` or less.

    >>> games_for_half_width(0.5, 0.01), games_for_half_width(0.1, 0.05, bound=1)
    (9607, 84)
    """
    _check_sd(sd)
    check_confidence(confidence)
    if not half_width > 0:
        raise BadQuestion(
            f"half-width: {half_width:g} needs endless games; expected a number above 0, such as "
            "0.01 (1 point)"
        )
    unchanged = _games_unchanged(half_width / bound, (1 - confidence) / 2)
    sd = _spread_with(half_width, sd, bound)
    games = _fewest(
        lambda n: bool(
            stdtrit(n - 1, 0.5 + confidence / 2) * sd / math.sqrt(n) <= half_width * (1 + 1e-12)
        ),
        (ndtri(0.5 + confidence / 2) * sd / half_width) ** 2,
    )
    return max(games, unchanged)


def _spread_with(mean: float, sd: float, bound: float) -> float:
    """Spread that a seed has if the true mean is ``mean`` and a sample of mean 0 shows ``sd``.

    Without a bound it is the same. With one it is that of the best fit to changes by the bound, as
    many to either side: none that changed makes a mean of m by a share m of changes.
    """
    if math.isinf(bound):
        return sd
    changed = min((sd / bound) ** 2, 1.0)
    counts = np.array([changed / 2, 1 - changed, changed / 2])
    sample = BoundedSample(np.array([-1.0, 0.0, 1.0]), counts)
    return bound * best_fit(sample, min(abs(mean) / bound, MOST_MEAN)).spread


def _games_unchanged(mean: float, tail: float) -> int:
    """Games of which none changed that rule out a mean (in bounds), see ``bounded_mean``."""
    return math.ceil(math.log(tail) / math.log1p(-mean)) if 0 < mean < 1 else 2


def games_for_power(
    sd: float,
    effect: float,
    power: float = 0.8,
    error_rate: float = 0.05,
    bound: float = math.inf,
) -> int:
    """Games (or pairs) with which a two-sided test finds ``effect`` with chance ``power``.

    >>> games_for_power(1.0, 0.5), games_for_power(0.1, 0.05, bound=1)
    (34, 113)
    """
    _check_sd(sd)
    check_power(power)
    check_error_rate(error_rate)
    if not (math.isfinite(effect) and effect != 0):
        raise BadQuestion(
            f"effect: {effect:g} can't be found; expected a number other than 0, such as 0.02"
        )
    if abs(effect) > bound:
        raise BadQuestion(
            f"effect: {effect:g} is more than two games can differ by; expected at most {bound:g}"
        )
    z = ndtri(1 - error_rate / 2) + ndtri(power)
    return _fewest(
        lambda n: power_of_test(sd, effect, n, error_rate, bound) >= power,
        (z * sd / effect) ** 2,
    )


def power_of_test(
    sd: float, effect: float, games: int, error_rate: float = 0.05, bound: float = math.inf
) -> float:
    """Chance that a two-sided test of ``games`` finds ``effect``: a t test, or with a bound a score
    test.

    >>> round(power_of_test(1.0, 0.5, 34), 2), round(power_of_test(0.1, 0.05, 100, bound=1), 2)
    (0.81, 0.71)
    """
    if games < 2:
        return 0.0
    if math.isfinite(bound):
        return _power_of_score(sd / bound, abs(effect) / bound, games, error_rate)
    shift = abs(effect) / sd * math.sqrt(games)
    t = float(stdtrit(games - 1, 1 - error_rate / 2))
    if games > 2000:  # the noncentral t is a normal distribution by then
        return float(ndtr(shift - t) + ndtr(-shift - t))
    # The wrong tail is NaN where it is too small for SciPy's series; it is nothing there.
    wrong_side = float(np.nan_to_num(nctdtr(games - 1, shift, -t)))
    return float(1 - nctdtr(games - 1, shift, t)) + wrong_side


def _power_of_score(sd: float, effect: float, games: int, error_rate: float) -> float:
    """Chance that the score test finds an effect of seeds that change by 1, if they do.

    Their sum, over the root of how many there are, is about normal. That number goes with the sum:
    where all changes go one way the spread of the ratio is half of a normal one.
    """
    changed = min(max(sd**2 + effect**2, effect), 1.0)
    shift = math.sqrt(games / changed) * effect
    share = effect**2 / changed
    spread = math.sqrt(max(1 - share - 0.75 * share / changed * (1 - changed), 1e-12))
    z = float(ndtri(1 - error_rate / 2))
    return float(ndtr((shift - z) / spread) + ndtr((-shift - z) / spread))


def effect_for_power(
    sd: float,
    games: int,
    power: float = 0.8,
    error_rate: float = 0.05,
    bound: float = math.inf,
) -> float:
    """Smallest effect that a two-sided test of ``games`` finds with chance ``power``.

    The reverse of ``games_for_power``; infinite where none is large enough, as for a single game.

    >>> round(effect_for_power(1.0, 34), 2)
    0.5
    """
    _check_sd(sd)
    check_power(power)
    check_error_rate(error_rate)
    if games < 2:
        return math.inf
    low, high = 0.0, min(sd / math.sqrt(games), bound)
    while power_of_test(sd, high, games, error_rate, bound) < power:
        if high == bound:
            return math.inf
        low, high = high, min(2 * high, bound)
    while high - low > 1e-6 * sd:
        middle = (low + high) / 2
        found = power_of_test(sd, middle, games, error_rate, bound) >= power
        low, high = (low, middle) if found else (middle, high)
    return high


def games_for_equivalence(
    sd: float,
    margin: float,
    effect: float = 0.0,
    power: float = 0.8,
    error_rate: float = 0.05,
    bound: float = math.inf,
) -> int:
    """Games (or pairs) that show an effect within the margin with chance ``power``.

    ``effect`` is the true one. Normal approximation to the two one-sided tests (Chow, Shao and
    Wang, Sample Size Calculations in Clinical Research, 3.3).

    >>> games_for_equivalence(0.35, 0.02)
    2623
    """
    _check_sd(sd)
    check_margin(margin)
    check_power(power)
    check_error_rate(error_rate)
    room = margin - abs(effect)
    if room <= 0:
        raise BadQuestion(
            f"effect: {effect:g} is as large as the margin {margin:g}; expected less; no number of "
            "games shows it to be smaller"
        )
    unchanged = _games_unchanged(margin / bound, error_rate)
    z = ndtri(1 - error_rate) * _spread_with(margin, sd, bound) / sd

    def chance(n: int) -> float:
        scale = math.sqrt(n) / sd
        return float(ndtr((margin - effect) * scale - z) + ndtr((margin + effect) * scale - z) - 1)

    z_power = ndtri((1 + power) / 2)
    games = _fewest(lambda n: chance(n) >= power, ((z + z_power) * sd / room) ** 2)
    return max(games, unchanged)


def _fewest(is_enough: Callable[[int], bool], guess: float) -> int:
    """Smallest number of at least 2 that is enough, near a guess."""
    if guess > MOST_GAMES:
        raise BadQuestion(
            f"plan: {guess:.2g} games would be needed; expected at most {MOST_GAMES:,}; ask for "
            "less precision"
        )
    low, high = 1, max(2, math.ceil(guess))
    while not is_enough(high):
        low, high = high, math.ceil(high * 1.5)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def play_seconds(games: int, games_per_second: float) -> float:
    """Time to play some games, in seconds."""
    if not games_per_second > 0:
        raise BadQuestion(
            f"speed: {games_per_second:g} games a second is none; expected a number above 0; "
            "measure it with balance bench"
        )
    return games / games_per_second


def plan_table(
    half_widths: Sequence[float],
    sd: float,
    gain: float,
    games_per_second: float,
    *,
    power: float = 0.8,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Games for each wanted precision of one side's score, and of the difference of two variants.

    ``sd`` is that of one game, ``gain`` the gain from pairing. One line a half-width (or effect).
    Columns: half_width, games (one variant), games_seconds, pairs (difference of two variants to
    plus and minus the half-width), pairs_seconds (both games of each), unpaired (games a variant
    on different seeds), power_pairs (pairs that find a difference as large with chance ``power``),
    power_seconds.
    """
    difference = paired_sd(sd, sd, gain)
    lines = []
    for half_width in half_widths:
        games = games_for_half_width(sd, half_width, confidence)
        pairs = games_for_half_width(difference, half_width, confidence, bound=1.0)
        found = games_for_power(difference, half_width, power, 1 - confidence, bound=1.0)
        lines.append(
            {
                "half_width": half_width,
                "games": games,
                "games_seconds": play_seconds(games, games_per_second),
                "pairs": pairs,
                "pairs_seconds": play_seconds(2 * pairs, games_per_second),
                "unpaired": games_for_half_width(sd * np.sqrt(2), half_width, confidence),
                "power_pairs": found,
                "power_seconds": play_seconds(2 * found, games_per_second),
            }
        )
    return pd.DataFrame(lines)
