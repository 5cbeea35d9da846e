"""What this package knows of a game: something that plays a seed and says what happened.

``balance.strategy.play.prepare`` makes a Match; another module can stand in for it by its name.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from balance.errors import ResumeMismatch
from balance.experiments.plugins import is_opening
from balance.experiments.strategy_hashes import strategy_hashes
from balance.experiments.study import FEW_CELLS, Cell, Sources, player_names
from balance.rulebook.game import Game
from balance.strategy.api import SIDES
from balance.strategy.play import MOST_RULES, Watcher
from balance.strategy.replay_words import ReplayWords

#: Where matches come from: ``module:function``.
PLAYER = "balance.strategy.play:prepare"
#: A process keeps so many matches of openings open, more than a round of a training plays: less
#: than a megabyte each, as those of the same rules share the rest. A match with a plugin counts for
#: several, since a planner takes twenty: all cells of a study of few stay open. Of other rules it
#: keeps those of ``MOST_RULES``.
MOST_OPEN = 128
PLUGIN_COUNTS = MOST_OPEN // FEW_CELLS


class PlayedGame(Protocol):
    """One finished game, in the numbers of its game's state."""

    seed: int
    game: Any  # record of the scalars at the end
    turns: Any  # record arrays, one row each
    events: Any
    battles: Any
    hexes: Any
    error: str
    error_side: int
    traceback: str
    seconds: float


class Match(Protocol):
    """Two strategies and a scenario, ready to play any seed."""

    hex_names: Sequence[str]
    unit_names: Sequence[str]

    def play(
        self,
        seed: int,
        debug: bool = False,
        set_up_seed: int | None = None,
        watcher: Watcher | None = None,
    ) -> PlayedGame:
        """Play one game from set-up to end; what set-up draws may come from a seed of its own."""

    def begin_only(
        self, seed: int, failure: tuple[str, int, str], set_up_seed: int | None = None
    ) -> PlayedGame:
        """Set up a game that can't be played: its error, the side to blame, the traceback."""

    def replay_words(self) -> ReplayWords:
        """What a replay shows of its games."""


def rules_of(game: Game, cell: Cell) -> Any:
    """Return the rules in force in a cell: the game's, changed by the variant and the overrides."""
    from balance.experiments.variants import rules_under

    return rules_under(game, cell.variant, dict(cell.overrides))


def open_match(player: str, game: Game, scenario: str, cell: Cell, sources: Sources) -> Match:
    """Prepare a cell for play; kept, so that a process prepares each cell once.

    Its sources tell apart what names don't: a variant, an opening or a plugin whose file was edited
    meanwhile.

    Raises
    ------
    ResumeMismatch
        If the files no longer hold the rules or the players asked for.
    """
    asked = _Asked(player, game, scenario, cell, sources)
    kept = _opened.pop(asked, None)
    if kept is None:
        kept = _Kept(_open(asked), _counts(game, cell))
        while not _fits(asked, kept):
            _opened.popitem(last=False)
    _opened[asked] = kept
    return kept.match


class _Asked(NamedTuple):
    """What makes a match."""

    player: str
    game: Game
    scenario: str
    cell: Cell
    sources: Sources


class _Kept(NamedTuple):
    """An open match, and for how many it counts."""

    match: Match
    counts: int


#: What is open, what was asked for last at the end.
_opened: OrderedDict[_Asked, _Kept] = OrderedDict()


def _counts(game: Game, cell: Cell) -> int:
    players = zip(SIDES, (cell.axis, cell.soviet), strict=True)
    return 1 if all(is_opening(game, *player) for player in players) else PLUGIN_COUNTS


def _fits(asked: _Asked, kept: _Kept) -> bool:
    """Whether there is room for one more match beside those that are open."""
    rules = {(each.game, each.scenario, each.sources.rules) for each in (*_opened, asked)}
    counts = sum(each.counts for each in (*_opened.values(), kept))
    return len(rules) <= MOST_RULES and counts <= MOST_OPEN


def close_matches() -> None:
    """Forget all that was opened."""
    _opened.clear()


def _open(asked: _Asked) -> Match:
    player, game, scenario, cell, sources = asked
    rules = rules_of(game, cell)
    if rules.hash != sources.rules:
        raise ResumeMismatch(
            f"variant {cell.variant} has changed since the study began (rules {sources.rules}, now "
            f"{rules.hash}); run it again in another folder"
        )
    made = sources.axis, sources.soviet
    now = strategy_hashes(game, cell)
    for name, before, after in zip(player_names(cell), made, now, strict=True):
        if before != after:
            raise ResumeMismatch(
                f"{name}: its files have changed since the study began; run it again in another "
                "folder"
            )
    return open_under(player, game, scenario, cell, rules)


def sources_of(game: Game, cell: Cell) -> Sources:
    """What a cell is played from now."""
    return Sources(rules_of(game, cell).hash, *strategy_hashes(game, cell))


def open_under(player: str, game: Game, scenario: str, cell: Cell, rules: Any) -> Match:
    """Prepare the players of a cell for play by some rules; nothing is kept."""
    module, _, function = player.partition(":")
    prepare = cast("Callable[..., Match]", getattr(import_module(module), function))
    return prepare(game, scenario, rules, cell.axis, cell.soviet)
