"""Games to look at: the table of them, and pages to step through some of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pandas as pd

from balance.analysis.labels import Labels
from balance.analysis.study import rows
from balance.experiments.replay.game import page_name
from balance.experiments.results import Results
from balance.studies.answer import Sheet
from reports.page import Section

#: Folder of the pages, beside the report.
FOLDER = "replays"
NO_REPLAYS: Mapping[int, str] = MappingProxyType({})


def no_replays(examples: pd.DataFrame) -> Mapping[int, str]:
    """Links where no pages are wanted."""
    return NO_REPLAYS


def write_replays(
    results: Results, folder: Path, most: int, examples: pd.DataFrame
) -> Mapping[int, str]:
    """Write pages of the first games worth looking at, into a folder beside the report.

    Returns
    -------
    mapping
        Address of each page, as the report links to it, by number of the game.

    Raises
    ------
    DataError
        If a game can't be played again, or a page can't be written.
    ReplayMismatch
        If a game doesn't go as it is stored.
    """
    chosen = list(dict.fromkeys(int(game_id) for game_id in examples["game_id"]))[:most]
    links = {}
    for game_id in chosen:
        name = page_name(game_id)
        results.replay(game_id).write(folder / FOLDER / name)
        links[game_id] = f"{FOLDER}/{name}"
    return links


def examples_section(
    examples: pd.DataFrame, labels: Labels, replays: Mapping[int, str], *, pairings: bool
) -> Section:
    """The part of a page that names games to look at, each with what plays it again.

    With ``pairings``, variant and strategies of each game are named too.
    """
    return Section(
        "examples",
        "Games to look at",
        "Each plays again move for move with the same version, variant and strategies: `balance "
        "replay` with the folder of the study and --game NUMBER makes a page to step through it.",
        [],
        [_example_table(examples, labels, replays, pairings)],
    )


def _example_table(
    examples: pd.DataFrame, labels: Labels, replays: Mapping[int, str], pairings: bool
) -> Sheet:
    head = ["Game", "Number", "Seed", "Winner", "Ending", "Turn"]
    head += [str(labels.game["points_short"])]
    head += ["Variant", *labels.sides.values()] if pairings else []
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
                *([row["variant"], row["axis"], row["soviet"]] if pairings else []),
            )
            for row in games
        ],
        links=tuple(replays.get(int(row["game_id"]), "") for row in games),
    )
