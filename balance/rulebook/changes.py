"""Changes of a rulebook as a designer words them: which single things they mean, and their values.

A key may name a hex by its town (``hex:Kharkov:vp``), units by what they are (``unit:all german
infantry:attack``) and a parameter by its alias; a value may be a change of what is there ("+1").
``single_keys`` says which things of the rulebook are meant, ``changed`` makes the change.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from balance.errors import DataError, UnknownName
from balance.rulebook.map_edits import printed_cell
from balance.rulebook.parameters import CLOSED, CLOSED_CELL, Parameter, Value
from balance.rulebook.place_names import hex_number, hexside_ends, numbered_hexes
from balance.rulebook.relative import FORMS, Relative
from balance.rulebook.unit_groups import is_group, unit_row, units_of

if TYPE_CHECKING:
    from balance.rulebook.ruleset import Ruleset

#: Column of the map with the points of a hex.
POINTS = "vp"
#: Most points that a hex may be worth.
MOST_POINTS = 99
#: How a unit's ``set_up`` names a hex.
_AT_HEX = "hex:"


def single_keys(ruleset: Ruleset, key: str) -> list[str]:
    """The keys of the single things that a key means, each by its number or its own name.

    Raises
    ------
    UnknownName, DataError
        If it means nothing.
    """
    topic, colon, rest = key.partition(":")
    name, inner, column = rest.partition(":")
    folder = ruleset.folder
    if not colon:
        return [ruleset.parameter(key).key]
    if topic == "unit":
        names = units_of(folder, name) if is_group(name) else [name]
        return [f"unit:{each}{inner}{column}" for each in names]
    if topic == "hex":
        return [f"hex:{hex_number(folder, name)}{inner}{column}"]
    if topic == "hexside":
        return ["hexside:" + "-".join(sorted(hexside_ends(folder, rest)))]
    return [key]


def changed(ruleset: Ruleset, key: str, given: object) -> Ruleset:
    """The rules with one change, as ``Ruleset.with_overrides`` takes it.

    Raises
    ------
    UnknownName, DataError
        Saying what is wrong with its key or value.
    """
    topic, colon, rest = key.partition(":")
    if topic == "unit" and colon:
        return _units_changed(ruleset, key, given)
    if topic in ("hex", "hexside") and colon:
        (single,) = single_keys(ruleset, key)
        return _map_changed(ruleset, single, given)
    if colon:
        row, colon, column = rest.partition(":")
        if not colon:
            raise DataError(f"{key!r}: a cell of a chart is chart:row:column, e.g. crt:4:3:1")
        return _cell_changed(ruleset, topic, row, column, given)
    return _parameter_changed(ruleset, key, given)


def _parameter_changed(ruleset: Ruleset, key: str, given: object) -> Ruleset:
    parameter = ruleset.parameter(key)
    if parameter.type == "cell":
        _accepted(ruleset, key, parameter, given, ruleset[key])
        for chart, row, column in parameter.cells:
            ruleset = _cell_changed(ruleset, chart, row, column, given)
        return ruleset
    value = _accepted(ruleset, key, parameter, given, ruleset[key])
    ruleset = replace(ruleset, values={**ruleset.values, parameter.key: value})
    if not parameter.points:
        return ruleset
    # Which hexes score is said anew: points that single hexes were given before go with the rest.
    kept = {each: text for each, text in ruleset.map_edits.items() if each[1] != POINTS}
    return replace(ruleset, map_edits=kept)


def _accepted(
    ruleset: Ruleset, key: str, parameter: Parameter, given: object, now: object
) -> Value:
    """The value of a parameter that is given, or comes of the change that is given."""
    relative = Relative.read(given) if parameter.type in ("integer", "cell") else None
    if relative and now == CLOSED and "MP" in parameter.unit:
        raise DataError(f"{_about(key)} is prohibited; {relative.text!r} needs a number")
    if parameter.type == "hexes":
        try:
            given = numbered_hexes(ruleset.folder, given)
        except UnknownName as error:
            raise DataError(f"{_about(key)}: {error}") from None
    try:
        if relative and isinstance(now, int):
            return parameter.accept(relative.of(now))
        return parameter.accept(given)
    except ValueError as error:
        meant = f", {now} with {relative.text!r}," if relative else ""
        hint = "" if relative else _less(given)
        where = f"{ruleset.game} {parameter.rule}"
        raise DataError(f"{_about(key)}{meant} {error}{hint} [{where}]") from None


def _about(key: str) -> str:
    return f"cell {key!r}" if ":" in key else f"parameter {key!r}"


def _less(given: object) -> str:
    """What somebody may have meant by a number below 0."""
    text = str(given).strip()
    return (
        f"; for {text[1:]} less, write '{text[1:]} less'"
        if text[1:].isdecimal() and text[0] == "-"
        else ""
    )


def _cell_changed(ruleset: Ruleset, chart: str, row: str, column: str, given: object) -> Ruleset:
    now = ruleset.chart(chart).cell(row, column)
    parameter = ruleset.cell_parameters.get((chart, row, column))
    text = str(given).strip()
    if parameter:
        relative = Relative.read(given)
        if relative and relative.of_text(now) is None:
            raise DataError(f"cell '{chart}:{row}:{column}' is {now!r}; {text!r} needs a number")
        number = int(now) if relative else None
        value = _accepted(ruleset, f"{chart}:{row}:{column}", parameter, given, number)
        closed = value == CLOSED and "MP" in parameter.unit
        text = CLOSED_CELL if closed else str(value)
    else:
        text = _text_of(f"cell '{chart}:{row}:{column}'", now, given)
    edited = ruleset.chart(chart).with_cell(row, column, text)
    return replace(ruleset, charts={**ruleset.charts, chart: edited})


def _text_of(what: str, now: str, given: object) -> str:
    """The text of a cell that is given, or comes of the change that is given."""
    relative = Relative.read(given)
    if relative is None:
        return str(given).strip()
    number = relative.of_text(now)
    if number is None:
        raise DataError(f"{what} is {now!r}; {relative.text!r} needs a number")
    return str(number)


def _map_changed(ruleset: Ruleset, key: str, given: object) -> Ruleset:
    address, printed = printed_cell(ruleset.folder, key, ruleset.listed_columns)
    name, column = address
    now = ruleset.map_edits.get(address, printed)
    points = column == POINTS
    if points:
        now = str(hex_points(ruleset, name))
    text = _text_of(key.partition(":")[2].replace(":", ", "), now, given)
    if points and not (text.isascii() and text.isdecimal() and int(text) <= MOST_POINTS):
        expected = f"a whole number 0 to {MOST_POINTS}, or a change such as {FORMS}"
        raise DataError(f"{key}: {str(given)!r} can't be what a hex is worth; expected {expected}")
    edits = {**ruleset.map_edits, address: text}
    # Points of a hex that a parameter lists stay as they are said, whatever that says later.
    if text == printed and not (points and ruleset.points_parameter):
        del edits[address]
    return replace(ruleset, map_edits=edits)


def hex_points(ruleset: Ruleset, name: str, *, own: bool = True) -> int:
    """Victory points that a hex is worth; without ``own``, what it would be worth by the list."""
    listing = ruleset.points_parameter
    edited = ruleset.map_edits.get((name, POINTS))
    if own and edited is not None:
        return int(edited)
    if listing is None:
        key = f"hex:{name}:{POINTS}"
        return int(printed_cell(ruleset.folder, key, ruleset.listed_columns)[1])
    return ruleset.integer(listing.points) if name in ruleset.hexes(listing.key) else 0


def _units_changed(ruleset: Ruleset, key: str, given: object) -> Ruleset:
    _, _, rest = key.partition(":")
    group, _, column = rest.partition(":")
    if column == "remove":  # as a variant file has it
        column, given = "", {"true": "removed", "false": "there"}.get(str(given).lower(), given)
    if not column and given not in ("there", "removed"):
        raise DataError(f"unit {group!r} can't be {given!r}; it is removed or there")
    names = [each.split(":")[1] for each in single_keys(ruleset, f"unit:{group}")]
    if is_group(group) and column:
        # Who has been removed by an earlier change is no more one of them.
        gone = {edit["unit"] for edit in ruleset.unit_edits if edit.get("remove")}
        names = [name for name in names if name not in gone]
        _check_numbers(ruleset, group, names, column, given)
    for name in names:
        if not column:
            ruleset = ruleset.with_unit_edit({"unit": name, "remove": given == "removed"})
            continue
        value = given
        if Relative.read(given) or column == "hex" or str(given).startswith(_AT_HEX):
            value = _unit_value(ruleset, name, column, given)
        ruleset = ruleset.with_unit_edit({"unit": name, column: value})
    return ruleset


def _unit_value(ruleset: Ruleset, name: str, column: str, given: object) -> str:
    """What a unit's column comes to: a change of its number, or a hex by the name of a place."""
    text = str(given).strip()
    if Relative.read(given) is None:
        start = _AT_HEX if text.startswith(_AT_HEX) else ""
        place = text.removeprefix(start)
        is_name = any(letter.isalpha() for letter in place)
        return start + hex_number(ruleset.folder, place) if is_name else text
    value = _text_of(f"{column} of unit {name!r}", _unit_text(ruleset, name, column), given)
    if int(value) < 0:
        now = _unit_text(ruleset, name, column)
        raise DataError(f"{column} of unit {name!r} is {now}; {text!r} would leave less than 0")
    return value


def _unit_text(ruleset: Ruleset, name: str, column: str) -> str:
    printed = unit_row(ruleset.folder, name).cells
    if column not in printed:
        raise UnknownName(f"column of unit {name!r}", column, printed)
    edits = {str(edit["unit"]): edit for edit in ruleset.unit_edits}
    return str(edits.get(name, {}).get(column, printed[column]))


def _check_numbers(
    ruleset: Ruleset, group: str, names: list[str], column: str, given: object
) -> None:
    """Refuse to change numbers of a group where units have none: drawn or die-rated ones."""
    relative = Relative.read(given)
    if relative is None:
        return
    texts = {name: _unit_text(ruleset, name, column) for name in names}
    without = [name for name, text in texts.items() if relative.of_text(text) is None]
    if without:
        shown = ", ".join(without[:3]) + (f" and {len(without) - 3} more" if without[3:] else "")
        raise DataError(
            f"units {group!r}: {column} is no number for {shown} ({texts[without[0]]!r}), and "
            f"{relative.text!r} needs one; leave them out, e.g. with `except untried`"
        )
