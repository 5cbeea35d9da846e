"""The tables of a comparison that are made variant by variant, from its pairs of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pandas as pd

from balance.analysis.estimates.bands import FEWEST_SEEDS, curve_differences
from balance.analysis.estimates.competing import (
    compare_endings,
    ending_places_difference,
    incidence_difference,
)
from balance.analysis.estimates.paired import (
    Pairs,
    compare_outcomes,
    flipped_games,
    result_changes,
    usual_outcomes,
)
from balance.analysis.play.paired_places import PlaceEvents, PlaceLog, compare_places
from balance.analysis.play.parting import EVENT_KEY, first_differences
from balance.analysis.play.separating import EventLog, separating_events
from balance.analysis.reading import GAMES_A_PART
from balance.analysis.study import DRAW, rows
from balance.analysis.telling.labels import Labels
from balance.errors import BalanceError
from balance.experiments.match import rules_of
from balance.experiments.memory import give_back
from balance.experiments.results import Results
from balance.experiments.study import Cell
from balance.rulebook.game import Game
from balance.studies.tables import TABLES

#: Names of the tables, in their order.
PARTS = (
    "outcomes", "curves", "changes", "endings", "incidence", "ending_places", "places", "flipped",
    "partings", "separating",
)  # fmt: skip


@dataclass(frozen=True)
class Events:
    """What all events of a study tell; a long study has too many to hold them."""

    places: PlaceLog
    seen: EventLog

    @classmethod
    def of(cls, results: Results, labels: Labels) -> Events:
        """Go through the events of a study once."""
        taken = labels.events["place_taken"]
        found = cls(PlaceLog(place_events(labels)), EventLog([taken]))
        for events in event_runs(results):
            found.places.add(events)
            found.seen.add(events)
        return found


def place_events(labels: Labels) -> PlaceEvents:
    """Kinds of event that tell about places."""
    kinds = labels.events
    return PlaceEvents(
        taken=kinds["place_taken"],
        gained=kinds.get("point_gained", ""),
        lost=kinds.get("point_lost", ""),
        side=labels.points_side,
        sides=labels.side_keys,
    )


@dataclass(frozen=True)
class Material:
    """What the tables of all variants are made from; turns and events are read when needed."""

    results: Results = field(repr=False)
    last_turn: int
    labels: Labels
    confidence: float
    pairings: int
    #: Hexes that can end a game, by ending.
    hexes: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, results: Results, labels: Labels, confidence: float, pairings: int) -> Material:
        """Take what a study has; ``pairings`` is the number of them that share a seed."""
        hexes = {e.key: ending_hexes(results, e.hexes) for e in labels.endings if e.hexes}
        return cls(
            results=results,
            last_turn=int(results.games["ending_turn"].max()),
            labels=labels,
            confidence=confidence,
            pairings=pairings,
            hexes=hexes,
        )

    @property
    def has_events(self) -> bool:
        """Whether the study kept its events."""
        return "events" in self.results.kept

    @property
    def sides(self) -> tuple[str, str]:
        """The side that scores points, and the other one."""
        own = self.labels.points_side
        return own, next(key for key in self.labels.side_keys if key != own)

    def curve_columns(self, turns: pd.DataFrame) -> list[str]:
        """Columns of ``turns`` that are compared: the points first, then all that have a name."""
        named = (*self.labels.measures, *self.labels.state)
        drawn = (column for panel in self.labels.panels for column in panel.lines)
        known = dict.fromkeys(("vp", *named, *drawn))
        return [column for column in known if column in turns.columns]


def event_runs(results: Results) -> Iterator[pd.DataFrame]:
    """All events of a study, in runs of whole games."""
    columns = {"events": ("game_id", *EVENT_KEY)}
    return (tables["events"] for _, _, tables in results.runs(columns, GAMES_A_PART))


def ending_hexes(results: Results, parameter: str) -> tuple[str, ...]:
    """Hexes that a parameter names under any of the study's rules."""
    found: dict[str, None] = {}
    for cell in results.spec.cells:
        found |= dict.fromkeys(_hexes_of(results.spec.game, cell, parameter))
    return tuple(found)


def _hexes_of(game: Game, cell: Cell, parameter: str) -> Sequence[str]:
    try:
        value = rules_of(game, cell)[parameter]
    except BalanceError:  # a variant's file is gone since; hexes that ended games are still told
        return ()
    return [str(name) for name in value] if isinstance(value, list | tuple) else [str(value)]


#: Pairs of games by variant.
Paired = Sequence[tuple[str, Pairs]]
#: A table's name, a variant, and what the table says of it.
Part = tuple[str, str, pd.DataFrame]


