"""Why the referee refuses an order: one code a reason, each with its rule.

Compiled checks return a ``Refusal``; ``REASONS`` has it in words. Codes are grouped by topic and
never renumbered, for they are stored with the events of a game.
"""

from __future__ import annotations

from enum import IntEnum


class Refusal(IntEnum):
    """Answer of every ``check_x``: OK, or the reason why not."""

    OK = 0
    # --- at any time
    GAME_OVER = 1
    WRONG_PHASE = 2
    WRONG_SIDE = 3
    NOT_ON_MAP = 4
    NO_SUCH_HEX = 5
    NO_SUCH_UNIT = 6
    DISRUPTED = 7
    FORBIDDEN = 8
    # --- stacking (7.0, 11.22, 19.8)
    STACK_FULL = 20
    SECOND_HEADQUARTERS = 21
    CORPS_MIXED = 22
    # --- headquarters (sections 11 and 21)
    NO_HEADQUARTERS = 30
    MODE_FIXED = 31
    ALREADY_DEFENSIVE = 32
    NO_DOCTRINE = 33
    # --- movement (sections 5, 19 and 22)
    ENEMY_IN_HEX = 40
    HEX_CLOSED = 41
    NOT_ENOUGH_POINTS = 44
    MOVE_FINISHED = 45
    NOT_STACKED = 46
    OFF_MAP = 47
    SAME_HEX = 48
    IN_ENEMY_ZONE = 49
    NOT_MECHANIZED = 50
    DEFENSIVE_MODE = 51
    OUT_OF_REACH = 52
    # --- rail (5.3, 19.2)
    RAIL_SIDE = 60
    RAIL_LIMIT = 61
    NOT_ON_RAIL = 62
    ALREADY_MOVED = 63
    NO_RAIL_WAY = 64
    # --- overrun and combat (sections 6 and 9)
    NO_ENEMY = 70
    NO_ATTACKERS = 71
    ALREADY_ATTACKED = 72
    ALREADY_DEFENDED = 73
    NO_ATTACK_STRENGTH = 74
    NOT_ADJACENT = 75
    SIDE_BARS_ATTACK = 76
    NO_COMMUNICATION = 77
    HEADQUARTERS_ALONE = 78
    NAMED_TWICE = 79
    NO_SUPPLY = 80
    NOT_MOVED_TOGETHER = 81
    OTHERS_IN_HEX = 82
    WRONG_DIRECTION = 83
    # --- reinforcements and exits (sections 15, 23, 24 and 25)
    NOT_AWAITING = 130
    NOT_DUE = 131
    NOT_AN_ENTRY_HEX = 132
    ENTRY_IN_ENEMY_ZONE = 133
    NOT_AN_EXIT = 134


