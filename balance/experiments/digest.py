"""A fingerprint of how games go: the hash of everything that happened in games of fixed seeds.

It covers the scalars, turns, events and battles of each game in their logical form (names and
values, not memory), so that it is the same on any machine, compiled or not.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from typing import Any

from balance.errors import DataError
from balance.experiments.match import PLAYER, PlayedGame, open_match, rules_of
from balance.experiments.scenarios import Scenario, find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.rule_sets import blamed_on_rule_files


@dataclass(frozen=True)
class Digests:
    """Fingerprints of some games, and of all of them together."""

    scenario: Scenario
    games: tuple[tuple[int, str], ...]

    @property
    def total(self) -> str:
        """Fingerprint of all games."""
        text = "".join(f"{seed}:{digest}\n" for seed, digest in self.games)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def digests(
    scenario: str,
    cell: Cell,
    *,
    games: int = 4,
    seed: int = 1,
    debug: bool = False,
    player: str = PLAYER,
) -> Digests:
    """Play ``games`` games and fingerprint each."""
    found = find_scenario(scenario)
    spec = StudySpec(found.game, found.name, (cell,), games, seed)
    rules = rules_of(spec.game, cell)
    seeds = [spec.seed_of(number) for number in range(games)]
    if rules.functions:
        own = ", ".join(sorted(rules.functions))
        print(f"compiling the game with {own} of the variant's own, once ...", file=sys.stderr)
    with blamed_on_rule_files(rules):
        match = open_match(player, spec.game, spec.scenario, cell, rules.hash)
        played = [match.play(each, debug) for each in seeds]
    for game in played:
        if game.error:
            raise DataError(f"the game of seed {game.seed} broke off: {game.error}")
    return Digests(found, tuple((game.seed, game_digest(game)) for game in played))


def game_digest(played: PlayedGame) -> str:
    """Fingerprint of one game."""
    digest = hashlib.sha256(f"{played.seed} {played.error} {played.error_side}\n".encode())
    _add(digest, "game", played.game, [played.game])
    for name in ("turns", "events", "battles"):
        rows = getattr(played, name)
        _add(digest, name, rows, rows.tolist())
    return digest.hexdigest()[:12]


def _add(digest: Any, name: str, typed: Any, rows: Any) -> None:
    digest.update(f"{name} {' '.join(typed.dtype.names)}\n".encode())
    for row in rows:
        digest.update((" ".join(str(value) for value in tuple(row)) + "\n").encode())
