"""Seeded damage to data files: cut, re-encoded, retyped, renamed, doubled, out of all range."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

#: Columns and keys that hold words for readers alone.
PROSE = frozenset(
    [
        "note",
        "reason",
        "origin",
        "title",
        "why",
        "text",
        "designation",
        "sheet_row",
        "sheet_column",
        "source",
        "place",
        "name",
        "tells",
        "comment",
        "lat",
        "lon",
        "step_origin",
        "date",
        "mp_text",
        "defender_text",
        "supply_zoc_text",
        "label",
        "operation_star_override",
        "start_date",
        "parent",
        "unit",
        "rating",
        # How printed strengths were derived; what is played stands in the columns beside.
        *("attack_points", "defense_points", "state", "share"),
    ]
)
_ENTRY = re.compile(r'^("?[\w.:/ -]+"?)\s*=\s*(.+)$')


@dataclass(frozen=True)
class Damage:
    """A file after damage: its bytes (None if it is gone), and what was done to it."""

    what: str
    content: bytes | None
    #: Whether what is left may be legal and say something else, as a file cut between records.
    may_differ: bool = False


def damage(text: bytes, suffix: str, rng: random.Random) -> Damage | None:
    """Damage a file in one way, or None if it has nothing that could be damaged so."""
    kinds = [*_BYTES, *(_CSV if suffix == ".csv" else _TOML) * 3]
    return rng.choice(kinds)(text, rng)


# --- bytes


def _cut(text: bytes, rng: random.Random) -> Damage:
    at = rng.randrange(len(text))
    return Damage(f"cut after {at} bytes", text[:at], may_differ=True)


def _gone(text: bytes, rng: random.Random) -> Damage:
    return Damage("gone", None, may_differ=True)


def _no_text(text: bytes, rng: random.Random) -> Damage:
    at = rng.randrange(len(text))
    return Damage(f"bytes ff fe at {at}", text[:at] + b"\xff\xfe" + text[at:])


def _utf16(text: bytes, rng: random.Random) -> Damage:
    return Damage("in UTF-16", text.decode().encode("utf-16"))


def _marked(text: bytes, rng: random.Random) -> Damage:
    return Damage("with a byte order mark", b"\xef\xbb\xbf" + text)


def _zero(text: bytes, rng: random.Random) -> Damage:
    at = rng.randrange(len(text))
    return Damage(f"byte 0 at {at}", text[:at] + b"\x00" + text[at:])


def _empty(text: bytes, rng: random.Random) -> Damage:
    return Damage("empty", b"", may_differ=True)


_Kind = Callable[[bytes, random.Random], Damage | None]
_BYTES: list[_Kind] = [_cut, _gone, _no_text, _utf16, _marked, _zero, _empty]

# --- TOML


def _some_entry(text: bytes, rng: random.Random) -> tuple[list[str], int, str, str] | None:
    """Lines, and number, key and value of one entry that isn't prose."""
    lines = text.decode().split("\n")
    found = []
    for number, line in enumerate(lines):
        entry = _ENTRY.match(line)
        if entry and entry[1].strip('" ') not in PROSE:
            found.append((number, entry[1].strip(), entry[2]))
    return (lines, *rng.choice(found)) if found else None


def _joined(lines: list[str]) -> bytes:
    return "\n".join(lines).encode()


def _retyped(text: bytes, rng: random.Random) -> Damage | None:
    chosen = _some_entry(text, rng)
    if chosen is None:
        return None
    lines, number, key, value = chosen
    strange = ["nan", "inf", "-inf", "99999999999999", "-99999999", "[[1]]", "1979-10-01", "-0.5"]
    strange += ['"no such thing"', "[1, 2, 3, 4, 5]"]
    # Nothing at all may be legal where a list or a table stands.
    strange += [each for each in ("[]", "{}") if each[0] != value[0]]
    strange += ['""'] if value[0] == '"' else []
    if value not in ("true", "false", "0", "1"):
        strange += ["true"]
    new = rng.choice([each for each in strange if each != value])
    lines[number] = f"{key} = {new}"
    # A value that nothing can change is the file's own word, and a fraction may be any other.
    fixed = key == "value" and lines[number + 1] == 'type = "fixed"'
    fixed |= new == "-0.5" and re.fullmatch(r"-?\d+\.\d+", value) is not None
    return Damage(f"line {number + 1}: {key} = {new} for {value}", _joined(lines), may_differ=fixed)


