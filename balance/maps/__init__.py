"""Builds hex maps from geography: a projection, a hex grid, and features snapped to hexsides.

Read in this order: ``grid`` (hexes, sides, corners), ``projection`` (degrees to hexes), ``recipe``
(what one game wants), ``ground`` (terrain and water), ``chains`` (lines along hexsides), ``draft``
and ``courses`` (a map in the making, its rivers), ``build`` (all together), ``sheet`` (the tables
it makes, read back), ``__main__`` (the command).
"""
