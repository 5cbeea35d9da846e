"""Examples in docstrings play made-up games, so that they run at once, without the compiler."""

from __future__ import annotations

import inspect
from functools import partial
from typing import Any

import pytest

import balance


class _Balance:
    """The package as an example sees it: what plays takes outcomes made up from the seed."""

    def __init__(self, changed: pytest.MonkeyPatch) -> None:
        self._changed = changed

    def __getattr__(self, name: str) -> Any:
        found = getattr(balance, name)
        if inspect.isfunction(found) and "player" in inspect.signature(found).parameters:
            from balance.experiments import warm_up
            from tests.studies import fake_balance, fake_training

            # They take no time; in blocks of a few games, to store them would take most of it.
            self._changed.setattr(warm_up, "UNCOMPILED_SECONDS", 0.001)
            training = name.startswith("train")
            made_up = fake_training.PLAYER if training else fake_balance.ANYBODY
            return partial(found, player=made_up, jobs=1)
        return found


@pytest.fixture(autouse=True)
def _examples_play_made_up_games(
    doctest_namespace: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doctest_namespace["balance"] = _Balance(monkeypatch)
    doctest_namespace["folder"] = tmp_path_factory.getbasetemp() / "examples"
