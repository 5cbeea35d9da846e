"""How numbers read in sentences and tables: shares, intervals, counts."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from balance.counting import counted


def percent(share: float) -> str:
    """Write a share as a whole percentage that never rounds a case away or into certainty.

    >>> percent(0.618), percent(0.001), percent(0.999), percent(1.0)
    ('62%', '<1%', '>99%', '100%')
    """
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "<1%"
    if whole == 100 and share < 1:
        return ">99%"
    return f"{whole}%"


def as_sentence(words: str, name: str = "") -> str:
    """Begin with a capital and end with a full stop; a ``name`` in front stays as it is spelt.

    >>> as_sentence("each seed is a mean"), as_sentence("flak is undecided.", name="flak")
    ('Each seed is a mean.', 'flak is undecided.')
    """
    first = words.partition(" ")[0]
    if words and not is_name(first) and not (name and words.startswith(name)):
        words = words[0].upper() + words[1:]
    return words if words.endswith((".", "!", "?")) else f"{words}."


def is_name(words: str) -> bool:
    """Whether words are the name of a variant or a parameter, which has signs for blanks.

    >>> is_name("no_aircraft"), is_name("victory.vp_to_win=7"), is_name("the change")
    (True, True, False)
    """
    return re.search(r"[_=:.]", words) is not None


def level(confidence: float) -> str:
    """Write the confidence of an interval, with the places that tell it from others.

    >>> level(0.95), level(1 - 0.1 / 20), level(1 - 0.05 / 3)
    ('95%', '99.5%', '98.33%')
    """
    return f"{100 * confidence:.4g}%"


def percent_range(low: float, high: float) -> str:
    """Write an interval of shares in percent, as in [59, 65].

    >>> percent_range(0.589, 0.65), percent_range(0, 0.004)
    ('[59, 65]', '[0, <1]')
    """
    return f"[{percent(low)}, {percent(high)}]".replace("%", "")


def estimate(row: Mapping[str, Any]) -> str:
    """Write a share with its interval: a row with ``share``, ``low`` and ``high``.

    >>> estimate({"share": 0.62, "low": 0.589, "high": 0.65})
    '62% [59, 65]'
    """
    return f"{percent(row['share'])} {percent_range(row['low'], row['high'])}"


def number_range(low: float, high: float, places: int = 1) -> str:
    """Write an interval of numbers; one game alone has none.

    >>> number_range(4.76, 5.01), number_range(-math.inf, math.inf), number_range(-0.001, 0.01, 2)
    ('[4.8, 5.0]', '[unknown]', '[0.00, 0.01]')
    """
    if not (math.isfinite(low) and math.isfinite(high)):
        return "[unknown]"
    # Added nothing, as what rounds to nothing has no sign.
    low, high = round(low, places) + 0.0, round(high, places) + 0.0
    return f"[{low:.{places}f}, {high:.{places}f}]"


def count_games(number: int) -> str:
    """Write a number of games.

    >>> count_games(1), count_games(1000)
    ('1 game', '1,000 games')
    """
    return counted(number, "game")


def unfinished(played: int, planned: int, counted: str = "") -> str:
    """Say that a study lacks games, and which of those that are there count.

    >>> unfinished(40, 1000)
    '40 of 1,000 games are played; balance resume plays the rest'
    """
    which = f", and {counted}" if counted else ""
    return f"{played:,} of {planned:,} games are played{which}; balance resume plays the rest"


def number(value: float, places: int = 1) -> str:
    """Write a number; a dash where there is none.

    >>> number(4.76), number(math.nan)
    ('4.8', '-')
    """
    return f"{value:.{places}f}" if math.isfinite(value) else "-"


def signed(value: float, places: int = 1) -> str:
    """Write a difference with its sign; what rounds to nothing has none.

    >>> signed(3.14), signed(-2), signed(0.04)
    ('+3.1', '-2.0', '0.0')
    """
    text = number(value if abs(value) >= 0.5 * 10**-places else 0.0, places)
    return f"+{text}" if value > 0 and float(text) != 0 else text


def chance(p_value: float) -> str:
    """Write a p value; a dash where there is none.

    >>> chance(0.0004), chance(0.0312), chance(math.nan)
    ('<0.001', '0.031', '-')
    """
    if p_value != p_value:
        return "-"
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"


def points(share: float) -> str:
    """Write a difference of shares in percentage points.

    >>> points(0.031), points(-0.0004), points(1)
    ('3.1', '0.0', '100.0')
    """
    return number(100 * share if abs(share) >= 0.0005 else 0.0)


def points_range(low: float, high: float) -> str:
    """Write an interval of a difference of shares in percentage points.

    >>> points_range(0.012, 0.0496)
    '[1.2, 5.0]'
    """
    if not (math.isfinite(low) and math.isfinite(high)):
        return "[unknown]"
    return f"[{points(low)}, {points(high)}]"


def about(count: float) -> str:
    """Write a forecast number with two digits that mean something.

    >>> about(1834), about(97), about(7), about(123456)
    ('1,800', '97', '7', '120,000')
    """
    digits = max(len(str(round(count))) - 2, 0)
    return f"{round(round(count), -digits):,}"


def duration(seconds: float) -> str:
    """Write a time as a player would tell it.

    >>> duration(3.4), duration(240), duration(9000), duration(400000)
    ('3 s', '4 min', '2 h 30 min', '4.6 days')
    """
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    if minutes < 48 * 60:
        hours, rest = divmod(minutes, 60)
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    return f"{seconds / 86400:.1f} days"
