"""What Army Group South answers to the craft; see ``balance.staff.craft.questions``.

Longer answers stand in ``ground``, ``strengths`` and ``battles``.
"""

from __future__ import annotations

from balance.games.army_group_south.attack import check_attacker, check_target
from balance.games.army_group_south.costs import season_row
from balance.games.army_group_south.march import (
    can_reach,
    compute_reach,
    compute_stack_reach,
    follow_reach,
    move_stack,
)
from balance.games.army_group_south.movement import (
    NOT_MOVED,
    check_may_move,
    movement_allowance,
    points_left,
)
from balance.games.army_group_south.overrun import make_overrun
from balance.games.army_group_south.reveal import is_hidden
from balance.games.army_group_south.stacks import (
    carries_zone,
    check_stacking,
    in_enemy_zone,
    is_headquarters,
)
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.vocabulary import ELIMINATION, ENGAGED, Mode, Side
from balance.kernel.compiled import inner
from balance.staff.army_group_south.battles import (
    are_alike,
    company_of,
    defends,
    fits,
    is_across_river,
    is_on_offensive,
    leadership,
    likely_attack,
    likely_defense_of,
    make_attack_on,
    marching_strength,
    may_launch,
    may_launch_overrun,
    may_overrun,
    may_sally,
    overrun_divisor,
    overrun_price,
    prefer_steps,
    presses_on,
    stays_beside,
    steps_lost,
)
from balance.staff.army_group_south.ground import (
    cover_of,
    end_of,
    has_rear_at_high_x2,
    is_land,
    is_last_resort,
    keeps_guard,
    lack_of_supply,
    mans_line,
    measure_supply,
    most_together,
    place_points,
    place_worth,
)
from balance.staff.army_group_south.strengths import (
    known_strengths,
    may_come,
    printed_attack,
    printed_defense,
    starved_divisor,
    step_points,
    striking_power,
)
from balance.staff.craft.questions import (
    Attacks,
    Battles,
    Bodies,
    Ground,
    Line,
    Moves,
    Overruns,
    Questions,
    Strengths,
    Worths,
)

# --- units and bodies


@inner
def division_of(state: State, unit: int) -> int:
    """Division of a unit that may gain integrity, 0 if none.

    Rule: army_group_south 19.5
    """
    return state.units[unit].division


@inner
def least_units(state: State) -> int:
    """Regiments that make a division whole.

    Rule: army_group_south 19.5
    """
    return state.rules.integrity_least_units


@inner
def forms_divisions(side: int) -> bool:
    """Whether a side has divisions that gain integrity.

    Rule: army_group_south 19.5
    """
    return side == Side.AXIS


@inner
def integrity_multiplier(state: State) -> int:
    """What integrity multiplies strength by.

    Rule: army_group_south 19.5
    """
    return state.rules.integrity_multiplier


@inner
def is_unmoved(state: State, unit: int) -> bool:
    """Whether a unit hasn't moved in this phase.

    Rule: army_group_south 5.0
    """
    return state.units[unit].moved == NOT_MOVED


@inner
def follow(state: State, unit: int, goal: int) -> None:
    """March a unit to a hex of the reach just computed.

    Rule: army_group_south 5.0
    """
    state.party[0] = unit
    follow_reach(state, state.party, 1, goal)


@inner
def is_stuck(state: State, unit: int, h: int) -> bool:
    """Whether a unit could not leave a hex again next turn: in an enemy zone, on the offensive.

    Rule: army_group_south 5.23, 21.13
    """
    counter = state.units[unit]
    bound = counter.side == Side.SOVIET and counter.mode == Mode.OFFENSIVE
    return bound and in_enemy_zone(state, counter.side, h)


@inner
def cost_row(side: int, mobility: int) -> int:
    """Row of the costs by which units of a mobility find their way through the land.

    Rule: army_group_south 10.4
    """
    return mobility


# --- time


@inner
def turns_left(state: State) -> int:
    """Game turns to come after this one.

    Rule: army_group_south 19.13, 25.0
    """
    return state.rules.sequence_game_turns - state.game.game_turn


@inner
def has_last_word(state: State, side: int) -> bool:
    """Whether nobody acts after a side any more: the Soviets move last.

    Rule: army_group_south 4.1
    """
    return side == Side.SOVIET and turns_left(state) <= 0


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
        is_hidden=is_hidden,
        is_headquarters=is_headquarters,
        leadership=leadership,
        striking_power=striking_power,
        may_come=may_come,
    ),
    bodies=Bodies(
        division_of=division_of,
        forms_divisions=forms_divisions,
        has_integrity=has_integrity,
        least_units=least_units,
        multiplier=integrity_multiplier,
    ),
    worths=Worths(
        step_points=step_points,
        place_points=place_points,
        place_worth=place_worth,
        measure_supply=measure_supply,
        lack_of_supply=lack_of_supply,
        turns_left=turns_left,
        has_last_word=has_last_word,
    ),
    battles=Battles(
        even_column=2,
        elimination=ELIMINATION,
        engaged=ENGAGED,
        steps_lost=steps_lost,
        attack_of=likely_attack,
        defense_against=likely_defense_of,
        defends=defends,
        presses_on=presses_on,
        longest_retreat=3,
        retreat_row=season_row,
        carries_zone=carries_zone,
    ),
    attacks=Attacks(
        check_attacker=check_attacker,
        check_target=check_target,
        make=make_attack_on,
        prefer_steps=prefer_steps,
        marching_strength=marching_strength,
        is_on_offensive=is_on_offensive,
        may_sally=may_sally,
        stays_beside=stays_beside,
        may_launch=may_launch,
        company_of=company_of,
        fits=fits,
        is_across_river=is_across_river,
    ),
    overruns=Overruns(
        may_overrun=may_overrun,
        divisor=overrun_divisor,
        price=overrun_price,
        may_launch=may_launch_overrun,
        compute_reach=compute_stack_reach,
        move=move_stack,
        make=make_overrun,
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
        is_stuck=is_stuck,
        cost_row=cost_row,
        classes=2,
    ),
    line=Line(
        spacing=3,
        end_of=end_of,
        is_last_resort=is_last_resort,
        has_rear_at_high_x2=has_rear_at_high_x2,
        mans_line=mans_line,
        keeps_guard=keeps_guard,
    ),
)
