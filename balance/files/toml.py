"""TOML files: read with faults named by file and line, and searched for the line of an entry."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

# The standard library's tomllib as compiled code: a list of variants reads 150 files.
import tomli

from balance.errors import DataError
from balance.files.charts import shown_path, strange_character


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    DataError
        If it can't be read or isn't TOML: file, line, what is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
        if text.startswith("\ufeff"):
            raise DataError(f"{shown_path(path)}:{strange_character(text)}")
        document = tomli.loads(text)
    except FileNotFoundError as error:
        raise DataError(f"{shown_path(path)}: no such file") from error
    except IsADirectoryError as error:
        raise DataError(f"{shown_path(path)}: is a folder; expected a file") from error
    except OSError as error:
        raise DataError(f"{shown_path(path)}: can't be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{shown_path(path)}: isn't UTF-8 text (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        line, what = _not_toml(text, error)
        raise DataError(f"{shown_path(path)}:{line}: not valid TOML: {what}") from error
    if "\\" in text and _holds_nul(document):
        line = next((n for n, each in enumerate(text.split("\n"), 1) if _NUL.search(each)), 1)
        raise DataError(f"{shown_path(path)}:{line}: holds the control character 0x0; remove it")
    return document


#: What the parser says, for those who don't know its grammar.
_TOLD = {
    "Illegal character '\\n'": "a text isn't closed; its last quotation mark is missing",
    "Unterminated string": "a text isn't closed; its last quotation marks are missing",
    "Invalid value": "there is no value of TOML; put texts into quotation marks",
    "Cannot overwrite a value": "an entry is there twice",
    "Cannot declare": "a section is there twice",
    "Expected '=' after a key": "write KEY = VALUE; a key with signs beside _ and - is quoted",
    "Unclosed array": "a list isn't closed; its ] is missing",
    "Expected newline or end of document": "one entry a line; something follows the value",
    "Invalid statement": "neither a section nor KEY = VALUE",
}
#: No name of a file or of anything else has this character, which TOML writes so.
_NUL = re.compile(r"\\(u0000|U00000000|x00)")


def _holds_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_nul, value)) or any(map(_holds_nul, value.values()))
    if isinstance(value, list):
        return any(map(_holds_nul, value))
    return isinstance(value, str) and "\x00" in value


def _not_toml(text: str, error: Exception) -> tuple[int, str]:
    """Line and kind of what the parser found."""
    if isinstance(error, RecursionError):
        deepest = max(text.split("\n"), key=lambda line: sum(map(line.count, "[{.")))
        return _line_at(text, text.index(deepest)), "nested too deeply"
    digits = re.search(r"[\d_]{4000}", text)
    if digits and not isinstance(error, tomli.TOMLDecodeError):
        return _line_at(text, digits.start()), "a number of thousands of digits"
    found = re.search(r"line (\d+), column (\d+)", str(error))
    line = int(found[1]) if found else len(text.splitlines())
    words = str(error).split(" (at")[0]
    return line, next((told for start, told in _TOLD.items() if words.startswith(start)), words)


def _line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def line_of(path: Path, text: str, nth: int = 1, header: str = "") -> int:
    """Line where a TOML file has ``text`` in quotes, as a key or as a section, else of the nth
    ``header``, else 1.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    if text:
        for number, line in enumerate(lines, start=1):
            key = line.split("=")[0].strip()
            if f'"{text}"' in line or key in (text, f"[{text}]", f"[[{text}]]"):
                return number
    places = [number for number, line in enumerate(lines, start=1) if line.strip() == header]
    return places[nth - 1] if header and 0 < nth <= len(places) else 1


def line_in_section(path: Path, header: str, nth: int, near: str) -> int:
    """Line of the nth section of that header where ``near`` stands in quotes or as a key.

    That of the header where it stands nowhere there, 1 where there is no such section.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = [
        number for number, line in enumerate(lines) if line.partition("#")[0].strip() == header
    ]
    if not 0 < nth <= len(heads):
        return 1
    top = heads[nth - 1]
    sought = re.compile(rf"""["']{re.escape(near)}["']|(^|[\s{{,]){re.escape(near)}\s*=""")
    for number, line in enumerate(lines[top + 1 :], start=top + 2):
        if re.match(r"\s*\[[^,\]]*\]+\s*(#.*)?$", line):
            break
        if near and sought.search(line):
            return number
    return top + 1
