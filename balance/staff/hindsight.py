"""What the staffs of all games write down of a battle once its odds are known."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner

#: Hundredths of a factor point beyond which a value is not told apart.
_LARGEST = 32000


@inner
def record_value(state: Any, side: int, battle: int, value: float) -> None:
    """Record what an attack was worth at the odds it was really fought at.

    battle : row of ``state.battles``; value : factor points

    An attack of negative value counts as a poor one of its side.
    """
    hundredths = max(-_LARGEST, min(_LARGEST, np.int64(value * 100.0)))
    state.battles[battle].expected_value = hundredths
    if value < 0.0:
        if side == 0:
            state.game.poor_attacks_axis += 1
        else:
            state.game.poor_attacks_soviet += 1
