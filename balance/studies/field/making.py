"""A field made of the best mixes of a tournament, and the text of its file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import date
from itertools import product
from typing import Any

from balance.strategy.field import BestAnswer, Field, Pairing

#: Games of which each pairing plays those of its weight.
WEIGHT = 10
_HEAD = """\
# Who plays where a study names no strategy: pairings that share its games by their weights. Where
# one side finds the best mix of its strategies against the best mix of the other one's, these are
# what both mixes meet in, rounded to tenths of the games.
#
# scenario  scenario of this game; one field each
# source    what gave the mixes; with its games and seed, the date, the version
# pairing   an Axis and a Soviet strategy; of each 10 games, if the weights add up to 10, they play
#           `weight`
# answer    what the best answer gains that a search found to the mix of the other side, over what
#           the mix of its own scores, in shares of the side's score, with its interval; `games` of
#           the search, `judged` by so many on fresh seeds
"""


def met_pairings(axis: Mapping[str, float], soviet: Mapping[str, float]) -> tuple[Pairing, ...]:
    """What two mixes meet in, rounded to tenths so that these add up to ten; the largest first.

    >>> for each in met_pairings({"a": 0.72, "b": 0.28}, {"c": 1.0}):
    ...     print(each.axis, each.soviet, each.weight)
    a c 7
    b c 3
    """
    parts = {(a, s): WEIGHT * axis[a] * soviet[s] for a, s in product(axis, soviet)}
    weights = {met: int(part) for met, part in parts.items()}
    by_remainder = sorted(parts, key=lambda met: weights[met] - parts[met])
    for met in by_remainder[: WEIGHT - sum(weights.values())]:
        weights[met] += 1
    order = sorted((met for met in weights if weights[met]), key=lambda met: -weights[met])
    return tuple(Pairing(*met, weights[met]) for met in order)


def fields_text(made: Iterable[Field]) -> str:
    """Text of a file of fields."""
    blocks = [_HEAD]
    for field in made:
        blocks.append(_block("field", field))
        blocks += [_block("field.pairing", each) for each in field.pairings]
        blocks += [_block("field.answer", each) for each in field.answers]
    return "\n".join(blocks)


def _block(name: str, entry: Field | Pairing | BestAnswer) -> str:
    """An entry without those below it."""
    given = {each.name: getattr(entry, each.name) for each in fields(entry)}
    lines = [f"{k} = {_value(v)}" for k, v in given.items() if not isinstance(v, tuple)]
    return "\n".join([f"[[{name}]]", *lines, ""])


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    # Texts and numbers of JSON are those of TOML.
    return value.isoformat() if isinstance(value, date) else json.dumps(value, ensure_ascii=False)
