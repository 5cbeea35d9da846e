"""Why the referee refuses an order: one code a reason, each with its rule.

Compiled checks return a ``Refusal``; ``REASONS`` has it in words: its own, or where it has none
those that ``balance.games.reasons`` has for all games.
"""

from __future__ import annotations

from balance.games.reasons import Reason, reasons


class Refusal(Reason):
    """Answer of every ``check_x``: OK, or the reason why not."""

    OK = 0, ""
    # --- at any time
    GAME_OVER = 1, "25.0"
    WRONG_PHASE = 2, "4.2"
    WRONG_SIDE = 3, "4.1"
    NOT_ON_MAP = 4, "5.0"
    NO_SUCH_HEX = 5, "3.1"
    NO_SUCH_UNIT = 6, "3.2"
    DISRUPTED = 7, "6.32", "disrupted units neither move nor attack"
    FORBIDDEN = 8, "5.0, 6.0, 21.0, 25.1", "a restriction of the study forbids this side to do so"
    # --- stacking (7.0, 11.22, 19.8)
    STACK_FULL = 20, "7.0"
    SECOND_HEADQUARTERS = 21, "11.22", "a headquarters stands in the hex already"
    CORPS_MIXED = 22, "19.8", "a Soviet corps doesn't stack with divisions or other corps"
    # --- headquarters (sections 11 and 21)
    NO_HEADQUARTERS = 30, "21.0", "only headquarters have a mode to change"
    MODE_FIXED = 31, "21.3", "this headquarters stays in offensive mode"
    ALREADY_DEFENSIVE = 32, "21.0", "the headquarters is in defensive mode, once and for all"
    NO_DOCTRINE = 33, "21.0", "Soviet doctrine is not in force"
    # --- movement (sections 5, 19 and 22)
    ENEMY_IN_HEX = 40, "5.22"
    HEX_CLOSED = 41, "10.16, 10.4"
    NOT_ENOUGH_POINTS = 44, "5.11"
    MOVE_FINISHED = 45, "5.0"
    NOT_STACKED = 46, "5.0", "the units don't stand in one hex"
    OFF_MAP = 47, "25.1", "only Soviet units leave the map, in the exit area"
    SAME_HEX = 48, "5.0"
    IN_ENEMY_ZONE = (
        49,
        "8.23, 21.13, 22.13",
        "it stands in an enemy zone of control and may not disengage",
    )
    NOT_MECHANIZED = 50, "4.2", "only mechanized units and headquarters move in this phase"
    DEFENSIVE_MODE = (
        51,
        "21.22",
        "units in defensive mode neither overrun nor move in the Mechanized Movement Phase",
    )
    OUT_OF_REACH = (
        52,
        "5.11, 8.21, 21.14, 22.11, 22.12",
        "no legal way leads there with the movement points it has",
    )
    # --- rail (5.3, 19.2)
    RAIL_SIDE = 60, "19.2", "only German units move by rail"
    RAIL_LIMIT = 61, "19.22", "no rail move is left this game turn"
    NOT_ON_RAIL = 62, "5.31", "rail moves begin and end in railroad hexes"
    ALREADY_MOVED = 63, "5.33", "it has moved this phase"
    NO_RAIL_WAY = (
        64,
        "5.31, 5.33, 19.2, 19.21",
        "no railroad of legal length leads there clear of Soviet units and zones",
    )
    # --- overrun and combat (sections 6 and 9)
    NO_ENEMY = 70, "9.11"
    NO_ATTACKERS = 71, "9.11"
    ALREADY_ATTACKED = 72, "9.14"
    ALREADY_DEFENDED = 73, "9.14"
    NO_ATTACK_STRENGTH = 74, "13.3", "none of the units has an attack strength"
    NOT_ADJACENT = 75, "9.11, 9.23"
    SIDE_BARS_ATTACK = 76, "10.13, 10.16", "no such attack goes across that hexside"
    NO_COMMUNICATION = (
        77,
        "9.15, 11.33",
        "no line of communications leads from a headquarters to the unit",
    )
    HEADQUARTERS_ALONE = (
        78,
        "11.35, 11.37",
        "a headquarters only adds to the attack of units in its hex",
    )
    NAMED_TWICE = 79, "9.24", "a unit or hex was named twice"
    NO_SUPPLY = 80, "6.12, 12.21", "a unit that began the phase out of supply may not overrun"
    NOT_MOVED_TOGETHER = (
        81,
        "6.13",
        "the units didn't begin the phase in one hex and move together since",
    )
    OTHERS_IN_HEX = 82, "6.17", "units that stay out of the overrun stand in the hex"
    WRONG_DIRECTION = 83, "21.14", "units in offensive mode move and overrun westward only"
    # --- reinforcements and exits (sections 15, 23, 24 and 25)
    NOT_AWAITING = 130, "15.0, 24.0", "the unit is neither a reinforcement nor about to return"
    NOT_DUE = 131, "15.0, 24.0", "the unit is not due yet"
    NOT_AN_ENTRY_HEX = 132, "23.1, 23.2, 24.0", "that is no hex through which the unit may enter"
    ENTRY_IN_ENEMY_ZONE = 133, "23.12, 23.21", "no unit enters in an enemy zone of control"
    NOT_AN_EXIT = 134, "25.1", "Soviet combat units leave the map from the exit area alone"


#: Code -> (citation, reason in words).
REASONS = reasons("army_group_south", Refusal)
