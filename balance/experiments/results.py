"""The results of a study, in pandas."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.counting import counted
from balance.display import Shown
from balance.experiments.schema import DETAIL, tables_of
from balance.experiments.store import Store
from balance.experiments.study import Manifest, StudySpec, read_manifest
from balance.experiments.tables import Tables
from balance.experiments.temporary import remove_folder
from balance.given import path_at

if TYPE_CHECKING:
    import pandas as pd

    from balance.experiments.replay.game import Replay


class Results(Shown):
    """Tables of a study, each read when it is first asked for.

    The columns are documented in ``balance.experiments.schema``; ``tables`` has the same tables by
    name, as far as the study kept them.

    Examples
    --------
    >>> results = balance.run("blue", games=20, out=folder / "kept")
    >>> balance.open_study(folder / "kept").games.equals(results.games)
    True
    """

    def __init__(self, folder: str | Path, *, temporary: bool = False) -> None:
        self.folder = path_at("folder of a study", folder)
        self.manifest: Manifest = read_manifest(self.folder)
        self._store = Store(self.folder)
        #: Whether the folder goes when these results go.
        self.is_temporary = temporary
        if temporary:
            # A study without a folder of its own lasts as long as its results.
            weakref.finalize(self, remove_folder, self.folder)

    def __repr__(self) -> str:
        spec = self.spec
        return f"<Results of {counted(self.game_count, 'game')} of {spec.game}/{spec.scenario}>"

    @property
    def sentence(self) -> str:
        """Who wins, in one sentence, as the report of the games says it first."""
        return self._view.sentence

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

    @property
    def tables(self) -> Tables:
        """The tables that this study kept, by name: games and turns always."""
        kept = DETAIL[self.spec.detail]
        return Tables(
            {name: partial(getattr, self, name) for name in kept}, tables_of(self.spec.game)
        )

    @property
    def kept(self) -> list[str]:
        """Names of the tables there are."""
        return self._store.kept()

    def runs(
        self, tables: Mapping[str, Sequence[str]], games: int
    ) -> Iterator[tuple[int, int, dict[str, pd.DataFrame]]]:
        """Columns of several tables in runs of about so many whole games; texts are categories.

        Each run comes with the numbers of its first and last game.

        For tables too long to hold: memory stays flat, whatever the number of games.
        """
        return self._store.read_runs(tables, games)

    def coded(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Columns of one table in little memory: texts are categories, whose order says nothing."""
        return self._store.read_coded(table, columns)

    def game(self, game_id: int) -> dict[str, Any] | None:
        """Row of one game in ``games``, missing values as None; None if it is not played yet."""
        return self._store.read_game(game_id)

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

    def replay(self, game_id: int, *, chances: str | Path | None = None) -> Replay:
        """Play a game again, with every move, and check that it goes as it is stored.

        ``chances`` is the file of a model that tells the chances to win; the shipped one if None.
        """
        from balance.experiments.replay.game import replay_stored

        return replay_stored(self, game_id, chances=chances)

    @cached_property
    def hexes(self) -> pd.DataFrame:
        """One row a game turn and hex that changed hands or held units out of supply."""
        return self._store.read("hexes")

    @cached_property
    def summary(self) -> pd.DataFrame:
        """Games by conditions, winner and ending; estimates with intervals are the analysis's."""
        conditions = ["variant", "axis", "soviet"]
        games = self._store.read("games", [*conditions, "winner", "ending"])
        return games.value_counts([*conditions, "winner", "ending"], sort=False).reset_index()


def open_study(folder: str | Path) -> Results:
    """Open the results of a study, finished or not.

    Examples
    --------
    >>> _ = balance.run("blue", games=20, out=folder / "opened")
    >>> results = balance.open_study(folder / "opened")
    >>> results.is_complete, list(results.tables)
    (True, ['games', 'turns', 'events', 'battles', 'hexes'])
    """
    return Results(folder)
