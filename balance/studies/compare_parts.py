"""The tables of a comparison that are made variant by variant, from its pairs of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pandas as pd

from balance.analysis.bands import FEWEST_SEEDS, curve_differences
from balance.analysis.competing import (
    compare_endings,
    ending_places_difference,
    incidence_difference,
)
from balance.analysis.labels import Labels
from balance.analysis.paired import (
    Pairs,
    compare_outcomes,
    flipped_games,
    result_changes,
    usual_outcomes,
)
from balance.analysis.paired_places import PlaceEvents, PlaceLog, compare_places
from balance.analysis.parting import EVENT_KEY, first_differences
from balance.analysis.reading import GAMES_A_PART
from balance.analysis.separating import EventLog, separating_events
from balance.analysis.study import DRAW, rows
from balance.errors import BalanceError
from balance.experiments.match import rules_of
from balance.experiments.results import Results
from balance.experiments.study import Cell
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
    """What the tables of all variants are made from."""

    results: Results = field(repr=False)
    turns: pd.DataFrame
    #: What the events tell of places and of what separates games; None if none were kept.
    events: Events | None
    last_turn: int
    labels: Labels
    confidence: float
    pairings: int
    #: Hexes that can end a game, by ending.
    hexes: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, results: Results, labels: Labels, confidence: float, pairings: int) -> Material:
        """Read the tables of a study; ``pairings`` is the number of them that share a seed."""
        hexes = {e.key: ending_hexes(results, e.hexes) for e in labels.endings if e.hexes}
        return cls(
            results=results,
            turns=results.coded("turns"),
            events=Events.of(results, labels) if "events" in results.kept else None,
            last_turn=int(results.games["ending_turn"].max()),
            labels=labels,
            confidence=confidence,
            pairings=pairings,
            hexes=hexes,
        )

    def event_runs(self) -> Iterator[pd.DataFrame] | None:
        """All events, in runs of whole games; None if none were kept."""
        return None if self.events is None else event_runs(self.results)

    @property
    def sides(self) -> tuple[str, str]:
        """The side that scores points, and the other one."""
        own = self.labels.points_side
        return own, next(key for key in self.labels.side_keys if key != own)

    @property
    def curve_columns(self) -> list[str]:
        """Columns of ``turns`` that are compared: the points first, then all that have a name."""
        named = (*self.labels.measures, *self.labels.state)
        drawn = (column for panel in self.labels.panels for column in panel.lines)
        known = dict.fromkeys(("vp", *named, *drawn))
        return [column for column in known if column in self.turns.columns]


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


def _hexes_of(game: str, cell: Cell, parameter: str) -> Sequence[str]:
    try:
        value = rules_of(game, cell)[parameter]
    except BalanceError:  # a variant's file is gone since; hexes that ended games are still told
        return ()
    return [str(name) for name in value] if isinstance(value, list | tuple) else [str(value)]


def tables_of(paired: Sequence[tuple[str, Pairs]], material: Material) -> dict[str, pd.DataFrame]:
    """Make all tables of all variants, each with the variant in its first column."""
    made: dict[str, list[pd.DataFrame]] = {name: [] for name in PARTS}
    for variant, pairs in paired:
        for name, part in _parts(pairs, material).items():
            part.insert(0, "variant", variant)
            made[name].append(part)
    return {name: _joined(name, parts) for name, parts in made.items()}


def _joined(name: str, parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Parts under each other; empty ones would blur the types of the columns."""
    filled = [part for part in parts if len(part)]
    columns = TABLES[name].names
    if not filled:
        return pd.DataFrame(columns=columns)
    return pd.concat(filled, ignore_index=True)[columns]


def _parts(pairs: Pairs, material: Material) -> dict[str, pd.DataFrame]:
    labels, confidence = material.labels, material.confidence
    own, other = material.sides
    last_turn = material.last_turn
    endings = [ending.key for ending in labels.endings]
    outcomes = usual_outcomes(
        own, {e.key: e.name for e in labels.endings}, labels.measures, labels.sides[own]
    )
    return {
        "outcomes": compare_outcomes(pairs, outcomes, confidence),
        "curves": _curves(pairs, material, last_turn),
        "changes": result_changes(pairs, [own, DRAW, other], confidence),
        "endings": _endings(pairs, material, endings),
        "incidence": incidence_difference(pairs, endings, last_turn, confidence),
        "ending_places": _ending_places(pairs, material, last_turn),
        "places": _places(pairs, material, last_turn),
        "flipped": flipped_games(pairs),
        "partings": first_differences(pairs, material.turns, material.event_runs()),
        "separating": _separating(pairs, material),
    }


def _curves(pairs: Pairs, material: Material, last_turn: int) -> pd.DataFrame:
    """Curves of the paired games; none where seeds are too few for a band."""
    if pairs.seeds < FEWEST_SEEDS:
        return pd.DataFrame()
    turns = material.turns
    return curve_differences(
        pairs, turns, turns, material.curve_columns, last_turn, confidence=material.confidence
    )


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


def _places(pairs: Pairs, material: Material, last_turn: int) -> pd.DataFrame:
    events = material.events
    if events is None or not pairs.count:
        return pd.DataFrame()
    table = compare_places(pairs, events.places, last_turn, material.confidence)
    table["place"] = [material.labels.place_name(name) for name in table["hex"]]
    return table


def _separating(pairs: Pairs, material: Material) -> pd.DataFrame:
    if material.events is None:
        return pd.DataFrame()
    side = material.labels.points_side
    table = separating_events(pairs, material.events.seen, side, material.confidence)
    table["event"] = [event_words(row, material.labels) for row in rows(table)]
    return table


def event_words(row: dict[str, object], labels: Labels) -> str:
    """Say what an event was: who took which place, else its kind in the words of the game."""
    kind = str(row["kind"])
    if kind == labels.events["place_taken"]:
        side = labels.side_keys[int(str(row["value"]))]
        return f"{labels.sides[side]} takes {labels.place_name(str(row['hex']))}"
    return kind.replace("_", " ")
