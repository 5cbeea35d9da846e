"""Maps of where it happened: control by game turn, battles, eliminations, units out of supply."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import count_games, estimate, number, number_range
from balance.counting import counted
from reports.brick_map import draw_bricks, draw_dots, draw_key
from reports.hex_map import WATER, Ground
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import new_figure, shade, side_colour

#: Classes of a share, always and never apart: upper end, and how pale the nearer side's colour is.
_SHARES = ((0.0, 0.0), (0.1, 0.4), (0.35, 0.7), (0.65, 1.0), (0.9, 0.7), (0.9999, 0.4), (1.0, 0.0))
#: Lower ends of the classes of a mean a game, and how pale their colour is.
_MEANS = ((3.0, -0.35), (1.0, 0.0), (0.3, 0.35), (0.1, 0.6), (0.0, 0.82))
_LAND = "#f4f4f2"
_GREY = "#4a5560"
#: Lines of the numbers below a map, by side.
_LISTED = 12
_CUT_OFF_WORDS = (
    "Units out of supply are counted at the end of each game turn, so a unit cut off for three "
    "turns counts three times. "
)
_WHAT = {
    "battles": ("{side} attacks", "attacks"),
    "eliminated": ("{side} units eliminated", "units eliminated"),
    "cut_off": ("{side} units out of supply", "units out of supply times turns"),
}


def control_by_turn(results: Results, ground: Ground | None) -> Picture | None:
    """Who held each hex at the end of each game turn, one small map a turn."""
    if results.holders is None or ground is None:
        return None
    labels, last = results.labels, results.last_turn
    side = labels.sides[labels.points_side]
    other = labels.sides[next(key for key in labels.side_keys if key != labels.points_side)]
    columns = 4
    lines = -(-(last + 1) // columns)
    figure, grid = new_figure(
        0.6 + 1.4 * lines, rows=lines + 1, columns=columns, squeeze=False,
        gridspec_kw={"height_ratios": [1.0] * lines + [0.36]},
    )  # fmt: skip
    marked = [row["hex"] for row in ground.sheet.hexes if row["vp"] not in ("", "0")]
    for axes, turn in zip(grid[:lines].flat, range(last + 1), strict=False):
        draw_bricks(axes, ground, _holder_colours(results, ground, turn), _LAND)
        draw_dots(axes, ground, marked)
        axes.set_title(f"After turn {turn}" if turn else "Start", loc="center", pad=2, size=7.5)
    for axes in grid[:lines].flat[last + 1 :]:
        axes.set_visible(False)
    key = [
        (_share_colour(labels, share), words)
        for share, words in (
            (0.0, f"always {other}"), (0.05, "to 10%"), (0.2, "10-35%"), (0.5, "35-65%"),
            (0.8, "65-90%"), (0.95, "over 90%"), (1.0, f"always {side}"),
        )
    ]  # fmt: skip
    _key_below(figure, grid[lines], key)
    told = _told_places(results, ground)
    ends = results.holders.loc[results.holders["game_turn"] == last]
    contested = int(ends["share"].between(0.1, 0.9).sum())
    return make_picture(
        "control-by-turn",
        "Who holds the map, turn by turn",
        f"Share of {results.sample_words} in which the {side} side controlled a hex at the end of "
        f"each game turn; a game that is over keeps its final state. Dots are hexes worth "
        f"{labels.place_points}. Shares with Wilson intervals for towns that matter are in the "
        "numbers below.",
        f"{last + 1} small maps from the start to the end of game turn {last}. In the end "
        f"either side holds {counted(contested, 'hex', 'hexes')} in at least a tenth of the games.",
        figure,
        told,
        results.examples_of("points"),
    )


def _key_below(figure: Any, row: Any, key: list[tuple[str, str]]) -> None:
    """Put one key under all maps of a figure, in the place of the last row of its grid."""
    spec = row[0].get_subplotspec().get_gridspec()
    for axes in row:
        axes.remove()
    draw_key(figure.add_subplot(spec[-1, :]), key)


def _holder_colours(results: Results, ground: Ground, turn: int) -> dict[str, str]:
    """Colour of each land hex after a turn; where nothing ever changed, that of its first side."""
    assert results.holders is not None
    labels = results.labels
    fixed = {
        side: _share_colour(labels, float(side == labels.points_side)) for side in labels.sides
    }
    colours = {
        row["hex"]: fixed[row["start_side"]]
        for row in ground.sheet.hexes
        if row["terrain"] not in WATER and row["start_side"] in fixed
    }
    then = results.holders.loc[results.holders["game_turn"] == turn]
    for row in rows(then):
        if row["total"]:
            colours[row["hex"]] = _share_colour(labels, row["share"])
    return colours


def _share_colour(labels: Labels, share: float) -> str:
    """Colour of the class of a share: a side's own where it is sure, pale in the middle."""
    other = next(key for key in labels.side_keys if key != labels.points_side)
    paleness = next(amount for end, amount in _SHARES if share <= end)
    holder = labels.points_side if share > 0.5 else other
    return _LAND if paleness == 1 else shade(side_colour(labels, holder), paleness)


