"""Why the referee refuses an order: one code a reason, each with its rule."""

from __future__ import annotations

from balance.games.reasons import Reason, reasons


class Refusal(Reason):
    """Answer of every ``check_x``: OK, or the reason why not."""

    OK = 0, ""
    # --- at any time
    GAME_OVER = 1, ""
    WRONG_PHASE = 2, "1.1"
    WRONG_SIDE = 3, "1.1"
    NOT_ON_MAP = 4, "2.1"
    NO_SUCH_HEX = 5, ""
    NO_SUCH_UNIT = 6, ""
    # --- stacking
    STACK_FULL = 20, "3.1"
    # --- movement
    ENEMY_IN_HEX = 40, "5.4"
    NOT_ENOUGH_POINTS = 44, "5.1"
    MOVE_FINISHED = 45, "5.1"
    SAME_HEX = 48, "5.1"
    OUT_OF_REACH = 52, "4.2, 5.1", "no legal way leads there with the movement points it has"
    CANNOT_EXPLOIT = 53, "7.1", "units of its class don't move in the exploitation phase"
    MAY_NOT_RIDE = 54, "5.7", "it is beside enemies or out of supply, or its kind isn't moved so"
    NO_LINE_LEADS = 55, "5.7", "no line leads there through hexes of its side away from enemies"
    NO_CAPACITY = 56, "5.8", "its side moves no more units strategically in this turn"
    # --- overruns
    CANNOT_OVERRUN = 60, "6.1", "units of its class don't overrun, or the game has no overruns"
    NOT_TOGETHER = 61, "6.1", "the units of an overrun start from one hex"
    ODDS_TOO_LOW = 62, "6.2", "the odds don't suffice for an overrun"
    # --- newcomers
    NOT_AWAITING = 80, "12.1", "the unit doesn't wait to enter the map"
    NOT_DUE = 81, "12.1", "the unit is not due yet"
    NOT_AN_ENTRY_HEX = 82, "12.2", "that is no hex through which the unit may enter"
    # --- replacements
    AT_FULL_STRENGTH = 90, "13.2", "it has all its steps"
    NO_REPLACEMENTS = 91, "13.1, 13.2", "there aren't enough replacement points"
    NOT_IN_SUPPLY = 92, "13.2", "it is out of supply, or in an enemy zone of control"
    CANNOT_RETURN = 93, "13.2", "it isn't eliminated, or can't be rebuilt"
    # --- combat
    NO_ENEMY = 100, "8.1"
    NO_ATTACKERS = 101, "8.1"
    ALREADY_ATTACKED = 102, "8.1"
    ALREADY_DEFENDED = 103, "8.1"
    NOT_ADJACENT = 104, "8.1"
    SIDE_CLOSED = 105, "8.1", "its class can't cross the side between the hexes"
    NO_STRENGTH = 106, "8.1", "it has no attack strength"
    MAY_NOT_ATTACK = 107, "8.1", "a rule of the game forbids it to attack there now"


#: Code -> (citation, reason in words).
REASONS = reasons("common", Refusal)
