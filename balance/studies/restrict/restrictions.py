"""Kinds of action that a study may forbid one side, read from ``data/<game>/restrictions.toml``.

A restriction is a set of parameters, like a variant. ``a+b`` forbids both together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from balance.errors import BadQuestion, BalanceError, DataError, UnknownName
from balance.experiments.variants import joined_names, rules_under
from balance.files.charts import shown_path
from balance.files.shapes import SETTING, TEXT, TEXTS, read_shaped
from balance.rulebook.game import Game
from balance.strategy.api import SIDES

_SHAPE = {
    "restriction": [
        {
            **dict.fromkeys(("key", "title", "rule", "note?"), TEXT),
            "side": SIDES,
            "settings": {"*": SETTING},
            "uses?": TEXTS,
        }
    ]
}
#: How restrictions are called on the command line.
_KEY = re.compile("[a-z][a-z_]*")
#: Tables that show actions, and how many parts their entry of ``uses`` has.
_SHOWN_IN = {"games": (2,), "battles": (2, 3), "events": (2, 3)}
#: Table, column or kind of event, and the value, or the side that attacks, or "".
Use = tuple[str, str, str]


@dataclass(frozen=True)
class Restriction:
    """One kind of action, or several, forbidden to one side."""

    key: str
    side: str
    title: str
    rule: str
    settings: Mapping[str, object]
    note: str = ""
    #: Where the tables show the action.
    uses: tuple[Use, ...] = ()

    @property
    def overrides(self) -> tuple[tuple[str, str], ...]:
        """The parameters as a Cell holds them."""
        from balance.experiments.run import cell_overrides  # all of play, which lists do without

        return cell_overrides(self.settings)


def check_side(side: str) -> None:
    """Refuse what is no side."""
    if side not in SIDES:
        told = f"{side} is no side;" if side else "say which side is restricted;"
        raise BadQuestion(f"--side: {told} expected {' or '.join(SIDES)}")


def restrictions(game: Game) -> list[Restriction]:
    """All restrictions of a game, in the order of its file; none without a file.

    Raises
    ------
    DataError
        With every fault of the file.
    """
    path = game.folder / "restrictions.toml"
    if not path.is_file():
        return []
    entries = read_shaped(path, _SHAPE)["restriction"]
    faults = [
        f"{shown_path(path)}: restriction {number}: {fault}"
        for number, entry in enumerate(entries, start=1)
        for fault in _faults(entry)
    ]
    if faults:
        raise DataError(faults)
    found = [_restriction(entry) for entry in entries]
    faults = [*_unusable(game, found)]
    if faults:
        raise DataError([f"{shown_path(path)}: {fault}" for fault in faults])
    return found


def _unusable(game: Game, found: Sequence[Restriction]) -> Iterator[str]:
    """What of the restrictions is there twice, of no rule or no parameter, or out of range."""
    seen = set()
    for number, each in enumerate(found, start=1):
        if (each.key, each.side) in seen:
            yield f"restriction {number}: {each.key!r} of {each.side} is there twice"
        seen.add((each.key, each.side))
        try:
            game.register.covers(each.rule)
            rules_under(game, overrides=each.settings)
        except BalanceError as error:
            yield f"restriction {number} ({each.key}): {error}"


def _faults(entry: Mapping[str, object]) -> Iterator[str]:
    if not _KEY.fullmatch(str(entry["key"])):
        yield f"key is {entry['key']!r}; expected small letters and underscores"
    for use in _texts(entry.get("uses", ())):
        table, *rest = use.split(":")
        attacker = rest[1] if table == "battles" and len(rest) == 2 else SIDES[0]
        if 1 + len(rest) not in _SHOWN_IN.get(table, ()) or attacker not in SIDES:
            yield (
                f"uses {use!r}; expected games:COLUMN, battles:COLUMN, battles:COLUMN:ATTACKER, "
                "events:KIND or events:KIND:VALUE"
            )


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _restriction(entry: Mapping[str, object]) -> Restriction:
    uses = [(*use.split(":"), "")[:3] for use in _texts(entry.get("uses", []))]
    settings = entry["settings"]
    assert isinstance(settings, dict)
    return Restriction(
        key=str(entry["key"]),
        side=str(entry["side"]),
        title=str(entry["title"]),
        rule=str(entry["rule"]),
        settings=settings,
        note=str(entry.get("note", "")),
        uses=tuple((table, what, value) for table, what, value in uses),
    )


def find_restriction(game: Game, side: str, name: str) -> Restriction:
    """The restriction of a side by its key, or several of them together: ``a+b``.

    Raises
    ------
    UnknownName
        Naming the kinds that this side has.
    DataError
        If one is named twice.
    """
    check_side(side)
    known = {each.key: each for each in restrictions(game) if each.side == side}
    parts = []
    for key in joined_names("--without", name):
        if key not in known:
            raise UnknownName(f"restriction of the {side} side", key, known)
        parts.append(known[key])
    if len(parts) == 1:
        return parts[0]
    return Restriction(
        key="+".join(part.key for part in parts),
        side=side,
        title=" and ".join(part.title for part in parts),
        rule=", ".join(dict.fromkeys(part.rule for part in parts)),
        settings={key: value for part in parts for key, value in part.settings.items()},
        note=" ".join(part.note for part in parts if part.note),
        uses=tuple(dict.fromkeys(chain.from_iterable(part.uses for part in parts))),
    )
