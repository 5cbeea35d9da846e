"""The order of battle: from CSV files to the unit rows of a scenario that every game copies.

Rule: stalingrad_1942 2.21, 2.22, 2.23, 2.24, 2.25, 7.35, 8.12, 11.21, 11.22, 12.1, 15.1a, 15.21
Rule: stalingrad_1942 16.11, 18.1a, S2i, S2j, Setup-a, Setup-b1, Setup-b2, Setup-b3, Setup-b4
Rule: stalingrad_1942 Setup-c, Setup-d
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, read_rows
from balance.games.boards import read_word
from balance.games.counters import Counters, apply_edits, edit_faults, note_names, whole_number
from balance.games.stalingrad_1942.map import AREAS
from balance.games.stalingrad_1942.state import MAX_STEPS, UNIT
from balance.games.stalingrad_1942.vocabulary import (
    Game,
    Kind,
    Mobility,
    Nation,
    Side,
    Size,
    Status,
)
from balance.rulebook.ruleset import Ruleset

_SIZES = dict(zip(("II", "III", "X", "XX", "XXX", "XXXX"), Size, strict=True))
_KINDS = {kind.name.lower(): kind for kind in Kind}
_NATIONS = {nation.name.lower(): nation for nation in Nation}
_YES = {"0": 0, "1": 1}
#: Columns of the set-up that rules go by.
_RULED = ("rating", "formation", "army", "hex", "arrival_turn", "entry_area", "field_works")


@dataclass(frozen=True)
class OrderOfBattle(Counters):
    """All units of a scenario; ``set_up`` is "" for reinforcements."""

    strengths: np.ndarray  # int16[n_units, MAX_STEPS + 1, 2], see State
    works: tuple[bool, ...]  # which start dug in


@dataclass(frozen=True)
class _Counter(Row):
    """What several files say of a unit; a fault names the file that its column stands in."""

    files: Mapping[str, Row]

    @classmethod
    def of(cls, *parts: Row) -> _Counter:
        """The cells of all parts; of those that several have, the last one's."""
        files = {column: part for part in parts for column in part.cells}
        cells = {column: part[column] for column, part in files.items()}
        return cls(parts[-1].path, parts[-1].line, cells, files)

    def fault(self, text: str) -> str:
        """A message that opens with file and line of the column it begins with."""
        part = self.files.get(text.split(" ", 1)[0])
        return part.fault(text) if part else super().fault(text)


def load_order_of_battle(folder: Path, scenario: str, ruleset: Ruleset) -> OrderOfBattle:
    """Read the units that a scenario has, with their state on its first day.

    Rule: stalingrad_1942 15.1a, 15.21, Setup-a, Setup-c, Setup-d

    Raises
    ------
    DataError
        With all faults of the files, each as file:line.
    """
    set_up = [row for row in read_rows(folder / "set_up.csv") if row["scenario"] == scenario]
    names = {row["unit"] for row in set_up}
    edits = [edit for edit in ruleset.unit_edits if edit["unit"] in names]
    set_up = apply_edits(set_up, edits, set(set_up[0].cells))
    last_turn = ruleset.integer(f"sequence.game_turns_{scenario}")
    faults = list(edit_faults(set_up, edits, lambda row: (*_RULED, "stalins_breath"), last_turn))
    ratings = {row["rating"]: row for row in read_rows(folder / "ratings.csv")}
    counters = {
        row["unit"]: (side, row)
        for side, file in ((Side.AXIS, "axis"), (Side.SOVIET, "soviet"))
        for row in read_rows(folder / f"{file}.csv")
    }
    members = Counter((side, row["division"]) for side, row in counters.values())
    faults += [
        row.fault(f"division {row['division']!r} has no other unit; expected that of several")
        for side, row in counters.values()
        if row["division"] and members[side, row["division"]] == 1
    ]
    rows = []
    for row in set_up:
        if row["rating"] not in ratings or row["unit"] not in counters:
            faults.append(row.fault(f"no counter {row['unit']!r}, or no rating {row['rating']!r}"))
            continue
        rows.append(_Counter.of(ratings[row["rating"]], counters[row["unit"]][1], row))
    unit_names = note_names(rows, faults)
    units = np.zeros(len(rows), UNIT)
    strengths = np.zeros((len(rows), MAX_STEPS + 1, 2), np.int16)
    formations: dict[str, int] = {}
    for u, row in enumerate(rows):
        units[u]["side"] = counters[row["unit"]][0]
        _fill_unit(units[u], strengths[u], row, ruleset, faults)
        key = f"{units[u]['side']} {row['formation']}"
        units[u]["formation"] = formations.setdefault(key, len(formations) + 1)
        units[u]["opens"] = row["army"] in _openers(ruleset, int(units[u]["side"]))
        winter = scenario != Game.ON_TO_STALINGRAD.name.lower()
        units[u]["sixth_army"] = winter and row["army"] == "6A"
    _fill_divisions(units, rows, ruleset)
    if faults:
        raise DataError(faults)
    return OrderOfBattle(
        names=unit_names,
        units=units,
        strengths=strengths,
        set_up=tuple(row["hex"] for row in rows),
        rows=tuple(rows),
        works=tuple(row["field_works"] == "1" for row in rows),
    )


