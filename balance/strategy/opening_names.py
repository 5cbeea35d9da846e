"""What an opening file names that its scenario lacks: every fault at once, each with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from balance.errors import DataError, told_near
from balance.files.toml import line_in_section
from balance.staff.desks_from_plans import Roster

#: Keys that hold a hex number or place name, or several.
_PLACES = ("objective", "hex", "hexes")
_ENTRIES = ("mission", "garrison", "ground", "line", "turn")
#: A fault and where its line is: header, number of its entry, text near it, words.
_Fault = tuple[str, int, str, str]


def check_names(
    path: Path,
    content: Mapping[str, Any],
    roster: Roster,
    last_turn: int,
    longest: Callable[[], int] | None = None,
    scenario: str = "",
) -> None:
    """Refuse a file that names units, places or game turns that its scenario hasn't.

    ``last_turn`` is that of the game; where it is short, ``longest`` tells that of other rules.
    ``scenario`` is told where the game has several.

    Raises
    ------
    DataError
        With every fault: file, line, entry, value, near names or what was expected.
    """
    held = [e["turns"][1] for kind in _ENTRIES for e in content.get(kind, []) if "turns" in e]
    if longest is not None and max(held, default=0) > last_turn:
        last_turn = max(last_turn, longest())
    faults = sorted(
        (line_in_section(path, header, number, near), fault)
        for header, number, near, fault in _faults(content, roster, last_turn)
    )
    if faults:
        among = ""
        if scenario:
            among = (
                f" (that is so in {scenario}; an entry for other scenarios alone names them: "
                "scenarios = [...])"
            )
        raise DataError(f"{path}:{line}: {fault}{among}" for line, fault in faults)


def _faults(content: Mapping[str, Any], roster: Roster, last_turn: int) -> Iterator[_Fault]:
    units = set(roster.unit_names) - {""}
    for unit, place in content.get("set_up", {}).items():
        if unit not in units:
            yield "[set_up]", 1, unit, f"[set_up] unknown unit {unit!r}; {told_near(unit, units)}"
        if told := _told_of_place(roster, place):
            yield "[set_up]", 1, unit, f"[set_up] {unit}: {told}"
    known = roster.known_to_selections()
    lists = {choice.name for choice in roster.choices if choice.names_units}
    for kind in _ENTRIES:
        for number, entry in enumerate(content.get(kind, []), 1):
            where = f"[[{kind}]] number {number}"
            for key, value in entry.items():
                for name, told in _entry_faults(roster, known, units, lists, key, value):
                    yield f"[[{kind}]]", number, name, f"{where}: {told}"
            if "turns" in entry and entry["turns"][1] > last_turn:
                told = f"turns is {entry['turns']}; the last game turn is {last_turn}"
                yield f"[[{kind}]]", number, "turns", f"{where}: {told}"


def _entry_faults(
    roster: Roster,
    known: Mapping[str, tuple[str, set[str]]],
    units: set[str],
    lists: Iterable[str],
    key: str,
    value: Any,
) -> Iterator[tuple[str, str]]:
    """Names of one entry that mean nothing, each with what to say of it."""
    if key == "when":
        for name in (*value.get("taken", ()), *value.get("lost", ())):
            if told := _told_of_place(roster, name):
                yield name, f"when: {told}"
        return
    if key in _PLACES:
        for name in [value] if isinstance(value, str) else value:
            if told := _told_of_place(roster, name):
                yield name, told
        return
    what, names = ("unit", units) if key in lists else known.get(key, ("", set()))
    for name in value if what else ():
        if name not in names:
            yield name, f"unknown {what} {name!r}; {told_near(name, names)}"


def _told_of_place(roster: Roster, name: str) -> str:
    """What to say of a hex or place that the map lacks, else nothing."""
    if name in roster.hex_index or name in roster.places:
        return ""
    if name.isdecimal():
        some = next(iter(roster.hex_index))
        return f"{name!r} is no hex of the map; expected a number such as {some!r}, or a place"
    return f"unknown place {name!r}; {told_near(name, roster.places)}"
