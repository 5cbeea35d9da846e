"""The page of a plain run: who wins, how the games run, why, beside history, on the map."""

from __future__ import annotations

from collections.abc import Mapping

from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.summary import METHODS
from balance.analysis.telling.variant_names import variant_names
from balance.analysis.telling.words import (
    count_games,
    estimate,
    number,
    number_range,
    signed,
    unfinished,
)
from balance.studies.answer import Sheet
from reports import (
    figures_heat,
    figures_history,
    figures_pairings,
    figures_places,
    figures_results,
    figures_turns,
)
from reports.hex_map import read_ground
from reports.limits import limits_of
from reports.page import DICE_ALONE, Alarm, Page, Section, alarms_of
from reports.picture import Picture
from reports.replays import NO_REPLAYS, Replays, examples_section
from reports.run_sheets import level_table, moved_table, route_tables, source_table
from reports.theme import drawing

#: Half-widths of the interval of a share that the reader may wish for, in points.
_WISHES = (5, 3, 1)


def run_page(results: Results, replays: Replays = NO_REPLAYS) -> Page:
    """Put the answers of a plain run in order; ``replays`` are pages of single games."""
    pictures = draw_pictures(results)
    methods, confidence = METHODS, results.confidence
    return Page(
        title=f"{results.scenario_name}: balance report",
        kicker=f"{results.scenario_name} · {results.labels.game['name']} · balance report",
        sentence=results.verdict.sentence,
        alarms=[*alarms_of(results.tables, results.faults), *_unfinished(results)],
        sure=_how_sure(results),
        sections=[
            *_sections(results, pictures),
            examples_section(
                results.examples, results.labels, replays, pairings=_has_several_pairings(results)
            ),
        ],
        limits=limits_of(
            results.tables, results.labels, results.game, results.scenario, methods, confidence
        ),
        brief=_brief(results, pictures),
        replays=replays.links,
    )


def _unfinished(results: Results) -> list[Alarm]:
    """Raise the alarm where games have still to be played."""
    played, planned = len(results.tables.games), results.tables.planned
    return [Alarm("", f"{unfinished(played, planned)}.")] if played < planned else []


def draw_pictures(results: Results) -> dict[str, Picture]:
    """Draw every figure of the report, by key; those the study kept nothing for are left out."""
    on_map = (results.holders, results.control, results.heat)
    ground = None if all(table is None for table in on_map) else read_ground(results.labels)
    with drawing():
        drawn: list[Picture | None] = [
            figures_results.who_wins(results),
            figures_pairings.strategy_matrix(results),
            figures_turns.points_fan(results),
            figures_turns.incidence(results),
            figures_turns.ending_turns(results),
            *(
                figures_places.sudden_ends(results, ending)
                for ending, table in results.triggers.items()
                if table["games"].any()
            ),
            figures_turns.eliminations(results),
            figures_history.history_band(results),
            figures_history.advance(results),
            figures_results.wins_by_capture(results),
            figures_heat.control_by_turn(results, ground),
            figures_places.control_map(results, ground),
            figures_heat.heat_maps(results, ground),
            figures_turns.strength(results),
            figures_results.attacks(results),
        ]
    return {picture.key: picture for picture in drawn if picture is not None}


def _sections(results: Results, pictures: Mapping[str, Picture]) -> list[Section]:
    """Order figures and tables as a reader asks for them."""

    def chosen(*keys: str) -> list[Picture]:
        return [pictures[key] for key in keys if key in pictures]

    sudden = [key for key in pictures if key.startswith("ends-")]
    source_tables = [] if results.sources is None else [source_table(results)]
    moved_tables = [] if not rows(results.moved_by) else [moved_table(results)]
    result_tables = [_pairing_table(results)] if _has_several_pairings(results) else []
    if results.levels is not None:
        result_tables.append(level_table(results.labels, results.levels))
    if results.thresholds is not None:
        result_tables.append(_threshold_table(results))
    return [
        Section(
            "result",
            "The result",
            _lead_words(results),
            chosen("who-wins", "matrix"),
            result_tables,
        ),
        Section(
            "why",
            "Why",
            "Where the points come from, when they come in, and how games stood at half-time, by "
            "who went on to win.",
            chosen("points", "out-of-supply", "wins-by-capture"),
            [*source_tables, _driver_table(results), *moved_tables],
        ),
        Section(
            "endings",
            "How games end",
            "",
            chosen("incidence", "ending-turns", *sudden),
            route_tables(results),
        ),
        Section(
            "course",
            "Strength, losses and attacks",
            "",
            chosen("strength", "attacks"),
            [_attack_table(results), _measure_table(results)],
        ),
        Section(
            "map",
            "On the map",
            _map_words(results),
            chosen("control-by-turn", "control", "heat"),
            [],
        ),
        Section("history", "Against history", "", chosen("history", "advance"), []),
    ]


