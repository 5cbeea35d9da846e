"""Tables of the studies of players: tournament, explain, restrict. See ``balance.studies.tables``.

Scores in them are those of the side that scores points, unless they are said to be a side's own.
"""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

MATRIX = Table(
    "matrix",
    "tournament: one row a variant and pairing of strategies",
    columns_of("""
    variant text the variant
    axis text Axis strategy
    soviet text Soviet strategy
    games number complete games
    faulty number games that broke off
    score number mean score of the side that scores points (win 1, draw one half)
    low number lower end of its Wilson interval, for this pairing alone
    high number upper end
    axis_wins number share of complete games that the Axis won
    draws number share drawn
    soviet_wins number share that the Soviets won
    """),
)

VALUES = Table(
    "values",
    "tournament: one row a variant; the whole matrix as a game of its own",
    columns_of("""
    variant text the variant
    side text side whose score it is
    value number its score when both sides choose their strategies as well as they can
    low number lower end of its interval, which allows for the choice among strategies
    high number upper end
    exploitability number score that both best mixes would give away together in a fresh
        tournament against best answers
    own_alike number share of bootstrap samples in which the best mix of that side uses the
        same strategies
    other_alike number the same of the other side
    seeds number seeds
    faulty number games that broke off
    """),
)

STRATEGIES = Table(
    "strategies",
    "tournament: one row a variant and strategy; scores are its own side's",
    columns_of("""
    variant text the variant
    side text side that plays it
    strategy text the strategy
    share number its share in the best mix
    share_low number lower end of its interval (percentiles of the mixes of a bootstrap of seeds)
    share_high number upper end
    support number share of bootstrap samples whose best mix uses it
    score number mean score over all opponents
    low number lower end of its interval
    high number upper end
    worst number mean score against its worst opponent
    dominated_by text strategy, or "a mix", that scores more against every opponent, if any
    dominated number share of bootstrap samples in which one other strategy does
    """),
)

VALUE_CHANGES = Table(
    "value_changes",
    "tournament: one row a variant compared with the first one, when both sides adapt their choice",
    columns_of("""
    variant text the variant
    verdict text favours or undecided
    sentence text the same in words
    side text side that gains, if any
    difference number change of the value
    low number lower end of its interval, which allows for the choice among strategies
    high number upper end
    overall number mean change over the whole matrix
    seeds number seeds
    more_seeds number seeds that would decide it with a chance of 80%, about; 0 if it is decided
    """),
)

PAIR_CHANGES = Table(
    "pair_changes",
    "tournament: one row a variant compared with the first one and pairing of strategies",
    columns_of("""
    variant text the variant
    axis text Axis strategy
    soviet text Soviet strategy
    pairs number paired games
    first number score under the first variant
    second number score under this one
    difference number second minus first
    low number lower end of its interval, for this pairing alone
    high number upper end
    p_value number of the score test, for this pairing alone
    p_holm number the same, adjusted by Holm for all pairings of the variant, times the variants
    overall number mean change over the whole matrix
    reverses number 1 if the change goes the other way here, and is sure to; else 0
    undecided number 1 if neither direction of the change is sure here; else 0
    leader_changes number 1 if another side is ahead here than under the first variant; else 0
    """),
)

SOURCES = Table(
    "sources",
    "explain: one row an outcome and source of its variance",
    columns_of("""
    outcome text score, or a column of games
    name text the same in words
    source text luck (all that another seed would change), set_up, set_up_interplay (of set-up
        draws with choices), variant, axis, soviet or interplay (of choices)
    label text the same in words
    levels number values of the source in the study, for luck its seeds; 0 for interplay
    freedom number degrees of freedom
    variance number component of the variance, in the outcome's unit squared
    share number component of the sum of all
    low number lower end of its interval
    high number upper end
    """),
)

WORTH = Table(
    "worth",
    "restrict: one row a restriction; what the side loses that is forbidden the action",
    columns_of("""
    variant text the restriction
    side text side that is restricted
    title text what it is forbidden
    sentence text what that is worth, in words
    score number score that the action is worth to the side
    low number lower end of its interval
    high number upper end
    p_value number of the score test that it is worth nothing, times the number of restrictions
    points number victory points that it is worth: those the side gains by it, or keeps from the
        side that scores them
    points_low number lower end of its t interval
    points_high number upper end
    pairs number paired seeds
    flipped number pairs of games with another winner
    identical number pairs of games that went alike from beginning to end
    """),
)

USES = Table(
    "uses",
    "restrict: one row a restriction and forbidden action that the tables show",
    columns_of("""
    variant text the restriction
    action text table and column, or event with its value, that shows the action
    first number actions a game without the restriction
    second number actions a game under it
    """),
)

CONTEST_TABLES = (
    MATRIX,
    VALUES,
    STRATEGIES,
    VALUE_CHANGES,
    PAIR_CHANGES,
    SOURCES,
    WORTH,
    USES,
)
