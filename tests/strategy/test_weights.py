"""The weights that a game offers are those that its staff goes by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.errors import DataError, UnknownName
from balance.rulebook.game import open_game
from balance.staff.weights import RANGES, Weights, offered_weights
from balance.strategy import Strategy, registry
from balance.strategy.opening import read_opening
from balance.strategy.play import Match
from tests.every_game import GAMES, match_of, playable_of

# Whole games.
pytestmark = [pytest.mark.compiled, pytest.mark.parametrize("game", GAMES)]


def player(game: str, side: str, changes: dict[str, float]) -> type[Strategy]:
    """The historical commander of a side with other weights, be they offered or not."""
    path = registry.find(open_game(game), side, "historical")[0].path

    class Weighing(read_opening(path)):  # type: ignore[misc]
        def weights(self, **said: float) -> Weights:
            return replace(super().weights(**said), **changes)

    return Weighing


def outcome(game: str, seed: int, **changes: float) -> tuple[bytes, bytes]:
    """How a game between such commanders ends, in bytes."""
    both = [(player(game, side, changes), {}) for side in ("axis", "soviet")]
    played = Match(playable_of(game), both).play(seed)
    assert not played.error, played.traceback
    return played.game.tobytes(), played.battles.tobytes()


def test_weights_that_are_offered_change_games_and_no_others_do(game):
    # One game alone may pass over what a weight weighs.
    plain = {seed: outcome(game, seed) for seed in (1, 2, 3)}
    changing = [
        key
        for key, ends in RANGES.items()
        if any(outcome(game, seed, **{key: end}) != plain[seed] for seed in plain for end in ends)
    ]
    assert changing == list(offered_weights(open_game(game)))


def test_a_weight_that_is_not_offered_is_refused(game, tmp_path):
    strange = next(key for key in RANGES if key not in offered_weights(open_game(game)))
    with pytest.raises(UnknownName, match=f"parameter '{strange}' of strategy 'historical'"):
        match_of(game, f"historical:{strange}=1", "historical")
    path = tmp_path / "mine.toml"
    head = f'[opening]\nname = "mine"\ngame = "{game}"\nside = "axis"\n'
    path.write_text(f"{head}[weights]\n{strange} = 1.0\n", encoding="utf-8")
    with pytest.raises(DataError, match=rf"mine\.toml:6: unknown weight '{strange}' in \[weights"):
        read_opening(path)
