"""The examples that the rulebook works out, kept as data: they must come out as printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from balance.files.toml import read_toml
from balance.games.drive_on_stalingrad.tables import load_crt
from balance.games.drive_on_stalingrad.vocabulary import Result
from balance.kernel.hexes import distance
from balance.kernel.odds import (
    halve_group,
    look_up_result,
    odds_ladder,
    odds_text,
    table_column,
)
from balance.rulebook.game import open_game

FOLDER = Path(__file__).parent / "worked_examples"
RULES = open_game("drive_on_stalingrad").rules


def _rungs_of_the_table() -> tuple[int, int]:
    return (
        1 - RULES.integer("combat.auto_low_below"),
        RULES.integer("combat.auto_high_above") - 1,
    )


def check_odds(example: dict[str, Any]) -> None:
    shift = sum(RULES.integer(key) for key in example.get("shifts", []))
    rung = odds_ladder(example["attack"], example["defense"]) + shift
    assert odds_text(rung) == example["odds"]
    automatic = {
        -1: RULES.word("combat.auto_low_result"),
        -2: RULES.word("combat.auto_high_result"),
    }
    column = table_column(rung, *_rungs_of_the_table())
    assert automatic.get(column) == example.get("result")


def check_table(example: dict[str, Any]) -> None:
    column = list(RULES.chart("crt").columns).index(example["odds"])
    assert Result(look_up_result(load_crt(RULES), example["die"], column)).name == example["result"]


def check_halve(example: dict[str, Any]) -> None:
    least = RULES.integer(example["least"]) if "least" in example else 0
    divisor = RULES.integer(example["by"])
    assert halve_group(sum(example["factors"]), divisor, least) == example["total"]


def check_distance(example: dict[str, Any]) -> None:
    def position(name: str) -> tuple[int, int]:
        row, column = int(name[:2]), int(name[2:])
        return row, 2 * column + (1 - row % 2)

    there = distance(*position(example["from"]), *position(example["to"]))
    back = distance(*position(example["to"]), *position(example["from"]))
    assert there == back == example["hexes"]


CHECKS = {
    "odds": check_odds,
    "table": check_table,
    "halve": check_halve,
    "distance": check_distance,
}


def _examples() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.toml")):
        for example in read_toml(path)["example"]:
            mark = pytest.mark.rule(example["rule"])
            yield pytest.param(example, id=f"{path.stem}: {example['name']}", marks=mark)


@pytest.mark.parametrize("example", list(_examples()))
def test_example_of_the_book_comes_out_as_printed(example):
    CHECKS[example["kind"]](example)
