"""What Stalingrad 1942-43 answers to the craft; see ``balance.staff.craft.questions``.

Longer answers stand in ``ground``, ``strengths``, ``moves`` and ``battles``.
"""

from __future__ import annotations

from balance.games.stalingrad_1942.artillery import ENOUGH_SUPPORT
from balance.games.stalingrad_1942.battle import BELOW_EVEN
from balance.games.stalingrad_1942.march import compute_reach, follow_reach
from balance.games.stalingrad_1942.movement import check_may_move, movement_allowance
from balance.games.stalingrad_1942.reinforcements import enter_unit, list_entry_hexes
from balance.games.stalingrad_1942.stacks import first_in_excess, in_enemy_zone, is_headquarters
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.strength import takes_part_in_defense
from balance.games.stalingrad_1942.vocabulary import Policy
from balance.kernel.compiled import inner
from balance.staff.craft.nothing import (
    NO_BODIES,
    all_fit,
    always,
    may_go_anywhere,
    never,
    no_points,
    no_wish,
    once,
    one_company,
)
from balance.staff.craft.questions import (
    Attacks,
    Battles,
    Entries,
    Ground,
    Line,
    Moves,
    Orders,
    Questions,
    Strengths,
    Worths,
)
from balance.staff.craft.supply_survey import (
    is_fed,
    is_starving,
    lack_of_supply,
    measure_supply,
    refresh_supply,
)
from balance.staff.stalingrad_1942.battles import (
    carries_zone,
    defense_against,
    is_across_river,
    marching_strength,
    may_launch,
    may_sally,
    price_of_duties,
    retreat_row,
    steps_lost,
    value_of,
)
from balance.staff.stalingrad_1942.blockades import worth_of_relief
from balance.staff.stalingrad_1942.ground import (
    check_quiet,
    check_stacking,
    cover_of,
    end_of,
    find_passed,
    is_land,
    keeps_guard,
    mans_line,
    most_together,
    place_points,
    place_worth,
    scores_jointly,
)
from balance.staff.stalingrad_1942.moves import (
    are_alike,
    can_reach,
    cost_row,
    is_unmoved,
    longest,
    must_leave,
    price_of_ending,
)
from balance.staff.stalingrad_1942.odds import column_of
from balance.staff.stalingrad_1942.pockets import add_posts
from balance.staff.stalingrad_1942.strengths import (
    known_strengths,
    printed_attack,
    printed_defense,
    striking_power,
)

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


# --- standing orders


@inner
def leave_policies(state: State, side: int) -> None:
    """Leave the orders that hold in all battles.

    Rule: stalingrad_1942 7.31b, 7.32, 7.34, 7.37, 7.41, 8.41, 11.35
    """
    policy = state.policy[side]
    policy[Policy.DEFEND_STEPS] = 0
    policy[Policy.ATTACK_STEPS] = 0
    policy[Policy.STEPS_IF_TRAPPED] = 1
    policy[Policy.ADVANCE] = state.rules.stacking_limit
    policy[Policy.ADVANCE_HEXES] = _PURSUIT
    policy[Policy.SUPPORT_DEFENSE] = ENOUGH_SUPPORT
    policy[Policy.KEEP_UNITS] = 1
    policy[Policy.SPARE_HEADQUARTERS] = 0


#: Hexes of the longest retreat, which pursuers may follow.
_PURSUIT = 4

ASK = Questions(
    ground=Ground(
        is_land=is_land,
        cover_of=cover_of,
        in_enemy_zone=in_enemy_zone,
        check_stacking=check_stacking,
        first_in_excess=first_in_excess,
        most_together=most_together,
    ),
    strengths=Strengths(
        printed_attack=printed_attack,
        printed_defense=printed_defense,
        known_strengths=known_strengths,
        starved_divisor=once,
        is_hidden=never,
        is_headquarters=is_headquarters,
        striking_power=striking_power,
        may_come=may_go_anywhere,
    ),
    battles=Battles(
        even_column=BELOW_EVEN,
        value_of=value_of,
        steps_lost=steps_lost,
        defense_against=defense_against,
        defends=takes_part_in_defense,
        longest_retreat=_PURSUIT,
        retreat_row=retreat_row,
        carries_zone=carries_zone,
    ),
    attacks=Attacks(
        marching_strength=marching_strength,
        is_on_offensive=never,
        may_sally=may_sally,
        stays_beside=always,
        may_launch=may_launch,
        company_of=one_company,
        fits=all_fit,
        compel=True,
        price_of_duties=price_of_duties,
        column_of=column_of,
        is_across_river=is_across_river,
    ),
    bodies=NO_BODIES,
    worths=Worths(
        step_points=no_points,
        place_points=place_points,
        place_worth=place_worth,
        worth_of_relief=worth_of_relief,
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
        compute_reach=compute_reach,
        can_reach=can_reach,
        follow=follow_reach,
        price_of_ending=price_of_ending,
        cost_row=cost_row,
        classes=4,
        parts=PART,
        longest=longest,
    ),
    line=Line(
        spacing=2,
        grave_threat=15.0,
        end_of=end_of,
        is_last_resort=never,
        find_passed=find_passed,
        add_posts=add_posts,
        mans_line=mans_line,
        pursues=True,
        must_leave=must_leave,
        keeps_guard=keeps_guard,
    ),
    entries=Entries(list_entry_hexes=list_entry_hexes, enter=enter_unit),
    orders=Orders(leave_policies=leave_policies, wish_for=no_wish),
)

#: The answers for those who don't mean to attack: they keep out of zones.
QUIETLY = ASK._replace(ground=ASK.ground._replace(check_stacking=check_quiet))
