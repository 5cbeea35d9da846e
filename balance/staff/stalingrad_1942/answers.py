"""What Stalingrad 1942-43 answers to the craft; see ``balance.staff.craft.questions``.

Longer answers stand in ``ground``, ``strengths``, ``moves`` and ``battles``.
"""

from __future__ import annotations

from balance.games.stalingrad_1942.artillery import ENOUGH_SUPPORT
from balance.games.stalingrad_1942.battle import BELOW_EVEN
from balance.games.stalingrad_1942.costs import is_large_river
from balance.games.stalingrad_1942.march import compute_reach, follow_reach
from balance.games.stalingrad_1942.movement import check_may_move, movement_allowance
from balance.games.stalingrad_1942.reinforcements import enter_unit, list_entry_hexes
from balance.games.stalingrad_1942.stacks import first_in_excess, in_enemy_zone, is_headquarters
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.strength import takes_part_in_defense
from balance.games.stalingrad_1942.vocabulary import Policy
from balance.kernel.compiled import inner
from balance.staff.craft import nothing, supply_survey
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
from balance.staff.stalingrad_1942 import (
    battles,
    blockades,
    ground,
    moves,
    odds,
    posts,
    strengths,
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
        is_land=ground.is_land,
        cover_of=ground.cover_of,
        in_enemy_zone=in_enemy_zone,
        check_stacking=ground.check_stacking,
        first_in_excess=first_in_excess,
        most_together=ground.most_together,
    ),
    strengths=Strengths(
        printed_attack=strengths.printed_attack,
        printed_defense=strengths.printed_defense,
        known_strengths=strengths.known_strengths,
        starved_divisor=nothing.once,
        is_hidden=nothing.never,
        is_headquarters=is_headquarters,
        striking_power=strengths.striking_power,
        may_come=nothing.may_go_anywhere,
    ),
    battles=Battles(
        even_column=BELOW_EVEN,
        value_of=battles.value_of,
        steps_lost=battles.steps_lost,
        defense_against=battles.defense_against,
        defends=takes_part_in_defense,
        longest_retreat=_PURSUIT,
        retreat_row=battles.retreat_row,
        carries_zone=battles.carries_zone,
    ),
    attacks=Attacks(
        marching_strength=battles.marching_strength,
        is_on_offensive=nothing.never,
        may_sally=battles.may_sally,
        stays_beside=nothing.always,
        may_launch=battles.may_launch,
        company_of=nothing.one_company,
        fits=nothing.all_fit,
        compel=True,
        price_of_duties=battles.price_of_duties,
        column_of=odds.column_of,
        is_across_river=is_large_river,
    ),
    bodies=nothing.NO_BODIES,
    worths=Worths(
        step_points=nothing.no_points,
        place_points=ground.place_points,
        place_worth=ground.place_worth,
        worth_of_relief=blockades.worth_of_relief,
        measure_supply=supply_survey.measure_supply,
        lack_of_supply=supply_survey.lack_of_supply,
        refresh_supply=supply_survey.refresh_supply,
        is_fed=supply_survey.is_fed,
        is_starving=supply_survey.is_starving,
        scores_jointly=ground.scores_jointly,
        turns_left=turns_left,
        has_last_word=has_last_word,
    ),
    moves=Moves(
        check_may_move=check_may_move,
        is_unmoved=moves.is_unmoved,
        are_alike=moves.are_alike,
        allowance=movement_allowance,
        compute_reach=compute_reach,
        can_reach=moves.can_reach,
        follow=follow_reach,
        price_of_ending=moves.price_of_ending,
        cost_row=moves.cost_row,
        classes=4,
        parts=PART,
        longest=moves.longest,
    ),
    line=Line(
        spacing=2,
        grave_threat=15.0,
        end_of=ground.end_of,
        is_last_resort=nothing.never,
        find_passed=ground.find_passed,
        add_posts=posts.add_posts,
        mans_line=ground.mans_line,
        pursues=True,
        must_leave=moves.must_leave,
        keeps_guard=ground.keeps_guard,
    ),
    entries=Entries(list_entry_hexes=list_entry_hexes, enter=enter_unit),
    orders=Orders(leave_policies=leave_policies, wish_for=nothing.no_wish),
)

#: The answers for those who don't mean to attack: they keep out of zones.
QUIETLY = ASK._replace(ground=ASK.ground._replace(check_stacking=ground.check_quiet))
