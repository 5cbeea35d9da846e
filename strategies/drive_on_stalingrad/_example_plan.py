"""Example of the second rung: a strategy that plans by what it sees; the staff does the rest.

Play it with ``balance run blue --axis strategies/drive_on_stalingrad/_example_plan.py``.
"""

from balance.strategy import Mission, Plan, Strategy, View, select


class NextPrize(Strategy):
    """Always drives on the nearest victory hex that is still Soviet, as few at a time as wanted."""

    name = "next_prize"
    game = "drive_on_stalingrad"
    side = "axis"
    source = "Example of the plugin guide"

    #: Victory hexes gone for at the same time.
    prongs: int = 3
    #: Expected gain in factor points from which an attack is made.
    boldness: float = 1.5

    def plan(self, view: View) -> Plan:
        """Germans for the nearest prizes, allies for the line, a guard in each prize taken."""
        prizes = view.facts["vp_hexes"]
        panzers = [unit.hex for unit in view.units() if unit.kind == "panzer" and unit.hex]
        wanted = [prize for prize, owner in prizes.items() if owner == "soviet"]
        wanted.sort(key=lambda prize: self._farness(view, panzers, prize))
        missions = []
        if wanted:
            goals = tuple(wanted[: max(1, self.prongs)])
            missions.append(Mission(select(nations=["german"]), "strike", goals))
        return Plan(
            missions=tuple(missions),
            garrisons=tuple((prize, 1) for prize, owner in prizes.items() if owner == "axis"),
            weights=self.weights(min_value=self.boldness, advance=9.0),
        )

    def _farness(self, view: View, panzers: list[str], prize: str) -> float:
        """Mean distance of the panzer divisions from a hex."""
        return sum(view.distance(here, prize) for here in panzers) / max(1, len(panzers))
