"""Template of a plugin: a strategy that computes its wishes. Copy it, without the underscore.

Check the copy with ``balance check strategy path/to/my_plugin.py`` and play it with
``balance run counteroffensive --axis path/to/my_plugin.py:reserve=3 --soviet historical``.

A strategy sees the game through ``view`` (see balance/strategy/view.py), imports nothing of the
product but ``balance.strategy``, and draws chance from ``view.random`` alone.
"""

from balance.strategy import Mission, Plan, Strategy, View, select


class TemplatePlugin(Strategy):
    """Holds the line, and sends its panzers against the enemies nearest to Rostov."""

    name = "template_plugin"
    game = "more_lost_victories"
    side = "axis"
    source = "Template"

    # Parameters: whole number, number, true/false or text; the default tells which.
    reserve: int = 2
    caution: float = 1.0

    def plan(self, view: View) -> Plan:
        """Wishes for the coming game turn; the staff carries them out within the rules."""
        missions = []
        enemies = [stack.hex for stack in view.enemies()]
        if view.game_turn > self.reserve and enemies:
            goal = min(enemies, key=lambda place: view.distance(place, "Rostov"))
            missions.append(Mission(select(kinds=["armor"]), "strike", (goal,)))
        return Plan(
            missions=tuple(missions),
            garrisons=(("Rostov", 1),),
            weights=self.weights(caution=self.caution),
        )
