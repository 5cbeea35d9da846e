"""Example of the second rung: a strategy that plans by what it sees; the staff does the rest.

Play it with ``balance run star --soviet strategies/army_group_south/_example_plan.py``.
"""

from balance.strategy import Mission, Plan, Strategy, View, select


class RichestTowns(Strategy):
    """Goes for the places worth most for their distance, and digs in once it leads by enough."""

    name = "richest_towns"
    game = "army_group_south"
    side = "soviet"
    source = "Example of the plugin guide"

    #: Places gone for at the same time.
    prongs: int = 3
    #: Lead in victory points at which headquarters go on the defensive.
    lead: int = 40

    def plan(self, view: View) -> Plan:
        """Mobile units for the best places, a guard in each place taken."""
        places, worth = view.facts["places"], view.facts["place_worth"]
        mobile = [unit.hex for unit in view.units() if unit.mobility == "mech" and unit.hex]
        wanted = [place for place, owner in places.items() if owner != "soviet"]
        wanted.sort(key=lambda place: self._farness(view, mobile, place) / worth[place])
        missions = []
        if wanted:
            goals = tuple(wanted[: max(1, self.prongs)])
            missions.append(Mission(select(kinds=["mech"]), "strike", goals))
        taken = [place for place, owner in places.items() if owner == "soviet" and worth[place] > 2]
        return Plan(
            missions=tuple(missions),
            garrisons=tuple((place, 1) for place in taken),
            defensive=self._resting(view),
        )

    def _resting(self, view: View) -> tuple[str, ...]:
        """Headquarters that go on the defensive now: two a turn, once the lead is won."""
        if view.facts["vp_soviet"] - view.facts["vp_axis"] < self.lead:
            return ()
        return tuple(view.facts["offensive_headquarters"][:2])

    def _farness(self, view: View, mobile: list[str], place: str) -> float:
        """Mean distance of the mobile units from a hex."""
        return sum(view.distance(here, place) for here in mobile) / max(1, len(mobile))
