"""Strategies against one another: who wins in each pairing of a study of several."""

from __future__ import annotations

from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.words import estimate
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import between_sides, ink_on, new_figure

#: Variants that get a matrix each; the table beside it has all.
MOST_VARIANTS = 6
_LONGEST_NAME = 26


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
    height = 0.9 + 0.4 * len(mine)
    figure, grid = new_figure(height * len(shown), rows=len(shown), squeeze=False)
    colours = between_sides(labels)
    first, second = (labels.sides[key] for key in labels.side_keys[:2])
    for axes, variant in zip(grid.flat, shown, strict=True):
        for (name, own, other), row in cells.items():
            if name != variant or not row["total"]:
                continue
            place, across = mine.index(own), theirs.index(other)
            fill = colours(row["share"])
            axes.barh(place, 1, left=across - 0.5, height=1, color=fill, ec="#ffffff", lw=1.5)
            size = 8 if len(theirs) < 7 else 6
            axes.text(
                across, place, estimate(row), ha="center", va="center", size=size,
                color=ink_on(fill),
            )  # fmt: skip
        axes.set_xticks(range(len(theirs)), [_short(name, 14) for name in theirs], size=7.5)
        axes.set_yticks(range(len(mine)), [_short(name) for name in mine])
        axes.set_xlim(-0.5, len(theirs) - 0.5)
        axes.set_ylim(len(mine) - 0.5, -0.5)
        axes.tick_params(length=0)
        axes.set_xlabel(f"{second} strategy")
        axes.set_ylabel(f"{first} strategy")
        for spine in axes.spines.values():
            spine.set_visible(False)
        if len(variants) > 1:
            axes.set_title(_short(variant, 60))
    name = labels.sides[labels.points_side]
    best = max(cells.values(), key=lambda row: row["share"])
    left = len(variants) - len(shown)
    return make_picture(
        "matrix",
        f"{name} wins by the strategies of both sides",
        f"Share of games the {name} side won in each pairing, with {results.confidence:.0%} Wilson "
        "intervals. The sentence at the top takes all pairings together."
        + (f" {left} more variants are in the table by pairing." if left > 0 else ""),
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


def _short(name: str, longest: int = _LONGEST_NAME) -> str:
    """Cut a name to what a figure has room for; tables have it whole.

    >>> _short("historical:min_odds=3", 14)
    'historical:mi…'
    """
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
