"""What Drive on Stalingrad answers to the craft; see ``balance.staff.craft.questions``.

No unit has a zone of control, and divisions are single counters, so much is never asked.
"""

from __future__ import annotations

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.movement import follow_reach
from balance.games.drive_on_stalingrad.supply import field_row, refresh_supply
from balance.staff.craft.nothing import never, no_bar, no_division, once
from balance.staff.craft.questions import (
    Bodies,
    Ground,
    Line,
    Moves,
    Pockets,
    Questions,
    Strengths,
    Worths,
)
from balance.staff.drive_on_stalingrad.line import can_march
from balance.staff.drive_on_stalingrad.pockets import (
    can_be_cut_off,
    carries_line,
    is_source,
    list_roots,
    points_of_captive,
)
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense
from balance.staff.drive_on_stalingrad.stakes import enemy_defense_there
from balance.staff.drive_on_stalingrad.worth import is_fed, place_points

ASK = Questions(
    ground=Ground(check_stacking=no_bar),
    strengths=Strengths(
        printed_attack=known_attack,
        printed_defense=known_defense,
        seen_defense=enemy_defense_there,
        is_headquarters=never,
    ),
    bodies=Bodies(division_of=no_division, has_integrity=never, multiplier=once),
    moves=Moves(check_may_move=check_may_move, can_reach=can_march, follow=follow_reach, parts=1),
    worths=Worths(refresh_supply=refresh_supply, place_points=place_points, is_fed=is_fed),
    pockets=Pockets(
        net_of=field_row,
        can_be_cut_off=can_be_cut_off,
        carries_line=carries_line,
        is_source=is_source,
        list_roots=list_roots,
        points_of_captive=points_of_captive,
    ),
    line=Line(grave_threat=40.0),
)
