"""The scenarios of the game by name, whether they stand in its folder yet or not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from balance.games.scenario_files import ScenarioHead
from balance.games.stalingrad_1942.scenario import Scenario, open_scenario
from balance.rulebook.ruleset import load_ruleset

NAMES = ("on_to_stalingrad", "uranus", "winter_storm")


@cache
def scenario(name: str) -> Scenario:
    """A scenario under the rules as the book has them."""
    head = ScenarioHead(
        path=Path(f"{name}.toml"),
        name=name,
        title=name,
        first_day=f"sequence.first_day_{name}",
        turn_days="sequence.days_a_turn",
        last_turn=f"sequence.game_turns_{name}",
        aliases=(),
    )
    return open_scenario(head, load_ruleset("stalingrad_1942"))
