"""Why the referee refuses an order: one code a reason, each with its rule.

Compiled checks return a ``Refusal``; ``explain_refusal`` turns it into words. Codes are grouped by
topic and never renumbered, for they are stored with the events of a game.
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
    # --- stacking (section 6)
    STACK_FULL = 20
    ARTILLERY_FULL = 21
    NATIONS_MIXED = 22
    # --- armies (3.2, 8.4) and phase order (5.4, 5.5)
    FROZEN = 30
    ARMY_NOT_RELEASED = 31
    OUTSIDE_ARMY_AREA = 32
    HELD = 33
    ORDER_FIXED = 34
    ORDER_SPENT = 35
    ORDER_UNKNOWN = 36
    ORDER_DECLARED = 37
    # --- movement (section 9)
    ENEMY_IN_HEX = 40
    HEX_CLOSED = 41
    SIDE_CLOSED = 42
    NOT_ADJACENT = 43
    NOT_ENOUGH_POINTS = 44
    MOVE_FINISHED = 45
    NOT_STACKED_AT_START = 46
    OFF_MAP = 47
    SEA_BLOCKED = 48
    SEA_LIMIT = 49
    NOT_A_PORT = 50
    SEA_NOT_ALLOWED = 51
    SAME_HEX = 52
    # --- combat (9.23-9.31, section 11)
    NO_ENEMY = 70
    NO_ATTACKERS = 71
    ALREADY_ATTACKED = 72
    ALREADY_DEFENDED = 73
    ZERO_ATTACK = 74
    TERRAIN_BARS_ATTACK = 75
    TOO_MANY_NATIONS = 76
    ARTILLERY_ALONE = 77
    ASSAULT_TERRAIN = 78
    NOT_MECHANIZED = 79
    NO_PANZER_DIVISION = 80
    ASSAULT_SUPPLY = 81
    ALREADY_ASSAULTED = 82
    NO_AIRCRAFT = 83
    LOSS_NOT_INVOLVED = 84
    LOSS_NO_STEP = 85
    # --- supply (section 7)
    NOT_A_TOWN = 110
    NOT_CONTROLLED = 111
    ALREADY_IN_NETWORK = 112
    NO_LINK = 113
    NETWORK_LIMIT = 114
    AERIAL_USED = 115
    NETWORK_FORBIDDEN = 116
    # --- reinforcements and withdrawals (section 8)
    NOT_AWAITING = 130
    NOT_DUE = 131
    NOT_AN_ENTRY_HEX = 132
    ENTRY_INTERDICTED = 133
    ENTRY_FULL = 134
    SOUTH_CLOSED = 135
    SOUTH_LIMIT = 136
    TAMAN_ONLY = 137
    WITHDRAWAL_TURN = 140
    WITHDRAWAL_COUNT = 141
    WITHDRAWAL_UNIT = 142
    WITHDRAWAL_SUPPLY = 143
    WITHDRAWAL_PENDING = 144
    # --- aircraft and flooding (9.18, 9.27, 9.32)
    AIRCRAFT_SPENT = 150
    FLOOD_USED = 151
    FLOOD_HEX_LOST = 152
    TOO_LATE = 153


#: Code -> (citation, reason in words).
REASONS: dict[Refusal, tuple[str, str]] = {
    Refusal.OK: ("", "allowed"),
    Refusal.GAME_OVER: ("drive_on_stalingrad 4.5", "the game is over"),
    Refusal.WRONG_PHASE: ("drive_on_stalingrad 5.1", "that action belongs to another phase"),
    Refusal.WRONG_SIDE: ("drive_on_stalingrad 5.1", "it is the other player's turn"),
    Refusal.NOT_ON_MAP: ("drive_on_stalingrad 2.2", "the unit isn't on the map"),
    Refusal.NO_SUCH_HEX: ("drive_on_stalingrad 2.2", "there is no such hex"),
    Refusal.NO_SUCH_UNIT: ("drive_on_stalingrad 2.3", "there is no such unit"),
    Refusal.STACK_FULL: ("drive_on_stalingrad 6.1", "the hex is full"),
    Refusal.ARTILLERY_FULL: ("drive_on_stalingrad 6.4", "the hex holds all the artillery it may"),
    Refusal.NATIONS_MIXED: (
        "drive_on_stalingrad 6.3",
        "units of these nationalities may not share a hex",
    ),
    Refusal.FROZEN: ("drive_on_stalingrad 3.2, 8.4", "its army is still frozen"),
    Refusal.ARMY_NOT_RELEASED: (
        "drive_on_stalingrad 3.2",
        "its army is not yet released to attack",
    ),
    Refusal.OUTSIDE_ARMY_AREA: (
        "drive_on_stalingrad 3.2",
        "its army is not yet released to leave its area",
    ),
    Refusal.HELD: ("drive_on_stalingrad 8.2", "it may neither move nor attack this game turn"),
    Refusal.ORDER_FIXED: ("drive_on_stalingrad 5.4", "the rules fix another phase order"),
    Refusal.ORDER_SPENT: (
        "drive_on_stalingrad 5.5",
        "that phase order has been used already in this game",
    ),
    Refusal.ORDER_DECLARED: (
        "drive_on_stalingrad 5.5",
        "the phase order of this player turn is declared already",
    ),
    Refusal.ORDER_UNKNOWN: ("drive_on_stalingrad 5.4", "there is no such phase order"),
    Refusal.ENEMY_IN_HEX: ("drive_on_stalingrad 9.4", "enemy units hold the hex"),
    Refusal.HEX_CLOSED: ("drive_on_stalingrad 9.13, 9.14, 9.19", "its terrain is closed to it"),
    Refusal.SIDE_CLOSED: ("drive_on_stalingrad 9.13, 9.16, 9.19", "that hex side is closed to it"),
    Refusal.NOT_ADJACENT: ("drive_on_stalingrad 9.1, 11.1", "the hexes are not adjacent"),
    Refusal.NOT_ENOUGH_POINTS: ("drive_on_stalingrad 9.2", "it lacks the movement points"),
    Refusal.MOVE_FINISHED: ("drive_on_stalingrad 9.2, 9.6", "its move is finished"),
    Refusal.NOT_STACKED_AT_START: (
        "drive_on_stalingrad 9.5, 9.28",
        "the units did not begin the phase stacked together",
    ),
    Refusal.OFF_MAP: ("drive_on_stalingrad 9.22", "no unit may leave the map"),
    Refusal.SEA_BLOCKED: ("drive_on_stalingrad 9.18", "aircraft block all sea movement"),
    Refusal.SEA_LIMIT: ("drive_on_stalingrad 9.18", "no sea movement is left this phase"),
    Refusal.NOT_A_PORT: ("drive_on_stalingrad 9.18", "that is no friendly Black Sea port"),
    Refusal.SEA_NOT_ALLOWED: ("drive_on_stalingrad 9.18", "the unit may not move by sea"),
    Refusal.SAME_HEX: ("drive_on_stalingrad 9.1", "the unit stands in that hex already"),
    Refusal.NO_ENEMY: ("drive_on_stalingrad 11.1", "no enemy unit is in the hex"),
    Refusal.NO_ATTACKERS: ("drive_on_stalingrad 11.1", "no unit was named to attack"),
    Refusal.ALREADY_ATTACKED: ("drive_on_stalingrad 11.4", "a unit has attacked this phase"),
    Refusal.ALREADY_DEFENDED: (
        "drive_on_stalingrad 11.4",
        "the defenders have been attacked this phase",
    ),
    Refusal.ZERO_ATTACK: ("drive_on_stalingrad 11.12", "a unit has no attack factor"),
    Refusal.TERRAIN_BARS_ATTACK: (
        "drive_on_stalingrad 11.16, 11.17, 11.19, 11.20",
        "the terrain bars that attack",
    ),
    Refusal.TOO_MANY_NATIONS: (
        "drive_on_stalingrad 11.39",
        "satellites of one nationality only may join an assault",
    ),
    Refusal.ARTILLERY_ALONE: (
        "drive_on_stalingrad 11.20",
        "artillery across water only supports other attackers",
    ),
    Refusal.ASSAULT_TERRAIN: (
        "drive_on_stalingrad 9.25, 11.14, 11.15, 11.16, 11.17, 11.19, 11.22, 11.23",
        "no mobile assault is possible into that hex or across that side",
    ),
    Refusal.NOT_MECHANIZED: (
        "drive_on_stalingrad 9.23",
        "German mechanized units alone make mobile assaults",
    ),
    Refusal.NO_PANZER_DIVISION: (
        "drive_on_stalingrad 9.23",
        "a mobile assault needs a panzer division",
    ),
    Refusal.ASSAULT_SUPPLY: (
        "drive_on_stalingrad 7.3, 9.26",
        "a mobile assault needs regular supply in its launch hex",
    ),
    Refusal.ALREADY_ASSAULTED: (
        "drive_on_stalingrad 9.24",
        "a unit has made its mobile assault this phase",
    ),
    Refusal.NO_AIRCRAFT: ("drive_on_stalingrad 11.25", "not so many aircraft are available"),
    Refusal.LOSS_NOT_INVOLVED: (
        "drive_on_stalingrad 11.32, 11.37",
        "only units that make the attack may give up steps for it",
    ),
    Refusal.LOSS_NO_STEP: (
        "drive_on_stalingrad 2.12",
        "a unit is to lose more steps than it has left",
    ),
    Refusal.NOT_A_TOWN: ("drive_on_stalingrad 7.14", "only a town or city joins the network"),
    Refusal.NOT_CONTROLLED: ("drive_on_stalingrad 7.14", "the hex is not in friendly control"),
    Refusal.ALREADY_IN_NETWORK: ("drive_on_stalingrad 7.14", "the hex is in the network already"),
    Refusal.NO_LINK: (
        "drive_on_stalingrad 7.14",
        "no line of legal length links the hex to the network",
    ),
    Refusal.NETWORK_LIMIT: (
        "drive_on_stalingrad 7.14",
        "no further addition to the network is allowed this player turn",
    ),
    Refusal.AERIAL_USED: (
        "drive_on_stalingrad 7.6",
        "the aerial supply marker has been committed this game turn",
    ),
    Refusal.NETWORK_FORBIDDEN: (
        "drive_on_stalingrad 7.14",
        "a restriction forbids this side to add to its network",
    ),
    Refusal.NOT_AWAITING: ("drive_on_stalingrad 8.1", "the unit is no waiting reinforcement"),
    Refusal.NOT_DUE: ("drive_on_stalingrad 8.1", "the reinforcement is not due yet"),
    Refusal.NOT_AN_ENTRY_HEX: (
        "drive_on_stalingrad 8.1, 8.2, 8.3, 8.5",
        "the hex is no working source through which this unit may enter",
    ),
    Refusal.ENTRY_INTERDICTED: (
        "drive_on_stalingrad 8.11",
        "an enemy unit next to the hex bars entry",
    ),
    Refusal.ENTRY_FULL: (
        "drive_on_stalingrad 8.1",
        "a full stack has entered there this phase",
    ),
    Refusal.SOUTH_CLOSED: (
        "drive_on_stalingrad 8.5",
        "no southern reinforcement may enter before Rostov has fallen",
    ),
    Refusal.SOUTH_LIMIT: (
        "drive_on_stalingrad 8.5",
        "no more southern rifle divisions may enter this game turn, or at all",
    ),
    Refusal.TAMAN_ONLY: ("drive_on_stalingrad 8.2", "the unit enters through Taman alone"),
    Refusal.WITHDRAWAL_TURN: ("drive_on_stalingrad 8.7", "no withdrawal is due"),
    Refusal.WITHDRAWAL_COUNT: (
        "drive_on_stalingrad 8.7",
        "the chosen units are too many or too few of a kind",
    ),
    Refusal.WITHDRAWAL_UNIT: (
        "drive_on_stalingrad 8.7",
        "a chosen unit is not of a kind to be withdrawn",
    ),
    Refusal.WITHDRAWAL_SUPPLY: (
        "drive_on_stalingrad 8.7",
        "a chosen unit is not in overland supply",
    ),
    Refusal.WITHDRAWAL_PENDING: (
        "drive_on_stalingrad 8.7",
        "the units to be withdrawn must be removed first",
    ),
    Refusal.AIRCRAFT_SPENT: (
        "drive_on_stalingrad 9.18, 9.27",
        "both aircraft must be unspent for that",
    ),
    Refusal.FLOOD_USED: ("drive_on_stalingrad 9.32", "the Manych has been flooded already"),
    Refusal.FLOOD_HEX_LOST: (
        "drive_on_stalingrad 9.32",
        "the Soviet player no longer controls the sluices",
    ),
    Refusal.TOO_LATE: (
        "drive_on_stalingrad 9.18, 9.27, 9.32",
        "that must be announced at the very start of the turn",
    ),
}


def explain_refusal(code: int) -> str:
    """Say in words why an order was refused, with the rule.

    >>> explain_refusal(Refusal.STACK_FULL)
    'the hex is full [drive_on_stalingrad 6.1]'
    """
    citation, reason = REASONS[Refusal(code)]
    return f"{reason} [{citation}]" if citation else reason
