"""Find strategies: by name, by path, or by an installed entry point.

A strategy folder holds one folder a game with opening files (``*.toml``) and plugins (``*.py``).
Folders come from the entry point group ``balance.strategies`` (a package whose ``__file__`` lies in
the folder) and from the ``strategies`` folder beside this package in a source tree. Files whose
name starts with an underscore are not strategies.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from balance.errors import DataError, StrategyError, UnknownName
from balance.files.writing import is_file
from balance.rulebook.game import GAME_FILE, Game, game_names, open_game, playable_names
from balance.strategy.api import SIDES, Strategy
from balance.strategy.calls import describe_fault, is_fault_of_code, shown
from balance.strategy.opening import read_opening
from balance.strategy.opening_shape import NAME, OWN_GAME

ENTRY_POINT_GROUP = "balance.strategies"
#: What tries a plugin before this process loads it; ``isolation/trying.py`` announces itself.
Trial = Callable[[Path], None]
_trials: list[Trial] = []
_OF_SIDE = {"axis": "an Axis", "soviet": "a Soviet"}


def try_plugins_with(trial: Trial) -> None:
    """Have each plugin tried before it is loaded; the trial raises a StrategyError if it fails."""
    _trials.append(trial)


@dataclass(frozen=True)
class Entry:
    """One strategy as listed: its class and the file it comes from."""

    name: str
    game: Game
    side: str
    cls: type[Strategy]
    path: Path

    @property
    def kind(self) -> str:
        """``opening`` for a file without code, ``plugin`` for Python."""
        return "opening" if self.path.suffix == ".toml" else "plugin"

    @property
    def title(self) -> str:
        """First line of what the strategy says of itself."""
        return (self.cls.__doc__ or "").strip().split("\n")[0]

    def plays(self, scenario: str) -> bool:
        """Whether it is for a scenario of its game."""
        return not self.cls.scenarios or scenario in self.cls.scenarios

    def is_example(self, scenario: str) -> bool:
        """Whether it shows a plan rather than wins there."""
        return scenario in self.cls.example_in


@cache
def folders() -> tuple[Path, ...]:
    """Folders that are searched for strategies, each once."""
    found = []
    for point in entry_points(group=ENTRY_POINT_GROUP):
        spec = importlib.util.find_spec(point.value)
        if spec is not None and spec.origin is not None:
            found.append(Path(spec.origin).resolve().parent)
    beside = Path(__file__).resolve().parents[2] / "strategies"
    if beside.is_dir():
        found.append(beside)
    return tuple(dict.fromkeys(found))


@cache
def entries(game: Game) -> tuple[Entry, ...]:
    """All strategies of a game, sorted by side and name.

    Raises
    ------
    DataError
        If two files claim the same name for the same side.
    """
    found: dict[tuple[str, str], Entry] = {}
    for place, endings in _places(game):
        for path in sorted(place.glob("*")):
            if path.suffix not in endings or path.name.startswith("_"):
                continue
            for entry in read_file(path):
                if entry.game == game.system:
                    entry = replace(entry, game=game)
                if entry.game != game:
                    continue
                key = (entry.side, entry.name)
                if key in found:
                    raise DataError(
                        f"{path}: strategy {entry.name!r} ({entry.side}) is already defined in "
                        f"{found[key].path}; give it another name"
                    )
                found[key] = entry
    return tuple(found[key] for key in sorted(found))


def _places(game: Game) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Where strategies of a game lie, and how their files end.

    Those of its system, which know no game by name, are its own too. A game outside the product has
    opening files beside its data.
    """
    for folder in folders():
        yield folder / game.name, (".toml", ".py")
        if game.system:
            yield folder / game.system.name, (".py",)
    if game.is_outside:
        yield game.folder / "strategies", (".toml",)


def names(game: Game, side: str, scenario: str = "") -> list[str]:
    """Names of the strategies of one side, in one scenario or in any."""
    return [
        entry.name
        for entry in entries(game)
        if entry.side == side and (not scenario or entry.plays(scenario))
    ]


def told_of_other_side(game: Game, side: str, spec: str) -> str:
    """What to say of a strategy that only the other side has, else nothing."""
    other = SIDES[1 - SIDES.index(side)]
    known = names(game, side)
    if spec.partition(":")[0] not in set(names(game, other)) - set(known):
        return ""
    return (
        f"--{side} {spec}: is {_OF_SIDE[other]} strategy; give it as --{other} {spec}, or choose "
        f"{_OF_SIDE[side]} one: {', '.join(known)}"
    )


def find(game: Game, side: str, spec: str, scenario: str = "") -> tuple[Entry, dict[str, str]]:
    """Resolve ``NAME``, ``NAME:key=value,...`` or ``path/to/file[:key=value,...]``.

    Where a scenario is given, the strategy must be one for it.

    Raises
    ------
    UnknownName
        If there is no strategy of that name, naming near ones.
    DataError
        If a file or a parameter is wrong, or the strategy is for other scenarios.
    """
    entry, parameters = _find(game, side, spec)
    if scenario and not entry.plays(scenario):
        raise DataError(
            f"--{side} {spec}: is for {' and '.join(entry.cls.scenarios)} alone, not for "
            f"{scenario}; choose one of {', '.join(names(game, side, scenario))}"
        )
    return entry, parameters