def tables_of(paired: Paired, material: Material) -> dict[str, pd.DataFrame]:
    """Make all tables of all variants, each with the variant in its first column."""
    made: dict[str, list[pd.DataFrame]] = {name: [] for name in PARTS}
    # One after the other: all turns and what all events tell would not go into memory together.
    for parts in (_of_games, _of_turns, _of_events, _of_partings):
        for name, variant, part in parts(paired, material):
            part.insert(0, "variant", variant)
            made[name].append(part)
        give_back()
    return {name: _joined(name, parts) for name, parts in made.items()}


def _joined(name: str, parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Parts under each other; empty ones would blur the types of the columns."""
    filled = [part for part in parts if len(part)]
    columns = TABLES[name].names
    if not filled:
        return pd.DataFrame(columns=columns)
    return pd.concat(filled, ignore_index=True)[columns]


def _of_games(paired: Paired, material: Material) -> Iterator[Part]:
    """What the games alone tell."""
    labels, confidence, last_turn = material.labels, material.confidence, material.last_turn
    own, other = material.sides
    endings = [ending.key for ending in labels.endings]
    outcomes = usual_outcomes(
        own, {e.key: e.name for e in labels.endings}, labels.measures, labels.sides[own]
    )
    for variant, pairs in paired:
        yield "outcomes", variant, compare_outcomes(pairs, outcomes, confidence)
        yield "changes", variant, result_changes(pairs, [own, DRAW, other], confidence)
        yield "endings", variant, _endings(pairs, material, endings)
        incidence = incidence_difference(pairs, endings, last_turn, confidence)
        yield "incidence", variant, incidence
        yield "ending_places", variant, _ending_places(pairs, material, last_turn)
        yield "flipped", variant, flipped_games(pairs)


def _of_turns(paired: Paired, material: Material) -> Iterator[Part]:
    """What the turns tell: curves, and where games part if there are no events to tell it."""
    turns = material.results.coded("turns")
    columns = material.curve_columns(turns)
    for variant, pairs in paired:
        if pairs.seeds >= FEWEST_SEEDS:
            yield (
                "curves",
                variant,
                curve_differences(
                    pairs, turns, turns, columns, material.last_turn, confidence=material.confidence
                ),
            )
        if not material.has_events:
            yield "partings", variant, first_differences(pairs, turns)


def _of_events(paired: Paired, material: Material) -> Iterator[Part]:
    """What the events tell of places and of what goes with another winner."""
    if not material.has_events:
        return
    events = Events.of(material.results, material.labels)
    for variant, pairs in paired:
        if pairs.count:
            yield "places", variant, _places(pairs, events.places, material)
        yield "separating", variant, _separating(pairs, events.seen, material)


def _of_partings(paired: Paired, material: Material) -> Iterator[Part]:
    """Where games part, by their events."""
    if not material.has_events:
        return
    for variant, pairs in paired:
        runs = event_runs(material.results)
        yield "partings", variant, first_differences(pairs, pd.DataFrame(), runs)


def _endings(pairs: Pairs, material: Material, endings: Sequence[str]) -> pd.DataFrame:
    """Stuart-Maxwell test; none where several pairings share a seed."""
    names = TABLES["endings"].names[1:]
    if material.pairings > 1 or not pairs.count:
        return pd.DataFrame(columns=names)
    test = compare_endings(pairs, endings)
    return pd.DataFrame([(test.statistic, test.freedom, test.p_value, test.pairs)], columns=names)


def _ending_places(pairs: Pairs, material: Material, last_turn: int) -> pd.DataFrame:
    parts = [
        ending_places_difference(pairs, ending, last_turn, hexes, material.confidence)
        for ending, hexes in material.hexes.items()
    ]
    filled = [part for part in parts if len(part)]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame()


def _places(pairs: Pairs, log: PlaceLog, material: Material) -> pd.DataFrame:
    table = compare_places(pairs, log, material.last_turn, material.confidence)
    table["place"] = [material.labels.place_name(name) for name in table["hex"]]
    return table


def _separating(pairs: Pairs, log: EventLog, material: Material) -> pd.DataFrame:
    side = material.labels.points_side
    table = separating_events(pairs, log, side, material.confidence)
    table["event"] = [event_words(row, material.labels) for row in rows(table)]
    return table


def event_words(row: dict[str, object], labels: Labels) -> str:
    """Say what an event was: who took which place, else its kind in the words of the game."""
    kind = str(row["kind"])
    if kind == labels.events["place_taken"]:
        side = labels.side_keys[int(str(row["value"]))]
        return f"{labels.sides[side]} takes {labels.place_name(str(row['hex']))}"
    return kind.replace("_", " ")