#: Code -> (citation, reason in words).
REASONS: dict[Refusal, tuple[str, str]] = {
    Refusal.OK: ("", "allowed"),
    Refusal.GAME_OVER: ("army_group_south 25.0", "the game is over"),
    Refusal.WRONG_PHASE: ("army_group_south 4.2", "that action belongs to another phase"),
    Refusal.WRONG_SIDE: ("army_group_south 4.1", "it is the other player's turn"),
    Refusal.NOT_ON_MAP: ("army_group_south 5.0", "the unit isn't on the map"),
    Refusal.NO_SUCH_HEX: ("army_group_south 3.1", "there is no such hex"),
    Refusal.NO_SUCH_UNIT: ("army_group_south 3.2", "there is no such unit"),
    Refusal.DISRUPTED: ("army_group_south 6.32", "disrupted units neither move nor attack"),
    Refusal.FORBIDDEN: (
        "army_group_south 5.0, 6.0, 21.0, 25.1",
        "a restriction of the study forbids this side to do so",
    ),
    Refusal.STACK_FULL: ("army_group_south 7.0", "the hex is full"),
    Refusal.SECOND_HEADQUARTERS: (
        "army_group_south 11.22",
        "a headquarters stands in the hex already",
    ),
    Refusal.CORPS_MIXED: (
        "army_group_south 19.8",
        "a Soviet corps doesn't stack with divisions or other corps",
    ),
    Refusal.NO_HEADQUARTERS: ("army_group_south 21.0", "only headquarters have a mode to change"),
    Refusal.MODE_FIXED: ("army_group_south 21.3", "this headquarters stays in offensive mode"),
    Refusal.ALREADY_DEFENSIVE: (
        "army_group_south 21.0",
        "the headquarters is in defensive mode, once and for all",
    ),
    Refusal.NO_DOCTRINE: ("army_group_south 21.0", "Soviet doctrine is not in force"),
    Refusal.ENEMY_IN_HEX: ("army_group_south 5.22", "enemy units hold the hex"),
    Refusal.HEX_CLOSED: ("army_group_south 10.16, 10.4", "its terrain is closed"),
    Refusal.NOT_ENOUGH_POINTS: ("army_group_south 5.11", "it lacks the movement points"),
    Refusal.MOVE_FINISHED: ("army_group_south 5.0", "its move is finished"),
    Refusal.NOT_STACKED: ("army_group_south 5.0", "the units don't stand in one hex"),
    Refusal.OFF_MAP: ("army_group_south 25.1", "only Soviet units leave the map, in the exit area"),
    Refusal.SAME_HEX: ("army_group_south 5.0", "the unit stands in that hex already"),
    Refusal.IN_ENEMY_ZONE: (
        "army_group_south 8.23, 21.13, 22.13",
        "it stands in an enemy zone of control and may not disengage",
    ),
    Refusal.NOT_MECHANIZED: (
        "army_group_south 4.2",
        "only mechanized units and headquarters move in this phase",
    ),
    Refusal.DEFENSIVE_MODE: (
        "army_group_south 21.22",
        "units in defensive mode neither overrun nor move in the Mechanized Movement Phase",
    ),
    Refusal.OUT_OF_REACH: (
        "army_group_south 5.11, 8.21, 21.14, 22.11, 22.12",
        "no legal way leads there with the movement points it has",
    ),
    Refusal.RAIL_SIDE: ("army_group_south 19.2", "only German units move by rail"),
    Refusal.RAIL_LIMIT: ("army_group_south 19.22", "no rail move is left this game turn"),
    Refusal.NOT_ON_RAIL: ("army_group_south 5.31", "rail moves begin and end in railroad hexes"),
    Refusal.ALREADY_MOVED: ("army_group_south 5.33", "it has moved this phase"),
    Refusal.NO_RAIL_WAY: (
        "army_group_south 5.31, 5.33, 19.2, 19.21",
        "no railroad of legal length leads there clear of Soviet units and zones",
    ),
    Refusal.NO_ENEMY: ("army_group_south 9.11", "no enemy unit is in the hex"),
    Refusal.NO_ATTACKERS: ("army_group_south 9.11", "no unit was named to attack"),
    Refusal.ALREADY_ATTACKED: ("army_group_south 9.14", "a unit has attacked this phase"),
    Refusal.ALREADY_DEFENDED: (
        "army_group_south 9.14",
        "the defenders have been attacked this phase",
    ),
    Refusal.NO_ATTACK_STRENGTH: (
        "army_group_south 13.3",
        "none of the units has an attack strength",
    ),
    Refusal.NOT_ADJACENT: ("army_group_south 9.11, 9.23", "the hexes aren't adjacent"),
    Refusal.SIDE_BARS_ATTACK: (
        "army_group_south 10.13, 10.16",
        "no such attack goes across that hexside",
    ),
    Refusal.NO_COMMUNICATION: (
        "army_group_south 9.15, 11.33",
        "no line of communications leads from a headquarters to the unit",
    ),
    Refusal.HEADQUARTERS_ALONE: (
        "army_group_south 11.35, 11.37",
        "a headquarters only adds to the attack of units in its hex",
    ),
    Refusal.NAMED_TWICE: ("army_group_south 9.24", "a unit or hex was named twice"),
    Refusal.NO_SUPPLY: (
        "army_group_south 6.12, 12.21",
        "a unit that began the phase out of supply may not overrun",
    ),
    Refusal.NOT_MOVED_TOGETHER: (
        "army_group_south 6.13",
        "the units didn't begin the phase in one hex and move together since",
    ),
    Refusal.OTHERS_IN_HEX: (
        "army_group_south 6.17",
        "units that stay out of the overrun stand in the hex",
    ),
    Refusal.WRONG_DIRECTION: (
        "army_group_south 21.14",
        "units in offensive mode move and overrun westward only",
    ),
    Refusal.NOT_AWAITING: (
        "army_group_south 15.0, 24.0",
        "the unit is neither a reinforcement nor about to return",
    ),
    Refusal.NOT_DUE: ("army_group_south 15.0, 24.0", "the unit is not due yet"),
    Refusal.NOT_AN_ENTRY_HEX: (
        "army_group_south 23.1, 23.2, 24.0",
        "that is no hex through which the unit may enter",
    ),
    Refusal.ENTRY_IN_ENEMY_ZONE: (
        "army_group_south 23.12, 23.21",
        "no unit enters in an enemy zone of control",
    ),
    Refusal.NOT_AN_EXIT: (
        "army_group_south 25.1",
        "Soviet combat units leave the map from the exit area alone",
    ),
}
