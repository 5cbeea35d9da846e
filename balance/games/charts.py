"""Charts of any game, looked at before one is played."""

from __future__ import annotations

from collections.abc import Callable

from balance.errors import DataError
from balance.rulebook.ruleset import Ruleset


def read_all(ruleset: Ruleset, *readers: Callable[[Ruleset], object]) -> None:
    """Read every chart, so that a variant's edits are judged before a game is played.

    Raises
    ------
    DataError
        With the faults of all charts.
    """
    faults: list[str] = []
    for read in readers:
        try:
            read(ruleset)
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