def _told_places(results: Results, ground: Ground) -> NumberTable:
    """Control of cities and of hexes worth points, by turn."""
    assert results.holders is not None
    labels, last = results.labels, results.last_turn
    side = labels.sides[labels.points_side]
    wanted = {
        row["hex"]
        for row in ground.sheet.hexes
        if row["place_kind"] == "city" or row["vp"] not in ("", "0")
    }
    table = results.holders
    table = table.loc[table["hex"].isin(wanted) & (table["game_turn"] > 0)]
    return NumberTable(
        (f"{side} holds", *(f"Turn {turn}" for turn in range(1, last + 1))),
        [
            (
                labels.place_name(str(name)),
                *(estimate(row) if row["total"] else "-" for row in rows(part)),
            )
            for name, part in table.groupby("hex")
        ],
    )


def heat_maps(results: Results, ground: Ground | None) -> Picture | None:
    """Where attacks were made, units eliminated and units cut off: a map each and side."""
    if results.heat is None or ground is None:
        return None
    labels, heat = results.labels, results.heat
    kinds = [what for what in _WHAT if (heat["what"] == what).any()]
    if not kinds:
        return None
    sides = labels.side_keys
    figure, grid = new_figure(
        0.5 + 1.85 * len(sides), rows=len(sides) + 1, columns=len(kinds), squeeze=False,
        gridspec_kw={"height_ratios": [1.0] * len(sides) + [0.26]},
    )  # fmt: skip
    for across, what in enumerate(kinds):
        for down, side in enumerate(sides):
            axes = grid[down, across]
            chosen = heat.loc[(heat["what"] == what) & (heat["side"] == side)]
            colour = side_colour(labels, side)
            means = dict(zip(chosen["hex"], chosen["mean"], strict=True))
            fills = {name: shade(colour, _paleness(mean)) for name, mean in means.items()}
            draw_bricks(axes, ground, fills, _LAND)
            axes.set_title(
                _WHAT[what][0].format(side=labels.sides[side]), loc="center", pad=3, size=8
            )
    _key_below(figure, grid[len(sides)], _mean_key())
    return make_picture(
        "heat",
        "Where attacks were made, units lost and cut off"
        if "cut_off" in kinds
        else "Where attacks were made and units lost",
        f"Means a game and hex over {results.sample_words}, the stronger the colour the more; the "
        "key in grey holds for the colours of both sides. "
        + (_CUT_OFF_WORDS if "cut_off" in kinds else "")
        + "The hexes with most of each, with t intervals, are in the numbers below.",
        _heat_words(results, kinds),
        figure,
        _heat_numbers(results, kinds),
        results.examples_of("supply"),
    )


def _mean_key() -> list[tuple[str, str]]:
    """Classes of a mean in grey, from none to many."""
    ends = [end for end, _ in reversed(_MEANS)]
    words = [f"under {ends[1]:g}", *(f"{low:g} to {high:g}" for low, high in pairwise(ends[1:]))]
    greys = [shade(_GREY, amount) for _, amount in reversed(_MEANS)]
    return [(_LAND, "none"), *zip(greys, [*words, f"over {ends[-1]:g}"], strict=True)]


def _paleness(mean: float) -> float:
    return next(amount for end, amount in _MEANS if mean > end)


def _top(results: Results, what: str, side: str, most: int) -> list[dict[str, Any]]:
    assert results.heat is not None
    heat = results.heat
    chosen = heat.loc[(heat["what"] == what) & (heat["side"] == side)]
    return rows(chosen.sort_values(["mean", "hex"], ascending=[False, True]).head(most))


def _heat_words(results: Results, kinds: list[str]) -> str:
    """Say for each map where most of it happened."""
    labels = results.labels
    told = []
    for what in kinds:
        for side in labels.side_keys:
            top = _top(results, what, side, 1)
            name = _WHAT[what][0].format(side=labels.sides[side])
            if top:
                place = labels.place_name(top[0]["hex"])
                told.append(f"{name}: most in {place}, {number(top[0]['mean'], 2)} a game")
    return f"Small maps of what happened in each hex. {'; '.join(told) or 'Nothing'}."


def _heat_numbers(results: Results, kinds: list[str]) -> NumberTable:
    labels = results.labels
    lines = []
    for what in kinds:
        sides = [*labels.side_keys]
        assert results.heat is not None
        if ((results.heat["what"] == what) & (results.heat["side"] == "unknown")).any():
            sides.append("unknown")
        for side in sides:
            name = labels.sides.get(side, "Side unknown")
            for row in _top(results, what, side, _LISTED):
                lines.append(
                    (
                        f"{name}: {_WHAT[what][1]}",
                        labels.place_name(row["hex"]),
                        number(row["mean"], 2),
                        number_range(row["mean_low"], row["mean_high"], 2),
                        estimate(row),
                        count_games(int(row["games"])),
                    )
                )
    return NumberTable(
        ("What", "Hex", "Mean a game", "Interval", "In so many games", "Games"), lines
    )
