"""Strategies against one another: who wins in each pairing of a study of several."""

from __future__ import annotations

import math

from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.variant_names import variant_name
from balance.analysis.telling.words import estimate
from balance.counting import counted
from reports.picture import NumberTable, Picture, make_picture
from reports.score_grid import score_grids

#: Variants that get a matrix each; the table beside it has all.
MOST_VARIANTS = 6


def strategy_matrix(results: Results) -> Picture | None:
    """Share of games the points side won, by the strategies of both sides; None for one pairing."""
    labels = results.labels
    table = results.pairings.loc[results.pairings["category"] == labels.points_side]
    cells = {(row["variant"], row["axis"], row["soviet"]): row for row in rows(table)}
    if len(cells) < 2:
        return None
    variants, mine, theirs = (
        list(dict.fromkeys(key[place] for key in cells)) for place in (0, 1, 2)
    )
    shown = variants[:MOST_VARIANTS]
    first, second = (labels.sides[key] for key in labels.side_keys[:2])
    parts = {
        variant_name(results.game, variant) if len(variants) > 1 else "": {
            (own, other): {**row, "score": row["share"] if row["total"] else math.nan}
            for (name, own, other), row in cells.items()
            if name == variant
        }
        for variant in shown
    }
    figure = score_grids(parts, mine, theirs, labels, (f"{first} strategy", f"{second} strategy"))
    name = labels.sides[labels.points_side]
    best = max(cells.values(), key=lambda row: row["share"])
    left = len(variants) - len(shown)
    return make_picture(
        "matrix",
        f"{name} wins by the strategies of both sides",
        f"Share of games the {name} side won in each pairing, with {results.confidence:.0%} Wilson "
        "intervals. The sentence at the top takes all pairings together."
        + (f" The table by pairing has {counted(left, 'more variant')}." if left > 0 else ""),
        f"Matrix of {len(mine)} by {len(theirs)} strategies. The {name} side wins most often as "
        f"{best['axis']} against {best['soviet']}: {estimate(best)}.",
        figure,
        NumberTable(
            ("Variant", first, second, f"{name} wins", "Games"),
            [
                (*key, estimate(row) if row["total"] else "-", f"{row['games']} of {row['total']}")
                for key, row in cells.items()
            ],
        ),
    )
