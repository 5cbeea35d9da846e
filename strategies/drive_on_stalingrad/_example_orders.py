"""Example of the third rung: every order given by the strategy itself, unit by unit.

Play it with ``balance run blue --soviet strategies/drive_on_stalingrad/_example_orders.py``.

``orders`` is a generator, called once a phase. Each ``yield`` hands one order to the referee and
returns what became of it; the view shows the game as it stands after it. What belongs to the start
of a turn (phase order, aircraft, supply network, withdrawals) still follows ``plan``.
"""

from collections import Counter
from collections.abc import Generator

from balance.strategy import Assault, Enter, Move, Order, Outcome, Strategy, View


class Hedgehog(Strategy):
    """Packs every Soviet unit into the cities and victory hexes and hits what stands alone."""

    name = "hedgehog"
    game = "drive_on_stalingrad"
    side = "soviet"
    source = "Example of the plugin guide"

    #: Units wanted in each strongpoint.
    garrison: int = 4
    #: Attack factors for each estimated defense factor from which an attack is made.
    odds: float = 3.0

    def orders(self, view: View) -> Generator[Order, Outcome, None]:
        """Attack in the assault phase; bring in newcomers and fill strongpoints in movement."""
        if view.phase == "assault":
            yield from self._attack(view)
        elif view.phase == "movement":
            yield from self._bring_newcomers(view)
            yield from self._fill_strongpoints(view)

    def _attack(self, view: View) -> Generator[Order, Outcome, None]:
        for enemy in view.enemies():
            beside = set(view.neighbours(enemy.hex))
            able = [u for u in view.units() if u.can_act and u.hex in beside and u.attack > 0]
            strength = sum(unit.attack for unit in able)
            if strength >= self.odds * max(1.0, enemy.top_defense * enemy.units):
                # A refused attack (across the wrong river, say) is simply not made.
                yield Assault(tuple(unit.name for unit in able), enemy.hex, advance=0)

    def _bring_newcomers(self, view: View) -> Generator[Order, Outcome, None]:
        wanted = list(self._wanted(view)) or self._strongpoints(view)
        for name in view.facts["reinforcements_due"]:
            entries = view.entry_hexes(name)
            if entries:
                yield Enter(name, min(entries, key=lambda entry: self._away(view, entry, wanted)))

    def _fill_strongpoints(self, view: View) -> Generator[Order, Outcome, None]:
        wanted = self._wanted(view)
        strongpoints = set(self._strongpoints(view))
        for unit in view.units():
            if not wanted:
                return
            if not unit.can_act or unit.hex in strongpoints:
                continue
            goals = list(wanted)
            now = self._away(view, unit.hex, goals)
            reach = view.reach(unit.name)
            goal = min(reach, key=lambda there: self._away(view, there, goals), default=unit.hex)
            if self._away(view, goal, goals) >= now:
                continue
            outcome = yield Move(unit.name, goal)
            if outcome.accepted and goal in wanted:
                wanted[goal] -= 1
                if wanted[goal] == 0:
                    del wanted[goal]

    def _strongpoints(self, view: View) -> list[str]:
        """Victory hexes still Soviet, or the supply network once there are none."""
        prizes = [prize for prize, owner in view.facts["vp_hexes"].items() if owner == "soviet"]
        return prizes or list(view.facts["network"])

    def _wanted(self, view: View) -> dict[str, int]:
        """Units still wanted, by strongpoint."""
        held = Counter(unit.hex for unit in view.units())
        points = self._strongpoints(view)
        return {h: self.garrison - held[h] for h in points if held[h] < self.garrison}

    def _away(self, view: View, start: str, goals: list[str]) -> int:
        return min((view.distance(start, goal) for goal in goals), default=0)
