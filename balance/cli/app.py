"""The list of commands. Nothing heavy is imported here, so that help and lists come at once."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
import typer.core

#: Every command, a module of this folder, in the order of the help.
GROUPS = {
    "Play and look": ("run", "resume", "report", "replay", "export"),
    "Ask about rules": ("compare", "plan", "gate", "sensitivity", "sweep", "tune"),
    "Ask about players": ("tournament", "explain", "restrict"),
    "See what there is": ("games", "strategies", "variants", "rules", "map"),
    "Check": ("check", "digest", "bench"),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)


class _Grouped(typer.core.TyperGroup):
    """The command itself: lists its commands by groups, none of their summaries cut."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the groups."""
        return [name for name in COMMANDS if name in self.commands]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the part of the help that lists the commands."""
        for group, names in GROUPS.items():
            rows = [(name, summary_of(self.commands[name])) for name in names]
            with formatter.section(group):
                formatter.write_dl(rows)


def summary_of(command: Any) -> str:
    """First paragraph of the help of a command, on one line."""
    return " ".join((command.help or "").split("\n\n")[0].split())


def command_line(words: Sequence[str] = ()) -> typer.Typer:
    """All commands, or the one alone that the words begin with: the others need not be loaded."""
    app = typer.Typer(
        name="balance",
        cls=_Grouped,
        help="Play a wargame scenario thousands of times and learn who wins, how and why.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(main)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        module = import_module(f"balance.cli.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(module.command)
    return app


def _version(asked: bool) -> None:
    if not asked:
        return
    import balance
    from balance.cli.options import print_columns
    from balance.experiments.scenarios import playable_games
    from balance.experiments.source_hashes import data_hash, engine_hash

    print(f"wargame-balance {balance.__version__}")
    print_columns(
        [
            (game, f"engine {engine_hash(game)}", f"data {data_hash(game)}")
            for game in playable_games()
        ]
    )
    raise typer.Exit


def main(
    version: bool = typer.Option(
        False,
        "--version",
        help="Print the version, and for each game hashes of its engine and its data, and stop.",
        callback=_version,
        is_eager=True,
    ),
) -> None:
    """Play a wargame scenario thousands of times and learn who wins, how and why."""
