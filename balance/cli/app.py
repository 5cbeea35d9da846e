"""The list of commands. Nothing heavy is imported here, so that help and lists come at once."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import typer

#: Every command, a module of this folder, in the order of the help.
COMMANDS = (
    "games",
    "strategies",
    "variants",
    "rules",
    "map",
    "run",
    "compare",
    "gate",
    "plan",
    "tournament",
    "explain",
    "restrict",
    "sweep",
    "tune",
    "sensitivity",
    "resume",
    "report",
    "replay",
    "export",
    "check",
    "digest",
    "bench",
)


def command_line(words: Sequence[str] = ()) -> typer.Typer:
    """All commands, or the one alone that the words begin with: the others need not be loaded."""
    app = typer.Typer(
        name="balance",
        help="Play a wargame scenario thousands of times and learn who wins, how and why.",
        no_args_is_help=True,
        add_completion=False,
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
    if asked:
        import balance

        print(balance.__version__)
        raise typer.Exit


def main(
    version: bool = typer.Option(
        False, "--version", help="Print the version and stop.", callback=_version, is_eager=True
    ),
) -> None:
    """Play a wargame scenario thousands of times and learn who wins, how and why."""
