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
    GAME_OVER = 1, "4.5"
    WRONG_PHASE = 2, "5.1"
    WRONG_SIDE = 3, "5.1"
    NOT_ON_MAP = 4, "2.2"
    NO_SUCH_HEX = 5, "2.2"
    NO_SUCH_UNIT = 6, "2.3"
    # --- stacking (section 6)
    STACK_FULL = 20, "6.1"
    ARTILLERY_FULL = 21, "6.4", "the hex holds all the artillery it may"
    NATIONS_MIXED = 22, "6.3", "units of these nationalities may not share a hex"
    # --- armies (3.2, 8.4) and phase order (5.4, 5.5)
    FROZEN = 30, "3.2, 8.4", "its army is still frozen"
    ARMY_NOT_RELEASED = 31, "3.2", "its army is not yet released to attack"
    OUTSIDE_ARMY_AREA = 32, "3.2", "its army is not yet released to leave its area"
    HELD = 33, "8.2", "it may neither move nor attack this game turn"
    ORDER_FIXED = 34, "5.4", "the rules fix another phase order"
    ORDER_SPENT = 35, "5.5", "that phase order has been used already in this game"
    ORDER_UNKNOWN = 36, "5.4", "there is no such phase order"
    ORDER_DECLARED = 37, "5.5", "the phase order of this player turn is declared already"
    # --- movement (section 9)
    ENEMY_IN_HEX = 40, "9.4"
    HEX_CLOSED = 41, "9.13, 9.14, 9.19"
    SIDE_CLOSED = 42, "9.13, 9.16, 9.19", "that hex side is closed to it"
    NOT_ADJACENT = 43, "9.1, 11.1"
    NOT_ENOUGH_POINTS = 44, "9.2"
    MOVE_FINISHED = 45, "9.2, 9.6"
    NOT_STACKED_AT_START = 46, "9.5, 9.28", "the units did not begin the phase stacked together"
    OFF_MAP = 47, "9.22", "no unit may leave the map"
    SEA_BLOCKED = 48, "9.18", "aircraft block all sea movement"
    SEA_LIMIT = 49, "9.18", "no sea movement is left this phase"
    NOT_A_PORT = 50, "9.18", "that is no friendly Black Sea port"
    SEA_NOT_ALLOWED = 51, "9.18", "the unit may not move by sea"
    SAME_HEX = 52, "9.1"
    # --- combat (9.23-9.31, section 11)
    NO_ENEMY = 70, "11.1"
    NO_ATTACKERS = 71, "11.1"
    ALREADY_ATTACKED = 72, "11.4"
    ALREADY_DEFENDED = 73, "11.4"
    ZERO_ATTACK = 74, "11.12", "a unit has no attack factor"
    TERRAIN_BARS_ATTACK = 75, "11.16, 11.17, 11.19, 11.20", "the terrain bars that attack"
    TOO_MANY_NATIONS = 76, "11.39", "satellites of one nationality only may join an assault"
    ARTILLERY_ALONE = 77, "11.20", "artillery across water only supports other attackers"
    ASSAULT_TERRAIN = (
        78,
        "9.25, 11.14, 11.15, 11.16, 11.17, 11.19, 11.22, 11.23",
        "no mobile assault is possible into that hex or across that side",
    )
    NOT_MECHANIZED = 79, "9.23", "German mechanized units alone make mobile assaults"
    NO_PANZER_DIVISION = 80, "9.23", "a mobile assault needs a panzer division"
    ASSAULT_SUPPLY = 81, "7.3, 9.26", "a mobile assault needs regular supply in its launch hex"
    ALREADY_ASSAULTED = 82, "9.24", "a unit has made its mobile assault this phase"
    NO_AIRCRAFT = 83, "11.25", "not so many aircraft are available"
    LOSS_NOT_INVOLVED = (
        84,
        "11.32, 11.37",
        "only units that make the attack may give up steps for it",
    )
    LOSS_NO_STEP = 85, "2.12", "a unit is to lose more steps than it has left"
    # --- supply (section 7)
    NOT_A_TOWN = 110, "7.14", "only a town or city joins the network"
    NOT_CONTROLLED = 111, "7.14", "the hex is not in friendly control"
    ALREADY_IN_NETWORK = 112, "7.14", "the hex is in the network already"
    NO_LINK = 113, "7.14", "no line of legal length links the hex to the network"
    NETWORK_LIMIT = 114, "7.14", "no further addition to the network is allowed this player turn"
    AERIAL_USED = 115, "7.6", "the aerial supply marker has been committed this game turn"
    NETWORK_FORBIDDEN = 116, "7.14", "a restriction forbids this side to add to its network"
    # --- reinforcements and withdrawals (section 8)
    NOT_AWAITING = 130, "8.1", "the unit is no waiting reinforcement"
    NOT_DUE = 131, "8.1", "the reinforcement is not due yet"
    NOT_AN_ENTRY_HEX = (
        132,
        "8.1, 8.2, 8.3, 8.5",
        "the hex is no working source through which this unit may enter",
    )
    ENTRY_INTERDICTED = 133, "8.11", "an enemy unit next to the hex bars entry"
    ENTRY_FULL = 134, "8.1", "a full stack has entered there this phase"
    SOUTH_CLOSED = 135, "8.5", "no southern reinforcement may enter before Rostov has fallen"
    SOUTH_LIMIT = 136, "8.5", "no more southern rifle divisions may enter this game turn, or at all"
    TAMAN_ONLY = 137, "8.2", "the unit enters through Taman alone"
    WITHDRAWAL_TURN = 140, "8.7", "no withdrawal is due"
    WITHDRAWAL_COUNT = 141, "8.7", "the chosen units are too many or too few of a kind"
    WITHDRAWAL_UNIT = 142, "8.7", "a chosen unit is not of a kind to be withdrawn"
    WITHDRAWAL_SUPPLY = 143, "8.7", "a chosen unit is not in overland supply"
    WITHDRAWAL_PENDING = 144, "8.7", "the units to be withdrawn must be removed first"
    # --- aircraft and flooding (9.18, 9.27, 9.32)
    AIRCRAFT_SPENT = 150, "9.18, 9.27", "both aircraft must be unspent for that"
    FLOOD_USED = 151, "9.32", "the Manych has been flooded already"
    FLOOD_HEX_LOST = 152, "9.32", "the Soviet player no longer controls the sluices"
    TOO_LATE = 153, "9.18, 9.27, 9.32", "that must be announced at the very start of the turn"


#: Code -> (citation, reason in words).
REASONS = reasons("drive_on_stalingrad", Refusal)
