"""Examples in docstrings play made-up games, so that they run at once, without the compiler."""

from __future__ import annotations

import inspect
from functools import partial
from typing import Any

import pytest

import balance


class _Balance:
    """The package as an example sees it: what plays takes outcomes made up from the seed."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(balance, name)
        if inspect.isfunction(found) and "player" in inspect.signature(found).parameters:
            from tests.studies import fake_balance, fake_training

            training = name.startswith("train")
            made_up = fake_training.PLAYER if training else fake_balance.ANYBODY
            return partial(found, player=made_up, jobs=1)
        return found


@pytest.fixture(autouse=True)
def _examples_play_made_up_games(
    doctest_namespace: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    doctest_namespace["balance"] = _Balance()
    doctest_namespace["folder"] = tmp_path_factory.getbasetemp() / "examples"
