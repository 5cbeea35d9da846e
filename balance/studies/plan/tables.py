"""Tables of the answers of plan and gate."""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

PLAN = Table(
    "plan",
    "plan: one row a precision; times are those of this machine",
    columns_of("""
    half_width number half-width of the interval, or change to be found, of the score
    games number games of one variant to that half-width
    games_seconds number time they take
    pairs number paired games for the difference of two variants to that half-width
    pairs_seconds number time of both games of each pair
    unpaired number games a variant on different seeds for the same
    power_pairs number paired games that find a change as large with the power asked
    power_seconds number time of both games of each pair
    equivalence_pairs number paired games that show there is no such change, with the same power
    equivalence_seconds number time of both games of each pair
    """),
)

BANDS = Table(
    "bands",
    "gate: one row a figure",
    columns_of("""
    figure text score.<side>, share.<winner>, ending.<ending>, faulty, or a column of games
    expected_low number least expected value
    expected_high number greatest expected value
    estimate number what the games came to
    low number lower end of its interval
    high number upper end
    games number games it rests on
    status text inside, doubtful (only the estimate is beyond) or outside (the interval is)
    """),
)

PLAN_TABLES = (PLAN, BANDS)
