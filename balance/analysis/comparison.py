"""The one sentence that a comparison of two variants comes to.

Points are percentage points of a side's score (win 1, draw one half); games are paired games, one
under each variant.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from balance.analysis.equivalence import show_equivalence
from balance.analysis.paired import difference_interval, difference_p_value
from balance.analysis.planning import more_pairs_of_test, more_pairs_to_decide, play_seconds
from balance.analysis.questions import check_count, check_error_rate, check_margin
from balance.analysis.sequential import Sequential, log_bounds
from balance.analysis.words import about, duration, points, points_range


@dataclass(frozen=True)
class ComparisonVerdict:
    """What a variant does to the balance, and the sentence that says so.

    ``kind`` is ``favours``, ``no_effect``, ``small_effect`` (sure to favour a side, and sure to by
    less than the margin) or ``undecided``. ``side`` is the side that gains, 0 or 1 of ``sides``,
    or -1. ``difference``, ``low`` and ``high`` are shares of the score of side 0, ``margin`` too.
    ``more_pairs`` are the pairs still to be played, about; 0 when decided, None if unknown.
    """

    kind: str
    sentence: str
    side: int
    difference: float
    low: float
    high: float
    margin: float
    pairs: int
    more_pairs: int | None
    p_value: float

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
    p_value: float | None = None,
    games_per_second: float | None = None,
) -> ComparisonVerdict:
    """Put a comparison over a fixed number of pairs into one sentence.

    ``differences`` are those of the score of side 0 by seed, ``sides`` the words for both sides as
    they follow "favours", such as ("the Axis", "the Soviets"). ``p_value`` replaces the plain one
    where several variants are compared at once (see ``multiplicity.holm``).

    Raises
    ------
    BadQuestion
        For a margin or error rate that makes no sense, or fewer than two pairs.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> changes = rng.choice([-1, 0, 1], size=5000, p=[0.10, 0.77, 0.13])
    >>> print(reach_comparison(changes, ("the Axis", "the Soviets"), margin=0.02).sentence)
    favours the Axis by 2.7 points [1.4, 4.1]; 5,000 paired games
    """
    check_margin(margin)
    check_error_rate(error_rate)
    array = np.asarray(differences, float)
    count = len(array)
    check_count(count, 2, "paired seeds")
    mean, low, high = difference_interval(array, 1 - error_rate, 1.0)
    plain = difference_p_value(array)
    chance = plain if p_value is None else p_value
    differs = chance <= error_rate and (low > 0 or high < 0)
    small = show_equivalence(array, margin, error_rate, 1.0).shown
    more: int | None = 0
    if not (differs or small):
        sd = float(array.std(ddof=1))
        more = more_pairs_to_decide(mean, sd, count, margin, error_rate)
    kind = "small_effect" if differs and small else "favours" if differs else "no_effect"
    kind = kind if differs or small else "undecided"
    return _verdict(
        kind, mean, (low, high), sides, margin, count, more, chance, games_per_second,
        changed=bool(array.any()),
    )  # fmt: skip


def reach_sequential(
    test: Sequential,
    sides: tuple[str, str],
    *,
    games_per_second: float | None = None,
) -> ComparisonVerdict:
    """Put a sequential test of the score of side 0 into one sentence."""
    kinds = {"favours": "favours", "disfavours": "favours", "no_effect": "no_effect"}
    kind = kinds.get(test.decision, "undecided")
    more: int | None = 0
    changed = True
    if len(test.looks):
        last = test.looks.iloc[-1]
        changed = float(last["sd"]) > 0 or test.plain_mean != 0
        if kind == "undecided":
            more = more_pairs_of_test(
                float(last["more"]), float(last["less"]), float(last["sd"]), test.margin,
                float(last["mean"]), log_bounds(test.error_rate),
            )  # fmt: skip
    elif kind == "undecided":
        more = None
    ends = (test.low, test.high)
    return _verdict(
        kind, test.difference, ends, sides, test.margin, test.pairs, more, float("nan"),
        games_per_second, changed=changed, towards=-1 if test.decision == "disfavours" else 1,
    )  # fmt: skip


def _verdict(
    kind: str,
    mean: float,
    ends: tuple[float, float],
    sides: tuple[str, str],
    margin: float,
    pairs: int,
    more: int | None,
    p_value: float,
    games_per_second: float | None,
    *,
    changed: bool,
    towards: int = 1,
) -> ComparisonVerdict:
    low, high = ends
    second = mean < 0 or (mean == 0 and towards < 0)
    size, near, far = (-mean, -high, -low) if second else (mean, low, high)
    gainer = sides[1] if second else sides[0]
    figure = f"{points(size)} points {points_range(near, far)}"
    played = f"{pairs:,} paired game{'' if pairs == 1 else 's'}"
    limit = f"{100 * margin:g} point{'' if margin == 0.01 else 's'}"
    if kind == "favours":
        sentence = f"favours {gainer} by {figure}; {played}"
    elif kind == "small_effect":
        sentence = f"favours {gainer} by {figure}, less than {limit} (equivalence shown); {played}"
    elif kind == "no_effect" and not changed:
        sentence = f"no effect larger than {limit} (equivalence shown); no result changed; {played}"
    elif kind == "no_effect":
        sentence = (
            f"no effect larger than {limit} (equivalence shown); {figure} for {gainer}; {played}"
        )
    else:
        sentence = f"undecided; {_more_words(more, games_per_second)}"
        sentence += f"; so far {figure} for {gainer}; {played}" if changed else f"; {played}"
    return ComparisonVerdict(
        kind=kind,
        sentence=sentence,
        side=(1 if second else 0) if kind in ("favours", "small_effect") else -1,
        difference=mean,
        low=low,
        high=high,
        margin=margin,
        pairs=pairs,
        more_pairs=more,
        p_value=p_value,
    )


def _more_words(more: int | None, games_per_second: float | None) -> str:
    """Say how many more paired games would decide, and how long both of each pair take."""
    if more is None:
        return "more games are needed"
    words = f"about {about(more)} more game{'' if more == 1 else 's'}"
    if games_per_second is None:
        return words
    return f"{words} ({duration(play_seconds(2 * more, games_per_second))} here)"
