"""The one sentence that a comparison of two variants comes to.

Points are percentage points of a side's score (win 1, draw one half); games are paired games, one
under each variant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from balance.analysis.designs.forecast import Forecast, forecast_comparison, forecast_sequential
from balance.analysis.designs.planning import play_seconds
from balance.analysis.estimates.equivalence import show_equivalence
from balance.analysis.estimates.paired import difference_interval, difference_p_value
from balance.analysis.estimates.sequential import Sequential, log_bounds
from balance.analysis.estimates.strata import Strata
from balance.analysis.questions import check_count, check_error_rate, check_margin
from balance.analysis.telling.words import as_sentence, level, points, points_range
from balance.counting import counted

#: Nothing is to be played any more.
_NONE = Forecast(0, 0, 0)


@dataclass(frozen=True)
class ComparisonVerdict:
    """What a variant does to the balance, and the sentence that says so.

    ``kind`` is ``favours``, ``no_effect``, ``small_effect`` (sure to favour a side, and sure to by
    less than the margin) or ``undecided``. ``side`` is the side that gains, 0 or 1 of ``sides``,
    or -1. ``difference``, ``low`` and ``high`` are shares of the score of side 0, ``margin`` too;
    a side is favoured where the interval leaves 0 out. ``within_low`` and ``within_high`` are the
    interval of the two one-sided tests: there is no effect where it lies inside the margin.
    ``p_value`` and ``p_within`` belong to the two intervals, adjusted for all comparisons of the
    answer; these four are NaN as far as a sequential test has none. ``more`` are the pairs still to
    be played, 0 when decided.
    """

    kind: str
    sentence: str
    side: int
    difference: float
    low: float
    high: float
    margin: float
    pairs: int
    more: Forecast
    p_value: float = np.nan
    p_within: float = np.nan
    within_low: float = np.nan
    within_high: float = np.nan

    @property
    def decided(self) -> bool:
        """Whether the comparison answers its question."""
        return self.kind != "undecided"


def reach_comparison(
    differences: ArrayLike,
    sides: tuple[str, str],
    margin: float,
    *,
    error_rate: float = 0.05,
    comparisons: int = 1,
    strata: Strata = None,
    games_per_second: float | None = None,
    subject: str = "",
    among: str = "",
) -> ComparisonVerdict:
    """Put a comparison over a fixed number of pairs into one sentence.

    ``differences`` are those of the score of side 0 by seed, ``sides`` the words for both sides as
    they follow "favours", such as ("the Axis", "the Soviets"), ``subject`` the name of what is
    compared, ``among`` whose the games are ("of the field"). ``strata`` are those of
    ``difference_interval``. Where an answer makes several
    ``comparisons`` each has an even share of the error rate (Bonferroni). A variant can be called
    wrongly in one way only, as favouring a side or as having no effect, so that all verdicts of the
    answer are right together with a chance of 1 - ``error_rate`` or more.

    Raises
    ------
    BadQuestion
        For a margin or error rate that makes no sense, or fewer than two pairs.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> changes = rng.choice([-1, 0, 1], size=5000, p=[0.10, 0.77, 0.13])
    >>> print(reach_comparison(changes, ("the Axis", "the Soviets"), margin=0.02).sentence)
    The change favours the Axis by 2.7 points [1.4, 4.1] over 5,000 paired games.
    """
    check_margin(margin)
    check_error_rate(error_rate)
    array = np.asarray(differences, float)
    count = len(array)
    check_count(count, 2, "paired seeds")
    share = error_rate / comparisons
    mean, low, high = difference_interval(array, 1 - share, 1.0, strata)
    p_value = min(comparisons * difference_p_value(array, 1.0, strata), 1.0)
    within = show_equivalence(array, margin, share, 1.0, strata)
    differs = p_value <= error_rate
    kind = "small_effect" if differs and within.shown else "favours" if differs else "no_effect"
    if not (differs or within.shown):
        kind = "undecided"
    return _verdict(
        ComparisonVerdict(
            kind=kind,
            sentence="",
            side=-1,
            difference=mean,
            low=low,
            high=high,
            margin=margin,
            pairs=count,
            more=_NONE
            if kind != "undecided"
            else forecast_comparison(array, margin, share, strata),
            p_value=p_value,
            p_within=min(comparisons * within.p_value, 1.0),
            within_low=within.low,
            within_high=within.high,
        ),
        sides,
        (within.low, within.high),
        1 - 2 * share,
        games_per_second,
        subject,
        among,
        changed=bool(array.any()),
    )


def reach_sequential(
    test: Sequential,
    sides: tuple[str, str],
    *,
    games_per_second: float | None = None,
    subject: str = "",
    among: str = "",
) -> ComparisonVerdict:
    """Put a sequential test of the score of side 0 into one sentence.

    Its interval is taken to hold with one minus its error rate.
    """
    kinds = {"favours": "favours", "disfavours": "favours", "no_effect": "no_effect"}
    kind = kinds.get(test.decision, "undecided")
    changed = True
    more = _NONE if kind != "undecided" else Forecast(None)
    if len(test.looks):
        last = test.looks.iloc[-1]
        changed = float(last["sd"]) > 0 or test.plain_mean != 0
        if kind == "undecided":
            more = forecast_sequential(
                int(last["pairs"]), float(last["mean"]), float(last["sd"]),
                (float(last["more"]), float(last["less"])), test.margin,
                log_bounds(test.error_rate), test.batch,
            )  # fmt: skip
    return _verdict(
        ComparisonVerdict(
            kind=kind,
            sentence="",
            side=-1,
            difference=test.difference,
            low=test.low,
            high=test.high,
            margin=test.margin,
            pairs=test.pairs,
            more=more,
        ),
        sides,
        (test.low, test.high),
        1 - test.error_rate,
        games_per_second,
        subject,
        among,
        changed=changed,
        towards=-1 if test.decision == "disfavours" else 1,
    )


def _verdict(
    found: ComparisonVerdict,
    sides: tuple[str, str],
    within: tuple[float, float],
    confidence: float,
    games_per_second: float | None,
    subject: str,
    among: str,
    *,
    changed: bool,
    towards: int = 1,
) -> ComparisonVerdict:
    """Add the sentence and the side; ``within`` is the interval that shows there is no effect."""
    kind, mean = found.kind, found.difference
    what = subject or "the change"
    second = mean < 0 or (mean == 0 and towards < 0)

    def turned(low: float, high: float) -> str:
        return points_range(-high, -low) if second else points_range(low, high)

    gainer = sides[1] if second else sides[0]
    size = points(-mean if second else mean)
    figure = f"{size} points {turned(found.low, found.high)}"
    small = f"{level(confidence)} interval {turned(*within)}"
    played = " ".join(filter(None, (counted(found.pairs, "paired game"), among)))
    limit = counted(100 * found.margin, "point")
    if kind == "favours":
        sentence = f"{what} favours {gainer} by {figure} over {played}."
    elif kind == "small_effect":
        sentence = (
            f"{what} favours {gainer} by {figure}, less than {limit} (equivalence shown, "
            f"{small}), over {played}."
        )
    elif kind == "no_effect":
        seen = f"{size} points for {gainer}, {small}, over" if changed else "no result changed in"
        sentence = f"{what} has no effect larger than {limit} (equivalence shown): {seen} {played}."
    else:
        seconds = None if games_per_second is None else play_seconds(2, games_per_second)
        seen = f"{figure} for {gainer} over" if changed else "no result changed in"
        more = as_sentence(found.more.words(seconds))
        sentence = f"the effect of {what} is undecided: so far {seen} {played}. {more}"
    sentence = as_sentence(sentence, name=subject)
    favours = kind in ("favours", "small_effect")
    return replace(found, sentence=sentence, side=(1 if second else 0) if favours else -1)
