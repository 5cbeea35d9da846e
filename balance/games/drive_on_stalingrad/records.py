"""Words for numbers in the result tables, whose columns ``records.toml`` of the data has."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.vocabulary import Result

#: Words for the numbers of a column: combat results are written as printed.
WORDS = {"result": {int(result): result.name for result in Result}}
