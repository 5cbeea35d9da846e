"""Games to look at: the table of them, and pages to step through some of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.variant_names import variant_names
from balance.errors import BalanceError
from balance.experiments.replay.game import page_name
from balance.experiments.results import Results
from balance.studies.answer import Sheet
from reports.page import Section

#: Folder of the pages, beside the report.
FOLDER = "replays"
#: Games that get pages where nobody said how many: enough for all that captions name.
AS_A_RULE = 12


@dataclass(frozen=True)
class Replays:
    """Pages of single games, as a report links to them."""

    #: Address of each page by number of the game.
    links: Mapping[int, str] = field(default_factory=dict)
    #: Why there are none, where they can't be made.
    missing: str = ""


NO_REPLAYS = Replays()


def no_replays(examples: pd.DataFrame) -> Replays:
    """Nothing, where no pages are wanted."""
    return NO_REPLAYS


def write_replays(
    results: Results, folder: Path, most: int | None, examples: pd.DataFrame
) -> Replays:
    """Write pages of the first games worth looking at, into a folder beside the report.

    ``most`` games; if None a few, as far as this version can still play them: a report is due for
    an old study too, and says then why it has no such pages.

    Raises
    ------
    DataError
        If a game can't be played again, or a page can't be written.
    ReplayMismatch
        If a game doesn't go as it is stored.
    """
    wanted = AS_A_RULE if most is None else most
    links: dict[int, str] = {}
    for game_id in list(dict.fromkeys(int(game_id) for game_id in examples["game_id"]))[:wanted]:
        name = page_name(game_id)
        try:
            replay = results.replay(game_id)
        except BalanceError as fault:
            if most is None:
                return Replays(links, str(fault))
            raise
        replay.write(folder / FOLDER / name)
        links[game_id] = f"{FOLDER}/{name}"
    return Replays(links)


def examples_section(
    examples: pd.DataFrame, labels: Labels, replays: Replays, *, pairings: bool
) -> Section:
    """The part of a page that names games to look at, each with what plays it again.

    With ``pairings``, variant and strategies of each game are named too.
    """
    words = (
        "Each game can be played again move for move: balance replay FOLDER --game NUMBER makes a "
        "page to step through it, under the same version, rules and strategies."
    )
    if replays.links:
        words = f"Games with a link can be watched move by move. {words}"
    if replays.missing:
        words += f" This report has no such pages: {replays.missing}"
    table = _example_table(examples, labels, replays.links, pairings)
    return Section("examples", "Games to look at", words, [], [table])


def _example_table(
    examples: pd.DataFrame, labels: Labels, links: Mapping[int, str], pairings: bool
) -> Sheet:
    head = ["Game", "Number", "Seed", "Winner", "Ending", "Turn"]
    head += [str(labels.game["points_short"])]
    head += ["Variant", *labels.sides.values()] if pairings else []
    names = variant_names(labels.source, examples["variant"].unique())
    games = rows(examples)
    return Sheet(
        "",
        tuple(head),
        [
            (
                row["what"],
                str(row["game_id"]),
                str(row["seed"]),
                labels.winner_name(row["winner"]),
                labels.ending_name(row["ending"]),
                str(row["ending_turn"]),
                str(row["vp"]),
                *([names[row["variant"]], row["axis"], row["soviet"]] if pairings else []),
            )
            for row in games
        ],
        links=tuple(links.get(int(row["game_id"]), "") for row in games),
    )
