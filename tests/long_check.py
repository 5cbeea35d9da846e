"""Long check of referees and verdicts, for a quiet machine: ``python -m tests.long_check``.

First counts how often made-up studies of a known truth are judged wrongly, and how often intervals
hold. Then plays random games of every game on its full map, and after every phase asks the
invariants; then compares positions of games, random and by plan, with the slow referees in plain
Python. Ends with an error if anything was out of order; stops earlier when the time is up, and says
how far it came.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from balance.rulebook.game import open_game
from balance.strategy.play import prepare
from tests import long_coverage, long_statistics
from tests.analysis import long_values
from tests.oracles.army_group_south.comparing import compare as compare_star
from tests.oracles.drive_on_stalingrad.comparing import compare as compare_blue
from tests.oracles.tally import Tally
from tests.oracles.watching import Compare, watch

#: Game and scenario, with what compares its positions; None where the slow referee of a game has
#: positions of its own (``tests/games/stalingrad_1942/test_slow_*.py``).
GAMES: dict[tuple[str, str], Compare | None] = {
    ("drive_on_stalingrad", "blue"): compare_blue,
    ("army_group_south", "operation_star"): compare_star,
    ("stalingrad_1942", "winter_storm"): None,
}
#: Topics beside those of all games.
MORE_TOPICS = {"drive_on_stalingrad": ("losses",)}
PLAYERS = (("random", "random"), ("historical", "historical"))
#: Without it a random game ends soon, see tests/playthroughs/test_invariants_in_play.py.
LONGER = {"drive_on_stalingrad": {"victory.sudden_death": "off"}}


def main(words: list[str] | None = None) -> int:
    """Run all checks; give the number of faults found, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_check", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="random games of each game")
    parser.add_argument("--positions", type=int, default=1_000, help="positions of each topic")
    parser.add_argument("--studies", type=int, default=400, help="made-up studies of each kind")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=600, help="time for each part of a game")
    arguments = parser.parse_args(words)
    faults = long_statistics.check_statistics()
    faults += long_coverage.check(arguments.studies)
    faults += long_values.check(arguments.studies)
    for game, scenario in GAMES:
        clock = Clock(arguments.minutes)
        faults += play_games(game, scenario, arguments.first_seed, arguments.games, clock)
    for (game, scenario), compare in GAMES.items():
        if compare is not None:
            clock = Clock(arguments.minutes)
            faults += compare_positions(
                game, scenario, compare, arguments.first_seed, arguments.positions, clock
            )
    return min(faults, 1)


class Clock:
    """Says when the time for something is up."""

    def __init__(self, minutes: float) -> None:
        self._end = time.monotonic() + 60 * minutes

    def allows(self, seeds: Iterator[int] | range) -> Iterator[int]:
        """Give seeds until they or the time run out."""
        for seed in seeds:
            if time.monotonic() >= self._end:
                return
            yield seed


def play_games(game: str, scenario: str, first: int, count: int, clock: Clock) -> int:
    """Play random games under the invariants; give the number of those with a fault."""
    plain = open_game(game).rules
    # Every other game goes on where the rules would soon have ended it.
    rulesets = (plain, plain.with_overrides(LONGER.get(game, {})))
    matches = [prepare(open_game(game), scenario, rules, "random", "random") for rules in rulesets]
    played = faulty = 0
    for seed in clock.allows(range(first, first + count)):
        played += 1
        try:
            finished = matches[seed % 2].play(seed, debug=True)
            fault = finished.error or ("" if finished.game.ended else "it did not end")
        except AssertionError as broken:
            fault = str(broken)
        if fault:
            faulty += 1
            print(f"{game}, seed {seed}: {fault}", flush=True)
    print(f"{game}: {played} of {count} random games played, {faulty} with a fault", flush=True)
    return faulty


def compare_positions(
    game: str, scenario: str, compare: Compare, first: int, count: int, clock: Clock
) -> int:
    """Compare positions until each topic has enough; give the number of disagreements."""
    tally = Tally()
    topics = ("supply", "movement", "odds", "retreats", *MORE_TOPICS.get(game, ()))
    for seed in clock.allows(range(first, first + count)):
        watch(game, scenario, compare, tally, seed, share=0.5, players=PLAYERS[seed % 2])
        if min(tally.positions[topic] for topic in topics) >= count:
            break
    for fault in tally.faults:
        print(f"{game}, {fault}")
    asked = ", ".join(
        f"{topic} {tally.questions[topic]} times in {number} positions"
        for topic, number in sorted(tally.positions.items())
    )
    print(f"{game}: {asked}; {len(tally.faults)} disagreements", flush=True)
    return len(tally.faults)


if __name__ == "__main__":
    sys.exit(main())
