"""What a game's sequence of play tells of a step, whichever game it is.

A game's ``open_step`` goes on to the next point at which something is done and says of what kind it
is; ``close_step`` does what follows when it has been done. Where the sequence stands, the state
knows.
"""

from __future__ import annotations

import numpy as np

#: In the place of a kind of step: no step is left, since the game is over; the open one is done,
#: because its player has acted or because none may.
OVER, DONE = np.arange(2)
#: Number of the first of a game's own kinds.
FIRST_KIND = 2
