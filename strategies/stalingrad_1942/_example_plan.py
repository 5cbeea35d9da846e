"""Example of the second rung: a strategy that plans by what it sees; the staff does the rest.

Play it with ``balance run uranus --soviet strategies/stalingrad_1942/_example_plan.py``.
"""

from balance.strategy import Mission, Plan, Strategy, View, select


class NearestTowns(Strategy):
    """Goes for the towns nearest to its tanks, and leaves a guard in each that it has taken."""

    name = "nearest_towns"
    game = "stalingrad_1942"
    side = "soviet"
    source = "Example of the plugin guide"

    #: Towns gone for at the same time.
    prongs: int = 3

    def plan(self, view: View) -> Plan:
        """Tanks for the nearest towns of the enemy, a guard in each town held."""
        places = view.facts["places"]
        tanks = [unit.hex for unit in view.units() if unit.mobility == "tank" and unit.hex]
        wanted = [place for place, owner in places.items() if owner != "soviet"]
        wanted.sort(key=lambda place: sum(view.distance(here, place) for here in tanks))
        missions = []
        if wanted:
            goals = tuple(wanted[: max(1, self.prongs)])
            missions.append(Mission(select(kinds=["tank", "motorized"]), "strike", goals))
        taken = [place for place, owner in places.items() if owner == "soviet"]
        return Plan(missions=tuple(missions), garrisons=tuple((place, 1) for place in taken))
