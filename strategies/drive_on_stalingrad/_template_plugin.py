"""Template of a plugin: a strategy that computes its wishes. Copy it, without the underscore.

Check the copy with ``balance check strategy path/to/my_plugin.py`` and play it with
``balance run blue --axis path/to/my_plugin.py:bold=true --soviet historical``.

A strategy sees the game through ``view`` (see balance/strategy/view.py), imports nothing of the
product but ``balance.strategy``, and draws chance from ``view.random`` alone.
"""

from balance.strategy import Mission, Plan, Strategy, View, select


class TemplatePlugin(Strategy):
    """Drives on Stalingrad once Voronezh has fallen, or at once if bold."""

    name = "template_plugin"
    game = "drive_on_stalingrad"
    side = "axis"
    source = "Template"

    # Parameters: whole number, number, true/false or text; the default tells which.
    turn_east: int = 4
    caution: float = 1.0
    bold: bool = False

    def plan(self, view: View) -> Plan:
        """Wishes for the coming player turn; the staff carries them out within the rules."""
        voronezh = view.hex("Voronezh")
        east = self.bold or view.game_turn >= self.turn_east or voronezh.control == "axis"
        goal = "Stalingrad" if east else "Voronezh"
        missions = [
            Mission(select(kinds=["mech"], nations=["german"]), "strike", (goal,)),
            Mission(select(armies=["17A"], kinds=["nonmech"]), "strike", ("Rostov",)),
        ]
        # Later missions override earlier ones: a weak panzer division goes into the line.
        weak = [unit.name for unit in view.units() if unit.kind == "panzer" and unit.steps == 1]
        if weak:
            missions.append(Mission(select(*weak), "hold", ()))
        return Plan(
            missions=tuple(missions),
            garrisons=(("Kharkov", 1),),
            luftwaffe="mobile" if east else "best",
            weights=self.weights(caution=self.caution),
        )
