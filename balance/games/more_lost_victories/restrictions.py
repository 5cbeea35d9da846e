"""What a study may forbid one side: overruns, exploitation (``restrictions.toml`` of the data)."""

from __future__ import annotations

from balance.games.common.march import movement_allowance as allowance_by_class
from balance.games.common.march import phase_kind
from balance.games.common.overruns import may_overrun as may_overrun_by_class
from balance.games.common.state import PART, State
from balance.games.common.tables import MobilityColumn
from balance.games.common.vocabulary import AXIS, PhaseKind
from balance.kernel.compiled import inner

#: Percent of the allowance that motorized units exploit with.
_WHOLE = 100


@inner
def may_overrun(state: State, unit: int) -> bool:
    """Whether a unit may take part in overruns at all.

    Rule: more_lost_victories S6b
    """
    if state.units[unit].side == AXIS:
        allowed = state.rules.restriction_overruns_axis
    else:
        allowed = state.rules.restriction_overruns_soviet
    return allowed != 0 and may_overrun_by_class(state, unit)


@inner
def movement_allowance(state: State, unit: int) -> int:
    """Parts of movement points that a unit has for this phase; cavalry exploits with half of them.

    Rule: more_lost_victories S3a
    """
    if state.units[unit].side == AXIS:
        allowed = state.rules.restriction_exploitation_axis
    else:
        allowed = state.rules.restriction_exploitation_soviet
    if allowed == 0 and phase_kind(state) == PhaseKind.EXPLOITATION:
        return 0
    points = allowance_by_class(state, unit)
    if state.rules.cavalry_round_down == 0 or phase_kind(state) != PhaseKind.EXPLOITATION:
        return points
    halved = state.mobility[state.units[unit].mobility, MobilityColumn.EXPLOITS] < _WHOLE
    return points - points % PART if halved else points
