"""Plays a game of a study again, or any game by its seed, and records it.

The game of a study must go as it is stored, to the last die: its fingerprint, winner, ending and
points are compared. A game that goes otherwise is not shown; the message says what has changed.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import balance
from balance.errors import BalanceError, DataError, ReplayMismatch
from balance.experiments.blocks import Begin, Limits, play_game
from balance.experiments.cold_start import plays_uncompiled
from balance.experiments.isolation.guarded import play_guarded
from balance.experiments.match import PLAYER, Match, PlayedGame, open_match, rules_of, sources_of
from balance.experiments.provenance import change_texts, provenance
from balance.experiments.replay.chances import chances_of
from balance.experiments.replay.document import GameWords, make_document
from balance.experiments.replay.recorder import Recorder
from balance.experiments.rows import Words, game_row
from balance.experiments.run import cell_overrides
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, Manifest, StudySpec, differences
from balance.rulebook.game import ScenarioName
from balance.strategy.api import SIDES
from balance.strategy.chances import Chances, read_chances, shipped_chances
from balance.strategy.field import who_play

if TYPE_CHECKING:
    from balance.experiments.results import Results

#: Where pages come from, ``module:function`` by name: what draws stands above what plays.
PAGE = "reports.replay_page"
#: Columns of the games table that a replay must agree with.
COMPARED = ("winner", "ending", "ending_turn", "ending_hex", "vp", "log")
_MOST_SEED = (1 << 63) - 1


@dataclass(frozen=True)
class Replay:
    """A recorded game."""

    #: All that there is to show, in JSON's terms.
    document: dict[str, Any]
    #: The game's row of the games table.
    row: dict[str, Any]

    def __repr__(self) -> str:
        return f"<Replay of seed {self.row['seed']}: {self.document['outcome']['words']}>"

    def write(self, path: str | Path) -> Path:
        """Write the page of this game, one self-contained HTML file.

        Raises
        ------
        DataError
            If the file can't be written.
        """
        written: Path = import_module(PAGE).write(self.document, Path(path))
        return written

    def _repr_html_(self) -> str:
        """Show the page inside a notebook."""
        from html import escape

        page = import_module(PAGE).render(self.document)
        return (
            f'<iframe srcdoc="{escape(page)}" width="100%" height="720" '
            'style="border:0" title="Replay"></iframe>'
        )


def compact_json(document: Mapping[str, Any]) -> str:
    """Text of a document without needless blanks.

    >>> compact_json({"a": [1, 2]})
    '{"a":[1,2]}'
    """
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def page_name(game_id: int) -> str:
    """Name of the page of a study's game.

    >>> page_name(418)
    'game-000418.html'
    """
    return f"game-{game_id:06d}.html"


def replay(
    scenario: str,
    *,
    seed: int,
    axis: str | None = None,
    soviet: str | None = None,
    variant: str = "baseline",
    overrides: Mapping[str, object] | None = None,
    set_up: int | None = None,
    chances: str | Path | None = None,
) -> Replay:
    """Play one game and record it.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    seed
        Seed of the game, as in the ``seed`` column of a study's games.
    axis, soviet, variant, overrides
        As in ``balance.run``.
    set_up
        Seed of what set-up draws; that of the game if None.
    chances
        File of the model that tells the chances to win; the one shipped with the scenario if None.

    Examples
    --------
    >>> game = balance.replay("blue", seed=7, axis="random", soviet="random")
    >>> game.row["seed"], game.row["winner"] in ("axis", "soviet", "draw")
    (7, True)
    """
    if not 0 <= seed <= _MOST_SEED:
        raise DataError(f"--seed {seed}: the seed of a game is 0 to {_MOST_SEED}")
    if set_up is not None and not 0 <= set_up <= _MOST_SEED:
        raise DataError(f"--set-up {set_up}: the seed of set-up draws is 0 to {_MOST_SEED}")
    found = find_scenario(scenario)
    met = who_play(found, axis, soviet)
    cell = Cell(*met, variant, cell_overrides(overrides or {}), set_up)
    spec = StudySpec(found.game, found.name, (cell,), 1, 0)
    command = f"balance replay --scenario {found.name} {_cell_options(cell)} --seed {seed}"
    said = {"study": None, "game_id": None, "command": command}
    return _recorded(spec, 0, seed, said, _model(found, chances))


def _model(found: ScenarioName, path: str | Path | None) -> Chances | None:
    return shipped_chances(found) if path is None else read_chances(found, Path(path))


def replay_stored(results: Results, game_id: int, *, chances: str | Path | None = None) -> Replay:
    """Play a game of a study again, record it and compare it with what the study has stored.

    ``chances`` as of ``replay``.

    Raises
    ------
    UnknownName, DataError
        If the study has no such game, it ended its process, or its strategies or variant are gone.
    ReplayMismatch
        If the game doesn't go as it is stored.
    """
    stored = _stored_row(results, game_id)
    if stored["error"] and not stored["play_seconds"]:
        raise DataError(
            f"{results.folder}, game {game_id}: can't be shown, since it ended the process that "
            f"played it: {stored['error']}"
        )
    spec = results.spec
    study = results.folder.name
    model = _model(find_scenario(f"{spec.game}/{spec.scenario}"), chances)
    command = f"balance replay {shlex.quote(str(results.folder))} --game {game_id}"
    try:
        made = _recorded(
            spec,
            game_id,
            spec.seed_of(game_id),
            {"study": study, "game_id": game_id, "command": command},
            model,
        )
    except BalanceError as error:
        raise DataError(
            f"{results.folder}, game {game_id}: can't be played again: {error}"
        ) from error
    wrong = [key for key in COMPARED if made.row[key] != stored[key]]
    if wrong:
        raise ReplayMismatch(_mismatch(results, game_id, made.row, stored, wrong))
    made.document["played"]["checked"] = True
    return made


def _stored_row(results: Results, game_id: int) -> dict[str, Any]:
    """Row of a game as the study has it; missing values are None."""
    row = results.game(game_id)
    if row is not None:
        return row
    last = results.spec.total_games - 1
    if not 0 <= game_id <= last:
        raise DataError(
            f"{results.folder}: has no game {game_id}; its games are numbered 0 to {last} "
            "(the column game_id of its games table)"
        )
    raise DataError(
        f"{results.folder}: game {game_id} is not played yet, {results.game_count:,} of "
        f"{last + 1:,} are; balance resume {results.folder} plays the rest"
    )


def _recorded(
    spec: StudySpec, game_id: int, seed: int, said: Mapping[str, Any], model: Chances | None
) -> Replay:
    """Play a game under the eyes of a recorder; apart if by others, or nothing is compiled."""
    cell = spec.cell_of(game_id)
    made: Replay = play_guarded(
        spec,
        cell,
        _play_recorded,
        _record,
        *(spec, game_id, seed, dict(said), model),
        uncompiled=plays_uncompiled(spec.game, games=1),
    )
    return made


def _play_recorded(match: Match, seed: int, *, limits: Limits) -> PlayedGame:
    return play_game(match, seed, limits=limits, watcher=Recorder(match.replay_words(), SIDES))


def _record(
    spec: StudySpec,
    game_id: int,
    seed: int,
    said: Mapping[str, Any],
    model: Chances | None,
    limits: Limits,
    begin: Begin,
) -> Replay:
    begin(seed)
    cell = spec.cell_of(game_id)
    rules, sources = rules_of(spec.game, cell), sources_of(spec.game, cell)
    match = open_match(PLAYER, spec.game, spec.scenario, cell.conditions, sources)
    replay_words = match.replay_words()
    words = GameWords(spec.game)
    recorder = Recorder(replay_words, words.sides)
    game = play_game(match, seed, limits=limits, set_up_seed=cell.set_up, watcher=recorder)
    row = game_row(spec, game_id, game, Words(spec.game, match))
    played = {
        "game": spec.game.name,
        "scenario": spec.scenario,
        "seed": seed,
        "set_up": row["set_up"],
        "axis": cell.axis,
        "soviet": cell.soviet,
        "variant": cell.variant_label,
        "changes": change_texts(rules),
        "version": balance.__version__,
        "log": row["log"],
        "checked": False,
        **said,
    }
    points, handicap = words.game.get("points_to_win"), words.game.get("points_handicap")
    document = make_document(
        replay_words,
        words,
        recorder,
        row,
        played,
        last_turn=replay_words.last_turn,
        points_to_win=rules.integer(points) if points else None,
        handicap=rules.integer(handicap) if handicap else 0,
        chances=None
        if model is None
        else chances_of(model, game.turns, row, cell.variant_label, words.state),
    )
    return Replay(document, row)


def _cell_options(cell: Cell) -> str:
    """Options that name the conditions of a game, fit for a shell."""
    options = ["--axis", cell.axis, "--soviet", cell.soviet]
    if cell.variant != "baseline":
        options += ["--variant", cell.variant]
    for key, value in cell.overrides:
        options += ["--set", f"{key}={value}"]
    if cell.set_up is not None:
        options += ["--set-up", str(cell.set_up)]
    return shlex.join(options)


def _mismatch(
    results: Results,
    game_id: int,
    row: Mapping[str, Any],
    stored: Mapping[str, Any],
    wrong: list[str],
) -> str:
    """Say how a game goes otherwise than it did, and what has changed since."""
    told = "; ".join(f"{key} was {stored[key]}, is {row[key]}" for key in wrong)
    manifest = results.manifest
    now = Manifest(manifest.spec, provenance(manifest.spec), manifest.block_games)
    changed = list(differences(manifest, now))
    libraries = [
        f"{name} was {manifest.provenance.libraries.get(name)}, is {version}"
        for name, version in now.provenance.libraries.items()
        if manifest.provenance.libraries.get(name) != version
    ]
    since = "; ".join(changed + libraries) or "nothing that a study records"
    return (
        f"{results.folder}, game {game_id}: goes otherwise now than it is stored: {told}. Changed "
        f"since: {since}. Run the study again in another folder, or replay it with what it was "
        "played by"
    )
