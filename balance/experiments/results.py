"""The results of a study, in pandas."""

from __future__ import annotations

import shutil
import weakref
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from balance.experiments.store import Store
from balance.experiments.study import Manifest, StudySpec, read_manifest

if TYPE_CHECKING:
    import pandas as pd

    from balance.experiments.replay.game import Replay


class Results:
    """Tables of a study, each read when it is first asked for.

    The columns are documented in ``balance.experiments.schema``.
    """

    def __init__(self, folder: str | Path, *, temporary: bool = False) -> None:
        self.folder = Path(folder)
        self.manifest: Manifest = read_manifest(self.folder)
        self._store = Store(self.folder)
        if temporary:
            # A study without a folder of its own lasts as long as its results.
            weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def __repr__(self) -> str:
        spec = self.spec
        return f"<Results of {self.game_count} games of {spec.game}/{spec.scenario}>"

    @property
    def spec(self) -> StudySpec:
        """What was played."""
        return self.manifest.spec

    @property
    def game_count(self) -> int:
        """Games stored so far."""
        return sum(block.games for block in self._store.blocks())

    @property
    def is_complete(self) -> bool:
        """Whether all games of the study are stored."""
        return self.game_count >= self.spec.total_games

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row a game."""
        return self._store.read("games")

    @cached_property
    def turns(self) -> pd.DataFrame:
        """One row a game and game turn."""
        return self._store.read("turns")

    @cached_property
    def events(self) -> pd.DataFrame:
        """One row an event."""
        return self._store.read("events")

    @cached_property
    def battles(self) -> pd.DataFrame:
        """One row a battle."""
        return self._store.read("battles")

    def replay(self, game_id: int) -> Replay:
        """Play a game again, with every move, and check that it goes as it is stored."""
        from balance.experiments.replay.game import replay_stored

        return replay_stored(self, game_id)

    @cached_property
    def summary(self) -> pd.DataFrame:
        """Games by conditions, winner and ending; estimates with intervals are the analysis's."""
        conditions = ["variant", "axis", "soviet"]
        games = self._store.read("games", [*conditions, "winner", "ending"])
        return games.value_counts([*conditions, "winner", "ending"], sort=False).reset_index()


def open_study(folder: str | Path) -> Results:
    """Open the results of a study, finished or not."""
    return Results(folder)
