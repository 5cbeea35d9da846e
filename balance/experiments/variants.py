"""Variants: rule changes in a TOML file, by name or by path, alone or several on top of each other.

``baseline`` changes nothing. Named ones lie in ``data/<game>/variants``; anything that ends in
``.toml`` is a path. ``a+b`` is variant a with b on top of it: where both change the same thing, the
later one wins. ``balance.experiments.variant_file`` reads the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.counting import counted
from balance.errors import BalanceError, DataError, UnknownName
from balance.experiments.variant_file import (
    BASELINE,
    Change,
    Variant,
    is_of,
    read_document,
    read_variant,
)
from balance.files.charts import shown_path
from balance.files.toml import line_of
from balance.files.writing import is_file
from balance.given import check_text
from balance.rulebook.changes import single_keys
from balance.rulebook.game import Game, playable_games, playable_names
from balance.rulebook.map_edits import map_marks
from balance.rulebook.ruleset import Ruleset
from balance.rulebook.unit_groups import rows_of_unit


def variant_names(game: Game) -> list[str]:
    """Names of the variants that come with a game, ``baseline`` first."""
    found = sorted(path.stem for path in (game.folder / "variants").glob("*.toml"))
    return [BASELINE, *(name for name in found if name != BASELINE)]


def load_variant(game: Game, name: str) -> Variant:
    """Find one variant by its name or path.

    Raises
    ------
    UnknownName
        If there is no variant of that name.
    DataError
        If the file can't be read, belongs to another game or has an entry of no meaning.
    """
    if name.endswith(".toml"):
        return read_variant(game, Path(name))
    if name == BASELINE:
        return Variant(BASELINE, "the rules as the game's data has them")
    path = game.folder / "variants" / f"{name}.toml"
    if path.stem != name or not is_file(path):
        if is_file(Path(f"{name}.toml")):
            raise DataError(f"unknown variant {name!r}; for the file write {name}.toml")
        raise _unknown(game, name)
    variant = read_variant(game, path)
    if variant.name != name:
        raise DataError(
            f"{shown_path(path)}:{line_of(path, variant.name)}: name is {variant.name!r}; expected "
            f"that of the file, {name!r}"
        )
    return variant


def _unknown(game: Game, name: str) -> BalanceError:
    """What to say of a name that no variant of a game has."""
    owners = [
        each.name for each in playable_games() if each != game and name in variant_names(each)
    ]
    if owners:
        return DataError(
            f"variant {name!r}: is a variant of {' and '.join(owners)}, not of {game}; balance "
            f"variants {game.reference} lists those there are"
        )
    if "/" in name or is_file(Path(name)):
        return DataError(
            f"variant {name!r}: is neither a name nor a variant file, which ends in .toml; "
            f"balance variants {game.reference} lists the names"
        )
    see = f"balance variants {game.reference} lists them all"
    return UnknownName("variant", name, variant_names(game), see)


def load_variants(game: Game, names: str) -> list[Variant]:
    """The variants of ``a+b+c``, in this order; a path may have a plus sign in it.

    Raises
    ------
    DataError
        For a plus sign that joins nothing, or a variant that is there twice; else as
        ``load_variant``.
    """
    check_text("variant", names, "a name or the path of a file, as text")
    # The folder is looked through for a name with a plus sign alone: each cell of a study asks.
    if is_file(Path(names)) or ("+" in names and names in variant_names(game)):
        return [load_variant(game, names)]
    return [load_variant(game, name) for name in joined_names("variant", names)]


def joined_names(what: str, names: str) -> list[str]:
    """The names that plus signs join.

    Raises
    ------
    DataError
        For a plus sign that joins nothing, or a name that is there twice.

    >>> joined_names("variant", "vp_to_win_7+no_aircraft")
    ['vp_to_win_7', 'no_aircraft']
    """
    found = [name.strip() for name in names.split("+")]
    if len(found) > 1 and "" in found:
        raise DataError(
            f"{what} {names!r}: a plus sign joins two names, and one is missing; write a+b, or "
            "leave the plus sign out"
        )
    for name in found:
        if found.count(name) > 1:
            raise DataError(f"{what} {names!r}: {name} is there twice; write each name once")
    return found


def rules_under(
    game: Game,
    variant: str = BASELINE,
    overrides: Mapping[str, object] | None = None,
    *,
    judged: bool = True,
) -> Ruleset:
    """The rules of a game under a variant, or several, then with overrides on top.

    Parameters
    ----------
    game
        Name of the game.
    variant
        Name or path, or several joined by "+".
    overrides
        As ``Ruleset.with_overrides`` takes them.
    judged
        Whether charts, map and order of battle are put before the game's own readers: lists do
        without, since that loads the game.

    Raises
    ------
    DataError
        With each unknown name and each value out of range, and the line of the file it stands in.

    Examples
    --------
    >>> from balance.rulebook.game import open_game
    >>> blue = open_game("drive_on_stalingrad")
    >>> rules_under(blue, "vp_to_win_7", {"victory.vp_to_win": 5}).changes
    {'victory.vp_to_win': (6, 5)}
    """
    return apply_variants(game, load_variants(game, variant), overrides, judged=judged)


def apply_variants(
    game: Game,
    variants: Sequence[Variant],
    overrides: Mapping[str, object] | None = None,
    *,
    judged: bool = True,
) -> Ruleset:
    """Apply variants in their order, then overrides; see ``rules_under``."""
    ruleset = game.rules
    faults: list[str] = []
    made = list(_changes(variants, overrides or {}))
    for each in made:
        try:
            ruleset = ruleset.with_overrides({each.change.key: each.change.value})
        except BalanceError as error:
            faults.append(f"{each.place}{error}")
    if not faults and judged:
        faults = _in_short([_blamed(fault, ruleset, made) for fault in _judged(ruleset)])
    if faults:
        raise DataError(faults)
    for variant in variants:
        for function in variant.functions:
            ruleset = ruleset.with_function(function)
    return ruleset


@dataclass(frozen=True)
class _Made:
    """A change and where it was asked for, "" for an override."""

    change: Change
    path: Path | None

    @property
    def place(self) -> str:
        return f"{shown_path(self.path)}:{self.change.line}: " if self.path else ""


def _changes(variants: Sequence[Variant], overrides: Mapping[str, Any]) -> Iterator[_Made]:
    for variant in variants:
        yield from (_Made(change, variant.path) for change in variant.changes)
    for key, value in overrides.items():
        yield _Made(Change(key, value, 0), None)


def _judged(ruleset: Ruleset) -> list[str]:
    """What the game's own readers find wrong with charts, map and order of battle."""
    try:
        if any(chart.edits for chart in ruleset.charts.values()):
            ruleset.game.referee("tables").check_charts(ruleset)
        places = [key for key in ruleset.changes if _is_hex_list(ruleset, key)]
        if ruleset.unit_edits or ruleset.map_edits or places:
            module = ruleset.game.referee("scenario")
            for scenario in ruleset.game.scenarios:
                module.load_scenario(scenario.name, ruleset)
    except DataError as error:
        return error.faults
    except UnknownName as error:
        return [str(error)]
    return []


