"""Field works: who stands before the enemy and has nowhere to go digs in."""

from __future__ import annotations

from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import in_enemy_zone
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.works import build_works, check_build_works
from balance.kernel.compiled import inner
from balance.staff.desk import Desk
from balance.staff.tasks import strike_mission


@inner
def conduct_works(state: State, desk: Desk, side: int) -> None:
    """Dig in with who has stood still where enemies could come; strikers only beside the enemy.

    Rule: stalingrad_1942 9.11, 9.23

    Works free those in them from having to attack, and bind nobody.
    """
    for u in range(len(state.units)):
        unit = u
        if state.units[unit].side != side or check_build_works(state, unit) != Refusal.OK:
            continue
        h = state.units[unit].hex
        beside = in_enemy_zone(state, side, h)
        if beside or (desk.threat[h] > 0.0 and strike_mission(desk, unit) < 0):
            build_works(state, unit)
