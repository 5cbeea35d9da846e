"""What a study is: which games to play, and the manifest that says so in its folder.

A study plays the same list of seeds in each of its cells (a rule variant and two strategies), so
that cells can be compared seed by seed. Games are numbered in rounds: each cell plays a few seeds
in a row, then the next cell the same ones. Games that are added get numbers at the end.

``study.toml`` records all that results depend on. A folder that holds another study, or one played
by other rules, strategies or code, is refused rather than mixed. Its last entry is a checksum of
the lines above it, so that one that was changed by hand is noticed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from balance.counting import counted
from balance.errors import BalanceError, DataError, ResumeMismatch
from balance.experiments.manifest_form import SEAL, form_faults
from balance.experiments.question import NO_QUESTION, RUN, Question, read_question
from balance.experiments.schema import DETAIL
from balance.files.toml import read_toml
from balance.given import check_text, is_whole
from balance.rulebook.game import Game, open_game

MANIFEST = "study.toml"
#: Games a cell, at most: seeds of different studies lie this far apart.
MOST_GAMES = 1_000_000
MOST_SEED = (1 << 53) // MOST_GAMES - 1
#: Cells that a process keeps open at once, whatever their rules.
FEW_CELLS = 16
#: Games that a cell of a larger study plays in a row, at most.
LONGEST_ROUND = 25


def game_seed(study_seed: int, number: int) -> int:
    """Return the seed of the ``number``-th game of each cell of a study.

    Plain enough to read and to type again; studies of different seeds share no game.

    >>> game_seed(7, 418)
    7000418
    """
    return study_seed * MOST_GAMES + number


@dataclass(frozen=True)
class Cell:
    """One set of conditions: two strategies under one rule variant."""

    axis: str
    soviet: str
    variant: str = "baseline"
    #: Parameters set on top of the variant, as given: ("victory.vp_to_win", "7").
    overrides: tuple[tuple[str, str], ...] = ()
    #: Seed of what set-up draws; None: each game draws from its own seed.
    set_up: int | None = None
    #: Cells of one group share their seeds, cells of different groups have none in common.
    group: int = 0

    @property
    def conditions(self) -> Cell:
        """The same strategies and rules, whatever the seeds."""
        return replace(self, set_up=None, group=0)

    @property
    def variant_label(self) -> str:
        """Name of the variant as the tables show it.

        >>> Cell("historical", "random", overrides=(("victory.vp_to_win", "7"),)).variant_label
        'baseline+victory.vp_to_win=7'
        """
        return "+".join([self.variant, *(f"{key}={value}" for key, value in self.overrides)])


@dataclass(frozen=True)
class StudySpec:
    """The games of a study."""

    game: Game
    scenario: str
    cells: tuple[Cell, ...]
    #: Games in each cell.
    games: int
    seed: int
    detail: str = "battles"
    question: Question = NO_QUESTION
    #: Seeds that a cell plays in a row; a study of many cells opens each of them less often then.
    round_games: int = 1

    def __post_init__(self) -> None:
        """Refuse what no study can be; a whole number may be one of NumPy's."""
        check_text("detail", self.detail, f"one of {', '.join(DETAIL)}")
        for cell in self.cells:
            if not isinstance(cell, Cell):
                raise DataError(f"cells of a study: {cell!r}; expected each to be a Cell")
            for name in ("axis", "soviet", "variant"):
                check_text(name, getattr(cell, name), "a name or the path of a file, as text")
        faults = []
        for name in ("games", "seed", "round_games"):
            value = getattr(self, name)
            if not is_whole(value):
                raise DataError(f"{name} of a study: {value!r}; expected a whole number")
            object.__setattr__(self, name, int(value))
        if not self.cells:
            faults.append("a study needs at least one pair of strategies")
        most = MOST_GAMES // max((1 + cell.group for cell in self.cells), default=1)
        if not 1 <= self.games <= most:
            faults.append(f"a study plays 1 to {most:,} games a pairing, not {self.games:,}")
        if not 0 <= self.seed <= MOST_SEED:
            faults.append(f"the seed of a study is 0 to {MOST_SEED:,}, not {self.seed:,}")
        if self.detail not in DETAIL:
            faults.append(f"unknown detail {self.detail!r}; choose {', '.join(DETAIL)}")
        if self.games % self.round_games:
            below = self.games // self.round_games * self.round_games
            faults.append(
                f"{counted(self.games, 'game')} a pairing: this study plays rounds of "
                f"{self.round_games} games; choose a multiple, such as {below + self.round_games:,}"
            )
        faults += _unwritable(self)
        if faults:
            raise DataError(faults)

    @property
    def total_games(self) -> int:
        """Games in all cells together."""
        return self.games * len(self.cells)

    def cell_of(self, game_id: int) -> Cell:
        """Conditions under which a game is played."""
        return self.cells[self.cell_number(game_id)]

    def cell_number(self, game_id: int) -> int:
        """Place of a game's cell among the cells."""
        return game_id // self.round_games % len(self.cells)

    def seed_of(self, game_id: int) -> int:
        """Seed of a game."""
        turn, place = divmod(game_id, self.round_games * len(self.cells))
        number = turn * self.round_games + place % self.round_games
        return game_seed(self.seed, number * self.groups + self.cell_of(game_id).group)

    @cached_property
    def groups(self) -> int:
        """Groups of cells with seeds of their own."""
        return 1 + max(cell.group for cell in self.cells)

    def with_games(self, games: int) -> StudySpec:
        """Return the same study with another number of games a cell."""
        return replace(self, games=games)

    def asking(self, question: Question) -> StudySpec:
        """Return the same study with another question."""
        return replace(self, question=question)

    def in_rounds(self) -> StudySpec:
        """Return the same study, numbered so that processes seldom change between many cells.

        Cells of the same conditions are opened as one.
        """
        if len({cell.conditions for cell in self.cells}) <= FEW_CELLS:
            return self
        fitting = [size for size in range(1, LONGEST_ROUND + 1) if self.games % size == 0]
        return replace(self, round_games=max(fitting))


