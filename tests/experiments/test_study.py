from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.errors import DataError, ResumeMismatch
from balance.experiments.pool import play_study
from balance.experiments.question import Question
from balance.experiments.store import Store
from balance.experiments.study import Cell, StudySpec, game_seed, read_manifest
from balance.rulebook.game import open_game
from tests.experiments.fake_match import PLAYER


def many_cells(games: int, count: int = 20) -> StudySpec:
    cells = tuple(
        Cell("historical", "random", overrides=(("victory.oos_kills_per_vp", str(10 + n)),))
        for n in range(count)
    )
    return StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, games, 1, "turns")


def pair(games: int, question: Question) -> StudySpec:
    cells = (Cell("historical", "random"), Cell("random", "random"))
    return StudySpec(
        open_game("drive_on_stalingrad"), "operation_blue", cells, games, 1, "turns", question
    )


def test_a_study_of_many_cells_plays_each_of_them_on_every_seed_in_rounds():
    spec = many_cells(30).in_rounds()
    assert spec.round_games == 15
    played = [(spec.cell_number(i), spec.seed_of(i)) for i in range(spec.total_games)]
    assert len(set(played)) == 20 * 30
    assert {seed for _, seed in played} == {game_seed(1, i) for i in range(30)}
    assert [cell for cell, _ in played[:30]] == [0] * 15 + [1] * 15


def test_games_added_to_rounds_leave_the_numbers_of_the_others(tmp_path: Path):
    first = play_study(many_cells(10), tmp_path / "s", jobs=1, player=PLAYER).read("games")
    more = play_study(many_cells(20), tmp_path / "s", jobs=1, player=PLAYER).read("games")
    columns = ["game_id", "variant", "seed", "log"]
    assert first[columns].equals(more[columns].iloc[: len(first)])
    assert not more.duplicated(["variant", "seed"]).any()
    assert len(more) == 20 * 20


def test_a_study_in_rounds_is_extended_by_whole_rounds_only(tmp_path: Path):
    play_study(many_cells(10), tmp_path / "s", jobs=1, player=PLAYER)
    with pytest.raises(DataError, match="choose a multiple, such as 20"):
        play_study(many_cells(13), tmp_path / "s", jobs=1, player=PLAYER)


def test_cells_of_different_groups_have_no_seed_in_common():
    cells = tuple(Cell("historical", "random", group=group) for group in (0, 0, 1, 2))
    cells = (cells[0], replace(cells[1], axis="random"), *cells[2:])
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 5, 1)
    seeds = {n: {spec.seed_of(i) for i in range(20) if spec.cell_number(i) == n} for n in range(4)}
    assert seeds[0] == seeds[1]
    assert len(seeds[0] | seeds[2] | seeds[3]) == 15


@pytest.mark.parametrize("wrong", [2.0, "3", True, None])
def test_a_number_of_games_or_a_seed_that_is_none_is_refused(wrong: object):
    for name in ("games", "seed", "round_games"):
        with pytest.raises(DataError, match=f"{name} of a study: {wrong!r}; expected a whole"):
            replace(many_cells(4), **{name: wrong})


def test_a_whole_number_of_numpy_is_one():
    spec = replace(many_cells(4), games=np.int64(8), seed=np.uint8(3))
    assert (type(spec.games), type(spec.seed), spec.games, spec.seed) == (int, int, 8, 3)


def test_a_cell_may_fix_what_set_up_draws(tmp_path: Path):
    cells = tuple(Cell("historical", "random", set_up=drawn) for drawn in (None, 5, 6))
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 10, 1, "turns")
    games = play_study(spec, tmp_path / "s", jobs=1, player=PLAYER).read("games")
    assert games.set_up[games.game_id % 3 == 0].tolist() == [game_seed(1, i) for i in range(10)]
    assert set(games.set_up[games.game_id % 3 != 0]) == {5, 6}
    assert games.groupby("seed").log.nunique().eq(3).all()
    assert read_manifest(tmp_path / "s").spec == spec


def test_the_question_of_a_study_stands_in_its_manifest(tmp_path: Path):
    question = Question.of("compare", margin=0.02, over=["a", "b"])
    play_study(pair(10, question), tmp_path / "s", jobs=1, player=PLAYER)
    assert read_manifest(tmp_path / "s").spec.question == question


def test_settings_of_an_answer_may_change_but_not_the_kind(tmp_path: Path):
    play_study(pair(10, Question.of("compare", margin=0.02)), tmp_path / "s", jobs=1, player=PLAYER)
    asked = Question.of("compare", margin=0.05)
    play_study(pair(10, asked), tmp_path / "s", jobs=1, player=PLAYER)
    assert read_manifest(tmp_path / "s").spec.question == asked
    # What the other kind plays, and how often, says nothing to who asked for it.
    other = replace(pair(5, Question()), cells=pair(5, Question()).cells[:1])
    told = "s: it is a study of the kind 'compare', not 'run': the folder holds another study. "
    with pytest.raises(ResumeMismatch, match=told):
        play_study(other, tmp_path / "s", jobs=1, player=PLAYER)


def test_studies_of_other_variants_are_told_by_these_and_not_by_their_number(tmp_path: Path):
    cells = pair(10, Question()).cells
    play_study(pair(10, Question()), tmp_path / "s", jobs=1, player=PLAYER)
    more = replace(pair(10, Question()), cells=(*cells, replace(cells[0], variant="no_aircraft")))
    with pytest.raises(ResumeMismatch, match=r"its variants are .*, not .* and no_aircraft:"):
        play_study(more, tmp_path / "s", jobs=1, player=PLAYER)


def test_what_decided_the_end_of_play_may_not_change_afterwards(tmp_path: Path):
    def asked(margin: float, most: int) -> StudySpec:
        return pair(10, Question.of("compare", until="decided", margin=margin, max_games=most))

    play_study(asked(0.02, 100), tmp_path / "s", jobs=1, player=PLAYER)
    with pytest.raises(ResumeMismatch, match=r"its margin is 0\.02, not 0\.05"):
        play_study(asked(0.05, 100), tmp_path / "s", jobs=1, player=PLAYER)
    with pytest.raises(ResumeMismatch, match="its max_games is 100, not 50"):
        play_study(asked(0.02, 50), tmp_path / "s", jobs=1, player=PLAYER)
    play_study(asked(0.02, 200), tmp_path / "s", jobs=1, player=PLAYER)


def test_a_study_grows_until_it_has_enough_and_then_stays(tmp_path: Path):
    asked: list[int] = []

    def enough(store: Store, spec: StudySpec) -> int:
        asked.append(len(store.read("games")))
        return min(spec.games + 10, 40)

    spec = pair(10, Question.of("compare", until="decided"))
    for _ in range(2):
        store = play_study(spec, tmp_path / "s", jobs=2, player=PLAYER, enough=enough)
    assert asked == [20, 40, 60, 80, 80]
    assert read_manifest(tmp_path / "s").spec.games == 40
    assert len(store.read("games")) == 80


def test_equal_logs_are_equal_games(tmp_path: Path):
    overrides = (("victory.oos_kills_per_vp", "15"),)
    cells = (Cell("historical", "random"), Cell("historical", "random", overrides=overrides))
    spec = StudySpec(open_game("drive_on_stalingrad"), "operation_blue", cells, 20, 1, "turns")
    games = play_study(spec, tmp_path / "s", jobs=1, player=PLAYER).read("games")
    assert games.log.nunique() == 20  # the made-up games don't know that parameter
    assert (games.groupby("seed").log.nunique() == 1).all()
