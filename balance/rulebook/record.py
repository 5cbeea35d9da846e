"""The numbers of a ruleset as the kernels see them: one record, a field a parameter."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.records import Row, as_row
from balance.kernel.replaceable import OWN
from balance.rulebook.parameters import Parameter
from balance.rulebook.ruleset import Ruleset


def record_fields(ruleset: Ruleset) -> list[Parameter]:
    """Parameters the kernels see: every number, switch and choice that isn't in a chart."""
    return [
        parameter
        for key, parameter in sorted(ruleset.parameters.items())
        if parameter.type in ("integer", "switch", "choice")
        or (parameter.type == "fixed" and isinstance(parameter.value, int))
    ]


def rules_dtype(ruleset: Ruleset) -> np.dtype[Any]:
    """Record type of the kernels' rules: one int32 field a parameter, sorted by key.

    Before them an int64 for each replaceable rule function (``balance/kernel/replaceable.py``). It
    depends on the game alone, never on a variant's values, so no variant recompiles.
    """
    addresses = [(OWN + name, "i8") for name in ruleset.game.rule_functions]
    return np.dtype([*addresses, *((p.field, "i4") for p in record_fields(ruleset))])


def rules_record(ruleset: Ruleset) -> Row:
    """The numbers as one record: ``rules_record(r).stacking_limit``; choices by their place.

    All rule functions are the game's own there; see ``rule_sets.put_own_functions``.
    """
    row: Row = as_row(np.zeros(1, rules_dtype(ruleset)))
    for parameter in record_fields(ruleset):
        row[parameter.field] = ruleset.integer(parameter.key)
    return row
