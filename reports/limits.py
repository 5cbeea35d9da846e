"""Data and limits: how it was reckoned, what was played, what broke off, what is not modelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.analysis.results import failures, read_not_modelled
from balance.analysis.study import StudyTables, is_complete, pairings, rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.variant_names import variant_name, variant_names
from balance.experiments.study import Cell
from balance.rulebook.game import Game
from balance.studies.answer import Sheet

#: Lines of the table of what was played, at most; ``study.toml`` has all of them.
SHOWN_CELLS = 60


@dataclass(frozen=True)
class Limits:
    """The last part of every page."""

    methods: Sequence[str]
    #: What was played, in pairs of a word and its value.
    facts: Sequence[tuple[str, str]]
    #: What was played under which rules; None where one pairing says it all.
    cells: Sheet | None
    #: Rule changes of a study of one pairing: what, and from what to what.
    changes: Sequence[tuple[str, str]]
    failures: Sheet | None
    #: First traceback of each reason, with the reason.
    tracebacks: Sequence[tuple[str, str]]
    #: What the printed game doesn't give, in short; "" if nothing.
    reconstructed: str
    estimates: Sequence[str]
    not_modelled: Sequence[Mapping[str, str]]
    simplified: Sequence[Mapping[str, str]]
    sources: Sequence[str]


def limits_of(
    tables: StudyTables,
    labels: Labels,
    game: Game,
    scenario: str,
    methods: Sequence[str],
    confidence: float,
    asked: Sequence[tuple[str, str]] = (),
) -> Limits:
    """Collect data and limits of a study.

    ``asked`` is what the study was asked, in pairs of a word and its value.
    """
    rules = read_not_modelled(game)
    cells = _cells(tables.manifest)
    several = len(cells) > 1
    return Limits(
        methods=(*methods, _bracket_words(confidence)),
        facts=[
            *_game_facts(tables, labels, scenario),
            *asked,
            *([] if several else _pairing_facts(tables, labels)),
            *_seed_facts(tables),
            *_version_facts(tables.manifest, several=several),
        ],
        cells=_cell_sheet(tables.manifest, cells, labels) if several else None,
        changes=[] if several else _changes(tables.manifest),
        failures=_failure_sheet(tables, labels),
        tracebacks=[
            (row["error"], row["traceback"])
            for row in rows(failures(tables.games))
            if row["traceback"]
        ],
        reconstructed=str(labels.game.get("reconstructed", "")),
        estimates=[str(line) for line in labels.game.get("estimates", [])],
        not_modelled=[rule for rule in rules if rule["status"] == "not_modelled"],
        simplified=[rule for rule in rules if rule["status"] == "simplified"],
        sources=[str(line) for line in labels.game.get("sources", [])],
    )


def _bracket_words(confidence: float) -> str:
    """Say what the brackets hold.

    >>> _bracket_words(0.9)
    'Figures in brackets are 90% intervals. ... about one interval in 10 misses the true value.'
    """
    return (
        f"Figures in brackets are {confidence:.0%} intervals. They are not adjusted for the number "
        f"of figures: about one interval in {1 / (1 - confidence):.0f} misses the true value."
    )


def _cells(manifest: Mapping[str, Any]) -> list[Cell]:
    return [Cell(**cell) for cell in manifest.get("cells", ())]


def _game_facts(tables: StudyTables, labels: Labels, scenario: str) -> list[tuple[str, str]]:
    games, manifest = tables.games, tables.manifest
    name = f"{labels.scenario_name(scenario)} of {labels.game['name']}"
    faulty = int((~is_complete(games)).sum()) if len(games) else 0
    facts = [("Scenario", name), ("Games", f"{len(games):,}, of which {faulty:,} broke off")]
    asked = manifest.get("games", 0) * len(manifest.get("cells", ()))
    if len(games) < asked:
        facts.append(("Unfinished", f"{len(games):,} of {asked:,} games are played"))
    return facts


def _pairing_facts(tables: StudyTables, labels: Labels) -> list[tuple[str, str]]:
    played = rows(pairings(tables.games))
    if len(played) != 1:
        return []
    sides = [(f"{labels.sides.get(s, s)} strategy", played[0][s]) for s in ("axis", "soviet")]
    return [*sides, ("Variant", variant_name(labels.source, played[0]["variant"]))]


def _seed_facts(tables: StudyTables) -> list[tuple[str, str]]:
    seeds, manifest = tables.games["seed"], tables.manifest
    if seeds.empty:
        return []
    words = f"{seeds.nunique():,} game seeds"
    words += f" made from study seed {manifest['seed']}" if "seed" in manifest else ""
    return [("Seeds", f"{words}, {seeds.min()} to {seeds.max()}")]


def _version_facts(manifest: Mapping[str, Any], *, several: bool) -> list[tuple[str, str]]:
    made = manifest.get("made_by")
    if not made:
        return []
    rules = ", ".join(dict.fromkeys(made["rules"]))
    return [
        ("Version", f"wargame-balance {made['version']}"),
        ("Hash of engine and data", made["engine"]),
        *([] if several else [("Hash of the rules", rules)]),
        ("Libraries", ", ".join(f"{name} {text}" for name, text in made["libraries"].items())),
        *((f"Hash of strategy {name}", text) for name, text in made["strategies"].items()),
    ]


def _cell_sheet(manifest: Mapping[str, Any], cells: Sequence[Cell], labels: Labels) -> Sheet:
    """One line a pairing of variant and strategies, whatever its seeds."""
    made = manifest.get("made_by", {})
    changes, hashes = made.get("changes", ()), made.get("rules", ())
    lines: dict[tuple[str, ...], None] = {}
    names = variant_names(labels.source, [cell.variant_label for cell in cells])
    for number, cell in enumerate(cells):
        told = changes[number] if number < len(changes) else {}
        words = "; ".join(f"{key}: {change}" for key, change in told.items()) or "none"
        rules = hashes[number] if number < len(hashes) else "-"
        lines[names[cell.variant_label], cell.axis, cell.soviet, words, rules] = None
    left = len(lines) - SHOWN_CELLS
    sides = (labels.sides.get(side, side) for side in ("axis", "soviet"))
    return Sheet(
        "Pairings of rules and strategies",
        ("Variant", *sides, "Changes of the rules", "Hash of the rules"),
        list(lines)[:SHOWN_CELLS],
        note=f"{left:,} more are in study.toml." if left > 0 else "",
    )


def _changes(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Rule changes of the variants played: what, and from what to what."""
    made = manifest.get("made_by", {})
    found = [pair for changes in made.get("changes", ()) for pair in changes.items()]
    return list(dict.fromkeys(found))


def _failure_sheet(tables: StudyTables, labels: Labels) -> Sheet | None:
    table = rows(failures(tables.games))
    if not table:
        return None
    return Sheet(
        "",
        ("What", "Side", "Reason", "Games", "First seed"),
        [
            (
                labels.ending_name(row["ending"]),
                labels.sides.get(row["error_side"], row["error_side"] or "-"),
                row["error"] or "-",
                f"{row['games']:,}",
                str(row["seed"]),
            )
            for row in table
        ],
    )
