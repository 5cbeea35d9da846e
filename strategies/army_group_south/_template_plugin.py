"""Template of a plugin: a strategy that computes its wishes. Copy it, without the underscore.

Check the copy with ``balance check strategy path/to/my_plugin.py`` and play it with
``balance run star --axis path/to/my_plugin.py:backhand=5 --soviet historical``.

A strategy sees the game through ``view`` (see balance/strategy/view.py), imports nothing of the
product but ``balance.strategy``, and draws chance from ``view.random`` alone.
"""

from balance.strategy import Mission, Plan, Strategy, View, select


class TemplatePlugin(Strategy):
    """Holds until the panzers are there, then strikes at the Soviets nearest to Pavlograd."""

    name = "template_plugin"
    game = "army_group_south"
    side = "axis"
    source = "Template"

    # Parameters: whole number, number, true/false or text; the default tells which.
    backhand: int = 4
    caution: float = 1.0
    rail: bool = True

    def plan(self, view: View) -> Plan:
        """Wishes for the coming player turn; the staff carries them out within the rules."""
        missions = []
        enemies = [stack.hex for stack in view.enemies()]
        if view.game_turn >= self.backhand and enemies:
            goal = min(enemies, key=lambda place: view.distance(place, "Pavlograd"))
            missions.append(Mission(select(kinds=["mech"]), "strike", (goal,)))
        return Plan(
            missions=tuple(missions),
            garrisons=(("Sinelnikovo", 1),),
            rail=self.rail,
            weights=self.weights(caution=self.caution),
        )
