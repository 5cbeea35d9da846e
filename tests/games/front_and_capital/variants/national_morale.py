from balance.games.common.strength import unit_defense as by_the_system

#: Hexes count from 0 along the rows, 18 in each: 0708 is the eighth of row 7.
KARDEN, LINDAU = 18 * 6 + 7, 18 * 6 + 10


def unit_defense(state, unit):
    """Blue defends at two thirds once Red holds both Karden and Lindau."""
    strength = by_the_system(state, unit)
    if state.units[unit].side == 1:
        if state.ground[KARDEN].control == 0 and state.ground[LINDAU].control == 0:
            return strength * 2 // 3
    return strength
