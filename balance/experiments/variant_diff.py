"""What a variant changes, each thing beside the baseline and with the rule it touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.experiments.variant_file import Variant
from balance.rulebook import Ruleset


@dataclass(frozen=True)
class Difference:
    """One thing that is otherwise than in the baseline."""

    key: str
    rules: tuple[str, ...]
    before: str
    after: str
    #: What it is, in words.
    title: str


def differences(ruleset: Ruleset, variants: Sequence[Variant] = ()) -> list[Difference]:
    """Everything that a ruleset changes, by rule.

    A parameter and a rule function know their rule. For cells and units it is the rule that the row
    of the chart names, else those that the variant cites which makes the change.
    """
    found = []
    for key, (before, after) in ruleset.changes.items():
        topic, _, rest = key.partition(":")
        cited = _cited_for(key, variants)
        rules = cited
        if topic == "rule":
            documented = ruleset.functions[rest].documented
            rules, title = (documented.rule,), documented.tells
        elif topic == "unit":
            unit, _, column = rest.partition(":")
            title = f"{column.replace('_', ' ')} of {unit}" if column else f"{unit} on the map"
        elif topic in ("hex", "hexside"):
            place, _, column = rest.partition(":")
            title = f"{column} of hex {place}" if column else f"features of the hexside {place}"
        elif rest:
            chart = ruleset.chart(topic)
            row, _, column = rest.partition(":")
            rules = _rules_of_row(chart.row(row).cells.get("rule", "")) or cited
            title = f"{chart.key_column} {row}, {column} of the {topic} chart"
        else:
            parameter = ruleset.parameter(key)
            rules, title = tuple(parameter.rules), f"{parameter.title}; {parameter.range_text()}"
        found.append(Difference(key, rules, _shown(before), _shown(after), title))
    return found


def _cited_for(key: str, variants: Sequence[Variant]) -> tuple[str, ...]:
    for variant in reversed(variants):
        if any(change.key == key for change in variant.changes):
            return tuple(dict.fromkeys(rule for rule, _ in variant.wording))
    return ()


def _rules_of_row(text: str) -> tuple[str, ...]:
    return tuple(rule.strip() for rule in text.split(",") if rule.strip())


def _shown(value: object) -> str:
    return ("|".join(value) or "none") if isinstance(value, tuple) else str(value)
