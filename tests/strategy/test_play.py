"""What is found wrong before the first game, and how a failing strategy ends one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.errors import BalanceError, DataError
from balance.rulebook.game import open_game
from balance.staff.drive_on_stalingrad.playing import Playable, open_playable
from balance.strategy import Plan, Strategy, registry
from balance.strategy.opening import read_opening
from balance.strategy.play import Match

# Whole games.
pytestmark = pytest.mark.compiled

GAME = "drive_on_stalingrad"
HEAD = '[opening]\nname = "mine"\ngame = "drive_on_stalingrad"\nside = "axis"\n'
TABLES = ("turns", "events", "battles", "hexes")
STRIKE = '[[mission]]\nturns = [3, 4]\nposture = "strike"\nobjective = ["Voronesh"]\n'


@pytest.fixture(scope="module")
def playable() -> Playable:
    return open_playable("operation_blue", open_game(GAME).rules)


class Idle(Strategy):
    name = "idle"
    game = GAME
    side = "soviet"


def match_of(playable: Playable, cls: type[Strategy]) -> Match:
    return Match(playable, [(cls, {}), (Idle, {})])


def opening(folder: Path, text: str) -> type[Strategy]:
    path = folder / "mine.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return read_opening(path)


def test_every_shipped_opening_names_what_the_scenario_has(playable):
    for entry in registry.entries(open_game(GAME)):
        if entry.kind == "opening":
            side = ("axis", "soviet").index(entry.side)
            player = entry.cls()
            for turn in range(1, playable.last_turn + 1):
                playable.draft(player.plan_for(turn), side)


def test_opening_that_names_an_unknown_place_is_refused_before_play(playable, tmp_path):
    with pytest.raises(DataError) as caught:
        match_of(playable, opening(tmp_path, STRIKE)).check()
    assert re.search(
        r"mine\.toml:8: \[\[mission\]\] number 1: unknown place 'Voronesh'; "
        "did you mean 'Voronezh'",
        str(caught.value),
    )


@pytest.mark.rule("drive_on_stalingrad 12.1")
def test_illegal_fixed_set_up_is_refused_before_play(playable, tmp_path):
    illegal = opening(tmp_path, '[set_up]\n"24 Pz" = "Stalingrad"\n')
    with pytest.raises(BalanceError, match=r"24 Pz in 2111: it sets up in area:4PA"):
        match_of(playable, illegal).check()


class Failing(Strategy):
    name = "failing"
    game = GAME
    side = "axis"

    def plan(self, view):
        raise ValueError("no idea")


class Lists(Failing):
    def plan(self, view):
        return Plan(missions=[])


class Wanderer(Failing):
    def plan(self, view):
        return Plan(garrisons=(("Atlantis", 1),))


class Misplaced(Failing):
    def set_up(self, view):
        return {"24 Pz": view.hex_of("Stalingrad")}


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        (Failing, r"in plan, game turn 1: ValueError: no idea \[test_play\.py:\d+\]"),
        (Lists, r"in plan, game turn 1: plan: missions is \[\]; expected a tuple"),
        (Wanderer, r"in plan, game turn 1: unknown hex or place \(in garrisons\) 'Atlantis'"),
        (Misplaced, r"in set_up, game turn 0: set-up of the axis side: 24 Pz in 2111: it sets up"),
    ],
)
def test_game_of_a_failing_strategy_ends_with_its_error_and_side(playable, cls, message):
    game = match_of(playable, cls).play(1)
    assert re.search(r"^strategy 'failing' \(axis\) " + message, game.error)
    assert game.error_side == 0


def test_a_played_game_stays_what_it_was_when_others_are_played(playable):
    match = match_of(playable, type("IdleAxis", (Idle,), {"side": "axis"}))
    first = match.play(1)
    before = [first.game.item(), *(getattr(first, name).tolist() for name in TABLES)]
    match.play(2)
    again = match.play(1)
    for game in (first, again):
        assert [game.game.item(), *(getattr(game, name).tolist() for name in TABLES)] == before
