"""Shortcuts of the staff in positions of played games: what is left out would change nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.sequence import StepKind
from balance.games.drive_on_stalingrad.vocabulary import AXIS, PhaseOrder
from balance.rulebook.game import open_game
from balance.staff.desk import SETTLED
from balance.staff.drive_on_stalingrad.choices import RATED_ORDER
from balance.staff.drive_on_stalingrad.situation import survey
from balance.strategy.play import Match, prepare
from tests.staff.drive_on_stalingrad.shortcuts import (
    plan_again,
    ring_again,
    score_in_full,
    search_all_the_same,
)

GAME = "drive_on_stalingrad"


def blue_match(turns: int) -> Match:
    rules = open_game(GAME).rules.with_overrides({"victory.last_turn": turns})
    return prepare(rules.game, "operation_blue", rules, "historical", "historical")


def compare(seeds: Sequence[int], turns: int) -> Counter[tuple[str, int]]:
    """By shortcut and place in what its kernel returns: comparisons (0) and differences (1)."""
    match = blue_match(turns)
    told: Counter[tuple[str, int]] = Counter()
    conduct = match.playable.conduct

    def look_first(state: Any, desks: Any, kind: int, plays_on: tuple[bool, bool]) -> int:
        if kind == StepKind.MOVEMENT:
            side = int(state.game.side)
            look(state, desks[side], np.int64(side), told)
        return conduct(state, desks, kind, plays_on)

    match.playable.conduct = look_first
    plain = blue_match(turns)
    for seed in seeds:
        # Step by step, so that each is seen: else the staff plays whole player turns at once.
        watched, unwatched = match.play(seed, debug=True), plain.play(seed)
        for played in ("turns", "battles"):
            same = getattr(watched, played).tolist() == getattr(unwatched, played).tolist()
            assert same, "looking on changed the game"
    return told


def look(state: Any, desk: Any, side: np.int64, told: Counter[tuple[str, int]]) -> None:
    """Compare in one position, on a desk as a movement phase finds it."""
    desk.crew[SETTLED] = 0
    survey(state, desk, side)
    desk.order[RATED_ORDER] = PhaseOrder.MOVE_ASSAULT
    answers = {"scores": score_in_full(state, desk, side)}
    # Nowhere less than 12 MP from the objective: around it the field leads nowhere.
    field = np.maximum(desk.fields[0, 1], np.int16(12))
    answers["marches"] = search_all_the_same(state, desk, side, field)
    if side == AXIS:
        answers["plans"] = plan_again(state, desk, side)
        answers["rings"] = ring_again(state, desk, side)
    for name, counts in answers.items():
        for place, count in enumerate(counts):
            told[name, place] += int(count)


@pytest.fixture(scope="module")
def compared() -> Counter[tuple[str, int]]:
    """Comparisons in two whole games."""
    return compare(seeds=(5, 6), turns=11)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("shortcut", "least"), [("plans", 100), ("rings", 5), ("scores", 100), ("marches", 20)]
)
def test_what_is_known_already_comes_out_the_same_when_it_is_done_anew(compared, shortcut, least):
    assert compared[shortcut, 0] >= least, "hardly anything to compare"
    assert compared[shortcut, 1] == 0
