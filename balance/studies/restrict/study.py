"""What is an ability worth? One side forbidden a kind of action, against the same unrestricted.

A restriction is a rule variant that leaves the other side alone, so the games are compared as
those of ``compare``: on the same seeds, by the same tests. The worth is what the side loses by it,
as these strategies play: they were written with the ability in mind, and may miss how to do
without.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.designs.forecast import Forecast
from balance.analysis.reading import GAMES_A_PART
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import (
    as_sentence,
    level,
    number,
    number_range,
    points,
    points_range,
)
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.pool import Enough
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.scenarios import find_scenario
from balance.experiments.variants import rules_under
from balance.given import listed
from balance.rulebook.game import Game
from balance.studies.answer import ANSWER, WHY, Answer, Sheet
from balance.studies.compare import study as compare
from balance.studies.compare.sheets import sheets as compare_sheets
from balance.studies.compare.stop import Stop
from balance.studies.field.changes import pairing_words, turned_words
from balance.studies.field.players import Players
from balance.studies.restrict.restrictions import (
    Restriction,
    Use,
    check_side,
    find_restriction,
    restrictions,
)
from balance.studies.restrict.sheets import sheets
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import Sides

KIND = "restrict"
UNRESTRICTED = "unrestricted"


def restrict(
    scenario: str,
    side: str,
    without: str | Sequence[str],
    *,
    variant: str = "baseline",
    axis: str | Sequence[str] | None = None,
    soviet: str | Sequence[str] | None = None,
    games: int = 1000,
    until: str | None = None,
    margin: float = 2.0,
    max_games: int = 10_000,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "battles",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Play with one side forbidden a kind of action, and without the restriction.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    side
        Side that is restricted: ``axis`` or ``soviet``.
    without
        Kind of action that it is forbidden, see ``balance restrict SCENARIO --list``; several are
        compared one by one, and ``mobile_assault+aircraft`` is both together.
    variant
        Rule variant under which all games are played.
    axis, soviet
        As of ``balance.compare``: the field of the scenario if none is named.
    games
        Games a restriction, as of ``balance.compare``.
    until, max_games
        As of ``balance.compare``: ``"decided"`` plays until the worth is clear.
    margin
        Smallest worth that matters, in percentage points of the side's score.
    error_rate
        Accepted chance of a false verdict; intervals hold with one minus this.
    seed, jobs, out, detail, progress
        As of ``balance.run``; with less detail, not all that was forbidden can be counted.

    Raises
    ------
    UnknownName
        For a restriction that the side doesn't have, naming those that it has.
    BadQuestion
        For settings that make no sense, or a restriction that changes nothing under the variant.

    Examples
    --------
    >>> answer = balance.restrict("blue", "axis", "mobile_assault", games=40)
    >>> list(answer.tables["worth"].variant)
    ['mobile_assault']
    """
    found = find_scenario(scenario)
    check_side(side)
    chosen = [find_restriction(found.game, side, name) for name in listed(without, "without")]
    if not chosen:
        known = ", ".join(each.key for each in restrictions(found.game) if each.side == side)
        if not known:
            raise BadQuestion(f"{found.game.name} has no restrictions of the {side} side")
        raise BadQuestion(f"--without: nothing is forbidden; expected one or more of {known}")
    _check_restrictions(found.game, variant, chosen)
    players = Players.chosen(found, axis, soviet)
    rules = [(variant, overrides) for overrides in ((), *(each.overrides for each in chosen))]
    results = compare.play_pairs(
        KIND,
        found,
        players,
        players.cells(rules),
        games=games,
        stop=Stop(until, margin, max_games, error_rate),
        seed=seed,
        detail=detail,
        out=out,
        jobs=jobs,
        progress=progress,
        player=player,
        side=side,
        without=[each.key for each in chosen],
    )
    return answer(results)


def enough(question: Question) -> Enough:
    """When a study that plays until decided has played enough: as a comparison."""
    return compare.enough(question)


def _check_restrictions(game: Game, variant: str, chosen: Sequence[Restriction]) -> None:
    """Refuse restrictions that change nothing, or the same as another one."""
    seen = {rules_under(game, variant).hash: f"the variant {variant}"}
    for each in chosen:
        rules = rules_under(game, variant, dict(each.overrides)).hash
        if rules in seen:
            raise BadQuestion(
                f"--without {each.key}: forbids no more than {seen[rules]}; leave it out, or name "
                "another restriction"
            )
        seen[rules] = f"--without {each.key}"


