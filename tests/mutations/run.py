"""Damages files one after the other and judges what loading them comes to."""

from __future__ import annotations

import random
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from balance.errors import BalanceError
from tests.mutations.loads import Load, files, forget, meaning
from tests.mutations.mutate import damage

#: Words of Python that no message to a user should hold.
_RAW = re.compile(
    r"\b(KeyError|TypeError|ValueError|IndexError|AttributeError|NoneType|invalid literal|"
    r"unhashable|not subscriptable|object is not|object has no|positional argument|must be str)\b"
)
_UNNAMED = "message doesn't name the file"
#: Longest message of one fault.
_LONGEST = 1200


@dataclass(frozen=True)
class Verdict:
    """What came of one damaged file; ``fault`` is empty if all is as it should be."""

    file: str
    what: str
    outcome: str
    fault: str = ""


def run(folder: Path, count: int, seed: int, only: str = "") -> Iterator[Verdict]:
    """Damage files of a copy of the data ``count`` times, each time one of them."""
    rng = random.Random(seed)
    every = [(path, load) for path, load in files(folder) if only in str(path)]
    kinds: dict[str, list[tuple[Path, Load]]] = {}
    for path, load in every:
        kinds.setdefault(_kind(path), []).append((path, load))
    sound: dict[Path, object] = {}
    done = 0
    while done < count:
        path, load = rng.choice(rng.choice(list(kinds.values())))
        if path not in sound:
            sound[path] = meaning(load())
        before = path.read_bytes()
        harm = damage(before, path.suffix, rng)
        if harm is None or harm.content == before:
            continue
        done += 1
        try:
            if harm.content is None:
                path.unlink()
            else:
                path.write_bytes(harm.content)
            forget()
            outcome, fault = _outcome(path, load, sound[path], harm.may_differ)
            if harm.may_differ and fault.startswith(_UNNAMED):
                fault = ""  # what is left may be sound: who misses something there is told instead
        finally:
            path.write_bytes(before)
            forget()
        yield Verdict(str(path.relative_to(folder)), harm.what, outcome, fault)


def _kind(path: Path) -> str:
    """Files of one kind are as likely as those of another, however many there are."""
    folder = path.parent.name
    return folder if folder in ("variants", "drive_on_stalingrad") else str(path)


def _outcome(path: Path, load: Load, sound: object, may_differ: bool) -> tuple[str, str]:
    try:
        found = meaning(load())
    except BalanceError as error:
        return "refused", _message_fault(path, str(error))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        return "crash", f"{type(error).__name__} at {place}: {str(error)[:200]}"
    if found == sound:
        return "same", ""
    return "other", "" if may_differ else "taken for something else"


def _message_fault(path: Path, message: str) -> str:
    """What is wrong with a message: it names the file, in words of the product, and isn't long."""
    built = "hexes.csv" in message and path.parent.name == "map"  # from the recipe
    if path.name not in message and path.stem not in message and not built:
        return f"{_UNNAMED}: {message[:300]}"
    raw = _RAW.search(message)
    if raw:
        return f"message speaks Python ({raw[0]}): {message[:300]}"
    if max(map(len, message.split("\n"))) > _LONGEST:
        return f"message is long: {message[:200]} ..."
    return ""
