"""Example of the third rung: every order given by the strategy itself, unit by unit.

Play it with ``balance run uranus --axis strategies/stalingrad_1942/_example_orders.py``.

``orders`` is a generator, called once a phase. Each ``yield`` hands one order to the referee and
returns what became of it; the view shows the game as it stands after it.
"""

from collections import Counter
from collections.abc import Generator

from balance.strategy import Battle, DigIn, Enter, Move, Order, Outcome, Strategy, View


class Hedgehog(Strategy):
    """Puts Axis units into every town and round Stalingrad, digs in, and hits what stands weak."""

    name = "hedgehog"
    game = "stalingrad_1942"
    side = "axis"
    source = "Example of the plugin guide"

    #: Units wanted in each strongpoint.
    garrison: int = 2
    #: Units that may stand in a hex.
    most: int = 3
    #: Attack factors for each defense factor from which an attack is made.
    odds: float = 3.0

    def orders(self, view: View) -> Generator[Order, Outcome, None]:
        """Newcomers and marches in movement, field works after it, attacks in combat."""
        if view.phase == "movement":
            yield from self._bring_newcomers(view)
            yield from self._fill_strongpoints(view)
        elif view.phase == "fortification":
            yield from self._dig_in(view)
        elif view.phase == "combat":
            yield from self._attack(view)

    def _attack(self, view: View) -> Generator[Order, Outcome, None]:
        for enemy in view.enemies():
            beside = set(view.neighbours(enemy.hex))
            able = [u for u in view.units() if u.can_act and u.hex in beside and u.attack > 0]
            able = [unit for unit in able if unit.kind != "artillery"]
            strength = sum(unit.attack for unit in able)
            if strength >= self.odds * max(1.0, sum(unit.defense for unit in enemy.members)):
                yield Battle(tuple(unit.name for unit in able), (enemy.hex,), advance=0)

    def _dig_in(self, view: View) -> Generator[Order, Outcome, None]:
        places = set(view.facts["places"])
        for unit in view.units():
            if unit.hex in places and "field_works" not in view.hex(unit.hex).features:
                yield DigIn(unit.name)

    def _bring_newcomers(self, view: View) -> Generator[Order, Outcome, None]:
        wanted = list(self._wanted(view))
        # No more than stacking allows in any hex.
        room = Counter(own.hex for own in view.units())
        for name in view.facts["reinforcements_due"]:
            entries = [entry for entry in view.entry_hexes(name) if room[entry] < self.most]
            if not entries:
                continue
            entry = min(entries, key=lambda entry: self._away(view, entry, wanted))
            outcome = yield Enter(name, entry)
            room[entry] += outcome.accepted

    def _fill_strongpoints(self, view: View) -> Generator[Order, Outcome, None]:
        wanted = self._wanted(view)
        strongpoints = set(view.facts["places"])
        units = view.units()
        room = Counter(own.hex for own in units)
        for unit in units:
            if not wanted:
                return
            if not unit.can_act or unit.hex in strongpoints or unit.kind == "headquarters":
                continue
            # Those on wheels and tracks try for Stalingrad, the others for what is near.
            aims = view.facts["stalingrad"] if unit.mobility != "nonmotorized" else wanted
            aim = min(aims, key=lambda place: view.distance(unit.hex, place))
            reach = [there for there in view.reach(unit.name) if room[there] < self.garrison]
            goal = min(reach, key=lambda there: view.distance(there, aim), default=unit.hex)
            if view.distance(goal, aim) >= view.distance(unit.hex, aim):
                continue
            outcome = yield Move(unit.name, goal)
            if not outcome.accepted:
                continue
            room[unit.hex] -= 1
            room[goal] += 1
            if goal in wanted:
                wanted[goal] -= 1
                if wanted[goal] == 0:
                    del wanted[goal]

    def _wanted(self, view: View) -> dict[str, int]:
        """Units still wanted, by town or hex of Stalingrad where no enemy stands."""
        held = Counter(unit.hex for unit in view.units())
        enemies = {enemy.hex for enemy in view.enemies()}
        points = [place for place in view.facts["places"] if place not in enemies]
        return {h: self.garrison - held[h] for h in points if held[h] < self.garrison}

    def _away(self, view: View, start: str, goals: list[str]) -> int:
        return min((view.distance(start, goal) for goal in goals), default=0)
