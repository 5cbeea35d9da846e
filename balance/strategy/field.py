"""The field: the pairings of players that a study takes when it names none, with their weights.

Planners take the enemies of the games that they play ahead from it, too. ``data/<game>/field.toml``
holds one for each scenario, with the tournament or training that it comes from. A weight is a whole
number: of each 10 games, say, a pairing of weight 3 plays 3, so that the plain mean over the games
of a study is the figure over the field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from balance.errors import BadQuestion, BalanceError, DataError, told_near
from balance.files.charts import shown_path
from balance.files.shapes import TEXT, Number, read_shaped
from balance.files.toml import line_in_section
from balance.rulebook.game import Game, ScenarioName
from balance.strategy import registry
from balance.strategy.api import SIDES

FILE = "field.toml"
#: Who plays where the other side alone is named.
USUAL = "historical"
#: Sum of the weights of a field, at most: a study plays at least so many games.
MOST_WEIGHT = 20

_COUNT = Number(1, 1e9, whole=True)
_SHARE = Number(-1, 1)
_SHAPE = {
    "field": [
        {
            **dict.fromkeys(("scenario", "source", "version"), TEXT),
            "date": date,
            "games": _COUNT,
            "seed": Number(0, 1e9, whole=True),
            "pairing": [{"axis": TEXT, "soviet": TEXT, "weight": Number(1, MOST_WEIGHT, True)}],
            "answer?": [
                {
                    "side": SIDES,
                    **dict.fromkeys(("gain", "low", "high"), _SHARE),
                    "games": _COUNT,
                    "judged": _COUNT,
                    "seed": Number(0, 1e9, whole=True),
                }
            ],
        }
    ]
}


@dataclass(frozen=True)
class Pairing:
    """Two strategies that meet, and how many of the games are theirs."""

    axis: str
    soviet: str
    weight: int


@dataclass(frozen=True)
class BestAnswer:
    """What the best answer gains that a search found to the mix of the other side, in its score."""

    side: str
    gain: float
    low: float
    high: float
    #: Games of the search, and of those that judged what it found.
    games: int
    judged: int
    seed: int


@dataclass(frozen=True)
class Field:
    """The players of a scenario, and where they come from."""

    scenario: str
    pairings: tuple[Pairing, ...]
    #: What gave the pairings and the weights, in words; its games, seed, date and version.
    source: str
    games: int
    seed: int
    date: date
    version: str
    answers: tuple[BestAnswer, ...] = ()

    @property
    def weight(self) -> int:
        """Sum of the weights."""
        return sum(each.weight for each in self.pairings)

    @property
    def main(self) -> Pairing:
        """The pairing that stands for the field where one alone is played: the first."""
        return self.pairings[0]

    def mix(self, side: str) -> dict[str, float]:
        """Strategies of a side, each with its share of the games."""
        met: Counter[str] = Counter()
        for each in self.pairings:
            met[getattr(each, side)] += each.weight
        return {name: weight / self.weight for name, weight in met.items()}


def read_field(found: ScenarioName) -> Field:
    """The field of a scenario.

    Raises
    ------
    BadQuestion
        If it has none.
    DataError
        With every fault of the file.

    Examples
    --------
    >>> from balance.experiments.scenarios import find_scenario
    >>> len(read_field(find_scenario("blue")).pairings) > 1
    True
    """
    fields = read_fields(found.game)
    if found.name not in fields:
        raise BadQuestion(
            f"{shown_path(_path(found.game))}: holds no field of {found.name}; name the players "
            "with --axis and --soviet"
        )
    return fields[found.name]


def who_play(found: ScenarioName, axis: str | None, soviet: str | None) -> tuple[str, str]:
    """An Axis and a Soviet strategy: those named, the usual one beside one that is named alone.

    If neither is, it is the main pairing of the field; the usual ones where there is none.
    """
    if axis is None and soviet is None and (field := read_fields(found.game).get(found.name)):
        return field.main.axis, field.main.soviet
    return USUAL if axis is None else axis, USUAL if soviet is None else soviet


def read_fields(game: Game) -> dict[str, Field]:
    """Fields of a game by scenario; none without a file.

    Raises
    ------
    DataError
        With every fault of the file.
    """
    path = _path(game)
    if not path.is_file():
        return {}
    entries = read_shaped(path, _SHAPE)["field"]
    faults = [*_faults(game, path, entries)]
    if faults:
        raise DataError(faults)
    return {entry["scenario"]: _field(entry) for entry in entries}


def _path(game: Game) -> Path:
    return game.folder / FILE


def _field(entry: Mapping[str, Any]) -> Field:
    given = dict(entry)
    return Field(
        pairings=tuple(Pairing(**each) for each in given.pop("pairing")),
        answers=tuple(BestAnswer(**each) for each in given.pop("answer", ())),
        **given,
    )


def _faults(game: Game, path: Path, entries: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with fields of the right shape, each with its line."""

    def at(header: str, nth: int, near: str) -> str:
        return f"{shown_path(path)}:{line_in_section(path, header, nth, near)}"

    known = [each.name for each in game.scenarios]
    times = Counter(entry["scenario"] for entry in entries)
    pairing = answer = 0
    for number, entry in enumerate(entries, start=1):
        name = entry["scenario"]
        where = at("[[field]]", number, "scenario")
        if name not in known:
            yield f"{where}: unknown scenario {name!r}; {told_near(name, known)}"
        if times[name] > 1:
            yield f"{where}: scenario {name!r} has {times[name]} fields; expected one"
        seen: set[tuple[str, str]] = set()
        for each in entry["pairing"]:
            pairing += 1
            for side in SIDES:
                try:
                    registry.find(game, side, each[side], name)
                except BalanceError as error:
                    yield f"{at('[[field.pairing]]', pairing, side)}: {error}"
            met = (each["axis"], each["soviet"])
            if met in seen:
                yield (
                    f"{at('[[field.pairing]]', pairing, 'axis')}: {met[0]} against {met[1]} is "
                    "there twice; give it one weight"
                )
            seen.add(met)
        whole = sum(each["weight"] for each in entry["pairing"])
        if not 1 <= whole <= MOST_WEIGHT:
            yield (
                f"{where}: the weights of {name} add up to {whole}; expected 1 to {MOST_WEIGHT}, "
                "the games that a short study plays"
            )
        told = Counter(each["side"] for each in entry.get("answer", ()))
        for each in entry.get("answer", ()):
            answer += 1
            where = at("[[field.answer]]", answer, "side")
            if told[each["side"]] > 1:
                yield f"{where}: the {each['side']} side has several answers; expected one"
            if not each["low"] <= each["gain"] <= each["high"]:
                yield (
                    f"{where}: gain {each['gain']:g} lies outside {each['low']:g} to "
                    f"{each['high']:g}; expected it between its ends"
                )
