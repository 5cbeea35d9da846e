"""Words for numbers in the result tables, whose columns ``records.toml`` of the data has."""

from __future__ import annotations

from balance.games.stalingrad_1942.tables import CODES
from balance.games.stalingrad_1942.vocabulary import Level

#: Words for the numbers of a column.
WORDS = {
    "level": {int(level): level.name.lower() for level in Level},
    "result": dict(enumerate(CODES)),
}
