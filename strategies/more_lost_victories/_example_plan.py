"""Example of the second rung: a strategy that plans by what it sees; the staff does the rest.

Play it with ``balance run counteroffensive --soviet FILE``, FILE being this one.
"""

from balance.strategy import Mission, Plan, Strategy, View, select


class NearestPlaces(Strategy):
    """Goes for the places nearest to its tanks, with everybody."""

    name = "nearest_places"
    game = "more_lost_victories"
    side = "soviet"
    source = "Example of the plugin guide"

    #: Places gone for at the same time.
    prongs: int = 4

    def plan(self, view: View) -> Plan:
        """Tanks and cavalry for the nearest places of the enemy, the infantry behind them."""
        places = view.facts["places"]
        tanks = [unit.hex for unit in view.units() if unit.kind == "armor" and unit.hex]
        wanted = [place for place, owner in places.items() if owner != "soviet"]
        if not wanted or not tanks:
            return Plan()
        wanted.sort(key=lambda place: sum(view.distance(here, place) for here in tanks))
        goals = tuple(wanted[: max(1, self.prongs)])
        fast = Mission(select(kinds=["armor", "cavalry", "headquarters"]), "strike", goals)
        return Plan(missions=(Mission(select(kinds=["infantry"]), "strike", goals), fast))
