"""What a study may ask: margins, error rates and numbers of games that make sense."""

from __future__ import annotations

import math

from balance.errors import BadQuestion
from balance.given import is_number, shown

#: 1 less much smaller a rate, shared by many settings, is 1.
LEAST_ERROR_RATE = 1e-12


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that is none, such as 0, 1 or 95.

    Raises
    ------
    BadQuestion
        Unless it lies between 0.5 and 1.

    Examples
    --------
    >>> check_confidence(0.95)
    """
    if not (is_number(confidence) and 0.5 <= confidence < 1):
        raise BadQuestion(
            f"confidence: {shown(confidence)} is not possible; expected a number from 0.5 to "
            "below 1, such as 0.95"
        )


def check_error_rate(error_rate: float) -> None:
    """Refuse an error rate (alpha) outside the open range 0 to 0.5, or next to nothing."""
    if not (is_number(error_rate) and 0 < error_rate < 0.5):
        raise BadQuestion(
            f"error rate: {shown(error_rate)} is not possible; expected a number above 0 "
            "and below 0.5, such as 0.05"
        )
    if error_rate < LEAST_ERROR_RATE:
        raise BadQuestion(
            f"error rate: {shown(error_rate)} is too small to reckon with; expected "
            f"{LEAST_ERROR_RATE:g} or more, such as 0.05"
        )


def check_margin(margin: float) -> None:
    """Refuse a margin that is not a positive number, in the unit of the outcome."""
    if not (is_number(margin) and math.isfinite(margin) and margin > 0):
        raise BadQuestion(
            f"margin: {shown(margin)} can't be a margin; expected a number above 0, the smallest "
            "difference that matters"
        )


def check_power(power: float) -> None:
    """Refuse a power that is not a share of studies."""
    if not (is_number(power) and 0 < power < 1):
        raise BadQuestion(
            f"power: {shown(power)} is not possible; expected a number between 0 and 1, such as 0.8"
        )


def check_share(share: float, name: str = "wanted share") -> None:
    """Refuse a share that no game can be tuned to."""
    if not (is_number(share) and 0 < share < 1):
        raise BadQuestion(
            f"{name}: {shown(share)} is no share to aim for; expected a number between 0 and 1, "
            "such as 0.5"
        )


def check_count(count: int, needed: int, what: str) -> None:
    """Refuse fewer games, seeds or strategies than a method needs.

    Examples
    --------
    >>> check_count(1, 2, "strategies of the Axis")
    Traceback (most recent call last):
    balance.errors.BadQuestion: strategies of the Axis: 1, but at least 2 are needed
    """
    if not is_number(count):
        raise BadQuestion(f"{what}: {count!r}; expected a whole number, {needed} or more")
    if count < needed:
        verb = "is" if needed == 1 else "are"
        raise BadQuestion(f"{what}: {count}, but at least {needed} {verb} needed")