def _unwritable(spec: StudySpec) -> Iterator[str]:
    """Texts of a study that its manifest could not hold: names of files may be any bytes."""
    cells = [(c.axis, c.soviet, c.variant, *chain(*c.overrides)) for c in spec.cells]
    for text in dict.fromkeys((*chain(*cells), *map(str, dict(spec.question.settings).values()))):
        try:
            text.encode()
        except UnicodeEncodeError:
            yield f"{text!r} isn't UTF-8 text, in which a study keeps names; rename the file"


class Sources(NamedTuple):
    """Hashes of what a cell is played from: its rules, the files of its two players."""

    rules: str
    axis: str
    soviet: str


@dataclass(frozen=True)
class Provenance:
    """What besides the specification decides the results of a study."""

    version: str
    #: Hash of the product's code and of the game's data files.
    engine: str
    #: Hash of the rules in force, a cell each.
    rules: tuple[str, ...]
    #: Hash of each strategy's source, by side and name.
    strategies: Mapping[str, str]
    #: What each cell changes in the rules, for readers: key -> "before -> after".
    changes: tuple[Mapping[str, str], ...] = ()
    #: Versions of the libraries and of Python, recorded but not compared.
    libraries: Mapping[str, str] = field(default_factory=dict)

    def sources(self, cells: Iterable[Cell]) -> tuple[Sources, ...]:
        """What each cell of the study is played from."""
        return tuple(
            Sources(rules, *(self.strategies[name] for name in player_names(cell)))
            for rules, cell in zip(self.rules, cells, strict=True)
        )


def player_names(cell: Cell) -> tuple[str, str]:
    """Players of a cell as ``Provenance.strategies`` names them: side and strategy."""
    return f"axis {cell.axis}", f"soviet {cell.soviet}"


#: What begins the last section of a manifest.
_SEAL_HEAD = f"[{SEAL}]\n"


