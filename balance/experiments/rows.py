"""From played games to table rows: numbers of the kernels become the words of the schema.

The words are the names in the game's ``vocabulary`` module (Phase, EventKind, Ending) and in its
``records``; what its own columns are made of, ``records.toml`` of its data says.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.experiments.arrow import number_array, text_array
from balance.experiments.match import Match, PlayedGame
from balance.experiments.schema import odds_ratio, own_records, spelling_of, tables_of
from balance.experiments.store import arrow_schema
from balance.experiments.study import StudySpec
from balance.rulebook.game import Game

if TYPE_CHECKING:
    import pyarrow as pa

SIDES = ("axis", "soviet")
#: Columns of every game that carry another name in its state.
_FIELDS = {
    "ending_turn": "game_turn",
    "refused_axis": "axis_refused",
    "refused_soviet": "soviet_refused",
}


class Words:
    """Names of a game's numbers, for the rows of one match."""

    def __init__(self, game: Game, match: Match) -> None:
        vocabulary = game.referee("vocabulary")
        own = own_records(game)
        #: Columns of games that count battles, and those that the state calls otherwise.
        self.counted, self.fields = own.get("counted", {}), {**_FIELDS, **own.get("fields", {})}
        self.read_results = getattr(game.referee("records"), "results", _read_results)
        self.tables = tables_of(game)
        self.phase = _names(vocabulary.Phase)
        self.event = _names(vocabulary.EventKind)
        self.ending = _names(vocabulary.Ending)
        self.player_turn = [_player_turn(phase) for phase in self.phase]
        #: Columns of this game alone that are words.
        self.columns = {name: _listed(named) for name, named in spelling_of(game).items()}
        self.hex = list(match.hex_names)
        self.unit = list(match.unit_names)

    @property
    def names(self) -> tuple[list[str], list[str]]:
        """What may differ between two matches of a game."""
        return self.hex, self.unit


def _read_results(battles: np.ndarray) -> np.ndarray:
    return battles["result"].astype(np.int64)


def _names(words: Iterable[IntEnum]) -> list[str | None]:
    return _listed({int(word): word.name.lower() for word in words})


def _listed(by_number: Mapping[int, str]) -> list[str | None]:
    return [by_number.get(number) for number in range(max(by_number) + 1)]


def _player_turn(phase: str | None) -> str:
    side = (phase or "").split("_")[0]
    return side if side in SIDES else "none"


def _word(number: int, words: Sequence[str | None]) -> str | None:
    return words[number] if 0 <= number < len(words) else None


def game_row(
    spec: StudySpec, game_id: int, played: PlayedGame, words: Words, worker: int = 0
) -> dict[str, Any]:
    """Row of ``games`` for one played game."""
    cell, game = spec.cell_of(game_id), played.game
    ended = bool(game["ended"])
    row: dict[str, Any] = {
        "game_id": game_id,
        "variant": cell.variant_label,
        "axis": cell.axis,
        "soviet": cell.soviet,
        "seed": played.seed,
        "set_up": played.seed if cell.set_up is None else cell.set_up,
        "winner": _word(int(game["winner"]), SIDES) or "draw",
        "ending": _word(int(game["ending"]), words.ending) if ended else "truncated",
        "ending_hex": _ending_hex(game, words) if ended else None,
        "log": log_fingerprint(played),
        "error": played.error or None,
        "error_side": _word(played.error_side, SIDES),
        "traceback": played.traceback or None,
        "play_seconds": played.seconds,
        "worker": worker,
    }
    if played.error:
        row["ending"] = "strategy_error"
        row["ending_hex"] = None
    if played.error or not ended:
        row["winner"] = "none"
    row |= {
        name: int(np.count_nonzero(played.battles[kind])) for name, kind in words.counted.items()
    }
    for column in words.tables["games"].names:
        if column not in row:
            value = int(game[words.fields.get(column, column)])
            row[column] = _word(value, words.columns[column]) if column in words.columns else value
    return row


def _ending_hex(game: Any, words: Words) -> str | None:
    """Hex that ended the game; none in a game where no hex can."""
    return _word(int(game["ending_hex"]), words.hex) if "ending_hex" in game.dtype.names else None


