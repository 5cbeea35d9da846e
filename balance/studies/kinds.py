"""Which kinds of study there are, and how a study is answered, resumed and extended by its folder.

Each kind is a module of this package with ``answer(results)``. A kind that plays until it is
decided also has ``enough(question)``, which says when, and takes ``max_games`` for its cap. One
that chooses what to play by what it has played has ``play_further(results, jobs, progress,
player)``, which does so in folders inside the study's.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from balance.counting import counted
from balance.errors import DataError
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import MOST_GAMES, RUN, UNTIL, Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.study import read_manifest
from balance.given import path_at
from balance.studies.answer import Answer
from balance.studies.field.players import Players

#: Kinds of study beside a plain run.
KINDS = (
    "adapt",
    "bid",
    "chances",
    "compare",
    "dead_rules",
    "explain",
    "gate",
    "plan",
    "restrict",
    "sensitivity",
    "sweep",
    "tournament",
    "train",
    "train_both",
    "tune",
)
#: Kinds whose later games rest on how many the first were.
_CLOSED = ("adapt", "train", "train_both")


def answer_study(results: Results) -> Answer:
    """Answer a study of any kind but a plain run from its tables.

    Raises
    ------
    DataError
        For a kind that this version doesn't know.

    Examples
    --------
    >>> answer = balance.compare("blue", settings={"victory.vp_to_win": 7}, games=40)
    >>> balance.answer_study(answer.results).sentence == answer.sentence
    True
    """
    return _module(results.spec.question.kind).answer(results)


def resume_study(
    folder: str | Path,
    *,
    games: int | None = None,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Results:
    """Play what an interrupted study lacks, or extend a finished one to ``games`` a pairing.

    Pairings of a field share the games, in whole rounds. In a study that plays until it is decided,
    ``games`` is the most it may play. Its answer counts the games up to the decision, so to extend
    a decided one changes nothing.

    Examples
    --------
    >>> _ = balance.run("blue", games=20, out=folder / "resumed")
    >>> balance.resume(folder / "resumed", games=30).game_count
    30
    """
    folder = path_at("folder of a study", folder)
    spec = read_manifest(folder).spec
    question, players = spec.question, Players.of(spec)
    if games is not None:
        games = players.whole(games)
    each = spec.games if games is None else players.rounds(games)
    if UNTIL not in dict(question.settings):
        if each != spec.games and question.kind in _CLOSED:
            raise DataError(f"{folder}: a search can't be extended; train again with more --games")
        if each < spec.games:
            raise DataError(
                f"{folder}: holds {counted(spec.games, 'game')} a pairing already; to extend it, "
                "ask for more"
            )
        spec = spec.with_games(each)
        results = play_spec(spec, folder, jobs, progress, player)
        if question.kind != RUN and hasattr(_module(question.kind), "play_further"):
            _module(question.kind).play_further(results, jobs, progress, player)
        return results
    if games is not None:
        spec_question = Question.of(question.kind, **{**dict(question.settings), MOST_GAMES: games})
        faults = list(question.differences(spec_question))
        if faults:
            raise DataError(f"{folder}: {'; '.join(faults)}")
        spec = spec.asking(spec_question)
    enough = _module(question.kind).enough(spec.question)
    most = players.rounds(int(spec.question.get(MOST_GAMES)))
    return play_spec(spec, folder, jobs, progress, player, enough=enough, most_games=most)


def _module(kind: str) -> Any:
    if kind not in KINDS or kind == RUN:
        raise DataError(
            f"studies of the kind {kind!r} have no answer of their own; expected one of "
            f"{', '.join(KINDS)}; a newer version may know it"
        )
    return import_module(f"balance.studies.{kind}.study")