def _openers(ruleset: Ruleset, side: int) -> list[str]:
    """Armies of a side that may act on the first turn of Uranus.

    Rule: stalingrad_1942 S2i, S2j
    """
    key = "german" if side == Side.AXIS else "soviet"
    return ruleset.word(f"sequence.first_turn_{key}").split("|")


def _fill_unit(
    unit: np.void, strengths: np.ndarray, row: Row, ruleset: Ruleset, faults: list[str]
) -> None:
    """Fill what the counter and its rating print.

    Rule: stalingrad_1942 2.22, 2.23, 2.24, 2.25, 7.35, 8.12, 11.22, 16.11, Setup-c
    """
    unit["status"] = Status.AWAITING
    unit["kind"] = kind = read_word(row, "arm", _KINDS, faults)
    unit["nation"] = read_word(row, "nation", _NATIONS, faults)
    unit["unit_size"] = read_word(row, "size", _SIZES, faults)
    unit["motorized"] = read_word(row, "motorized", _YES, faults)
    unit["guards"] = read_word(row, "guards", _YES, faults)
    unit["breath"] = read_word(row, "stalins_breath", _YES, faults)
    read_word(row, "field_works", _YES, faults)
    unit["movement"] = whole_number(row, "movement", faults, low=1, high=30)
    unit["mobility"] = Mobility.MOTORIZED if unit["motorized"] else Mobility.NONMOTORIZED
    if kind in (Kind.ARMOR, Kind.NAVAL_INFANTRY):
        unit["mobility"] = Mobility.TANK if kind == Kind.ARMOR else Mobility.NAVAL
    guns = Kind.ARTILLERY <= kind <= Kind.ANTI_TANK
    steps = 1
    if kind == Kind.HEADQUARTERS:
        unit["movement"] = ruleset.integer("movement.headquarters")
    else:
        steps = ruleset.integer("combat.artillery_steps" if guns else "combat.unit_steps")
        steps = max(1, steps - whole_number(row, "missing", faults, high=1))
    unit["full_steps"] = unit["steps"] = steps
    for column in ("strength", "reduced") if guns else ("attack", "defense"):
        if row[column]:
            faults.append(row.fault(f"{column} isn't for such units; expected none"))
    if guns:
        full = whole_number(row, "attack", faults), whole_number(row, "defense", faults)
        strengths[1 : steps + 1] = full
    elif kind != Kind.HEADQUARTERS:
        full_strength = whole_number(row, "strength", faults)
        least = whole_number(row, "reduced", faults)
        for step in range(1, steps + 1):
            more = (full_strength - least) * (step - 1)
            strengths[step] = full_strength if step == steps else least + more // (steps - 1)
    unit["arrival_turn"] = whole_number(row, "arrival_turn", faults)
    if bool(row["hex"]) == (unit["arrival_turn"] > 0):
        faults.append(row.fault("expected one alone: a hex, or a turn of arrival"))
    if unit["arrival_turn"] > 0:
        unit["entry_area"] = read_word(row, "entry_area", AREAS, faults)
    elif row["entry_area"]:
        faults.append(row.fault("entry_area is for units that arrive; expected none"))


def _fill_divisions(units: np.ndarray, rows: list[Row], ruleset: Ruleset) -> None:
    """Number the divisions and corps whose units count together, and count their units.

    Rule: stalingrad_1942 12.1a, 12.1b, 12.23
    """
    # Ruling: stalingrad_1942 12.1b - the corps of a list, or all of them.
    listed = ruleset.word("combat.integrity_corps")
    corps = listed.split("|")
    least = ruleset.integer("combat.integrity_units")
    members: dict[tuple[int, str], list[int]] = {}
    for u, row in enumerate(rows):
        side, division = int(units[u]["side"]), row["division"]
        if division and (side == Side.AXIS or listed == "all" or division in corps):
            members.setdefault((side, division), []).append(u)
    whole = [group for group in members.values() if len(group) >= least]
    for number, group in enumerate(whole, start=1):
        units["division"][group] = number
        units["division_size"][group] = len(group)
