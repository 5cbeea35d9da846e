"""What all tests share: the ``rule`` marker must cite a registered rule, ``--rule`` picks by it.

Tests of rules, staff and statistics are marked ``plain``, unless they are marked ``compiled``:
`make test` runs what is plain without the compiler, all else with it. Tests marked ``long`` are
left to `make long-check`, unless ``-m`` names that mark.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.errors import UnknownName
from balance.rulebook import game
from balance.rulebook.game import open_game
from balance.rulebook.register import parse_marker

#: Folders whose tests are plain if they don't say otherwise.
PLAIN = tuple(
    Path(__file__).parent / name
    for name in ("kernel", "rules", "games", "staff", "maps", "analysis", "strategy")
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule",
        metavar="CITATION",
        help="run only the tests of a rule and its letters, e.g. 'drive_on_stalingrad 7.12'",
    )


def _cited_rules(text: str) -> set[tuple[str, str]]:
    book, numbers = parse_marker(text)
    register = open_game(book).register
    return {(book, rule) for number in numbers for rule in register.covers(number)}


def _item_rules(item: pytest.Item) -> Iterator[set[tuple[str, str]]]:
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            raise pytest.UsageError(f"{item.nodeid}: the rule marker takes a citation as text")
        for text in mark.args:
            try:
                yield _cited_rules(text)
            except (ValueError, TypeError, UnknownName) as error:
                raise pytest.UsageError(f"{item.nodeid}: {error}") from None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files that have plain tests alone where those aren't asked for: most of all files.

    Each process would import them.
    """
    if config.getoption("-m") != "not plain" or not set(PLAIN) & set(collection_path.parents):
        return None
    if collection_path.suffix != ".py" or b"mark.compiled" in collection_path.read_bytes():
        return None
    return True


@pytest.hookimpl(tryfirst=True)  # before what is asked for by -m is chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if not item.get_closest_marker("compiled") and set(PLAIN) & set(item.path.parents):
            item.add_marker("plain")
    wanted = None
    if config.getoption("--rule"):
        try:
            wanted = _cited_rules(config.getoption("--rule"))
        except (ValueError, UnknownName) as error:
            raise pytest.UsageError(f"--rule: {error}") from None
    long_too = "long" in config.getoption("-m").split()
    chosen, left = [], []
    for item in items:
        rules = set().union(*_item_rules(item))
        asked = wanted is None or rules & wanted
        now = long_too or not item.get_closest_marker("long")
        (chosen if asked and now else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = chosen


@pytest.fixture(autouse=True)
def _games_opened_by_path_stay_in_their_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a later test would find them by their names, and lists of games would tell of them."""
    monkeypatch.setattr(game, "_opened", dict(game._opened))


def pytest_collection_finish() -> None:
    """Look for garbage no more among all modules and tests, which stay, and seldom elsewhere.

    Either took some 5 % of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
