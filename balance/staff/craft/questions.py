"""What the craft asks a game, by subject: a game answers the subjects of the modules it uses.

Answers are inner kernels of the game's own staff or referee, which cite its rules; some are
numbers. What is checked is answered by a refusal, ``ALLOWED`` if there is none. The craft itself
looks only at what the states of all games have alike: who stands where, whose turn it is, the map.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from balance.kernel.questions import questions

#: ``status`` of a unit on the map, in all games.
ON_MAP = 0
#: What a check answers if nothing speaks against it.
ALLOWED = 0
#: What ``end_of`` says of a hex: whether a line may begin or end in it.
INSIDE, BEGINNING, END = range(3)
#: In the place of an answer that no module asks which the game uses; to ask it is an error.
UNASKED: Any = None


@questions
class Ground(NamedTuple):
    """The map, and who may stand where."""

    #: (state, h) -> whether troops could stand there at all: neither water nor off the map.
    is_land: Any = UNASKED
    #: (state, h) -> what the terrain multiplies defenders by.
    cover_of: Any = UNASKED
    #: (state, side, h) -> whether a hex lies in a zone of control of the enemies of a side.
    in_enemy_zone: Any = UNASKED
    #: (state, unit, h) -> whether a unit may stand with those in another hex, ``ALLOWED`` if so.
    check_stacking: Any = UNASKED
    #: (state, h) -> unit that a hex loses first if it holds too many as a phase ends, else -1.
    first_in_excess: Any = UNASKED
    #: (state) -> most combat units in a hex.
    most_together: Any = UNASKED


@questions
class Strengths(NamedTuple):
    """Units, so far as both sides know them."""

    #: (state, unit) -> attack strength, nothing changed by place or supply.
    printed_attack: Any = UNASKED
    #: (state, unit) -> defense strength; that of a headquarters is 0.
    printed_defense: Any = UNASKED
    #: (state, unit) -> attack and defense strength by supply and company, terrain left out.
    known_strengths: Any = UNASKED
    #: (state, desk, h) -> defense of an enemy stack in its supply, as far as it is known.
    seen_defense: Any = UNASKED
    #: (state) -> what the defense of a stack without supply is divided by.
    starved_divisor: Any = UNASKED
    #: (state, unit) -> whether nobody has looked at its strength yet.
    is_hidden: Any = UNASKED
    #: (state, unit) -> whether it leads others rather than fights.
    is_headquarters: Any = UNASKED
    #: (state, unit) -> strength that a headquarters adds to an attack of those beside it, at most.
    leadership: Any = UNASKED
    #: (state, side, h) -> of an enemy stack the attack strength held where it is, the strength free
    #: to come, how far that marches, and a number for where it may go, see ``may_come``.
    striking_power: Any = UNASKED
    #: (bound, away, rows, halves) -> whether units so bound may come to a hex so far away, so many
    #: rows and half columns from theirs.
    may_come: Any = UNASKED


@questions
class Bodies(NamedTuple):
    """Units that are worth more together: the regiments of a division."""

    #: (state, unit) -> number of its division, 0 if none.
    division_of: Any = UNASKED
    #: (side) -> whether a side has any.
    forms_divisions: Any = UNASKED
    #: (state, unit) -> whether it is together with enough of its division.
    has_integrity: Any = UNASKED
    #: (state) -> units that are enough.
    least_units: Any = UNASKED
    #: (state) -> what their strength is multiplied by then.
    multiplier: Any = UNASKED


@questions
class Worths(NamedTuple):
    """What a side plays for."""

    #: (state, unit) -> points that the enemy gets for a step, those for the last one shared by all.
    step_points: Any = UNASKED
    #: (state, h) -> points that a hex stands for.
    place_points: Any = UNASKED
    #: (state, side, h) -> points that a side gains by going into a hex.
    place_worth: Any = UNASKED
    #: (state, desk, side): find out what the next one tells; again when the leaders have moved.
    measure_supply: Any = UNASKED
    #: (state, desk, side, h) -> how far a hex is from being supplied: 0 if it is, 1 if nothing can
    #: be done about it.
    lack_of_supply: Any = UNASKED
    #: (state, side): find out what the next one tells.
    refresh_supply: Any = UNASKED
    #: (state, side, h) -> whether a unit of a side would be in supply in a hex, as things stand.
    is_fed: Any = UNASKED
    #: (state, unit) -> whether a unit was out of supply as the phase began.
    is_starving: Any = UNASKED
    #: (state, desk, side, h) -> factor points of driving off enemies who starve own troops.
    worth_of_relief: Any = UNASKED
    #: (state, h) -> whether a place scores only together with others.
    scores_jointly: Any = UNASKED
    #: (state) -> game turns to come after this one.
    turns_left: Any = UNASKED
    #: (state, side) -> whether nobody acts any more after this turn of a side.
    has_last_word: Any = UNASKED


@questions
class Battles(NamedTuple):
    """How battles are decided."""

    #: Column of the table for odds of 1-1.
    even_column: int = UNASKED
    #: (state, column, stakes) -> expected worth of a battle to the attacker in a column of the
    #: table, beyond its ends too.
    value_of: Any = UNASKED
    #: Halves of results that aren't steps or hexes: all is lost, or a step on either side.
    elimination: int = UNASKED
    engaged: int = UNASKED
    #: (state, column, steps, trapped) -> steps that a stack loses on average.
    steps_lost: Any = UNASKED
    #: (state, unit) -> attack strength it brings into a battle where it stands.
    attack_of: Any = UNASKED
    #: (state, target, sides) -> defense strength of a hex attacked across some of its sides (bits).
    defense_against: Any = UNASKED
    #: (state, unit) -> whether it has a part in the defense of its hex.
    defends: Any = UNASKED
    #: (state, unit) -> whether it may not go back when it attacks.
    presses_on: Any = UNASKED
    #: Most hexes of a retreat.
    longest_retreat: int = UNASKED
    #: (state, unit) -> row of ``state.cost`` that says which sides a retreat can't cross.
    retreat_row: Any = UNASKED
    #: (state, h, d) -> whether units in a hex control the next one in a direction.
    carries_zone: Any = UNASKED


@questions
class Attacks(NamedTuple):
    """Who may attack from where, and how it is done."""

    #: (state, unit, target) -> whether a unit may attack a hex now, ``ALLOWED`` if so.
    check_attacker: Any = UNASKED
    #: (state, target) -> whether a hex may be attacked now, ``ALLOWED`` if so.
    check_target: Any = UNASKED
    #: (state, target, party, count, advancing) -> ``ALLOWED`` if the attack was made.
    make: Any = UNASKED
    #: (state, side, pays): leave the order that attackers rather lose steps than go back.
    prefer_steps: Any = UNASKED
    #: (state, unit) -> attack strength by itself as it marches, 0 if it can't attack this turn.
    marching_strength: Any = UNASKED
    #: (state, unit) -> whether it goes forward though it has no task.
    is_on_offensive: Any = UNASKED
    #: (state, desk, unit) -> whether it may leave the line to attack if it has no task.
    may_sally: Any = UNASKED
    #: (state, unit) -> whether it ends the turn where it has attacked from.
    stays_beside: Any = UNASKED
    #: (state, desk, side, h, d) -> whether units can attack out of a hex in a direction.
    may_launch: Any = UNASKED
    #: (state, unit) -> number of a class of units that may stand together; those of many units in
    #: a hex: the greatest.
    company_of: Any = UNASKED
    #: (company, company there) -> whether units of one class may join those in a hex.
    fits: Any = UNASKED
    #: Whether one attack may compel to others.
    compel: bool = False
    #: (state, desk, side, target, launch) -> factor points that further attacks cost which fall due
    #: where units in some neighbours of a target (bits) have attacked it; less what is due anyway.
    price_of_duties: Any = UNASKED
    #: (state, desk, target, attack, defense, units, members, without, launch) -> column of the
    #: table for a party, in ``desk.party`` as places among ``units`` and sides of the target, one
    #: of it left out. A game may take its strengths as they are given.
    column_of: Any = UNASKED
    #: (state, target, d) -> whether it is hard to attack a hex by a side of it.
    is_across_river: Any = UNASKED


@questions
class Overruns(NamedTuple):
    """Attacks out of the march."""

    #: (state, unit) -> whether a unit could take part in one now.
    may_overrun: Any = UNASKED
    #: (state) -> what they divide attack strength by.
    divisor: Any = UNASKED
    #: (state, column, count) -> what the make-up of a column takes from the die.
    handicap: Any = UNASKED
    #: (state) -> movement points of one.
    price: Any = UNASKED
    #: (state, h, launch, onward, lead, count) -> whether a column of ``count`` units from a hex, of
    #: whom ``lead`` is the first, could overrun out of a launch hex in the direction ``onward``.
    may_launch: Any = UNASKED
    #: (state, column, count) -> number of hexes that a column could move to.
    compute_reach: Any = UNASKED
    #: (state, column, count, h) -> ``ALLOWED`` if the column has moved to a hex.
    move: Any = UNASKED
    #: (state, column, count, target) -> ``ALLOWED`` if the overrun was made.
    make: Any = UNASKED


@questions
class Moves(NamedTuple):
    """How units march; ``state.work[BEST]`` is 0 or more in the hexes of a reach."""

    #: (state, unit) -> whether it may move now, ``ALLOWED`` if so.
    check_may_move: Any = UNASKED
    #: (state, unit) -> whether it hasn't moved in this phase.
    is_unmoved: Any = UNASKED
    #: (state, unit, other) -> whether two units can go to the same hexes.
    are_alike: Any = UNASKED
    #: (state, unit) -> movement points for a whole march.
    allowance: Any = UNASKED
    #: (state, unit) -> movement points left now.
    points_left: Any = UNASKED
    #: (state, unit) -> number of hexes that it could move to.
    compute_reach: Any = UNASKED
    #: (state, unit, h) -> whether it could move to a hex; finds that reach.
    can_reach: Any = UNASKED
    #: (state, unit, h): march a unit to a hex of the reach just computed.
    follow: Any = UNASKED
    #: (state, desk, unit, h) -> marches that it costs a unit to end its own in a hex: that it can't
    #: leave it again, or must attack out of it.
    price_of_ending: Any = UNASKED
    #: (side, mobility) -> row of ``state.cost`` by which it finds its way through the land.
    cost_row: Any = UNASKED
    #: (side, mobility) -> the same for units that go forward without a task.
    forward_row: Any = UNASKED
    #: Classes of mobility.
    classes: int = UNASKED
    #: Parts of a movement point in which costs and fields are counted.
    parts: int = UNASKED
    #: (state, unit) -> hexes of its longest march.
    longest: Any = UNASKED


@questions
class Line(NamedTuple):
    """Where a side stands to keep the enemy out, and with whom."""

    #: Hexes from one post to the next at most, so that nobody passes between them in one move.
    spacing: int = UNASKED
    #: Enemy strength that can come to a post that makes a gap twice as bad.
    grave_threat: float = UNASKED
    #: (state, h) -> whether a line may begin or end in a hex: INSIDE, BEGINNING or END.
    end_of: Any = UNASKED
    #: (state, h) -> whether a line should end in a hex only if it can't end elsewhere.
    is_last_resort: Any = UNASKED
    #: (state, desk, side): fill ``desk.pull`` with the enemy strength that has passed each hex on
    #: its way to the rear of a side.
    find_passed: Any = UNASKED
    #: (state, desk, side): want troops in hexes beside the posts of the line, in ``desk.wanted``.
    add_posts: Any = UNASKED
    #: (state, unit) -> whether a unit mans the line if it has no task.
    mans_line: Any = UNASKED
    #: (state, desk, unit) -> whether a unit of the line leaves its hex rather than do what it would
    #: be made to do there.
    must_leave: Any = UNASKED
    #: Whether those whom no enemy is near leave the line for what he holds.
    pursues: bool = False
    #: (side) -> whether newcomers without a task go forward rather than into the line.
    newcomers_go_forward: Any = UNASKED
    #: (state, side, h) -> whether a side keeps somebody in a place that enemies could come to.
    keeps_guard: Any = UNASKED
    #: (state, desk, side) -> share of its points that a guard left in a place may cost.
    worth_of_guards: Any = UNASKED


@questions
class Pockets(NamedTuple):
    """How stacks are cut off from supply, by the nets that they draw on."""

    #: (state, side, h) -> number of the net that serves units of a side in a hex.
    net_of: Any = UNASKED
    #: (state, h) -> whether who stands in a hex can lose his supply at all.
    can_be_cut_off: Any = UNASKED
    #: (state, net, h, d) -> whether a line may run from a hex to the next one in a direction, were
    #: no enemy there.
    carries_line: Any = UNASKED
    #: (state, net, h) -> whether a hex feeds others, as things stand.
    is_source: Any = UNASKED
    #: (state, net, h, roots) -> number of hexes to be cut off together, a stack's own first, listed
    #: in ``roots``; and how many hexes from there a line may run.
    list_roots: Any = UNASKED
    #: (state, side) -> points that a side gets for an enemy unit lost out of supply.
    points_of_captive: Any = UNASKED


@questions
class Entries(NamedTuple):
    """How newcomers come onto the map."""

    #: (state, side, arrivals) -> number of units that may enter now, listed in ``arrivals``.
    list_arrivals: Any = UNASKED
    #: (state, unit, entries) -> number of hexes by which a unit may enter, listed in ``entries``.
    list_entry_hexes: Any = UNASKED
    #: (state, unit, h) -> ``ALLOWED`` if a unit has entered by a hex.
    enter: Any = UNASKED
    #: (state, ask, desk, unit, field) -> whether a unit that is wanted where a field is 0 has
    #: entered in a way that only its game has.
    enter_otherwise: Any = UNASKED
    #: (state, desk, side): find out what the next one tells.
    look_for_leaders: Any = UNASKED
    #: (state, desk, side, h) -> hexes by which a newcomer would stand too far from all leaders.
    lonely_hexes: Any = UNASKED


@questions
class Rides(NamedTuple):
    """Railroads, or other lines along which units go far behind the front instead of marching."""

    #: (state, side) -> units that a side may still move so in this phase.
    left: Any = UNASKED
    #: (state, unit) -> whether a unit may be moved so at all now, ``ALLOWED`` if so.
    check: Any = UNASKED
    #: (state, ask, desk, side, rows): has rows of ``desk.distance``, one a class, say how far it is
    #: to where units without a task are wanted; those rows alone that are wanted, as bits.
    prepare: Any = UNASKED
    #: (state, unit): finds the hexes that a unit could ride to.
    find: Any = UNASKED
    #: (state, h) -> whether a hex is among those just found.
    reaches: Any = UNASKED
    #: (state, unit, h): has a unit ride to a hex of those just found; ``ALLOWED`` if it went.
    make: Any = UNASKED


@questions
class Orders(NamedTuple):
    """Standing orders beside those by hex: ``retreat_value``, ``advance_value``, ``hold_steps``."""

    #: (state, side): leave the orders that hold in all battles.
    leave_policies: Any = UNASKED
    #: (state, unit, strikes): say how a unit would have itself led.
    wish_for: Any = UNASKED


@questions
class Questions(NamedTuple):
    """All that the craft asks a game, by subject."""

    ground: Ground = UNASKED
    strengths: Strengths = UNASKED
    bodies: Bodies = UNASKED
    worths: Worths = UNASKED
    battles: Battles = UNASKED
    attacks: Attacks = UNASKED
    overruns: Overruns = UNASKED
    moves: Moves = UNASKED
    line: Line = UNASKED
    pockets: Pockets = UNASKED
    entries: Entries = UNASKED
    orders: Orders = UNASKED
    rides: Rides = UNASKED
