"""The tables of a study by name, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from balance.display import Listing
from balance.errors import UnknownName
from balance.experiments.schema import Table

if TYPE_CHECKING:
    import pandas as pd


class UnknownTable(UnknownName, KeyError):
    """No table of that name; also a KeyError, as mappings want it."""

    def __str__(self) -> str:
        return str(self.args[0])


class Tables(Mapping[str, "pd.DataFrame"]):
    """Tidy pandas tables by their documented names; shows what each has in its rows.

    ``readers`` give the tables, ``about`` documents them.
    """

    def __init__(
        self,
        readers: Mapping[str, Callable[[], pd.DataFrame]],
        about: Mapping[str, Table],
    ) -> None:
        self._readers = dict(readers)
        self._about = about

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._readers:
            raise UnknownTable("table", str(name), self._readers)
        return self._readers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._readers)

    def __len__(self) -> int:
        return len(self._readers)

    @property
    def meanings(self) -> Listing:
        """What one row of each table is."""
        return Listing({name: self._about[name].meaning for name in self})

    def columns(self, name: str) -> Listing:
        """What the columns of a table mean."""
        if name not in self._readers:
            raise UnknownTable("table", name, self._readers)
        return Listing({column.name: column.meaning for column in self._about[name].columns})

    def __repr__(self) -> str:
        return repr(self.meanings)

    def _repr_html_(self) -> str:
        return self.meanings._repr_html_()

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)
