"""The list of commands. Nothing heavy is imported here, so that help and lists come at once."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from balance.errors import DataError

#: Every command, a module of this folder, in the order of the help.
GROUPS = {
    "Play and look": ("run", "resume", "report", "replay", "export"),
    "Ask about rules": ("compare", "plan", "gate", "sensitivity", "sweep", "tune"),
    "Ask about players": ("tournament", "train", "chances", "explain", "restrict"),
    "Make a game": ("new-game",),
    "See what there is": ("games", "strategies", "variants", "rules", "parameters", "map"),
    "Check": ("check", "digest", "bench"),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)


def summary_of(command: Any) -> str:
    """First paragraph of the help of a command, on one line."""
    return " ".join((command.help or "").split("\n\n")[0].split())


class _Commands(TyperGroup):
    """All commands, by groups; no number where one is wanted is told in words of this house."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the groups."""
        return [name for name in COMMANDS if name in self.commands]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the part of the help that lists the commands."""
        for group, names in GROUPS.items():
            rows = [(name, summary_of(self.commands[name])) for name in names]
            with formatter.section(group):
                formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words as they were given: the library's error doesn't tell the wrong one."""
        ctx.meta["words"] = list(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> object:
        """Run a command.

        Raises
        ------
        DataError
            If an option that takes a number is given something else.
        """
        try:
            return super().invoke(ctx)
        except typer.BadParameter as fault:
            option = max(getattr(fault.param, "opts", [""]), key=len)
            number, words = (
                (int, "whole number") if "valid int" in fault.message else (float, "number")
            )
            given = given_to(option, ctx.meta["words"])
            wrong = [each for each in given if not _is(number, each)]
            if not wrong:
                raise
            raise DataError(f"{option} takes a {words}, not {wrong[0]!r}") from fault


def given_to(option: str, words: Sequence[str]) -> list[str]:
    """Values of an option, in the order in which they were given.

    >>> given_to("--games", ["run", "blue", "--games", "x", "--games=2"])
    ['x', '2']
    """
    pairs = zip(words, [*words[1:], ""], strict=True)
    return [
        after if word == option else word.partition("=")[2]
        for word, after in pairs
        if word == option or word.startswith(f"{option}=")
    ]


def _is(number: type[int] | type[float], text: str) -> bool:
    try:
        number(text)
    except ValueError:
        return False
    return True


def command_line(words: Sequence[str] = ()) -> typer.Typer:
    """All commands, or the one alone that the words begin with: the others need not be loaded."""
    app = typer.Typer(
        name="balance",
        cls=_Commands,
        help="Play a wargame scenario thousands of times and learn who wins, how and why.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(main)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        module = import_module(f"balance.cli.{name.replace('-', '_')}")
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
    from balance.experiments.source_hashes import data_hash, engine_hash
    from balance.rulebook.game import playable_games

    print(f"wargame-balance {balance.__version__}")
    print_columns(
        [
            (game.name, f"engine {engine_hash(game)}", f"data {data_hash(game)}")
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
