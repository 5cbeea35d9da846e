"""How many more games decide a question that is open, and with what chance.

The games played say how far the true value may lie from what they show; the rest of the study is
then foretold with that doubt, and the number told is the one after which the test decides with a
chance of 80%. To take what was seen for the truth instead promises too much: a study stays
undecided because its mean is near a bound, and the next games bring it no nearer in half of them.

Before any game a change of the rules is thought to be about as large as the margin (normal, with
the margin for its standard deviation): larger ones are seen at once and are no longer asked about.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri

from balance.analysis.estimates.bounded_mean import BoundedSample, best_fit
from balance.analysis.estimates.strata import Strata
from balance.analysis.telling.words import about, duration

#: Chances to decide that a forecast tells numbers for: half, the one it stands for, nearly sure.
EVEN, LIKELY, NEARLY = 0.5, 0.8, 0.95
#: Numbers of games that are considered; more are no plan.
_NUMBERS = np.unique(np.geomspace(1, 1e8, 1200).round())
#: Seeds added at the extremes, half of them at each, where some changed and where none did (there
#: the half of Jeffreys for a share). Simulated studies are decided in time as often as told with
#: them, see ``tests/analysis/test_forecast.py``.
_FEW, _UNSEEN = 1.0, 0.5
#: Ways to go on that are drawn for a sequential test, and looks ahead.
_WAYS, _LOOKS = 1000, 1000

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Forecast:
    """More games after which a question is decided with chance ``LIKELY``, ``EVEN``, ``NEARLY``.

    None for a number beyond all plans.
    """

    likely: int | None
    even: int | None = None
    nearly: int | None = None

    def words(self, seconds: float | None = None) -> str:
        """Tell the number with its chance, the range, and the ``seconds`` that one more takes.

        Examples
        --------
        >>> print(Forecast(640, 240, 980).words(0.5))
        about 640 more games (5 min here) have an 80% chance of settling it (240: 50%, 980: 95%)
        """
        if self.likely is None:
            return "more games are needed"
        told = f"about {about(self.likely)} more game{'' if self.likely == 1 else 's'}"
        if seconds is not None:
            told += f" ({duration(self.likely * seconds)} here)"
        others = ((self.even, EVEN), (self.nearly, NEARLY))
        known = (f"{about(number)}: {chance:.0%}" for number, chance in others if number)
        verb = "has" if self.likely == 1 else "have"
        return f"{told} {verb} an {LIKELY:.0%} chance of settling it ({', '.join(known)})"


def forecast_comparison(
    differences: ArrayLike, margin: float, error_rate: float, strata: Strata = None
) -> Forecast:
    """Pairs that a comparison of a fixed number of games still needs.

    ``differences`` are changes of a score by seed, shape (pairs,); decided is an effect (two-sided
    test) or its absence (two one-sided tests at the margin), both at ``error_rate``. ``strata``
    with fixed shares, one a seed, leave less to luck.
    """
    sample = BoundedSample.of(differences, strata)
    pairs, margin = sample.seeds, min(margin, 0.999)
    squares = float(sample.counts @ sample.values**2)
    sd, mean, error = _belief(pairs, sample.mean, squares, margin)
    sd *= float(np.sqrt(sample.effect))
    if sample.step == 0:  # some seed may change all the same, and by as much as can be
        half = _UNSEEN / 2
        sample = BoundedSample(np.array([-1.0, 0.0, 1.0]), np.array([half, pairs, half]))
    half_step = sample.step / 2

    total = pairs + _NUMBERS

    def reach(tail: float, value: float) -> Floats:
        """How far the mean of all pairs has to be from a value that a test is to rule out."""
        fit = best_fit(sample, value)
        return np.asarray(
            -ndtri(tail) * fit.spread / np.sqrt(total) + fit.one_way * half_step / total
        )

    def below(value: Floats) -> Floats:
        """Chance that it is less."""
        centre = (pairs * sample.mean + _NUMBERS * mean) / total
        width = _NUMBERS / total * np.sqrt(sd**2 / _NUMBERS + error**2)
        return np.asarray(ndtr((value - centre) / width))

    differs = reach(error_rate / 2, 0.0)
    upper = margin - reach(error_rate, margin)
    lower = -margin + reach(error_rate, -margin)
    # Nothing can be shown to lie within the margin where its two bounds have passed each other.
    upper, lower = np.where(upper > lower, (upper, lower), 0.0)
    ends = np.maximum(differs, upper), np.minimum(-differs, lower)
    return _forecast(below(upper) - below(lower) + 1 - below(ends[0]) + below(ends[1]))


def games_to_tell(
    scores: ArrayLike, wanted: float, error_rate: float, chance: float = LIKELY
) -> int | None:
    """Games still needed to tell a mean score from the wanted one by a two-sided t test.

    They tell it with ``chance``, where any true score is as likely as any other beforehand. None if
    all games scored alike, or no number would do.
    """
    array = np.asarray(scores, float)
    gap, sd = float(array.mean()) - wanted, float(array.std(ddof=1))
    return more_to_tell(gap, sd, len(array), error_rate, chance)


def more_to_tell(
    gap: float, sd: float, games: int, error_rate: float, chance: float = LIKELY
) -> int | None:
    """As ``games_to_tell``, of an estimate ``gap`` off whose error is ``sd`` over root games."""
    if sd == 0:
        return None
    total = games + _NUMBERS
    reach = -ndtri(error_rate / 2) * sd / np.sqrt(total)
    width = sd * np.sqrt(_NUMBERS / (games * total))
    return _first(ndtr((gap - reach) / width) + ndtr((-gap - reach) / width), chance)


def forecast_sequential(
    pairs: int,
    mean: float,
    sd: float,
    odds: tuple[float, float],
    margin: float,
    bounds: tuple[float, float],
    batch: int,
) -> Forecast:
    """Pairs that a sequential test still needs, looking after every ``batch`` of them.

    ``pairs``, ``mean`` and ``sd`` are those of its last look, ``odds`` the log odds of plus and of
    minus the margin there, ``bounds`` those at which it stops (``sequential.log_bounds``). The odds
    move as with normal differences; ways to go on are drawn, always the same.
    """
    squares = (pairs - 1) * sd**2 + pairs * mean**2
    spread, centre, error = _belief(pairs, mean, squares, margin)
    rng = np.random.default_rng(1)
    truths = rng.normal(centre, error, (_WAYS, 1))
    steps = batch * truths + rng.normal(0, spread * np.sqrt(batch), (_WAYS, _LOOKS))
    sums = np.cumsum(steps, axis=1)
    ahead = batch * np.arange(1, _LOOKS + 1)
    steepness = margin / spread**2
    more = odds[0] + steepness * (sums - ahead * margin / 2)
    less = odds[1] + steepness * (-sums - ahead * margin / 2)
    larger = np.maximum(more, less)
    ends = (larger >= bounds[0]) | (larger <= bounds[1])
    decided = np.maximum.accumulate(ends, axis=1).mean(axis=0)
    return _forecast(np.interp(_NUMBERS, ahead, decided, left=0.0))


def _belief(pairs: float, mean: float, squares: float, margin: float) -> tuple[float, float, float]:
    """Standard deviation of a seed, and centre and error of the true mean after some pairs.

    ``squares`` is the sum of squared differences. Seeds at both extremes are added: a few that
    changed show too little of their spread, and where none did one still may.
    """
    added = _FEW if squares else _UNSEEN
    total = pairs + added
    sd = float(np.sqrt((squares + added) / total - (mean * pairs / total) ** 2))
    kept = margin**2 / (margin**2 + sd**2 / pairs)
    return sd, kept * mean, float(np.sqrt(kept / pairs)) * sd


def _forecast(chances: Floats) -> Forecast:
    """Smallest of ``_NUMBERS`` that decide with each of the chances told."""
    return Forecast(*(_first(chances, wanted) for wanted in (LIKELY, EVEN, NEARLY)))


def _first(chances: Floats, wanted: float) -> int | None:
    enough = chances >= wanted
    return int(_NUMBERS[enough.argmax()]) if enough.any() else None