def _find(game: Game, side: str, spec: str) -> tuple[Entry, dict[str, str]]:
    head, colon, tail = spec.partition(":")
    if colon and not tail:
        raise DataError(f"strategy {spec!r}: nothing follows the colon; write key=value there")
    parameters: dict[str, str] = {}
    for part in filter(None, tail.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise DataError(f"strategy {spec!r}: {part!r} is no parameter; write key=value")
        if key.strip() in parameters:
            raise DataError(f"strategy {spec!r}: parameter {key.strip()} is given twice")
        parameters[key.strip()] = value.strip()
    if head.endswith((".toml", ".py")):
        chosen = [entry for entry in read_file(Path(head)) if entry.side == side]
        if not chosen:
            raise DataError(f"{head}: holds no strategy for the {side} side")
        if len(chosen) > 1:
            several = ", ".join(entry.name for entry in chosen)
            raise DataError(f"{head}: holds several {side} strategies ({several}); split the file")
        if chosen[0].game != game:
            raise DataError(f"{head}: is a strategy for {chosen[0].game}, not for {game}")
        return chosen[0], parameters
    for entry in entries(game):
        if entry.side == side and entry.name == head:
            if entry.kind == "opening":  # it may have been edited since
                entry = replace(entry, cls=read_opening(entry.path))
            return entry, parameters
    if told := told_of_other_side(game, side, spec):
        raise DataError(told)
    if head and os.path.exists(head):
        raise DataError(f"--{side} {head}: {_no_file(Path(head))}, or the name of a strategy")
    raise UnknownName(f"{side} strategy", head, names(game, side))


def read_file(path: Path) -> list[Entry]:
    """All strategies in one file: an opening file holds one, a plugin any number."""
    if not os.path.exists(path):
        raise DataError(f"{path}: no such strategy file")
    if not is_file(path) or path.suffix not in (".toml", ".py"):
        raise DataError(f"{path}: {_no_file(path)}")
    path = path.resolve()
    home = path.parent.parent
    if path.parent.name == "strategies" and (home / GAME_FILE).is_file():
        open_game(str(home))
    if path.suffix == ".toml":
        return _entries_of([read_opening(path)], path)
    module = _plugin(path)
    with _blamed_on(path, "read"):
        return _entries_of(list(_strategies_in(module)), path)


def _no_file(path: Path) -> str:
    """What to say of a path at which something other than a strategy lies."""
    what = "is a folder" if os.path.isdir(path) else "is no strategy file"
    return f"{what}; expected an opening (.toml) or a plugin (.py)"


def _entries_of(classes: list[type[Strategy]], path: Path) -> list[Entry]:
    """What the classes of a file say of themselves, each asked once."""
    if not classes:
        raise DataError(f"{path}: defines no Strategy subclass with a name")
    said = [(cls, cls.name, cls.game, cls.side) for cls in classes]
    faults = [
        f"{path}: {cls.__name__}{fault}" for cls, *about in said for fault in _faults(cls, *about)
    ]
    both = [(str(side), str(name)) for _, name, _, side in said]
    for side, name in sorted({key for key in both if both.count(key) > 1}):
        faults.append(f"{path}: two classes are called {name!r} ({side}); rename one")
    if faults:
        raise DataError(faults)
    return [Entry(name, open_game(game), side, cls, path) for cls, name, game, side in said]


def _faults(cls: type[Strategy], name: object, game: object, side: object) -> Iterator[str]:
    """What is wrong with how a strategy class describes itself; each goes on after its name."""
    if type(name) is not str or not NAME.fullmatch(name):
        expected = "a letter, then letters, digits or underscores"
        yield f".name is {shown(name)}; expected {expected}"
    if type(side) is not str or side not in SIDES:
        yield f".side is {shown(side)}; expected {' or '.join(SIDES)}"
    if type(game) is not str or game not in {*playable_names(), *game_names()}:
        yield (
            f".game is {shown(game)}; expected one of {', '.join(playable_names())}, or {OWN_GAME}"
        )
    else:
        known = [each.name for each in open_game(game).scenarios]
        for key in ("scenarios", "example_in"):
            named = getattr(cls, key)
            if type(named) is not tuple or not all(type(n) is str and n in known for n in named):
                yield f".{key} is {shown(named)}; expected a tuple of some of {', '.join(known)}"
    if cls.__doc__ is not None and type(cls.__doc__) is not str:
        yield f".__doc__ is {shown(cls.__doc__)}; expected a text"
    for key, default in cls.parameters().items():
        if type(default) not in (int, float, bool, str):
            yield f".{key} is {shown(default)}; expected an int, float, bool or str as default"


def _plugin(path: Path) -> ModuleType:
    """The module of a plugin, loaded once."""
    name = f"_strategy_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    module = sys.modules.get(name)
    if module is None:
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise DataError(f"{path}: can't be loaded as Python")
        for trial in _trials:
            trial(path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            with _blamed_on(path, "loaded"):
                spec.loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
    return module


def _strategies_in(module: ModuleType) -> Iterator[type[Strategy]]:
    for value in list(vars(module).values()):
        if (
            issubclass(type(value), type)
            and issubclass(value, Strategy)
            and value.__module__ == module.__name__
            and value.name
        ):
            yield value


@contextlib.contextmanager
def _blamed_on(path: Path, doing: str) -> Iterator[None]:
    """Turn what a plugin raises into a StrategyError; what is wrong with it passes."""
    try:
        yield
    except BaseException as fault:
        if (doing == "read" and isinstance(fault, DataError)) or not is_fault_of_code(fault):
            raise
        raise StrategyError(
            f"{path}: can't be {doing}: {describe_fault(fault, str(path))}"
        ) from fault
