"""The chances to win along a recorded game, and the turns that moved them most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from balance.counting import counted
from balance.errors import DataError
from balance.strategy.chances import OUTCOMES, Chances, Floats

#: Turning points that are told, at most, and the least change of one.
MOST_TURNING, LEAST_CHANGE = 3, 0.05
#: Groups of happenings that are told of a turning point, those of the side that gained by it.
_TOLD = ("places",)
#: Reasons of a turning point, at most; each weighs so much of the weightiest.
_REASONS, _WEIGHTY = 3, 0.25


def chances_of(
    model: Chances,
    turns: np.ndarray,
    row: Mapping[str, Any],
    variant: str,
    names: Mapping[str, str],
) -> dict[str, Any]:
    """What a page shows of the chances along a game, in JSON's terms.

    Parameters
    ----------
    turns
        The game's records of turns.
    row
        Its row of the games table.
    variant
        The rules it was played under.
    names
        Words for the columns of the turns.

    Raises
    ------
    DataError
        If the model rests on a column that the turns lack.
    """
    if missing := [name for name in model.columns if name not in (turns.dtype.names or ())]:
        raise DataError(
            f"chances of {model.scenario}: rest on {', '.join(missing)}, which the turns table of "
            f"this version lacks; fit them anew: balance chances {model.scenario}"
        )
    going_on = turns[turns["game_turn"] < row["ending_turn"]]
    curve = np.vstack([model.before, model.at(going_on)])
    if row["winner"] in OUTCOMES:
        curve = np.vstack([curve, np.equal(row["winner"], OUTCOMES).astype(float)])
    return {
        # A row a game turn, the set-up first: chances of the first side, a draw, the second side.
        "curve": [[round(share, 4) for share in each] for each in curve.tolist()],
        "turning": [
            {"turn": turn, "why": _reasons(model, going_on, turn, curve, names)}
            for turn in turning_points(curve)
        ],
        "groups": list(_TOLD),
        "note": note_on(model, variant),
    }


def turning_points(curve: Floats) -> list[int]:
    """Game turns in which the chances moved most, the greatest change first.

    >>> turning_points(np.array([[0.5, 0, 0.5], [0.52, 0, 0.48], [0.3, 0, 0.7], [0, 0, 1]]))
    [3, 2]
    """
    change = np.abs(np.diff(curve, axis=0)).sum(axis=1) / 2
    order = np.argsort(-change, kind="stable")[:MOST_TURNING]
    return [int(turn) + 1 for turn in order if change[turn] >= LEAST_CHANGE]


def _reasons(
    model: Chances, turns: np.ndarray, turn: int, curve: Floats, names: Mapping[str, str]
) -> list[str]:
    """What changed most in favour of the side that gained in a turn; nothing where the game ended.

    A column speaks for a side by what it differs from usual; what counts is how that changed.
    """
    here = turns[turns["game_turn"] == turn]
    if not len(here):
        return []
    before = turns[turns["game_turn"] == turn - 1]
    leads = model.leads(here)[0] - (model.leads(before)[0] if len(before) else 0.0)
    gains = leads * np.sign(curve[turn, 0] - curve[turn - 1, 0])
    order = np.argsort(-gains, kind="stable")[:_REASONS]
    return [
        _reason(model, model.columns[place], names, here, before)
        for place in order
        if gains[place] > max(0.0, _WEIGHTY * gains.max())
    ]


def _reason(
    model: Chances, column: str, names: Mapping[str, str], here: np.ndarray, before: np.ndarray
) -> str:
    """How far a column is from usual at the end of a turn, and how far it was before."""
    place = model.columns.index(column)

    def told(turn: np.ndarray) -> str:
        usual = model.usual[model.row_of(turn["game_turn"])[0], place]
        return _than_usual(float(turn[column][0]) - usual)

    words = f"{names.get(column, column)}: {told(here)}"
    return f"{words} (the turn before: {told(before)})" if len(before) else words


def _than_usual(difference: float) -> str:
    """A difference in words.

    >>> _than_usual(12.34), _than_usual(-0.5), _than_usual(0.01)
    ('12 above the usual', '0.5 below the usual', 'as usual')
    """
    size = abs(difference)
    shown = f"{size:.0f}" if size >= 10 else f"{size:.1f}"
    if not float(shown):
        return "as usual"
    return f"{shown} {'above' if difference > 0 else 'below'} the usual"


def note_on(model: Chances, variant: str) -> str:
    """Where the chances come from, and what the reader must know of them."""
    made = model.made
    words = (
        f"Estimated from how {made.fitted:,} games of {counted(made.pairings, 'pairing')} went on "
        f"from the end of each game turn, under {_rules_words(made.variant)}; Brier score "
        f"{made.brier:.3f} in other games. The model doesn't know who plays."
    )
    if variant != made.variant:
        words += (
            f" Here {_rules_words(variant)} hold: the chances may be off. "
            "balance chances with --variant fits its own."
        )
    return words


def _rules_words(variant: str) -> str:
    return "the printed rules" if variant == "baseline" else f"the rules of {variant}"
