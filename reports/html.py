"""The report: one HTML file that needs nothing else, verdict first."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from balance.analysis.reading import answers_of, write_summary
from balance.analysis.results import Results
from balance.analysis.study import pairings, rows
from balance.analysis.summary import METHODS
from balance.analysis.words import count_games, estimate, number, number_range
from balance.errors import DataError
from balance.experiments.results import open_study
from reports import figures_places, figures_results, figures_turns
from reports.picture import NumberTable, Picture
from reports.theme import drawing

#: Half-widths of the interval of a share that the reader may wish for, in points.
_WISHES = (5, 3, 1)


@dataclass(frozen=True)
class Section:
    """A part of the page: its heading, a sentence or two, figures, tables."""

    key: str
    title: str
    words: str
    pictures: list[Picture]
    tables: list[tuple[str, NumberTable]]


def render(study_folder: str | Path, out: str | Path | None = None) -> Path:
    """Write the report of a study, finished or not, and its machine-readable twin.

    The page goes to ``out`` (``report.html`` in the study's folder if not given), ``summary.json``
    always into the study's folder. Returns the path of the page.
    """
    results = open_study(study_folder)
    answers = answers_of(results)
    target = Path(out) if out else results.folder / "report.html"
    page = render_page(answers)
    waiting = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        waiting.write_text(page, encoding="utf-8")
        waiting.replace(target)
    except OSError as fault:
        raise DataError(f"{target}: can't be written ({fault.strerror})") from fault
    write_summary(results, answers)
    return target


def draw_pictures(results: Results) -> dict[str, Picture]:
    """Draw every figure of the report, by key; those the study kept nothing for are left out."""
    with drawing():
        drawn: list[Picture | None] = [
            figures_results.who_wins(results),
            figures_turns.points_fan(results),
            figures_turns.incidence(results),
            figures_turns.ending_turns(results),
            *(figures_places.sudden_ends(results, ending) for ending in results.triggers),
            figures_turns.eliminations(results),
            figures_places.history_band(results),
            figures_results.wins_by_capture(results),
            figures_places.control_map(results),
            figures_turns.strength(results),
            figures_results.attacks(results),
        ]
    return {picture.key: picture for picture in drawn if picture is not None}


def render_page(results: Results) -> str:
    """Text of the HTML page."""
    pictures = draw_pictures(results)
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template("report.html").render(
        title=f"{results.scenario_name}: balance report",
        results=results,
        verdict=results.verdict,
        sure=_how_sure(results),
        sections=_sections(results, pictures),
        methods=METHODS,
        facts=_study_facts(results),
        changes=_changes(results),
        failures=_failure_table(results),
        faults=results.faults,
        not_modelled=[rule for rule in results.not_modelled if rule["status"] == "not_modelled"],
        simplified=[rule for rule in results.not_modelled if rule["status"] == "simplified"],
        estimates=_estimates(results),
    )
    return re.sub(r"\n\s*\n+", "\n", text)


def _sections(results: Results, pictures: Mapping[str, Picture]) -> list[Section]:
    """Order figures and tables as a reader asks for them."""

    def chosen(*keys: str) -> list[Picture]:
        return [pictures[key] for key in keys if key in pictures]

    sudden = [key for key in pictures if key.startswith("ends-")]
    several = len(results.pairings.drop_duplicates(["variant", "axis", "soviet"])) > 1
    result_tables = [("By pairing", _pairing_table(results))] if several else []
    if results.thresholds is not None:
        result_tables.append((_threshold_title(results), _threshold_table(results)))
    return [
        Section("result", "The result", _lead_words(results), chosen("who-wins"), result_tables),
        Section(
            "course",
            "How the games run",
            "",
            chosen("points", "incidence", "ending-turns", *sudden, "out-of-supply", "attacks"),
            [
                ("Attacks against the odds", _attack_table(results)),
                ("A game in numbers", _measure_table(results)),
            ],
        ),
        Section(
            "why",
            "Why",
            "",
            chosen("wins-by-capture"),
            [(_driver_title(results), _driver_table(results))],
        ),
        Section("history", "Against history", "", chosen("history"), []),
        Section("map", "On the map", "", chosen("control", "strength"), []),
        Section(
            "examples",
            "Games to look at",
            "Each seed plays the same game again, move for move, with the same version, variant "
            "and strategies.",
            [],
            [("", _example_table(results))],
        ),
    ]


def _lead_words(results: Results) -> str:
    verdict = results.verdict
    if not verdict.leader:
        return ""
    side = results.labels.sides[verdict.leader]
    if verdict.decided:
        return f"The lead of the {side} side is larger than chance explains at this confidence."
    return f"The lead of the {side} side may be chance: its interval reaches across one half."


def _how_sure(results: Results) -> list[str]:
    """Sentences on how far the verdict can be trusted."""
    verdict = results.verdict
    if not verdict.games:
        return ["There is nothing to be sure about yet."]
    half = 50 * (verdict.high - verdict.low)
    said = [
        f"{count_games(verdict.games)} tell the leader's share of wins to about ±{half:.1f} "
        f"percentage points: of studies like this one with other seeds, {results.confidence:.0%} "
        "would bracket the share that endless play comes to."
    ]
    wishes = [
        f"±{points} needs about {_games_for(points, results.confidence):,}"
        for points in _WISHES
        if points < half
    ]
    if wishes:
        said.append(f"For more precision: {', '.join(wishes)} games.")
    said.append(
        "The interval covers the dice alone. It says nothing about how well these strategies play, "
        "nor about the estimated parts of map, units and combat table; see data and limits."
    )
    return said


def _games_for(points: float, confidence: float) -> int:
    """Games that bring the interval of an even share to +- so many points."""
    from scipy.special import ndtri

    z = float(ndtri(0.5 + confidence / 2))
    return int(round(0.25 * (z / (points / 100)) ** 2, -1))


def _pairing_table(results: Results) -> NumberTable:
    labels = results.labels
    lines: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in rows(results.pairings):
        line = lines.setdefault((row["variant"], row["axis"], row["soviet"]), {})
        line[row["category"]] = estimate(row) if row["total"] else "-"
        line["total"] = f"{row['total']:,}"
    shown = [
        key
        for key in labels.winners
        if key in labels.sides or results.winners.set_index("category")["games"].get(key, 0)
    ]
    head = ("Variant", *labels.sides.values(), "Games", *map(labels.winner_name, shown))
    return NumberTable(
        head,
        [
            (*names, line["total"], *(line.get(key, "-") for key in shown))
            for names, line in lines.items()
        ],
    )


def _threshold_title(results: Results) -> str:
    points = results.labels.game["points"]
    return f"Wins if other numbers of {points} were needed, and all else were played the same"


def _threshold_table(results: Results) -> NumberTable:
    labels = results.labels
    side, short = labels.sides[labels.points_side], labels.game["points_short"]
    return NumberTable(
        (f"{short} needed", f"{side} reaches them", "Games"),
        [
            (
                f"{row['points']}"
                + (" (the rule)" if row["points"] == results.points_to_win else ""),
                estimate(row) if row["total"] else "-",
                f"{row['games']:,} of {row['total']:,}",
            )
            for row in rows(results.thresholds)
        ],
    )


def _measure_table(results: Results) -> NumberTable:
    return NumberTable(
        ("A game", "Mean", "Interval", "Spread (sd)", "5%", "Median", "95%", "Games"),
        [
            (
                _indented(row["name"]),
                f"{row['mean']:.1f}",
                number_range(row["low"], row["high"]),
                "-" if row["sd"] != row["sd"] else f"{row['sd']:.1f}",
                f"{row['q05']:g}",
                f"{row['q50']:g}",
                f"{row['q95']:g}",
                f"{row['games']:,}",
            )
            for row in rows(results.measures)
            if row["games"]
        ],
    )


def _attack_table(results: Results) -> NumberTable:
    return NumberTable(
        ("Attacker", "Attacks a game", "Of negative expected value", "Attacks", "Games"),
        [
            (
                results.labels.sides[row["side"]],
                number(row["attacks_mean"]),
                estimate(row) if row["attacks"] else "-",
                f"{row['poor']:,} of {row['attacks']:,}",
                f"{row['games']:,}",
            )
            for row in rows(results.attacks)
        ],
    )


def _indented(name: str) -> str:
    """Set parts of the line above in from the margin."""
    return f"\u2003{name}" if name.startswith("of which") else name


def _driver_title(results: Results) -> str:
    return (
        f"How games stood at the end of game turn {results.driver_turn}, by who went on to win "
        "(means with t intervals; largest differences first)"
    )


def _driver_table(results: Results) -> NumberTable:
    first, second = (results.labels.sides[key] for key in results.labels.side_keys[:2])
    head = ("Then", f"{first} won later", f"{second} won later", "Difference", "Interval")
    lines = []
    for row in rows(results.drivers):
        if not (row["first_games"] and row["second_games"]) or row["effect"] == 0:
            continue
        lines.append(
            (
                row["name"],
                f"{row['first_mean']:.1f} {number_range(row['first_low'], row['first_high'])}",
                f"{row['second_mean']:.1f} {number_range(row['second_low'], row['second_high'])}",
                f"{row['difference']:+.1f}",
                number_range(row["low"], row["high"]),
            )
        )
    return NumberTable(head, lines)


def _example_table(results: Results) -> NumberTable:
    labels = results.labels
    several = len(results.pairings.drop_duplicates(["variant", "axis", "soviet"])) > 1
    head = ["Game", "Seed", "Winner", "Ending", "Turn", str(labels.game["points_short"])]
    head += ["Variant", *labels.sides.values()] if several else []
    return NumberTable(
        head,
        [
            (
                row["what"],
                str(row["seed"]),
                labels.winner_name(row["winner"]),
                labels.ending_name(row["ending"]),
                str(row["ending_turn"]),
                str(row["vp"]),
                *([row["variant"], row["axis"], row["soviet"]] if several else []),
            )
            for row in rows(results.examples)
        ],
    )


def _failure_table(results: Results) -> NumberTable | None:
    table = rows(results.failures)
    if not table:
        return None
    labels = results.labels
    return NumberTable(
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


def _study_facts(results: Results) -> list[tuple[str, str]]:
    """What was played, in pairs of a word and its value."""
    games, study = results.tables.games, results.tables.manifest
    facts = [("Scenario", f"{results.scenario_name} of {results.labels.game['name']}")]
    faulty = results.verdict.faulty
    facts.append(("Games", f"{len(games):,}, of which {faulty:,} broke off"))
    cells = study.get("cells", ())
    asked = study.get("games", 0) * len(cells)
    if len(games) < asked:
        facts.append(("Unfinished", f"{len(games):,} of {asked:,} games are played"))
    played = pairings(games)
    if len(played) == 1:
        row = rows(played)[0]
        for side in ("axis", "soviet"):
            facts.append((f"{results.labels.sides.get(side, side)} strategy", row[side]))
        facts.append(("Variant", row["variant"]))
    if len(games):
        first, last = games["seed"].min(), games["seed"].max()
        words = f"{games['seed'].nunique():,} game seeds"
        words += f" made from study seed {study['seed']}" if "seed" in study else ""
        facts.append(("Seeds", f"{words}, {first} to {last}"))
    made = study.get("made_by")
    if not made:
        return facts
    facts += [
        ("Version", f"wargame-balance {made['version']}"),
        ("Hash of engine and data", made["engine"]),
        ("Hash of the rules", ", ".join(dict.fromkeys(made["rules"]))),
        ("Libraries", ", ".join(f"{name} {text}" for name, text in made["libraries"].items())),
    ]
    facts += [(f"Hash of strategy {name}", text) for name, text in made["strategies"].items()]
    return facts


def _changes(results: Results) -> list[tuple[str, str]]:
    """Rule changes of the variants played: what, and from what to what."""
    made = results.tables.manifest.get("made_by", {})
    found = [pair for changes in made.get("changes", ()) for pair in changes.items()]
    return list(dict.fromkeys(found))


def _estimates(results: Results) -> list[str]:
    """Parts of the game's data that are estimates, in words."""
    return [str(line) for line in results.labels.game.get("estimates", [])]
