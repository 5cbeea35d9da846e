"""Values in the log of battles, overruns included; the logs are ``balance.games.log``."""

from __future__ import annotations

#: Values of ``overrun``: an attack of the Combat Phase, an overrun.
COMBAT, OVERRUN = 0, 1
#: Battle number of what happens outside battles.
NO_BATTLE = -1
