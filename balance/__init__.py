"""wargame-balance: play a wargame scenario thousands of times and say who wins, how and why.

Reading order: ``kernel`` (hexes, dice), ``games`` (one rulebook each), ``staff`` (how scripted
players move well), ``strategy`` (the plugin interface), ``experiments`` (studies), ``analysis``.
Importing this package loads none of the heavy libraries; the names below come on first use.
"""

from __future__ import annotations

import os
import sys

__version__ = "0.1.0"

# As in `typing`, which takes as long to load as all else before the command line hears of Ctrl-C.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from balance.errors import BalanceError as BalanceError
    from balance.experiments.cluster import on_cluster as on_cluster
    from balance.experiments.replay.game import Replay as Replay
    from balance.experiments.replay.game import replay as replay
    from balance.experiments.results import Results as Results
    from balance.experiments.results import open_study as open_study
    from balance.experiments.run import run as run
    from balance.experiments.run import run_cells as run_cells
    from balance.experiments.study import Cell as Cell
    from balance.studies.adapt.study import adapt as adapt
    from balance.studies.answer import Answer as Answer
    from balance.studies.bid.study import bid as bid
    from balance.studies.chances.study import chances as chances
    from balance.studies.compare.study import compare as compare
    from balance.studies.dead_rules.study import dead_rules as dead_rules
    from balance.studies.explain.study import explain as explain
    from balance.studies.gate.study import gate as gate
    from balance.studies.kinds import answer_study as answer_study
    from balance.studies.kinds import resume_study as resume
    from balance.studies.plan.study import plan as plan
    from balance.studies.restrict.study import restrict as restrict
    from balance.studies.sensitivity.study import sensitivity as sensitivity
    from balance.studies.sweep.study import sweep as sweep
    from balance.studies.tournament.study import tournament as tournament
    from balance.studies.train.study import train as train
    from balance.studies.train_both.study import train_both as train_both
    from balance.studies.tune.study import tune as tune

#: Public name -> module that holds it, with its name there if another.
_HOMES = {
    "Answer": "balance.studies.answer",
    "adapt": "balance.studies.adapt.study",
    "answer_study": "balance.studies.kinds",
    "bid": "balance.studies.bid.study",
    "chances": "balance.studies.chances.study",
    "compare": "balance.studies.compare.study",
    "dead_rules": "balance.studies.dead_rules.study",
    "BalanceError": "balance.errors",
    "explain": "balance.studies.explain.study",
    "restrict": "balance.studies.restrict.study",
    "tournament": "balance.studies.tournament.study",
    "Cell": "balance.experiments.study",
    "Replay": "balance.experiments.replay.game",
    "replay": "balance.experiments.replay.game",
    "Results": "balance.experiments.results",
    "gate": "balance.studies.gate.study",
    "on_cluster": "balance.experiments.cluster",
    "open_study": "balance.experiments.results",
    "plan": "balance.studies.plan.study",
    "resume": "balance.studies.kinds:resume_study",
    "run": "balance.experiments.run",
    "run_cells": "balance.experiments.run",
    "sensitivity": "balance.studies.sensitivity.study",
    "sweep": "balance.studies.sweep.study",
    "train": "balance.studies.train.study",
    "train_both": "balance.studies.train_both.study",
    "tune": "balance.studies.tune.study",
}

# Compiled functions are cached by all the source they rest on (balance/kernel/cache.py). Numba
# reads this when it is first imported, and again with each change of its environment variables.
_LOCATORS = ",".join(
    [
        "balance.kernel.cache.GivenFolderLocator",
        "balance.kernel.cache.InTreeLocator",
        "balance.kernel.cache.UserFolderLocator",
        "UserProvidedCacheLocator",
        "InTreeCacheLocator",
        "UserWideCacheLocator",
        "IPythonCacheLocator",
        "ZipCacheLocator",
    ]
)
os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", _LOCATORS)
if "numba" in sys.modules:
    sys.modules["numba"].config.CACHE_LOCATOR_CLASSES = os.environ["NUMBA_CACHE_LOCATOR_CLASSES"]

__all__ = [
    "Answer",
    "BalanceError",
    "Cell",
    "Replay",
    "Results",
    "__version__",
    "adapt",
    "answer_study",
    "bid",
    "chances",
    "compare",
    "dead_rules",
    "explain",
    "gate",
    "on_cluster",
    "open_study",
    "plan",
    "replay",
    "restrict",
    "resume",
    "run",
    "run_cells",
    "sensitivity",
    "sweep",
    "tournament",
    "train",
    "train_both",
    "tune",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'balance' has no attribute {name!r}")
    from importlib import import_module

    # The package that draws says so when it is loaded (balance/display.py); it is light until then.
    import_module("reports")
    module, _, other_name = home.partition(":")
    return getattr(import_module(module), other_name or name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
