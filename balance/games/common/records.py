"""Words for numbers in the result tables, whose columns ``records.toml`` of the data has."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.common.tables import result_codes
from balance.games.common.vocabulary import Level
from balance.rulebook.game import Game

#: Words for the numbers of a column.
WORDS = {"level": {int(level): level.name.lower() for level in Level}}


def spell(game: Game) -> Mapping[str, Mapping[int, str]]:
    """Words for the numbers of columns: combat results are called as the game calls them."""
    return {**WORDS, "result": dict(enumerate(result_codes(game.rules)))}