def log_fingerprint(played: PlayedGame) -> str:
    """Hash of the scalars and logs of a game, in the numbers of its state.

    Quick, for every game of a study; ``digest.game_digest`` is the one that outlives a change of
    the numbers.
    """
    digest = hashlib.blake2b(digest_size=8)
    for part in (
        np.atleast_1d(np.asarray(played.game)),
        played.turns,
        played.events,
        played.battles,
    ):
        plain = part.view(np.ndarray)  # record arrays take five times as long to give a column
        for name in plain.dtype.names or ():
            digest.update(plain[name].tobytes())
    return digest.hexdigest()


def block_tables(
    spec: StudySpec,
    game_ids: Sequence[int],
    games: Sequence[PlayedGame],
    words: Sequence[Words],
    tables: Sequence[str],
) -> dict[str, pa.Table]:
    """Result tables of a block of games.

    ``words`` has one entry a game, since cells may differ in their hexes and units.
    """
    import pyarrow as pa

    worker = os.getpid()
    rows = [
        game_row(spec, game_id, played, names, worker)
        for game_id, played, names in zip(game_ids, games, words, strict=True)
    ]
    documented = tables_of(spec.game)
    schema = arrow_schema(documented["games"])
    columns = [_array([row[field.name] for row in rows], field) for field in schema]
    result = {"games": pa.Table.from_arrays(columns, schema=schema)}
    builders = {"events": _event_columns, "battles": _battle_columns, "hexes": _hex_columns}
    runs = _same_words(words)
    for name in tables:
        if name == "games":
            continue
        schema = arrow_schema(documented[name])
        pieces = []
        for start, end in runs:
            logs = [getattr(played, name) for played in games[start:end]]
            # As bytes: NumPy asks of each pair of record arrays whether their fields agree.
            plain = np.concatenate([np.asarray(log).view(np.uint8) for log in logs])
            records = plain.view(logs[0].dtype)
            made = builders[name](records, words[start]) if name in builders else {}
            made["game_id"] = np.repeat(game_ids[start:end], [len(log) for log in logs])
            arrays = [_array(made.get(field.name, records), field) for field in schema]
            pieces.append(pa.Table.from_arrays(arrays, schema=schema))
        result[name] = pa.concat_tables(pieces).combine_chunks()
    return result


def _same_words(words: Sequence[Words]) -> list[tuple[int, int]]:
    """Runs of games (start, end) whose numbers have the same names; mostly a single one."""
    starts = [
        i
        for i, names in enumerate(words)
        if i == 0 or (names is not words[i - 1] and names.names != words[i - 1].names)
    ]
    return list(pairwise([*starts, len(words)]))


def _array(values: Any, field: pa.Field) -> pa.Array:
    import pyarrow as pa

    if isinstance(values, pa.Array):
        return values
    if isinstance(values, np.ndarray) and values.dtype.names:
        values = values[field.name]
        values = values.astype(bool) if field.type == pa.bool_() else values
    return text_array(values) if field.type == pa.string() else number_array(values, field.type)


def _event_columns(records: Any, words: Words) -> dict[str, Any]:
    return {
        "player_turn": _spell(records["phase"], words.player_turn),
        "phase": _spell(records["phase"], words.phase),
        "kind": _spell(records["kind"], words.event),
        "hex": _spell(records["hex"], words.hex),
        "unit": _spell(records["unit"], words.unit),
    }


def _battle_columns(records: Any, words: Words) -> dict[str, Any]:
    return {
        "phase": _spell(records["phase"], words.phase),
        "attacker": _spell(records["attacker"], SIDES),
        "hex": _spell(records["hex"], words.hex),
        "odds_ratio": _spell(records["odds"] + _RUNGS, _ODDS),
        "final_odds_ratio": _spell(records["final_odds"] + _RUNGS, _ODDS),
        "result": _spell(words.read_results(records), words.columns["result"]),
    }


def _hex_columns(records: Any, words: Words) -> dict[str, Any]:
    return {
        "hex": _spell(records["hex"], words.hex),
        "control": _spell(records["control"], SIDES),
    }


#: Odds as printed, for rungs -_RUNGS .. _RUNGS.
_RUNGS = 999
_ODDS = [odds_ratio(rung) for rung in range(-_RUNGS, _RUNGS + 1)]


def _spell(numbers: Any, words: Sequence[str | None]) -> pa.Array:
    """Words of numbers; missing where a number has none (no hex, no unit)."""
    import pyarrow as pa

    none = (numbers < 0) | (numbers >= len(words))
    index = number_array(np.where(none, 0, numbers).astype(np.int32), pa.int32(), none)
    return pa.DictionaryArray.from_arrays(index, text_array(words)).cast(pa.string())
