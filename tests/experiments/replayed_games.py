"""What the replays of each game are held against: its scenario, players, points and battles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from balance.experiments.match import PLAYER, open_match, sources_of
from balance.experiments.replay.recorder import Recorder
from balance.experiments.rows import log_fingerprint
from balance.experiments.study import Cell
from balance.games.army_group_south.replay_words import ReplayWords
from balance.games.stalingrad_1942.replay_words import ReplayWords as ReplayWords1942
from balance.rulebook.game import open_game

SEED = 1000003
SIDES = ("Axis", "Soviet")
#: What a frame keeps of each unit, where its game has it.
KEPT = ("steps", "status", "revealed")


@dataclass(frozen=True)
class Game:
    """One game as far as tests of replays differ from game to game."""

    game: str
    scenario: str
    cells: Sequence[Cell]
    #: Phases of a player turn in which a player acts.
    phases: int
    #: Kinds of event that bring a unit onto the map.
    arrivals: frozenset[str]
    #: Most hexes of a supply line; 0 where replays show none.
    longest_line: int
    #: Feature whose border is the start line.
    start_line: str
    #: What replays call that line.
    line: str = "start_line"
    #: Kinds of battle that are fought from afar, by guns alone.
    from_afar: tuple[int, ...] = ()
    #: Whether units bear markers of supply, which last until they are looked at in their phase.
    marks_supply: bool = False
    #: Bytes that a document stays below.
    most_bytes: int = 1_000_000

    def module(self, name: str) -> ModuleType:
        """A module of the game's referee."""
        return open_game(self.game).referee(name)

    def match(self, cell: Cell) -> Any:
        """Both players, ready to play."""
        game = open_game(self.game)
        return open_match(PLAYER, game, self.scenario, cell, sources_of(game, cell))

    def points(self, state: Any) -> list[int]:
        """Points of a state, in the order of the replay words."""
        raise NotImplementedError

    def markers(self, state: Any) -> list[int]:
        """Hexes with markers."""
        return []

    def check_fighters(self, battle: dict[str, Any], row: Any, keys: Sequence[str]) -> None:
        """Compare what a replay tells of who fought and how with a row of the log of battles."""
        raise NotImplementedError

    def check_outcome(self, battle: dict[str, Any], after: Sequence[Any], sides: Any) -> None:
        """Compare losses, retreats and advances with the numbers of their battle."""
        raise NotImplementedError


class Blue(Game):
    """Operation Blue."""

    def points(self, state: Any) -> list[int]:
        return [int(state.game[key]) for key in ("vp", "vp_hexes", "vp_oos")]

    def markers(self, state: Any) -> list[int]:
        h = int(state.game.aerial_hex)
        return [h] if h < len(state.ground) - 1 else []

    def check_fighters(self, battle: dict[str, Any], row: Any, keys: Sequence[str]) -> None:
        assert battle["hexes"] == [row["hex"]]
        assert len(set(battle["attackers"][1::2])) == row["launch_hexes"]
        assert battle["kind"] == row["mobile"]
        assert {keys[place]: shift for place, shift in battle["shifts"]} == {
            key: row[key] for key in keys if row[key]
        }
        assert int(row["odds"]) + sum(s for _, s in battle["shifts"]) == int(row["final_odds"])

    def check_outcome(self, battle: dict[str, Any], after: Sequence[Any], sides: Any) -> None:
        lost = [e for e in after if e["k"] == "event" and "battle" in e]
        mine = [e for e in lost if sides[e["unit"]] == battle["attacker"]]
        theirs = [e for e in lost if sides[e["unit"]] != battle["attacker"]]
        assert len(mine) == battle["attacker_steps_lost"]
        steps = [e for e in theirs if e["unit"] in battle["defenders"]]
        assert len(steps) == battle["defender_steps_lost"]
        gone = sum(e["kind"] == "eliminated" for e in theirs)
        assert gone == battle["defender_units_lost"]
        assert len([e for e in after if e["k"] == "retreat"]) == battle["retreated"]
        if battle["kind"] == 0:
            assert len([e for e in after if e["k"] == "advance"]) == battle["advanced"]


class Star(Game):
    """Operation Star."""

    def points(self, state: Any) -> list[int]:
        return ReplayWords(None, {}).count_points(state)

    def check_fighters(self, battle: dict[str, Any], row: Any, keys: Sequence[str]) -> None:
        assert battle["hexes"][0] == row["hex"]
        assert len(battle["hexes"]) == row["hexes"]
        assert battle["kind"] == row["overrun"]
        assert battle["shifts"] == []
        assert (battle["result"] == "none") == (row["die"] == 0)

    def check_outcome(self, battle: dict[str, Any], after: Sequence[Any], sides: Any) -> None:
        dead = {e["unit"] for e in after if e.get("kind") == "eliminated" and "battle" in e}
        lost = battle["attacker_units_lost"] + battle["defender_units_lost"]
        assert len({e["unit"] for e in after if e["k"] == "advance"}) == battle["advanced"]
        if battle["no_strength"]:  # headquarters whose escort vanishes may go back or be lost
            assert len(dead) >= lost + battle["no_strength"]
            return
        assert len(dead) == lost
        back = {e["unit"] for e in after if e["k"] == "retreat"}
        back |= {e["unit"] for e in after if e.get("kind") == "forced_off"}
        retreated = battle["attackers_retreated"] + battle["defenders_retreated"]
        assert len(back - dead) == retreated