def _is_hex_list(ruleset: Ruleset, key: str) -> bool:
    return key in ruleset.parameters and ruleset.parameters[key].type == "hexes"


def _blamed(fault: str, ruleset: Ruleset, made: Sequence[_Made]) -> str:
    """A fault of the game's readers, with the place of the last change that it speaks of."""
    for each in reversed(made):
        for mark in _marks(ruleset, each.change.key):
            if mark in fault:
                told = "" if each.path or each.change.key in fault else f"{each.change.key}: "
                return f"{each.place}{told}{fault}"
    path = next((each.path for each in reversed(made) if each.path), None)
    return f"{shown_path(path)}: {fault}" if path else fault


def _in_short(faults: Sequence[str]) -> list[str]:
    """Faults of one change, such as that of a group of units, told by the first of them."""
    told: dict[str, list[str]] = {}
    for fault in faults:
        told.setdefault(fault.split(": ", 1)[0], []).append(fault)
    return [
        first + (f" (and {counted(len(others), 'more fault')} of this change)" if others else "")
        for first, *others in told.values()
    ]


def _marks(ruleset: Ruleset, key: str) -> Iterator[str]:
    """What a fault about a change says: the row of its table, or its key."""
    if key.startswith("unit:"):
        for single in single_keys(ruleset, key):
            for row in rows_of_unit(ruleset.folder, single.split(":")[1]):
                yield f"{shown_path(row.path)}:{row.line}:"
        return
    if key.startswith(("hex:", "hexside:")):
        yield from map_marks(ruleset.folder, key)
        return
    cells = [tuple(key.split(":", 2))]
    if ":" not in key:
        parameter = ruleset.parameter(key)
        yield parameter.key
        cells = list(parameter.cells)
    for chart, name, _ in cells:
        row = ruleset.chart(chart).row(name)
        yield f"{shown_path(row.path)}:{row.line}:"


def game_of(variant: str) -> Game:
    """The game that a variant belongs to, when nobody says.

    Raises
    ------
    UnknownName, DataError
        If no game has that variant, or more than one.
    """
    games = playable_games()
    if len(games) == 1:
        return games[0]
    name = joined_names("variant", variant)[0]
    if name.endswith(".toml"):
        head = read_document(Path(name)).get("variant", {})
        fitting = [game for game in games if is_of(game, head.get("game"))]
    else:
        fitting = [game for game in games if name in variant_names(game)]
        if not fitting:
            raise UnknownName("variant", name, {n for game in games for n in variant_names(game)})
    if len(fitting) != 1:
        known = "|".join(playable_names())
        raise DataError(f"variant {name}: say which game is meant, with --game {known}")
    return fitting[0]
