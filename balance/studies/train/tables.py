"""Tables of the answer of a training."""

from __future__ import annotations

from balance.experiments.schema import Table, columns_of

JUDGED = Table(
    "judged",
    "train: one row a mix of the trained side and opponent, on seeds that no search plays on",
    columns_of("""
    strategy text the opening that was found, and what it is compared with
    opponent text strategy of the other side; empty for all of them by their shares
    games number complete games
    score number its score (win 1, draw one half)
    low number lower end of its interval, for this row alone
    high number upper end
    """),
)

SEARCH = Table(
    "search",
    "train: one row an opening that the search tried",
    columns_of("""
    opening number number of the opening
    start text strategy or place that its line began with
    generation number 0 for those that the search began with
    parent number opening that it changes; missing for those that the search began with
    change text what was changed
    games number complete games that it played in the search
    score number its score in them, against the opponents by their shares: it flatters the best
    """),
)

ANSWERS = Table(
    "answers",
    "train without --side: one row a search",
    columns_of("""
    round number round of the training
    side text side that was trained
    opening text file of the opening that was found
    against text strategies of the other side with their shares
    score number its score against them on fresh seeds
    low number lower end of its interval
    high number upper end
    gain number by how much it does better than the mix of its side
    gain_low number lower end of its interval
    gain_high number upper end
    games number games of the search
    over text that mix
    seed number seed of the search
    """),
)

ADAPTED = Table(
    "adapted",
    "compare --adapt: one row for players who stay as they are, one for those who adapt",
    columns_of("""
    players text unchanged or adapted
    verdict text favours, no effect or undecided
    side text side that gains, if any
    difference number change of the score of the side that scores points
    low number lower end of its interval
    high number upper end
    seeds number seeds that both rules were played on
    """),
)

SEARCHES = Table(
    "searches",
    "compare --adapt: one row a training",
    columns_of("""
    variant text rules it was made under
    side text side that was trained
    opening text file of the opening that was found
    gain number by how much it does better than the mix of its side
    gain_low number lower end of its interval
    gain_high number upper end
    games number games of the search
    joined number 1 if it is sure to gain and so joins the tournament, else 0
    """),
)

TRAIN_TABLES = (JUDGED, SEARCH, ANSWERS, ADAPTED, SEARCHES)