class Days(Game):
    """A scenario of Stalingrad 1942-43."""

    def points(self, state: Any) -> list[int]:
        names = ("vp", "vp_axis", "vp_soviet")
        return [int(looked.game[key]) for looked in [ReplayWords1942.copy(state)] for key in names]

    def check_fighters(self, battle: dict[str, Any], row: Any, keys: Sequence[str]) -> None:
        assert battle["hexes"][0] == row["hex"]
        assert battle["kind"] == row["bombardment"]
        assert {keys[place]: shift for place, shift in battle["shifts"]} == {
            key: row[key] for key in keys if row[key]
        }

    def check_outcome(self, battle: dict[str, Any], after: Sequence[Any], sides: Any) -> None:
        dead = {e["unit"] for e in after if e.get("kind") == "eliminated" and "battle" in e}
        lost = battle["attacker_units_lost"] + battle["defender_units_lost"]
        assert len(dead) == lost
        back = {e["unit"] for e in after if e["k"] == "retreat"} - dead
        assert len(back) == battle["attackers_retreated"] + battle["defenders_retreated"]
        assert len({e["unit"] for e in after if e["k"] == "advance"}) == battle["advanced"]


BLUE = Blue(
    game="drive_on_stalingrad",
    scenario="operation_blue",
    # Random play soon loses a sudden-death hex: without that rule it goes through all the turns.
    cells=(
        Cell("historical", "historical"),
        Cell("random", "random", overrides=(("victory.sudden_death", "off"),)),
        Cell("caucasus_first", "don_line"),
    ),
    phases=2,
    arrivals=frozenset(("arrived",)),
    longest_line=7,
    start_line="SOVIET_AT_START",
)
STAR = Star(
    game="army_group_south",
    scenario="operation_star",
    cells=(Cell("random", "random"), Cell("historical", "historical")),
    phases=3,
    arrivals=frozenset(("arrived", "returned")),
    longest_line=200,
    start_line="SOVIET_SIDE",
)
DAYS = Days(
    game="stalingrad_1942",
    scenario="winter_storm",
    cells=(Cell("random", "random"),),
    phases=3,
    arrivals=frozenset(("arrived",)),
    longest_line=0,
    start_line="SOVIET_SIDE",
    line="front",
    from_afar=(1,),
    marks_supply=True,
    most_bytes=1_500_000,
)
GAMES = (BLUE, STAR, DAYS)
#: For tests that play by plan: a game of days takes long, random ones are looked at every day.
BY_PLAN = (BLUE, STAR, pytest.param(DAYS, marks=pytest.mark.long))


class Watching(Recorder):
    """A recorder that keeps what the engine holds at the end of each frame."""

    def __init__(self, game: Game, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._game = game
        self.seen: list[SimpleNamespace] = []

    def _cut(self, state: Any, kind: str) -> None:
        before = len(self.frames)
        super()._cut(state, kind)
        if len(self.frames) > before:
            self.seen.append(look(self._game, state))


def look(game: Game, state: Any) -> SimpleNamespace:
    """What the engine holds, read plainly."""
    off_map = len(state.ground) - 1
    stacks: dict[int, list[int]] = {}
    for h in range(off_map):
        unit = int(state.ground["first"][h])
        while unit >= 0:
            stacks.setdefault(h, []).append(unit)
            unit = int(state.units["next"][unit])
    return SimpleNamespace(
        hex=[-1 if h == off_map else h for h in state.units["hex"].tolist()],
        stacks=stacks,
        units={key: state.units[key].tolist() for key in KEPT if key in state.units.dtype.names},
        control=state.ground["control"][:-1].tolist(),
        points=game.points(state),
        markers=game.markers(state),
        traced=int(state.traced[0]),
    )


@dataclass(frozen=True)
class Recorded:
    """A game played under the eyes of a recorder, and again without."""

    game: Game
    document: dict[str, Any]
    seen: list[SimpleNamespace]
    played: Any
    again: Any
    words: dict[str, Any] = field(default_factory=dict)

    @property
    def same(self) -> bool:
        """Whether both games went alike to the last number of their logs."""
        return log_fingerprint(self.played) == log_fingerprint(self.again)


def record(game: Game, cell: Cell) -> Recorded:
    """Play a game twice, once watched."""
    match = game.match(cell)
    replay_words = match.replay_words()
    watcher = Watching(game, replay_words, SIDES)
    played = match.play(SEED, watcher=watcher)
    document = {
        "map": watcher.map,
        "units": watcher.units,
        "start": watcher.start,
        "frames": watcher.frames,
    }
    return Recorded(game, document, watcher.seen, played, match.play(SEED), replay_words.words)
