"""A rulebook as data: parameters, charts, register, and the changes of a variant."""
