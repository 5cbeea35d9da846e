"""What the marks and notes of units mean in this game (columns ``marks`` and ``note``)."""

from __future__ import annotations

from enum import IntEnum


class Mark(IntEnum):
    """Letters of the orders of battle, as bits."""

    MOTORIZED = 1 << 2  # C: a c/m corps or division (S2a, S6d)
    GERMAN_MOTORIZED = 1 << 6  # G: its zone ends headquarters that retreat (S2f)
    HEADQUARTERS = 1 << 7  # H: of a Tank Army (S2c)
    SIXTH_ARMY = 1 << 18  # S: began as 6th Army (S1a)
    WIKING = 1 << 22  # W (S8a)


class Note(IntEnum):
    """Bits of what is remembered of a unit, of 6th Army but for the last."""

    ISOLATED = 1  # it had no regular line when its side checked last (S1a)
    ADVANCED = 2  # it has advanced after combat since (S1b)
    FREE = 4  # it advanced and then had a regular line: nothing binds it any more (S1c)
    STAYED = 8  # any unit: it became enclaved in this phase instead of retreating (S7x)


class Area(IntEnum):
    """Letters of the map that aren't ways in, as bits."""

    STALINGRAD = 1 << 25  # Z: the hexes of the city (S1a)
