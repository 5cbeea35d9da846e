"""Games played while both referees answer at random moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from balance.rulebook.game import open_game
from balance.strategy.play import prepare
from tests.oracles.tally import Tally

Compare = Callable[[Any, Tally, np.random.Generator], None]


class Onlooker:
    """A watcher that has some of the moments of a game compared."""

    def __init__(self, compare: Compare, tally: Tally, seed: int, share: float) -> None:
        self.compare, self.tally, self.share = compare, tally, share
        self.rng = np.random.default_rng(seed)

    def begin(self, state: Any) -> None:
        """Nothing has been moved yet."""

    def before_phase(self, state: Any) -> None:
        """A phase has been opened."""
        self.look(state)

    def after_phase(self, state: Any) -> None:
        """A player has done with a phase."""
        self.look(state)

    def phase_closed(self, state: Any) -> None:
        """The referee has removed what may not stay."""

    def end(self, state: Any) -> None:
        """The game is over."""

    def look(self, state: Any) -> None:
        """Compare this moment, or let it pass."""
        if self.rng.random() < self.share:
            self.compare(state, self.tally, self.rng)


def watch(
    game: str,
    scenario: str,
    compare: Compare,
    tally: Tally,
    seed: int,
    *,
    share: float,
    players: tuple[str, str] = ("random", "random"),
    rules: Mapping[str, object] | None = None,
) -> None:
    """Play one game, by other rules if need be, and compare a share of its moments."""
    ruleset = open_game(game).rules.with_overrides(rules or {})
    match = prepare(open_game(game), scenario, ruleset, *players)
    played = match.play(seed, watcher=Onlooker(compare, tally, seed, share))
    assert played.error == "", played.error
