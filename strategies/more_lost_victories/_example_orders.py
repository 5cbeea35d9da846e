"""Example of the third rung: every order given by the strategy itself, unit by unit.

Play it with ``balance run counteroffensive --axis FILE``, FILE being this one.

``orders`` is a generator, called once a phase. Each ``yield`` hands one order to the referee and
returns what became of it; the view shows the game as it stands after it.
"""

from collections.abc import Generator

from balance.strategy import (
    AttackHex,
    EnemyView,
    Enter,
    Move,
    Order,
    Outcome,
    OverrunHex,
    Rebuild,
    ReplaceStep,
    Strategy,
    UnitView,
    View,
)


class Firemen(Strategy):
    """Brings reserves to the nearest own places, overruns and hits what stands weak."""

    name = "firemen"
    game = "more_lost_victories"
    side = "axis"
    source = "Example of the plugin guide"

    #: Attack factors for each defense factor from which an attack is made, and an overrun.
    odds: float = 3.0
    overrun_odds: float = 10.0

    def orders(self, view: View) -> Generator[Order, Outcome, None]:
        """Replacements, newcomers and overruns, attacks."""
        if view.phase == "replacements":
            yield from self._replace(view)
        elif view.phase == "movement":
            yield from self._bring_newcomers(view)
            yield from self._overrun(view)
        elif view.phase == "combat":
            yield from self._attack(view)

    def _replace(self, view: View) -> Generator[Order, Outcome, None]:
        for unit in view.units():
            if view.facts["replacements"] == 0:
                return
            yield ReplaceStep(unit.name) if unit.hex else Rebuild(unit.name)

    def _bring_newcomers(self, view: View) -> Generator[Order, Outcome, None]:
        mine = [place for place, owner in view.facts["places"].items() if owner == "axis"]
        for name in view.facts["reinforcements_due"]:
            entries = view.entry_hexes(name)
            if not entries:
                continue
            outcome = yield Enter(name, min(entries))
            if not outcome.accepted:
                continue
            reach = list(view.reach(name))
            if reach and mine:
                yield Move(name, min(reach, key=lambda h: self._away(view, h, mine)))

    def _overrun(self, view: View) -> Generator[Order, Outcome, None]:
        for enemy in view.enemies():
            stacks: dict[str, list[UnitView]] = {}
            for unit in self._beside(view, enemy.hex):
                stacks.setdefault(unit.hex, []).append(unit)
            for stack in stacks.values():
                strength = sum(unit.attack for unit in stack)
                if strength >= self.overrun_odds * self._defense(enemy):
                    yield OverrunHex(tuple(unit.name for unit in stack), enemy.hex)

    def _attack(self, view: View) -> Generator[Order, Outcome, None]:
        for enemy in view.enemies():
            able = self._beside(view, enemy.hex)
            if sum(unit.attack for unit in able) >= self.odds * self._defense(enemy):
                yield AttackHex(tuple(unit.name for unit in able), enemy.hex, 0)

    def _beside(self, view: View, h: str) -> list[UnitView]:
        beside = set(view.neighbours(h))
        return [u for u in view.units() if u.can_act and u.hex in beside and u.attack > 0]

    def _defense(self, enemy: EnemyView) -> float:
        return max(1.0, sum(unit.defense for unit in enemy.members))

    def _away(self, view: View, start: str, goals: list[str]) -> int:
        return min(view.distance(start, goal) for goal in goals)
