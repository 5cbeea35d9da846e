"""What a variant changes, each thing beside the baseline and with the rule that its file cites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from balance.errors import UnknownName
from balance.experiments.variant_file import Variant
from balance.rulebook.changes import POINTS, single_keys
from balance.rulebook.place_names import hex_rows
from balance.rulebook.ruleset import Ruleset


@dataclass(frozen=True)
class Difference:
    """One thing that is otherwise than in the baseline, or a group of units changed together."""

    key: str
    rules: tuple[str, ...]
    before: str
    after: str
    #: What it is, in words.
    title: str


@dataclass(frozen=True)
class _Origin:
    """The change of a file that made a difference, and the rules that the file cites."""

    variant: Variant
    key: str


def differences(ruleset: Ruleset, variants: Sequence[Variant] = ()) -> list[Difference]:
    """Everything that a ruleset changes, the units of a group together.

    A difference that a file makes has the rules that the file cites for it, and no others: those
    that the register names for it too; of units and the map, for which it names none, those that
    the file cites for nothing else. What is set without a file has the rules of the register.
    """
    origins = _origins(ruleset, variants)
    grouped: dict[str, list[str]] = {}
    for key in ruleset.changes:
        origin = origins.get(key)
        together = origin.key if origin and key.startswith("unit:") else key
        grouped.setdefault(together, []).append(key)
    registered = {key: _covered(ruleset, _registered(ruleset, key)) for key in ruleset.changes}
    return [
        Difference(
            together,
            _cited(ruleset, keys[0], registered, origins),
            _shown(ruleset.changes[key][0] for key in keys),
            _shown(ruleset.changes[key][1] for key in keys),
            _title(ruleset, together, keys),
        )
        for together, keys in grouped.items()
    ]


def _origins(ruleset: Ruleset, variants: Sequence[Variant]) -> dict[str, _Origin]:
    """What made each difference, by its key: of several changes the last."""
    found: dict[str, _Origin] = {}
    for variant in variants:
        for change in variant.changes:
            for key in single_keys(ruleset, change.key):
                found[key] = _Origin(variant, change.key)
                for cell in _cells(ruleset, key):
                    found[cell] = found[key]
        for function in variant.functions:
            key = f"rule:{function.name}"
            found[key] = _Origin(variant, key)
    return found


def _cells(ruleset: Ruleset, key: str) -> Iterator[str]:
    """The same thing by its other keys: a parameter by its cells, a cell by its parameter."""
    if ":" not in key:
        yield from (":".join(cell) for cell in ruleset.parameter(key).cells)
        return
    chart, _, rest = key.partition(":")
    row, _, column = rest.partition(":")
    parameter = ruleset.cell_parameters.get((chart, row, column))
    if parameter:
        yield parameter.key


def _cited(
    ruleset: Ruleset, key: str, registered: Mapping[str, set[str]], origins: Mapping[str, _Origin]
) -> tuple[str, ...]:
    origin = origins.get(key)
    if origin is None:
        return _registered(ruleset, key)
    cited = {rule: _covered(ruleset, (rule,)) for rule, _ in origin.variant.wording}
    if registered[key]:
        return tuple(rule for rule, covered in cited.items() if covered & registered[key])
    # What the register has no rule for is what the other citations are about, if it is one matter.
    made = [each for each, by in origins.items() if by.variant is origin.variant]
    made = [each for each in made if each in registered]
    if len({_matter(each) for each in made if not registered[each]}) > 1:
        return ()
    taken = {rule for each in made for rule in registered[each]}
    return tuple(rule for rule, covered in cited.items() if not covered & taken)


def _matter(key: str) -> str:
    """What a change of a unit or the map is about: units, a column of hexes, or hexsides."""
    topic, _, rest = key.partition(":")
    return f"hex {rest.partition(':')[2]}" if topic == "hex" else topic


def _covered(ruleset: Ruleset, numbers: Sequence[str]) -> set[str]:
    """The rules that printed numbers stand for: 7.9 for 7.9a and 7.9b."""
    register, found = ruleset.game.register, set[str]()
    for number in numbers:
        try:
            found.update(register.covers(number))
        except UnknownName:  # a span, or a remark of the chart
            found.add(number)
    return found


def _registered(ruleset: Ruleset, key: str) -> tuple[str, ...]:
    """Rules that the game's data name for a thing."""
    topic, _, rest = key.partition(":")
    if topic == "rule":
        return (ruleset.functions[rest].documented.rule,)
    if topic == "hex" and rest.endswith(f":{POINTS}") and ruleset.points_parameter:
        return tuple(ruleset.points_parameter.rules)
    if topic in ("unit", "hex", "hexside"):
        return ()
    if rest:
        chart = ruleset.chart(topic)
        text = chart.row(rest.partition(":")[0]).cells.get("rule", "")
        return tuple(rule.strip() for rule in text.split(",") if rule.strip())
    return tuple(ruleset.parameter(key).rules)


def _title(ruleset: Ruleset, key: str, keys: Sequence[str]) -> str:
    topic, _, rest = key.partition(":")
    name, _, column = rest.partition(":")
    if topic == "rule":
        return ruleset.functions[rest].documented.tells
    if topic == "unit":
        who = f"{name}: {len(keys)} units" if key != keys[0] else name
        return f"{column.replace('_', ' ')} of {who}" if column else f"{who} on the map"
    if topic == "hex":
        what = "victory points" if column == POINTS else column.replace("_", " ")
        place = hex_rows(ruleset.folder)[name].cells.get("place")
        return f"{what} of hex {name}" + (f", {place}" if place else "")
    if topic == "hexside":
        return f"features of the hexside {name}"
    if rest:
        chart = ruleset.chart(topic)
        return f"{chart.key_column} {name}, {column} of the {topic} chart"
    parameter = ruleset.parameter(key)
    return f"{parameter.title}; {parameter.range_text()}"


def _shown(values: Iterator[object]) -> str:
    """A value, or the span of those of a group."""
    texts = dict.fromkeys(
        ("|".join(value) or "none") if isinstance(value, tuple) else str(value) for value in values
    )
    if len(texts) > 1 and all(text.isdecimal() for text in texts):
        numbers = sorted(map(int, texts))
        return f"{numbers[0]} to {numbers[-1]}"
    return "|".join(texts)
