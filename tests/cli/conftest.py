"""Commands of these tests announce nothing late, however slow the machine is."""

from __future__ import annotations

from threading import Timer

import pytest

from balance.experiments import progress


class _NeverDue(Timer):
    def start(self) -> None:
        """Leave it at that."""


@pytest.fixture(autouse=True)
def _no_machine_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "Timer", _NeverDue)