def answer(results: Results) -> Answer:
    """Answer a study of restrictions from its tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    spec, question = results.spec, results.spec.question
    labels = read_labels(spec.game)
    chosen = [
        find_restriction(spec.game, question.get("side"), name) for name in question.get("without")
    ]
    variants = list(dict.fromkeys(cell.variant_label for cell in spec.cells))
    names = dict(zip(variants, [UNRESTRICTED, *(each.key for each in chosen)], strict=True))
    compared = compare.answer(results)
    tables = {
        name: table.assign(variant=table["variant"].map(names))
        for name, table in compared.tables.items()
    }
    uses = _uses(results, chosen, variants)
    worth = _worth_table(chosen, tables, labels, question, _unused(chosen, uses))
    tables = {"worth": worth, "uses": uses, **tables}
    told = compare_sheets(tables, UNRESTRICTED, labels, question)
    return replace(
        compared,
        sentence=_whole_sentence(worth, labels, tables, _unused(chosen, uses)),
        remarks=(*compared.remarks, *_remarks(chosen, uses)),
        about=_about(chosen, labels),
        tables=tables,
        sheets=[
            *sheets(tables, labels, question.get("side")),
            *(replace(sheet, brief=False, part=_part_of(sheet)) for sheet in told),
        ],
        facts={**compared.facts, "side": question.get("side")},
    )


def _about(chosen: Sequence[Restriction], labels: Labels) -> tuple[str, ...]:
    """What each name stands for."""
    return tuple(
        f"{each.key}: {each.title} forbidden to {labels.side_phrase(each.side)} (rule {each.rule})."
        for each in chosen
    )


def _part_of(sheet: Sheet) -> str:
    """What answers a comparison is a reason for the worth of an ability."""
    return WHY if sheet.part == ANSWER else sheet.part


def _worth_table(
    chosen: Sequence[Restriction],
    tables: Mapping[str, pd.DataFrame],
    labels: Labels,
    question: Question,
    unused: Collection[str],
) -> pd.DataFrame:
    """Turn changes of the score and the points into what the side loses by the restriction."""
    confidence = 1 - 2 * question.get("error_rate") / len(chosen)  # of two one-sided tests
    lines = []
    for each in chosen:
        sign = -1 if each.side == labels.points_side else 1
        verdict, outcomes = (
            tables[name].loc[tables[name]["variant"] == each.key]
            for name in ("verdicts", "outcomes")
        )
        score = rows(verdict)[0]
        vp = rows(outcomes.loc[outcomes["outcome"] == "vp"])[0]
        line = {
            "variant": each.key,
            "side": each.side,
            "title": each.title,
            **_turned(score, ("score", "low", "high"), sign),
            "p_value": score["p_value"],
            **_turned(vp, ("points", "points_low", "points_high"), sign),
            "points_alike": vp["difference"] == 0 and np.isinf(vp["gain"]),
            **{name: score[name] for name in ("pairs", "flipped", "identical")},
        }
        ends = {"low": score["within_low"], "high": score["within_high"]}
        within = _turned({**score, **ends}, ("score", "low", "high"), sign)
        line["sentence"] = _sentence(
            line, score, labels,
            f"{counted(question.get('margin'), 'point')} "
            f"({level(confidence)} interval {points_range(within['low'], within['high'])})",
            unused=each.key in unused,
            among=" of the field" if len(tables["field_changes"]) else "",
        )  # fmt: skip
        told = pairing_words(
            tables["field_changes"], each.key, score["side"] != "", Sides.of(labels).phrases
        )
        if told and (score["side"] or each.key not in unused):
            line["sentence"] = f"{line['sentence']} {told}"
        lines.append(line)
    return pd.DataFrame(lines, columns=TABLES["worth"].names)


def _turned(row: Mapping[str, float], names: tuple[str, str, str], sign: int) -> dict[str, float]:
    """Difference with its interval from the side's point of view."""
    ends = sorted(sign * row[end] + 0.0 for end in ("low", "high"))  # no minus before a zero
    return dict(zip(names, (sign * row["difference"] + 0.0, *ends), strict=True))


def _sentence(
    line: Mapping[str, Any],
    verdict: Mapping[str, Any],
    labels: Labels,
    within: str,
    *,
    unused: bool,
    among: str,
) -> str:
    """Worth of one ability in words; ``within`` is the margin, with the interval of its tests.

    ``among`` says whose the games are.
    """
    what = f"The worth of {line['title']} to {labels.side_phrase(line['side'])} is"
    pairs = counted(line["pairs"], "paired game") + among
    found = verdict["verdict"]
    if unused and found != "favours":
        free = counted(line["pairs"], "unrestricted game") + among
        return f"{what} not measurable with these players: nobody used it in {free}."
    figure = (
        f"{points(line['score'])} points {points_range(line['low'], line['high'])} of the "
        f"{labels.sides[line['side']]} score, {_points_words(line, labels)}, over {pairs}."
    )
    if found == "undecided":
        numbers = (verdict[name] for name in ("more_pairs", "more_even", "more_nearly"))
        more = Forecast(*(None if pd.isna(number) else int(number) for number in numbers))
        return f"{what} undecided: so far {figure} {as_sentence(more.words())}"
    if found == "favours":
        return f"{what} {figure}"
    # A sequential test has no such interval.
    limit = within.partition(" (")[0] if pd.isna(verdict["within_low"]) else within
    return f"{what} less than {limit}: {figure}"


