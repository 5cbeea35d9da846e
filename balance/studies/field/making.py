"""A field made of the best mixes of a tournament, and the text of its file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import date
from itertools import product
from typing import Any

from balance.strategy.field import MOST_WEIGHT, BestAnswer, Field, Pairing

#: Games of which each pairing plays those of its weight: as fine as a short study can play.
WEIGHT = MOST_WEIGHT
_HEAD = """\
# Who plays where a study names no strategy: pairings that share its games by their weights. Where
# one side finds the best mix of its strategies against the best mix of the other one's, these are
# what both mixes meet in, rounded to twentieths of the games.
#
# scenario  scenario of this game; one field each
# source    what gave the mixes; with its games and seed, the date, the version
# pairing   an Axis and a Soviet strategy; of each 20 games, if the weights add up to 20, they play
#           `weight`. The first is the main pairing, which is played where one alone is
# answer    what the best answer gains that a search found to the mix of the other side, over what
#           the mix of its own scores, in shares of the side's score, with its interval; `games` of
#           the search, `judged` by so many on fresh seeds
"""


def met_pairings(axis: Mapping[str, float], soviet: Mapping[str, float]) -> tuple[Pairing, ...]:
    """What two mixes meet in, rounded so that the weights add up to ``WEIGHT``; the largest first.

    Each strategy plays the games of its share, to within one: a mix that lost its small shares
    could be beaten by what these are there to answer.

    >>> for each in met_pairings({"a": 0.72, "b": 0.28}, {"c": 0.95, "d": 0.05}):
    ...     print(each.axis, each.soviet, each.weight)
    a c 13
    b c 6
    a d 1
    """
    own, other = _whole_shares(axis), _whole_shares(soviet)
    short = {(a, s): own[a] * other[s] / WEIGHT for a, s in product(own, other)}
    weights: Counter[tuple[str, str]] = Counter()
    for _ in range(WEIGHT):
        met = max((m for m in short if own[m[0]] and other[m[1]]), key=lambda m: short[m])
        for left, name in zip((own, other), met, strict=True):
            left[name] -= 1
        short[met] -= 1
        weights[met] += 1
    return tuple(Pairing(*met, weight) for met, weight in weights.most_common())


def main_pairing_first(
    pairings: tuple[Pairing, ...], scores: Mapping[tuple[str, str], float]
) -> tuple[Pairing, ...]:
    """The pairings of a field, its main pairing before the others.

    That is the one whose score is nearest to the score over the field, of those that play at least
    half as often as the most frequent one: a lopsided pairing looked at alone would be taken for
    the field, and shows little of what a change of the rules does.

    >>> met = met_pairings({"a": 0.5, "b": 0.5}, {"c": 0.5, "d": 0.5})
    >>> scores = {("a", "c"): 0.1, ("a", "d"): 0.9, ("b", "c"): 0.4, ("b", "d"): 0.3}
    >>> [(each.axis, each.soviet) for each in main_pairing_first(met, scores)][:2]
    [('b', 'c'), ('a', 'c')]
    """
    whole = sum(each.weight for each in pairings)
    field = sum(each.weight * scores[each.axis, each.soviet] for each in pairings) / whole
    most = max(each.weight for each in pairings)
    frequent = [each for each in pairings if 2 * each.weight >= most]
    main = min(frequent, key=lambda each: abs(scores[each.axis, each.soviet] - field))
    return (main, *(each for each in pairings if each != main))


def _whole_shares(mix: Mapping[str, float]) -> dict[str, int]:
    """Shares in whole games of ``WEIGHT``: rounded down, the largest remainders up."""
    whole = {name: int(WEIGHT * share) for name, share in mix.items()}
    by_remainder = sorted(mix, key=lambda name: whole[name] - WEIGHT * mix[name])
    for name in by_remainder[: WEIGHT - sum(whole.values())]:
        whole[name] += 1
    return whole


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