@dataclass(frozen=True)
class Manifest:
    """The content of ``study.toml``."""

    spec: StudySpec
    provenance: Provenance
    #: Games a block; blocks are the units of work that an interrupted study keeps.
    block_games: int
    #: Whether it has a checksum, and so have its parts: not in studies of older versions.
    is_sealed: bool = True

    @property
    def identity(self) -> str:
        """Hash of all that two studies differ in whose games can't be mixed; see ``differences``.

        Each part of the study bears it.
        """
        spec, made = self.spec, self.provenance
        cells = [(c.axis, c.soviet, c.variant_label, c.set_up, c.group) for c in spec.cells]
        what = (spec.game.reference, spec.scenario, spec.seed, spec.detail, cells, spec.round_games)
        by = (made.version, made.engine, made.rules, sorted(made.strategies.items()))
        return _hash(json.dumps([what, by]))

    def to_toml(self) -> str:
        """Text of the manifest."""
        spec, made = self.spec, self.provenance
        lines = [
            "# A study of wargame-balance: what was played. Results depend on nothing else.",
            "# `balance resume` on this folder plays the games that are missing.",
            "",
            "[study]",
            *_entries(
                game=spec.game.reference,
                scenario=spec.scenario,
                games=spec.games,
                seed=spec.seed,
                detail=spec.detail,
                block_games=self.block_games,
                round_games=spec.round_games,
            ),
        ]
        if spec.question != NO_QUESTION:
            lines += ["", "[question]", *_entries(**spec.question.entries())]
        for number, cell in enumerate(spec.cells):
            lines += ["", "[[cell]]"]
            lines += _entries(axis=cell.axis, soviet=cell.soviet, variant=cell.variant)
            lines += _entries(rules=made.rules[number])
            lines += _entries(set_up=cell.set_up) if cell.set_up is not None else []
            lines += _entries(group=cell.group) if cell.group else []
            lines += ["[cell.set]", *_pairs(dict(cell.overrides))] if cell.overrides else []
            if made.changes and made.changes[number]:
                lines += ["[cell.changes]", *_pairs(made.changes[number])]
        lines += ["", "[made_by]", *_entries(version=made.version, engine=made.engine)]
        lines += ["", "[strategies]", *_pairs(made.strategies)]
        lines += ["", "[libraries]", *_pairs(made.libraries), "", ""]
        text = "\n".join(lines)
        return f"{text}{_SEAL_HEAD}above = {_toml(_hash(text))}\n"


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a study folder.

    Raises
    ------
    DataError
        If there is none, or it is not as a study has it.
    """
    path = folder / MANIFEST
    try:
        data = read_toml(path)
    except DataError as error:
        if isinstance(error.__cause__, OSError):
            what = "no study in this folder" if folder.exists() else "no such folder"
            raise DataError(
                f"{folder}: {what}; expected a folder that a study was written to with --out"
            ) from error
        raise
    faults = list(form_faults(path, data))
    if faults:
        raise DataError([*faults[:-1], f"{faults[-1]}; {_PUT_BACK}"])
    study, cells, made = data["study"], data["cell"], data["made_by"]
    try:
        spec = StudySpec(
            game=open_game(study["game"]),
            scenario=study["scenario"],
            cells=tuple(_read_cell(cell) for cell in cells),
            games=study["games"],
            seed=study["seed"],
            detail=study["detail"],
            question=read_question(data.get("question", {"kind": RUN})),
            round_games=study["round_games"],
        )
    except BalanceError as error:
        raise DataError(f"{path}: {error}") from error
    if SEAL in data and _hash(_text_above(path)) != data[SEAL]["above"]:
        raise DataError(f"{path}: has changed since it was written, by its {SEAL}; {_PUT_BACK}")
    provenance = Provenance(
        version=made["version"],
        engine=made["engine"],
        rules=tuple(c["rules"] for c in cells),
        strategies=data["strategies"],
        changes=tuple(c.get("changes", {}) for c in cells),
        libraries=data["libraries"],
    )
    return Manifest(spec, provenance, study["block_games"], SEAL in data)


_PUT_BACK = "put it back as it was, or play the study again in another folder"


def _text_above(path: Path) -> str:
    """What the checksum of a manifest is of."""
    return path.read_text(encoding="utf-8").rpartition(_SEAL_HEAD)[0]


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _read_cell(entries: Mapping[str, Any]) -> Cell:
    return Cell(
        axis=entries["axis"],
        soviet=entries["soviet"],
        variant=entries["variant"],
        overrides=tuple(sorted(entries.get("set", {}).items())),
        set_up=entries.get("set_up"),
        group=entries.get("group", 0),
    )


#: Differences of two studies that are told after the first.
_MORE_TOLD = 3
#: What a cell plays, and what a reader calls it.
_CHOSEN = {"axis": "Axis strategy", "soviet": "Soviet strategy", "variant_label": "variant"}
#: Where the settings of a variant's label begin.
_SETTING = re.compile(r"\+(?=[^+]*=)")


def check_same_study(folder: Path, stored: Manifest, asked: Manifest) -> None:
    """Refuse to mix two studies in one folder.

    Raises
    ------
    ResumeMismatch
        Naming first how the study in the folder differs most from the one asked for.
    """
    found = list(dict.fromkeys(differences(stored, asked)))
    if not found:
        return
    first, *more = found
    told = "; ".join(more[:_MORE_TOLD])
    if len(more) > _MORE_TOLD:
        told += f"; and {len(more) - _MORE_TOLD} more differences"
    raise ResumeMismatch(
        f"{folder}: {first}: the folder holds another study{f' ({told})' if told else ''}. Nothing "
        "was changed; choose another --out, or delete the folder if it isn't needed"
    )


def differences(stored: Manifest, asked: Manifest) -> Iterator[str]:
    """Say each thing in which two studies differ that their games depend on, the greatest first."""
    old, new = stored.spec, asked.spec
    if old.question.kind != new.question.kind:
        yield from old.question.differences(new.question)
        return  # the rest follows from it
    if old.game != new.game:
        yield f"its game is {old.game.reference!r}, not {new.game.reference!r}"
    for name in ("scenario", "seed", "detail"):
        if getattr(old, name) != getattr(new, name):
            yield f"its {name} is {getattr(old, name)!r}, not {getattr(new, name)!r}"
    yield from old.question.differences(new.question)
    if new.games < old.games:
        held = counted(old.games, "game")
        yield f"it holds {held} a pairing, more than the {new.games} asked for"
    if len(old.cells) != len(new.cells):
        variants, wanted = _variants(old), _variants(new)
        if variants != wanted:
            yield f"its variants are {variants}, not {wanted}"
            return
        yield f"it has {counted(len(old.cells), 'pairing')}, not {len(new.cells)}"
        return
    for before, after in zip(old.cells, new.cells, strict=True):
        for name, told in _CHOSEN.items():
            if getattr(before, name) != getattr(after, name):
                yield f"its {told} is {_label_words(before, name)!r}, " + (
                    f"not {_label_words(after, name)!r}"
                )
        if (before.set_up, before.group) != (after.set_up, after.group):
            yield "its games draw other seeds"
    if old.cells != new.cells:
        return  # the rest follows from it
    if old.round_games != new.round_games:
        yield f"it plays rounds of {old.round_games} games a pairing, not {new.round_games}"
    made, now = stored.provenance, asked.provenance
    if made.version != now.version:
        yield f"it was played by version {made.version}, this is {now.version}"
    if made.rules != now.rules:
        yield "a rule variant or rules data has changed since"
    elif made.engine != now.engine:
        yield "the code or the game's data has changed since"
    for name in sorted({*made.strategies, *now.strategies}):
        if made.strategies.get(name) != now.strategies.get(name):
            yield f"strategy {name} has changed since"


def _variants(spec: StudySpec) -> str:
    """The variants of a study, each once."""
    return " and ".join(dict.fromkeys(_label_words(cell, "variant_label") for cell in spec.cells))


def _label_words(cell: Cell, name: str) -> str:
    """A name or label of a cell, with its settings apart from the variant."""
    return _SETTING.sub(" with ", str(getattr(cell, name)))


def _entries(**values: str | int) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in values.items()]


def _pairs(values: Mapping[str, str]) -> list[str]:
    return [f"{_toml(key)} = {_toml(value)}" for key, value in sorted(values.items())]


def _toml(value: Any) -> str:
    # A JSON string is a TOML basic string but for the delete character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