def _points_words(line: Mapping[str, Any], labels: Labels) -> str:
    """Worth in victory points, if any game differs in them."""
    name, ends = labels.game["points"], (line["points_low"], line["points_high"])
    if line["points_alike"]:
        return f"with the same {name} in every game"
    return f"and {number(line['points'])} {name} {number_range(*ends)}"


def _unused(chosen: Sequence[Restriction], uses: pd.DataFrame) -> set[str]:
    """Restrictions of what nobody did in any unrestricted game."""
    parts = {each.key: uses.loc[uses["variant"] == each.key, "first"] for each in chosen}
    return {key for key, first in parts.items() if len(first) and (first == 0).all()}


def _whole_sentence(
    worth: pd.DataFrame,
    labels: Labels,
    tables: Mapping[str, pd.DataFrame],
    unused: Collection[str],
) -> str:
    """One sentence for one restriction; several are told by name, the score alone."""
    if len(worth) == 1:
        return str(worth["sentence"].iloc[0])
    verdicts = dict(zip(tables["verdicts"]["variant"], tables["verdicts"]["verdict"], strict=True))

    def told(row: Mapping[str, Any]) -> str:
        verdict = verdicts[row["variant"]]
        if row["variant"] in unused and verdict != "favours":
            return f"{row['title']} not measurable with these players (nobody used it)"
        figure = f"{row['title']} {points(row['score'])} {points_range(row['low'], row['high'])}"
        return f"{figure} (undecided)" if verdict == "undecided" else figure

    changes = tables["field_changes"]
    among = " of the field" if len(changes) else ""
    pairs = f"{counted(int(worth['pairs'].min()), 'paired game')}{among} each"
    side = labels.side_phrase(worth["side"].iloc[0])
    against = [f"{told}." for told in turned_words(changes)]
    sentence = (
        f"Worth to {side}, in points of its score: {', '.join(map(told, rows(worth)))} ({pairs})."
    )
    return " ".join([sentence, *against])


def _uses(results: Results, chosen: Sequence[Restriction], variants: Sequence[str]) -> pd.DataFrame:
    """How often a game saw each forbidden action, with and without the restriction.

    NaN where the study keeps no such table. The first of ``variants`` is without, the others follow
    those ``chosen``.
    """
    means: dict[Use, pd.Series] = {}
    for table in ("games", "events", "battles"):
        asked = [use for each in chosen for use in each.uses if use[0] == table]
        if asked and table in results.kept:
            means |= _means_a_game(results, table, list(dict.fromkeys(asked)))
    lines = []
    for each, variant in zip(chosen, variants[1:], strict=True):
        for use in each.uses:
            found = means.get(use, pd.Series(dtype=float))
            counts = (float(found.get(name, np.nan)) for name in (variants[0], variant))
            lines.append((each.key, ":".join(filter(None, use)), *counts))
    return pd.DataFrame(lines, columns=TABLES["uses"].names)


def _means_a_game(results: Results, table: str, uses: Sequence[Use]) -> dict[Use, pd.Series]:
    """Mean of what some uses count, a game, by variant; long tables are read in runs."""
    games = results.games.set_index("game_id")["variant"]
    if table == "games":
        return {use: results.games.groupby("variant")[use[1]].mean() for use in uses}
    columns = {"events": ["kind", "value"], "battles": ["attacker", *(use[1] for use in uses)]}
    asked = {table: list(dict.fromkeys(["game_id", *columns[table]]))}
    sums = dict.fromkeys(uses, pd.Series(0, games.unique()))
    for _, _, tables in results.runs(asked, GAMES_A_PART):
        rows_of_run = tables[table]
        for use in uses:
            seen = rows_of_run.loc[_is_use(use, rows_of_run), "game_id"].map(games)
            sums[use] = sums[use].add(seen.value_counts(), fill_value=0)
    return {use: count / games.value_counts() for use, count in sums.items()}


def _is_use(use: Use, kept: pd.DataFrame) -> pd.Series:
    """Which rows of a table show a use."""
    table, what, value = use
    if table == "battles":
        fought = kept[what] != 0
        return fought & (kept["attacker"] == value) if value else fought
    chosen = kept["kind"] == what
    return chosen & (kept["value"] == int(value)) if value else chosen


def _remarks(chosen: Sequence[Restriction], uses: pd.DataFrame) -> list[str]:
    said = []
    for each in chosen:
        part = uses.loc[uses["variant"] == each.key]
        if each.note:
            said.append(f"without {each.title}: {each.note}")
        if each.key in _unused(chosen, uses):
            said.append(
                f"nobody used {each.title} in the unrestricted games, so what it is worth can't be "
                "told from these strategies"
            )
        if (part["second"] > 0).any():
            said.append(
                f"{each.title}: used in spite of the restriction, which is a fault of the engine"
            )
        if not len(part):
            said.append(f"the tables don't record {each.title}, so its use can't be counted")
    return said
