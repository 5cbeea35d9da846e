"""A match without a game behind it: outcomes and logs are made up from the seed alone.

It stands in for the real player by its name, ``tests.experiments.fake_match:prepare``, also in
worker processes. Strategy names choose how it behaves: ``failing``, ``hanging``, ``slow``,
``unfinished``, ``held`` (never ends from game ``HELD`` on, where the environment says ``HOLD``);
others take the process along that plays every seventh game: ``endless`` by a call into compiled
code, ``leaving``, ``breaking`` by a wrong address, ``killing`` and ``stopping`` by a signal,
``garbling`` by words among its answers, ``wicked`` by each of these in turn. ``forking`` makes
copies of it that go on. ``unordered`` takes what comes first in a set, ``limiting`` lets its
process write no more files.
"""

import contextlib
import ctypes
import os
import resource
import signal
import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from balance.errors import UnknownName
from balance.games.drive_on_stalingrad.state import BATTLE, EVENT, GAME, TURN
from balance.games.hex_record import HEX_TURN
from balance.rulebook.game import Game
from balance.strategy.calls import OutOfTime

PLAYER = "tests.experiments.fake_match:prepare"
STRATEGIES = (
    *("historical", "random", "failing", "hanging", "slow", "unfinished", "held"),
    *("endless", "leaving", "breaking", "killing", "stopping", "garbling", "forking"),
    *("wicked", "unordered", "limiting"),
)
#: Ways to take a process along, in the order of every seventh seed.
WAYS = ("endless", "leaving", "breaking", "killing", "stopping", "garbling")


def way_of(seed: int) -> str:
    """How ``wicked`` ends the game of a seed; "" if it plays it."""
    return "" if seed % 7 else WAYS[seed // 7 % len(WAYS)]


#: First game that is held.
HELD = 40


@dataclass
class Played:
    seed: int
    game: Any
    turns: Any
    events: Any
    battles: Any
    hexes: Any = field(default_factory=lambda: np.zeros(0, HEX_TURN).view(np.recarray))
    error: str = ""
    error_side: int = -1
    traceback: str = ""
    seconds: float = 0.0


@dataclass
class FakeMatch:
    axis: str
    soviet: str
    vp_to_win: int
    hex_names = ("0101", "2618", "3201")
    unit_names = ("24 Pz", "GD", "13 Gds Rif")

    def play(self, seed: int, debug: bool = False, set_up_seed: int | None = None) -> Played:
        if seed % 7 == 0:
            _leave(way_of(seed) if self.axis == "wicked" else self.axis)
        try:
            return self._made_up(seed, set_up_seed)
        except OutOfTime as error:
            error.stop()
            return replace(self, axis="historical").begin_only(seed, (str(error), 0, ""))

    def _made_up(self, seed: int, set_up_seed: int | None = None) -> Played:
        random = np.random.default_rng([seed, seed if set_up_seed is None else set_up_seed])
        game = np.zeros(1, GAME).view(np.recarray)[0]
        turns = np.zeros(int(random.integers(4, 13)), TURN).view(np.recarray)
        turns.game_turn = np.arange(1, len(turns) + 1)
        turns.vp = random.integers(0, self.vp_to_win + 1, len(turns))
        turns.axis_strength = random.integers(100, 900, len(turns))
        events = np.zeros(int(random.integers(0, 20)), EVENT).view(np.recarray)
        for column, high in (("phase", 8), ("kind", 24), ("hex", 4), ("unit", 3)):
            events[column] = random.integers(0, high, len(events))
        events.unit -= 1
        battles = np.zeros(int(random.integers(0, 9)), BATTLE).view(np.recarray)
        battles.odds = random.integers(-4, 7, len(battles))
        battles.mobile = random.integers(0, 2, len(battles))
        battles.result = random.integers(0, 5, len(battles))
        hexes = np.zeros(int(random.integers(0, 9)), HEX_TURN).view(np.recarray)
        hexes.game_turn, hexes.soviet_oos = 1, 2
        game.ended, game.winner = 1, seed % 2
        game.ending = 2 if seed % 5 == 0 else 3
        game.ending_hex = 1 if game.ending == 2 else 3
        game.game_turn, game.vp = len(turns), turns.vp[-1]
        played = Played(seed, game, turns, events, battles, hexes)
        if "failing" in self.axis and seed % 3 == 0:
            played.error, played.error_side = "ValueError: no plan", 0
        if "unordered" in self.axis:
            game.vp = list({"Voronezh", "Rostov", "Maikop", "Astrakhan"}).index("Rostov")
        if "unfinished" in self.axis:
            game.ended = 0
        if "slow" in self.axis:
            time.sleep(0.005)
        if "held" in self.axis and os.environ.get("HOLD") and seed % 1_000_000 >= HELD:
            time.sleep(9000)
        if "hanging" in self.axis and os.environ.get("HANG"):
            time.sleep(9000)
        return played

    def begin_only(
        self, seed: int, failure: tuple[str, int, str], set_up_seed: int | None = None
    ) -> Played:
        played = self._made_up(seed, set_up_seed)
        played.error, played.error_side, played.traceback = failure
        return played


def _leave(how: str) -> None:
    """Do what nothing in Python can mend, if the strategy is one of those."""
    if how == "endless":
        lock = (ctypes.c_char * 64)()  # locked twice, it waits for itself
        for _ in range(2):
            ctypes.PyDLL(None).pthread_mutex_lock(lock)  # holds the interpreter as compiled code
    elif how == "leaving":
        os._exit(3)
    elif how == "breaking":
        ctypes.string_at(8)
    elif how in ("killing", "stopping"):
        os.kill(os.getpid(), signal.SIGKILL if how == "killing" else signal.SIGSTOP)
    elif how == "garbling":
        for file in range(3, 64):
            with contextlib.suppress(OSError):
                os.write(file, b"not an answer")
    elif how == "limiting":
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))
    elif how == "forking" and os.fork() == 0:
        time.sleep(9000)


def prepare(game: Game, scenario: str, ruleset: Any, axis: str, soviet: str) -> FakeMatch:
    for name in (axis, soviet):
        if name.partition(":")[0] not in STRATEGIES:
            raise UnknownName("strategy", name, STRATEGIES)
    return FakeMatch(axis, soviet, ruleset.integer("victory.vp_to_win"))
