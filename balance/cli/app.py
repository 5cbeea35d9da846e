"""The list of commands. Nothing heavy is imported here, so that help and lists come at once."""

from __future__ import annotations

import typer

from balance.cli import (
    bench,
    check,
    compare,
    digest,
    explain,
    export,
    games,
    gate,
    map,
    plan,
    replay,
    report,
    restrict,
    resume,
    rules,
    run,
    sensitivity,
    strategies,
    sweep,
    tournament,
    tune,
    variants,
)

app = typer.Typer(
    name="balance",
    help="Play a wargame scenario thousands of times and learn who wins, how and why.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

app.command("games")(games.command)
app.command("strategies")(strategies.command)
app.command("variants")(variants.command)
app.command("rules")(rules.command)
app.command("map")(map.command)
app.command("run")(run.command)
app.command("compare")(compare.command)
app.command("gate")(gate.command)
app.command("plan")(plan.command)
app.command("tournament")(tournament.command)
app.command("explain")(explain.command)
app.command("restrict")(restrict.command)
app.command("sweep")(sweep.command)
app.command("tune")(tune.command)
app.command("sensitivity")(sensitivity.command)
app.command("resume")(resume.command)
app.command("report")(report.command)
app.command("replay")(replay.command)
app.command("export")(export.command)
app.add_typer(check.app, name="check")
app.command("digest")(digest.command)
app.command("bench")(bench.command)


def _version(asked: bool) -> None:
    if asked:
        import balance

        print(balance.__version__)
        raise typer.Exit


@app.callback()
def main(
    version: bool = typer.Option(
        False, "--version", help="Print the version and stop.", callback=_version, is_eager=True
    ),
) -> None:
    """Play a wargame scenario thousands of times and learn who wins, how and why."""
