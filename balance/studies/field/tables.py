"""Tables of the answers that a field played."""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

FIELD_CHANGES = Table(
    "field_changes",
    "compare, restrict, sweep, sensitivity: one row a variant (of sensitivity: a setting or a rule "
    "that clearly matters) and pairing of the field; none where strategies were named",
    columns_of("""
    variant text the variant
    axis text Axis strategy
    soviet text Soviet strategy
    share number its share of the games
    pairs number paired seeds
    first number mean score of the side that scores points under the first variant, of a sweep
        under the setting that the others are compared with
    second number mean score under this one
    difference number second minus first
    low number lower end of its interval, for this pairing alone
    high number upper end
    p_value number of the score test, for this pairing alone
    p_holm number the same, adjusted by Holm for all pairings, times the number of variants
    reverses number 1 if the pairing is sure to go the other way than the field, else 0
    undecided number 1 if it isn't sure to go either way, else 0
    """),
)

FIELD_SCORES = Table(
    "field_scores",
    "tune: one row a value and pairing of the field; none where strategies were named",
    columns_of("""
    value number value of the parameter
    axis text Axis strategy
    soviet text Soviet strategy
    share number its share of the games
    games number complete games
    score number score (win 1, draw one half) of the side that scores points
    low number lower end of its Wilson interval, for this row alone
    high number upper end
    """),
)

FIELD_TABLES = (FIELD_CHANGES, FIELD_SCORES)
