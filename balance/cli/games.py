"""``balance games``: the games and their scenarios."""

from __future__ import annotations

from balance.cli.options import print_columns


def command() -> None:
    """List the games and their scenarios."""
    from balance.experiments.scenarios import scenarios

    rows = [("GAME", "SCENARIO", "ALIAS", "TITLE")]
    rows += [(s.game.name, s.name, ", ".join(s.aliases), s.title) for s in scenarios()]
    print_columns(rows)