def _brief(results: Results, pictures: Mapping[str, Picture]) -> list[Sheet]:
    """Tables of the short version: who wins and how, by pairing, a game in numbers."""
    shown = []
    winners = pictures["who-wins"]
    if winners.numbers:
        shown.append(Sheet(winners.title, tuple(winners.numbers.head), winners.numbers.lines))
    if _has_several_pairings(results):
        shown.append(_pairing_table(results))
    if results.levels is not None:
        shown.append(level_table(results.labels, results.levels))
    return [*shown, _measure_table(results)]


def _has_several_pairings(results: Results) -> bool:
    return len(results.pairings.drop_duplicates(["variant", "axis", "soviet"])) > 1


def _map_words(results: Results) -> str:
    if results.holders is not None:
        return ""
    return (
        "This study did not keep who held each hex turn by turn, nor where units were out of "
        "supply: play it again with --detail battles."
    )


def _lead_words(results: Results) -> str:
    verdict = results.verdict
    if not verdict.leader:
        return ""
    side = results.labels.sides[verdict.leader]
    if verdict.decided:
        return f"The lead of the {side} side is larger than chance explains at this confidence."
    return f"The lead of the {side} side may be chance: its interval includes one half."


def _how_sure(results: Results) -> list[str]:
    """Sentences on how far the verdict can be trusted."""
    verdict = results.verdict
    if not verdict.games:
        return ["There is nothing to be sure about yet."]
    half = 50 * (verdict.high - verdict.low)
    said = [
        f"With {count_games(verdict.games)} the leader's share of wins is known to within about "
        f"±{half:.1f} percentage points ({results.confidence:.0%} confidence)."
    ]
    wishes = [
        f"about {_games_for(points, results.confidence):,} for ±{points}"
        for points in _WISHES
        if points < half
    ]
    if wishes:
        said.append(f"Games needed for a closer figure: {', '.join(wishes)}.")
    said.append(DICE_ALONE)
    return said


def _games_for(points: float, confidence: float) -> int:
    """Games that bring the interval of an even share to +- so many points."""
    from scipy.special import ndtri

    z = float(ndtri(0.5 + confidence / 2))
    return int(round(0.25 * (z / (points / 100)) ** 2, -1))


def _pairing_table(results: Results) -> Sheet:
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
    rules = variant_names(results.game, dict.fromkeys(key[0] for key in lines))
    head = ("Variant", *labels.sides.values(), "Games", *map(labels.winner_name, shown))
    return Sheet(
        "By pairing",
        head,
        [
            (rules[names[0]], *names[1:], line["total"], *(line.get(key, "-") for key in shown))
            for names, line in lines.items()
        ],
    )


def _threshold_title(results: Results) -> str:
    points = results.labels.game["points"]
    return f"Wins at other numbers of {points}, if both sides played as they did"


def _threshold_table(results: Results) -> Sheet:
    labels = results.labels
    side, short = labels.sides[labels.points_side], labels.game["points_short"]
    return Sheet(
        _threshold_title(results),
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


def _measure_table(results: Results) -> Sheet:
    return Sheet(
        "A game in numbers",
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


def _attack_table(results: Results) -> Sheet:
    return Sheet(
        "Attacks against the odds",
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


def _driver_table(results: Results) -> Sheet:
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
                signed(row["difference"]),
                number_range(row["low"], row["high"]),
            )
        )
    return Sheet(_driver_title(results), head, lines)
