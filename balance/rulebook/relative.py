"""Values that a variant gives as a change of what is there: "+1", "1 less", "x1.5"."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction

_RELATIVE = re.compile(
    r"\+ ?(?P<plus>[0-9]{1,6})|(?P<more>[0-9]{1,6}) more|(?P<less>[0-9]{1,6}) less"
    r"|[x×*] ?(?P<times>[0-9]{1,4}(?:\.[0-9]{1,4})?)"
)
#: How to write one, for messages.
FORMS = "+1, 1 less or x1.5"


@dataclass(frozen=True)
class Relative:
    """A change of a number, as written.

    >>> [Relative.read(text).of(5) for text in ("+1", "2 more", "1 less", "x1.5")]
    [6, 7, 4, 8]
    >>> Relative.read("7") is None
    True
    """

    text: str
    times: Fraction
    plus: int

    @staticmethod
    def read(given: object) -> Relative | None:
        """What a given value changes; None if it is a value of its own."""
        found = _RELATIVE.fullmatch(given.strip()) if isinstance(given, str) else None
        if found is None:
            return None
        plus = int(found["plus"] or found["more"] or 0) - int(found["less"] or 0)
        return Relative(str(given).strip(), Fraction(found["times"] or 1), plus)

    def of(self, number: int) -> int:
        """The number with the change made; halves are rounded up."""
        return math.floor(self.times * number + self.plus + Fraction(1, 2))

    def of_text(self, text: str) -> int | None:
        """As ``of``, for the text of a cell; None if that is no number."""
        return self.of(int(text)) if re.fullmatch(r"-?[0-9]{1,9}", text) else None