def _renamed(text: bytes, rng: random.Random) -> Damage | None:
    chosen = _some_entry(text, rng)
    if chosen is None:
        return None
    lines, number, key, value = chosen
    name = key.strip('"')
    new = f'"{name}x"' if key.startswith('"') else f"{name}x"
    lines[number] = f"{new} = {value}"
    # What is named may be known only once games are there: keys in quotes, figures of a gate.
    heads = [line for line in lines[:number] if line.startswith("[")]
    later = key.startswith('"') or heads[-1:] == ["[bands]"]
    what = f"line {number + 1}: {key} is called {new}"
    return Damage(what, _joined(lines), may_differ=later)


def _said_twice(text: bytes, rng: random.Random) -> Damage | None:
    chosen = _some_entry(text, rng)
    if chosen is None:
        return None
    lines, number, key, _ = chosen
    lines.insert(number, lines[number])
    return Damage(f"line {number + 1}: {key} twice", _joined(lines))


def _unknown_section(text: bytes, rng: random.Random) -> Damage:
    header = rng.choice(["[nonsense]", "[[nonsense]]"])
    return Damage(f"with {header}", text + f"\n{header}\nx = 1\n".encode())


def _unknown_entry(text: bytes, rng: random.Random) -> Damage | None:
    lines = text.decode().split("\n")
    headers = [n for n, line in enumerate(lines) if re.fullmatch(r"\[.*\]", line)]
    if not headers:
        return None
    number = rng.choice(headers)
    lines.insert(number + 1, "nonsense = 1")
    return Damage(f"line {number + 2}: nonsense = 1 below {lines[number]}", _joined(lines))


def _record_twice(text: bytes, rng: random.Random) -> Damage | None:
    records = re.split(r"(?m)^(?=\[\[)", text.decode())
    if len(records) < 2:
        return None
    number = rng.randrange(1, len(records))
    records.insert(number, records[number].rstrip("\n") + "\n\n")
    return Damage(f"record {number} twice", "".join(records).encode(), may_differ=True)


_TOML: list[_Kind] = [
    _retyped, _retyped, _retyped, _renamed, _said_twice, _unknown_section, _unknown_entry,
    _record_twice,
]  # fmt: skip

# --- CSV


def _table(text: bytes) -> tuple[list[str], int, list[int]]:
    """Lines of a table, the number of its header and those of its rows."""
    lines = text.decode().split("\n")
    found = [n for n, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    return lines, found[0], found[1:]


def _cell(text: bytes, rng: random.Random) -> Damage | None:
    lines, header, rows = _table(text)
    columns = lines[header].split(",")
    chosen = [c for c, name in enumerate(columns) if name not in PROSE]
    number, column = rng.choice(rows), rng.choice(chosen)
    cells = lines[number].split(",")
    if '"' in lines[number] or len(cells) != len(columns):
        return None
    strange = ["nan", "inf", "-5", "1e9", "99999999999", "9999", "no such thing", '"', "½", "0x10"]
    before, cells[column] = cells[column], rng.choice(strange)
    lines[number] = ",".join(cells)
    what = f"line {number + 1}: {columns[column]} is {cells[column]!r} for {before!r}"
    return Damage(what, _joined(lines))


def _column(text: bytes, rng: random.Random) -> Damage:
    lines, header, _ = _table(text)
    columns = lines[header].split(",")
    place = rng.choice([c for c, name in enumerate(columns) if name not in PROSE])
    name = columns[place]
    how = rng.choice(["renamed", "named twice", "named once more"])
    # The first column of a chart, which names its rows, may be called anything.
    any_name = how == "renamed" and place == 0
    if how == "renamed":
        columns[place] = name + "x"
    elif how == "named twice":
        columns[place] = columns[place - 1]
    else:
        columns.append("nonsense")
    lines[header] = ",".join(columns)
    return Damage(f"column {name} {how}", _joined(lines), may_differ=any_name)


def _row_twice(text: bytes, rng: random.Random) -> Damage:
    lines, _, rows = _table(text)
    number = rng.choice(rows)
    lines.insert(number, lines[number])
    return Damage(f"line {number + 1} twice", _joined(lines))


def _row_gone(text: bytes, rng: random.Random) -> Damage:
    lines, _, rows = _table(text)
    number = rng.choice(rows)
    del lines[number]
    return Damage(f"line {number + 1} gone", _joined(lines))


def _cell_more_or_less(text: bytes, rng: random.Random) -> Damage:
    lines, _, rows = _table(text)
    number = rng.choice(rows)
    more = rng.random() < 0.5
    lines[number] = lines[number] + ",x" if more else lines[number].rpartition(",")[0]
    return Damage(f"line {number + 1}: a cell {'more' if more else 'less'}", _joined(lines))


_CSV: list[_Kind] = [_cell, _cell, _cell, _column, _row_twice, _row_gone, _cell_more_or_less]
