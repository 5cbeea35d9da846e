"""Scenario files: where those of a game are, found by name or alias, and what all of them say."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import DataError, UnknownName
from balance.files.charts import shown_path
from balance.files.toml import line_of, read_toml
from balance.rulebook.game import GAME_FILE, Game
from balance.rulebook.ruleset import Ruleset

#: Version of the form of these files.
FORMAT = 1
_TEXTS = ("name", "title", "first_day", "turn_days", "last_turn")


@dataclass(frozen=True)
class ScenarioHead:
    """What every scenario file says of itself; dates and length are keys of parameters."""

    path: Path
    name: str
    title: str
    first_day: str
    turn_days: str
    last_turn: str
    aliases: tuple[str, ...]

    def fault(self, text: str, near: str = "") -> str:
        """A message about this file, at the line that first quotes ``near``."""
        return f"{shown_path(self.path)}:{line_of(self.path, near)}: {text}"


def find_scenario_path(game: Game, name: str) -> Path:
    """Find the file of a scenario by its name or an alias.

    Raises
    ------
    UnknownName
        If there is none; names near ones.
    """
    known: list[str] = []
    for path in game.scenario_paths:
        data = read_toml(path)
        aliases = data.get("aliases", [])  # what isn't a list, the head's reader refuses
        names = [path.stem, str(data.get("name", path.stem))]
        names += [str(alias) for alias in aliases] if isinstance(aliases, list) else []
        if name in names:
            return path
        known += names
    raise UnknownName("scenario", name, known)


def find_scenario_head(
    game: Game,
    name: str,
    sections: Collection[str] = (),
    defaults: Mapping[str, str] | None = None,
) -> tuple[ScenarioHead, dict[str, Any]]:
    """Find the file of a scenario by its name or an alias; its head, and all that it says.

    ``defaults`` are for entries of the head that it leaves out.

    Raises
    ------
    UnknownName
        If there is none.
    DataError
        With all faults of its head.
    """
    path = find_scenario_path(game, name)
    data = read_toml(path)
    faults: list[str] = []
    head = read_scenario_head(path, {**(defaults or {}), **data}, sections, faults)
    if faults:
        raise DataError(faults)
    return head, data


def read_scenario_head(
    path: Path, data: Mapping[str, Any], sections: Collection[str], faults: list[str]
) -> ScenarioHead:
    """Read what scenario files share; ``sections`` are entries that the game reads itself."""
    shown = shown_path(path)
    texts = {}
    for key in _TEXTS:
        texts[key] = data.get(key)
        if not isinstance(texts[key], str):
            said = f"is {texts[key]!r}" if key in data else "is missing"
            faults.append(f"{shown}:{line_of(path, key)}: {key} {said}; expected text")
            texts[key] = ""
    if texts["name"] and texts["name"] != path.stem:
        faults.append(
            f"{shown}:{line_of(path, 'name')}: name is {texts['name']!r}; expected that of the "
            f"file, {path.stem!r}"
        )
    aliases = data.get("aliases", [])
    if not isinstance(aliases, list) or not all(isinstance(name, str) for name in aliases):
        faults.append(
            f'{shown}:{line_of(path, "aliases")}: aliases are {aliases!r}; expected ["short name"]'
        )
        aliases = []
    if data.get("format") != FORMAT:
        faults.append(
            f"{shown}:{line_of(path, 'format')}: format is {data.get('format')!r}; "
            f"expected {FORMAT}"
        )
    known = {*_TEXTS, "format", "aliases", *sections}
    faults += [
        f"{shown}:{line_of(path, key)}: unknown entry {key!r}; expected {', '.join(sorted(known))}"
        for key in sorted(set(data) - known)
    ]
    return ScenarioHead(path=path, aliases=tuple(aliases), **texts)


def check_head(head: ScenarioHead, ruleset: Ruleset) -> None:
    """Refuse a scenario whose dates and length are no parameters of the game, or no such numbers.

    Raises
    ------
    DataError
        With each wrong key.
    """
    faults = []
    for entry, read in (
        ("first_day", lambda key: datetime.date.fromisoformat(ruleset.word(key))),
        ("turn_days", ruleset.integer),
        ("last_turn", ruleset.integer),
    ):
        key = getattr(head, entry)
        try:
            read(key)
        except UnknownName as error:
            faults.append(head.fault(f"{entry}: {error}", key))
        except (ValueError, TypeError) as error:
            where = _where_set(head, ruleset.game, key)
            faults.append(f"{where}: {entry}: {key} can't be that ({error})")
    if faults:
        raise DataError(faults)


def _where_set(head: ScenarioHead, game: Game, key: str) -> str:
    """File and line that set a parameter: the scenario's, or that of its game."""
    own = game.folder / GAME_FILE
    by_game = f'"{key}"' not in head.path.read_text(encoding="utf-8") and own.is_file()
    path = own if by_game else head.path
    return f"{shown_path(path)}:{line_of(path, key)}"
