"""The document of a replay: all that a page needs to show a game, in JSON's terms.

``FORMAT`` changes when a page made for the former one could no longer read it. The frames are those
of ``recorder``, the happenings in them those of ``chronicle``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from balance.experiments.replay.recorder import Recorder
from balance.experiments.report_words import report_words, side_names
from balance.experiments.rows import SIDES
from balance.rulebook.game import Game
from balance.strategy.replay_words import ReplayWords

FORMAT = 2
#: Endings that are no game's own.
_FAULTY = {"strategy_error": "The game broke off", "truncated": "The game was cut short"}


class GameWords:
    """What a game calls itself, its sides and endings: the head of its ``report.toml``."""

    def __init__(self, game: Game) -> None:
        self._table = report_words(game)

    @property
    def game(self) -> Mapping[str, Any]:
        """Name of the game and of its points."""
        return self._table["game"]

    @cached_property
    def sides(self) -> list[str]:
        """Names of the sides in the order of their numbers."""
        names = side_names(self._table)
        return [names[key] for key in SIDES]

    def scenario(self, name: str) -> str:
        """Title of a scenario."""
        return str(self._table.get("scenario", {}).get(name, name))

    @property
    def results(self) -> Mapping[str, str]:
        """Combat results in words."""
        return self._table.get("results", {})

    @property
    def state(self) -> Mapping[str, str]:
        """Columns of the turns table in words."""
        return self._table.get("state", {})

    def ending(self, row: Mapping[str, Any]) -> str:
        """One sentence on how a game ended, from its row of the games table."""
        turn = f"in game turn {row['ending_turn']}"
        if row["ending"] in _FAULTY:
            return f"{_FAULTY[row['ending']]} {turn}"
        phrases = {ending["key"]: ending["phrase"] for ending in self._table["ending"]}
        how = phrases.get(row["ending"], row["ending"])
        if row["winner"] not in SIDES:
            return f"Drawn {how} {turn}"
        return f"{self.sides[SIDES.index(row['winner'])]} side wins {how} {turn}"


def make_document(
    replay_words: ReplayWords,
    words: GameWords,
    recorder: Recorder,
    row: Mapping[str, Any],
    played: Mapping[str, Any],
    *,
    last_turn: int,
    points_to_win: int | None,
    handicap: int = 0,
    chances: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Put the parts of a replay together.

    Parameters
    ----------
    row
        The game's row of the games table.
    played
        What was played, for the reader: strategies, seed, command.
    handicap
        What is taken off the difference of both sides' points to give net points.
    chances
        As of ``chances.chances_of``; None where there is no model.
    """
    return {
        "format": FORMAT,
        "title": {
            "game": words.game["name"],
            "scenario": words.scenario(played["scenario"]),
            "last_turn": last_turn,
            "points": words.game["points"],
            "points_short": words.game["points_short"],
            "points_side": SIDES.index(words.game["points_side"]),
            "points_to_win": points_to_win,
            "handicap": handicap,
        },
        "played": dict(played),
        "outcome": _outcome(replay_words.points, words, recorder.map["number"], row),
        "sides": [
            {"key": key, "name": name, "colour": replay_words.words["side"][key]}
            for key, name in zip(SIDES, words.sides, strict=True)
        ],
        "nations": replay_words.nations(),
        "map": recorder.map,
        "words": _words(replay_words, words),
        "chances": None if chances is None else dict(chances),
        "units": recorder.units,
        "start": recorder.start,
        "frames": recorder.frames,
    }


def _outcome(
    points: Sequence[str], words: GameWords, numbers: Sequence[str], row: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "winner": SIDES.index(row["winner"]) if row["winner"] in SIDES else -1,
        "ending": row["ending"],
        "words": words.ending(row),
        "turn": row["ending_turn"],
        "hex": numbers.index(row["ending_hex"]) if row["ending_hex"] in numbers else -1,
        "points": [row[key] for key in points],
        "error": row["error"] or "",
        "error_side": SIDES.index(row["error_side"]) if row["error_side"] in SIDES else -1,
    }


def _words(replay_words: ReplayWords, words: GameWords) -> dict[str, Any]:
    """The vocabulary of the game, by the numbers and keys that the frames use."""
    own = replay_words.words
    return {
        "status": own["states"]["status"],
        "supply": own["states"]["supply"],
        "condition": own["states"]["condition"],
        "marks": own["states"].get("marks", []),
        "shifts": [{"key": key, **entry} for key, entry in own.get("shift", {}).items()],
        "battle": dict(own["battle"]),
        "results": dict(words.results),
        "combat_rule": own["combat_rule"],
        "points": [{"key": key, "name": own["points"][key]} for key in replay_words.points],
        "groups": dict(own["group"]),
        "events": {
            key.lower(): {
                "name": key.replace("_", " ").capitalize(),
                "group": entry["group"],
                "rule": entry["rule"],
            }
            for key, entry in own["event"].items()
        },
        "fog": dict(own["fog"]),
    }
