"""What a plan chooses for a turn is what the staff then does, or leaves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.stalingrad_1942.sequence import StepKind
from balance.games.stalingrad_1942.vocabulary import Side
from balance.staff.plan import Plan
from balance.staff.stalingrad_1942 import conduct
from tests.staff.stalingrad_1942.on_the_map import playable, stopped

SOVIET = np.int64(Side.SOVIET)


@pytest.mark.parametrize(
    ("choice", "phase", "kind", "duty"),
    [
        ("works", "dig_in", StepKind.FORTIFICATION, "build_works"),
        ("bridging", "conduct_movement", StepKind.MOVEMENT, "bridge_rivers"),
        ("demolition", "conduct_movement", StepKind.MOVEMENT, "blow_bridges"),
    ],
)
@pytest.mark.parametrize("chosen", [True, False])
def test_a_duty_is_done_only_where_the_plan_has_it(
    monkeypatch: pytest.MonkeyPatch,
    choice: str,
    phase: str,
    kind: StepKind,
    duty: str,
    chosen: bool,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(conduct, duty, lambda *_: done.append(duty))
    said: dict[str, Any] = {choice: chosen}
    desk = playable().draft(Plan(**said), Side.SOVIET)
    getattr(conduct, phase)(stopped(kind, Side.SOVIET), desk, SOVIET)
    assert set(done) == {duty} if chosen else not done
