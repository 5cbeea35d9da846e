"""A fingerprint of how games go: the hash of everything that happened in games of fixed seeds.

It covers the scalars, turns, events and battles of each game in their logical form (names and
values, not memory), so that it is the same on any machine, compiled or not.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from balance.errors import DataError
from balance.experiments.blocks import Begin, Limits, play_checked, play_game
from balance.experiments.isolation.guarded import play_guarded
from balance.experiments.match import PLAYER, PlayedGame, open_match, sources_of
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import ScenarioName


@dataclass(frozen=True)
class Digests:
    """Fingerprints of some games, and of all of them together."""

    scenario: ScenarioName
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
    uncompiled: bool = False,
) -> Digests:
    """Play ``games`` games, compiled if not said otherwise, and fingerprint each."""
    found = find_scenario(scenario)
    spec = StudySpec(found.game, found.name, (cell,), games, seed)
    play = play_checked if debug else play_game
    made: list[tuple[int, str]] = play_guarded(
        spec, cell, play, play_digests, spec, debug, player, uncompiled=uncompiled
    )
    return Digests(found, tuple(made))


def play_digests(
    spec: StudySpec, debug: bool, player: str, limits: Limits, begin: Begin
) -> list[tuple[int, str]]:
    """Seed and fingerprint of each game of a study."""
    (cell,) = spec.cells
    sources = sources_of(spec.game, cell)
    made = []
    for number in range(spec.games):
        seed = spec.seed_of(number)
        begin(seed)
        match = open_match(player, spec.game, spec.scenario, cell, sources)
        game = play_game(match, seed, debug, limits)
        if game.error:
            raise DataError(f"the game of seed {game.seed} broke off: {game.error}")
        made.append((game.seed, game_digest(game)))
    return made


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
