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
    GAME_OVER = 1, ""
    WRONG_PHASE = 2, "3.0a, 4.1c"
    WRONG_SIDE = 3, "3.0a"
    NOT_ON_MAP = 4, "15.21"
    NO_SUCH_HEX = 5, "2.1b"
    NO_SUCH_UNIT = 6, "2.21"
    FROZEN = 7, "S2i, S2j", "its army may not act on the first turn"
    FORBIDDEN = (
        8,
        "8.21, 9.11, 13.11, 17.1",
        "a restriction of the study forbids this side to do so",
    )
    # --- stacking
    STACK_FULL = 20, "5.0"
    # --- movement (sections 4, 6 and 16)
    ENEMY_IN_HEX = 40, "4.21, 11.36"
    NOT_ENOUGH_POINTS = 44, "4.22, 4.24"
    MOVE_FINISHED = 45, "4.1b"
    SAME_HEX = 48, "4.1a"
    OUT_OF_REACH = (
        52,
        "4.1b, 4.22, 6.21, 6.32",
        "no legal way leads there with the movement points it has",
    )
    UNDER_BREATH = 53, "16.12, 16.13", "it stands under Stalin's Breath"
    GARRISON_LEAVES = 54, "20.11", "fewer than three units would be left in Stalingrad"
    GARRISON_CALLS = 55, "20.12", "units that can must first bring the garrison up to strength"
    PAUSE = 56, "21.12, 21.13", "an operational pause allows no such act"
    PAUSE_USED_UP = 57, "21.12", "no more units may move in this pause turn"
    # --- strategic movement (section 13)
    NOT_MARKED = 60, "13.13", "it was not marked for strategic movement"
    HAS_MOVED = 61, "13.12", "it moved in the Movement Phase"
    HAS_FOUGHT = 62, "13.12", "it took part in a battle"
    HAS_BUILT = 63, "13.12", "it dug field works"
    IN_ENEMY_ZONE = 64, "13.12", "it stands in an enemy zone of control"
    ALREADY_MARKED = 65, "13.13", "it is marked already"
    # --- works (section 9)
    CANNOT_DIG = 70, "9.11", "guns and headquarters dig no field works"
    HAS_RETREATED = 71, "7.392, 9.11", "it was driven back in the last combat phase"
    PERMANENT_WORKS = 72, "9.12, 9.17", "permanent fortifications stand there"
    WORKS_STAND = 73, "9.12", "field works stand there already"
    # --- bridges (section 17)
    NO_BRIDGE = 80, "17.1", "no bridge in use is there"
    NOT_BOTH_ENDS = 81, "17.1", "combat units of its side must stand on both ends"
    NOT_A_HEADQUARTERS = 82, "17.3", "headquarters alone build bridges"
    NO_LARGE_RIVER = 83, "17.3", "neither Don nor Volga flows there"
    BRIDGE_STANDS = 84, "17.3", "a bridge in use is there already"
    BRIDGE_IN_ZONE = 85, "17.4", "an end of the bridge lies in an enemy zone of control"
    TOO_MANY_BRIDGES = 86, "17.3", "no more bridges can be kept count of"
    # --- reinforcements (section 15)
    NOT_AWAITING = 90, "15.21", "the unit is no reinforcement that waits to enter"
    NOT_DUE = 91, "15.21", "the unit is not due yet"
    NOT_AN_ENTRY_HEX = 92, "15.23", "that is no hex through which the unit may enter"
    # --- combat (sections 7 and 8)
    NO_ENEMY = 100, "7.11b, 11.1", "no enemy combat unit is in the hex"
    NO_ATTACKERS = 101, "7.12a"
    ALREADY_ATTACKED = 102, "7.27, 8.26a, 8.34", "it has attacked or fired this phase"
    ALREADY_DEFENDED = 103, "7.27"
    NAMED_TWICE = 104, "7.12a, 7.27", "a unit or hex was named twice"
    NOT_ADJACENT = 105, "7.11b"
    HEADQUARTERS_ATTACK = 106, "11.36", "headquarters don't attack"
    SEVERAL_ON_SEVERAL = 107, "7.28", "units of several hexes attack one hex alone"
    LEAVES_NO_TARGET = 108, "7.22", "a unit that must attack would have no enemy left to attack"
    LEAVES_ENEMY = 109, "7.21", "nobody would be left to attack an enemy who must be attacked"
    NOT_A_GUN = 110, "8.11", "guns alone fire from afar"
    GUN_IN_ZONE = 111, "8.42, 8.51", "the gun began the phase in an enemy zone of control"
    GUN_ONLY_FIRES = 112, "8.11, 8.51", "guns outside enemy zones fire and don't attack"
    OUT_OF_RANGE = 113, "8.13, 8.24, 8.32, 17.2", "it is out of the gun's range"
    # --- air units (section 10)
    NO_AIR_UNIT = 120, "10.11, 10.18", "the side has no such air unit today"
    NO_FRIEND = 121, "10.15", "no combat unit of its side is in the hex"


#: Code -> (citation, reason in words).
REASONS = reasons("stalingrad_1942", Refusal)
