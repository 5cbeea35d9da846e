"""Example of the third rung: every order given by the strategy itself, unit by unit.

Play it with ``balance run star --axis strategies/army_group_south/_example_orders.py``.

``orders`` is a generator, called once a phase. Each ``yield`` hands one order to the referee and
returns what became of it; the view shows the game as it stands after it.
"""

from collections import Counter
from collections.abc import Generator

from balance.strategy import Attack, Enter, Move, Order, Outcome, Overrun, RailEnter, Strategy, View


class Hedgehog(Strategy):
    """Puts a German unit into every town that scores, and hits what stands weak beside them."""

    name = "hedgehog"
    game = "army_group_south"
    side = "axis"
    source = "Example of the plugin guide"

    #: Units wanted in each strongpoint.
    garrison: int = 1
    #: Units that may stand in a hex.
    most: int = 3
    #: Attack factors for each defense factor from which an attack is made.
    odds: float = 3.0

    def orders(self, view: View) -> Generator[Order, Outcome, None]:
        """Newcomers and marches in movement, attacks in combat, overruns with panzers after it."""
        if view.phase == "combat":
            yield from self._attack(view)
        elif view.phase == "mechanized_movement":
            yield from self._overrun(view)
            yield from self._fill_strongpoints(view)
        elif view.phase == "movement":
            yield from self._bring_newcomers(view)
            yield from self._fill_strongpoints(view)

    def _attack(self, view: View) -> Generator[Order, Outcome, None]:
        for enemy in view.enemies():
            beside = set(view.neighbours(enemy.hex))
            able = [u for u in view.units() if u.can_act and u.hex in beside and u.attack > 0]
            strength = sum(unit.attack for unit in able)
            if strength >= self.odds * max(1.0, sum(unit.defense for unit in enemy.members)):
                yield Attack(tuple(unit.name for unit in able), (enemy.hex,), advance=0)

    def _overrun(self, view: View) -> Generator[Order, Outcome, None]:
        for enemy in view.enemies():
            units = view.units()
            for launch in view.neighbours(enemy.hex):
                stack = [unit for unit in units if unit.hex == launch]
                if not stack or not all(unit.can_act and unit.points >= 3 for unit in stack):
                    continue
                # An overrun counts half.
                strength = sum(unit.attack for unit in stack) / 2
                if strength >= self.odds * max(1.0, sum(unit.defense for unit in enemy.members)):
                    yield Overrun(tuple(unit.name for unit in stack), enemy.hex)
                    break

    def _bring_newcomers(self, view: View) -> Generator[Order, Outcome, None]:
        for name in view.facts["reinforcements_due"]:
            # What stands above the stacking limit when the phase ends is lost.
            room = Counter(own.hex for own in view.units())
            entries = [entry for entry in view.entry_hexes(name) if room[entry] < self.most]
            rails = [entry for entry in entries if entry in view.facts["supply_exits"]]
            wanted = list(self._wanted(view)) or self._strongpoints(view)
            if rails and view.facts["rail_moves_left"] and wanted:
                ride = yield RailEnter(name, rails[0], wanted[0])
                if ride.accepted:
                    continue
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
            # No more than stacking allows in any hex on the way.
            room = Counter(own.hex for own in view.units())
            reach = [there for there in view.reach(unit.name) if room[there] < self.garrison]
            goal = min(reach, key=lambda there: self._away(view, there, goals), default=unit.hex)
            if self._away(view, goal, goals) >= now:
                continue
            outcome = yield Move(unit.name, goal)
            if outcome.accepted and goal in wanted:
                wanted[goal] -= 1
                if wanted[goal] == 0:
                    del wanted[goal]

    def _strongpoints(self, view: View) -> list[str]:
        """Places that score and where no enemy stands, the richest first."""
        worth = view.facts["place_worth"]
        enemies = {enemy.hex for enemy in view.enemies()}
        free = [place for place in view.facts["places"] if place not in enemies]
        return sorted(free, key=lambda place: -worth[place])[:60]

    def _wanted(self, view: View) -> dict[str, int]:
        """Units still wanted, by strongpoint."""
        held = Counter(unit.hex for unit in view.units())
        points = self._strongpoints(view)
        return {h: self.garrison - held[h] for h in points if held[h] < self.garrison}

    def _away(self, view: View, start: str, goals: list[str]) -> int:
        return min((view.distance(start, goal) for goal in goals), default=0)
