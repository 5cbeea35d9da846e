"""What Stalingrad 1942-43 answers to the craft; see ``balance.staff.craft.questions``.

Longer answers stand in ``ground``, ``strengths``, ``moves`` and ``battles``.
"""

from __future__ import annotations

from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.movement import (
    check_may_move,
    movement_allowance,
    points_left,
)
from balance.games.stalingrad_1942.stacks import in_enemy_zone, is_headquarters
from balance.games.stalingrad_1942.state import PART, State
from balance.kernel.compiled import inner
from balance.staff.craft.nothing import never, no_division, once
from balance.staff.craft.questions import (
    Battles,
    Bodies,
    Ground,
    Line,
    Moves,
    Questions,
    Strengths,
    Worths,
)
from balance.staff.stalingrad_1942.ground import (
    check_stacking,
    cover_of,
    end_of,
    find_passed,
    is_fed,
    is_land,
    is_last_resort,
    is_starving,
    keeps_guard,
    lack_of_supply,
    mans_line,
    measure_supply,
    most_together,
    place_points,
    place_worth,
    refresh_supply,
    scores_jointly,
)
from balance.staff.stalingrad_1942.moves import (
    are_alike,
    can_reach,
    cost_row,
    follow,
    is_unmoved,
    longest,
    price_of_ending,
)
from balance.staff.stalingrad_1942.pockets import add_posts
from balance.staff.stalingrad_1942.strengths import (
    known_strengths,
    may_come,
    printed_attack,
    printed_defense,
    starved_divisor,
    step_points,
    steps_lost,
    striking_power,
)


@inner
def forms_divisions(side: int) -> bool:
    """Whether a side has divisions whose strength is multiplied: they shift columns instead.

    Rule: stalingrad_1942 12.1
    """
    return False


# --- time


@inner
def turns_left(state: State) -> int:
    """Game turns to come after this one.

    Rule: stalingrad_1942 S1c, S2c, S3c
    """
    return state.scene.turns - state.game.game_turn


@inner
def has_last_word(state: State, side: int) -> bool:
    """Whether nobody acts after a side any more: who lacks the initiative moves last.

    Rule: stalingrad_1942 3.1a
    """
    return side != state.scene.initiative and turns_left(state) <= 0


ASK = Questions(
    ground=Ground(
        is_land=is_land,
        cover_of=cover_of,
        in_enemy_zone=in_enemy_zone,
        check_stacking=check_stacking,
        most_together=most_together,
    ),
    strengths=Strengths(
        printed_attack=printed_attack,
        printed_defense=printed_defense,
        known_strengths=known_strengths,
        starved_divisor=starved_divisor,
        is_hidden=never,
        is_headquarters=is_headquarters,
        striking_power=striking_power,
        may_come=may_come,
    ),
    battles=Battles(even_column=3, steps_lost=steps_lost),
    bodies=Bodies(
        division_of=no_division,
        forms_divisions=forms_divisions,
        has_integrity=never,
        least_units=once,
        multiplier=once,
    ),
    worths=Worths(
        step_points=step_points,
        place_points=place_points,
        place_worth=place_worth,
        measure_supply=measure_supply,
        lack_of_supply=lack_of_supply,
        refresh_supply=refresh_supply,
        is_fed=is_fed,
        is_starving=is_starving,
        scores_jointly=scores_jointly,
        turns_left=turns_left,
        has_last_word=has_last_word,
    ),
    moves=Moves(
        check_may_move=check_may_move,
        is_unmoved=is_unmoved,
        are_alike=are_alike,
        allowance=movement_allowance,
        points_left=points_left,
        compute_reach=compute_reach,
        can_reach=can_reach,
        follow=follow,
        price_of_ending=price_of_ending,
        cost_row=cost_row,
        forward_row=cost_row,
        classes=4,
        parts=PART,
        longest=longest,
    ),
    line=Line(
        spacing=3,
        grave_threat=15.0,
        end_of=end_of,
        is_last_resort=is_last_resort,
        find_passed=find_passed,
        add_posts=add_posts,
        mans_line=mans_line,
        keeps_guard=keeps_guard,
    ),
)
