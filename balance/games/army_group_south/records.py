"""Words for numbers in the result tables, whose columns ``records.toml`` of the data has."""

from __future__ import annotations

from itertools import product

import numpy as np

from balance.games.army_group_south.vocabulary import ELIMINATION, ENGAGED, NO_EFFECT, Level

_HALVES = {NO_EFFECT: "-", 1: "1", 2: "2", 3: "3", ELIMINATION: "E"}
#: A result is the attackers' half times ten plus the defenders'.
_TENS = 10
#: Words for the numbers of a column.
WORDS = {
    "level": {int(level): level.name.lower() for level in Level},
    "result": {
        _TENS * ENGAGED + ENGAGED: "eng",
        **{
            _TENS * attacker + defender: f"{_HALVES[attacker]}/{_HALVES[defender]}"
            for attacker, defender in product(_HALVES, repeat=2)
        },
    },
}


def results(battles: np.ndarray) -> np.ndarray:
    """Combat result of each battle, as numbers of ``WORDS``; -1 where no die was rolled."""
    numbers = _TENS * battles["attacker_result"].astype(np.int64) + battles["defender_result"]
    return np.where(battles["die"] > 0, numbers, -1)
