"""What nothing is compiled for yet is played as it would be compiled, and sooner."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from queue import SimpleQueue

import pytest

from balance.experiments import blocks, cold_start
from balance.experiments.cold_start import first_game_told
from balance.experiments.match import PLAYER
from balance.experiments.progress import Outcomes
from balance.experiments.provenance import provenance
from balance.experiments.replay.document import GameWords
from balance.experiments.replay.game import replay
from balance.experiments.results import Results
from balance.experiments.run import run
from balance.experiments.warm_up import Preparation
from balance.kernel.cached_code import has_code
from balance.staff.drive_on_stalingrad.play_on import play_on

#: The game is over after two game turns: uncompiled, each takes a second.
SHORT = {"sequence.blue_turns": "2"}


class Heard:
    """Keeps what a study tells."""

    def __init__(self) -> None:
        self.told: SimpleQueue[str] = SimpleQueue()
        self.stages: list[str] = []

    def tell(self, text: str) -> None:
        self.told.put(text)

    def stage(self, name: str) -> AbstractContextManager[None]:
        self.stages.append(name)
        return nullcontext()

    def games(
        self, total: int, before: Outcomes, sides: Mapping[str, str]
    ) -> AbstractContextManager[None]:
        return nullcontext()

    def block_played(self, games: int, outcomes: Outcomes) -> None:
        pass


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cold_start, "has_code", lambda entry: False)


def _short_study(heard: Heard) -> Results:
    return run("blue", games=1, seed=7, jobs=1, overrides=SHORT, progress=heard)


def test_there_is_code_once_a_game_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    run("blue", games=3, jobs=1, overrides=SHORT, progress=False)
    assert has_code(play_on)
    monkeypatch.setattr(play_on._cache._cache_file, "_source_stamp", "of another version")
    assert not has_code(play_on)


def test_study_of_one_game_is_the_same_uncompiled(
    monkeypatch: pytest.MonkeyPatch, cold: None
) -> None:
    heard = Heard()
    uncompiled = _short_study(heard).games
    assert heard.told.get(timeout=0) == cold_start.UNCOMPILED
    assert not heard.stages
    monkeypatch.undo()
    compiled = _short_study(heard).games
    assert heard.told.empty()
    assert heard.stages == ["preparing"]
    differing = ["play_seconds", "worker"]
    assert uncompiled.drop(columns=differing).equals(compiled.drop(columns=differing))
    assert uncompiled.play_seconds.min() > 5 * compiled.play_seconds.max()


def test_replay_is_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch, cold: None) -> None:
    uncompiled = replay("blue", seed=3, overrides=SHORT)
    monkeypatch.undo()
    compiled = replay("blue", seed=3, overrides=SHORT)
    assert uncompiled.document == compiled.document


def test_first_game_is_told_while_a_study_waits(cold: None) -> None:
    heard = Heard()
    played = run("blue", games=3, seed=7, jobs=1, overrides=SHORT)
    asked = Preparation(played.spec, provenance(played.spec), PLAYER, blocks.LIMITS)
    with first_game_told(asked, heard):
        told = heard.told.get(timeout=120)
    end = GameWords(played.spec.game).ending(played.games.iloc[0])
    assert told == f"the first game, played while the engine compiles: {end}"


def test_first_game_is_given_up_with_the_waiting(cold: None) -> None:
    heard = Heard()
    run("blue", games=3, jobs=1, overrides=SHORT, progress=heard)
    assert heard.told.empty()
