"""Which code and which tests stand for which rule: the register of a rulebook and its citations.

``data/<game>/rulebook.toml`` lists every rule. Code names the rules it implements in docstrings and
comments (``Rule:``, or ``Ruling:`` where the book is unclear, then book and numbers), tests in
their ``rule`` marker. Nothing is imported to find them: sources are read as text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.files.charts import shown_path
from balance.files.toml import line_of, read_toml
from balance.rulebook.game import Game, open_game
from balance.rulebook.ruleset import Ruleset

#: What rules are about.
_KINDS = (
    *("advance", "air", "artillery", "bridge", "city", "combat", "control", "fog", "fortification"),
    *("hq", "integrity", "movement", "note", "overrun", "rail", "reinforcement", "retreat"),
    *("sequence", "setup", "stacking", "supply", "units", "untried", "victory", "weather"),
    *("withdrawal", "zoc"),
)
#: Entries of a rule in the register.
_KEYS = ("number", "title", "kind", "parent", "status", "parameters", "note")
STATUSES = ("modelled", "simplified", "not_modelled", "no_effect")
_PACKAGE = Path(__file__).resolve().parents[1]
#: "7.12", "7.12a", "10.4b1", "9.8-9.15", "4.2-A1a" (player turns), "TRT-a", "TEC-S-a1", "Setup-a"
#: (charts and lists without number), "S1a" (scenarios).
_NUMBER = (
    r"(?:\d+\.\d+(?:[a-z]\d?|-\d+\.\d+|-[A-Z]\d?[a-z]?)?"
    r"|[A-Z][A-Za-z]+-(?:[A-Z]-)?[a-z]\d?|S\d[a-z])"
)
#: "drive_on_stalingrad 7.12, 7.13a"; a list may go on in the next line, also of a comment.
_LIST = rf"([a-z][a-z0-9_]*)\s+({_NUMBER}(?:,\s*(?:#:?\s*)?{_NUMBER})*)"
_CITATION = re.compile(rf"\bRul(?:e|ing)s?:\s+{_LIST}")
_MARKER = re.compile(rf"{_LIST}\s*")
_DEFINITION = re.compile(r"^( *)(?:async def|def|class) (\w+)", re.MULTILINE)
#: A mark of tests with nothing but texts in it.
_MARK = re.compile(r'\bpytest\.mark\.rule\(((?:\s*"[^"]*",?)+\s*)\)')
#: First line of a statement of the module itself.
_OUTERMOST = re.compile(r"^[^\s)\]}]", re.MULTILINE)

#: What the register may number a rule by.
_REGISTERED = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")


@dataclass(frozen=True)
class Rule:
    """One entry of a rulebook's register."""

    number: str
    title: str
    kind: str
    parent: str
    status: str
    parameters: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Citation:
    """One place that cites rules: the words as written and where they stand."""

    game: str
    numbers: tuple[str, ...]
    place: str
    path: Path
    line: int


@dataclass(frozen=True)
class Register:
    """All rules of one rulebook, by number, in printed order."""

    game: str
    rules: Mapping[str, Rule]
    #: Printed number or section -> the rules it covers.
    covered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def covers(self, number: str) -> tuple[str, ...]:
        """Rules that a cited number stands for: itself, or all letters of a printed number.

        >>> from balance.rulebook.game import open_game
        >>> open_game("drive_on_stalingrad").register.covers("7.9")
        ('7.9a', '7.9b')

        Raises
        ------
        UnknownName
            If the rulebook has no such number.
        """
        if number in self.rules:
            return (number,)
        if number in self.covered:
            return self.covered[number]
        raise UnknownName(f"rule of {self.game}", number, [*self.rules, *self.covered])

    def not_modelled(self) -> list[Rule]:
        """Rules that the game leaves out, for reports."""
        return [rule for rule in self.rules.values() if rule.status == "not_modelled"]


def read_register(game: Game) -> Register:
    """Read the register of a game."""
    path = game.folder / "rulebook.toml"
    rules: dict[str, Rule] = {}
    faults = []
    parameters = game.rules
    for place, record in enumerate(read_toml(path).get("rule", []), start=1):
        try:
            rule = _rule(record)
            if rule.number in rules:
                raise ValueError(f"rule {rule.number} is there twice")
            for key in rule.parameters:
                parameters.parameter(key)
            rules[rule.number] = rule
        except (ValueError, UnknownName, KeyError) as error:
            where = line_of(path, str(record.get("number", "")), place, "[[rule]]")
            text = f"an entry lacks {error}" if isinstance(error, KeyError) else str(error)
            faults.append(f"{shown_path(path)}:{where}: {text}")
    if not rules and not faults:
        faults.append(f"{shown_path(path)}: has no [[rule]]; it lists every rule of the book")
    if game.system:  # by whose rules it plays
        rules |= {n: r for n, r in game.system.register.rules.items() if n not in rules}
    if not faults:
        faults += _unknown_rules(path.parent / "parameters.toml", parameters, rules)
    if faults:
        raise DataError(faults)
    covered: dict[str, list[str]] = {}
    for rule in rules.values():
        if "." in rule.parent:
            covered.setdefault(rule.parent, []).append(rule.number)
    return Register(game.name, rules, {number: tuple(cases) for number, cases in covered.items()})


def _unknown_rules(path: Path, ruleset: Ruleset, rules: Mapping[str, Rule]) -> Iterator[str]:
    """Rule numbers of parameters that the book doesn't have."""
    for key, parameter in ruleset.parameters.items():
        for number in parameter.rules:
            if number not in rules:
                where = f"{shown_path(path)}:{line_of(path, key)}"
                yield f"{where}: {key}: {UnknownName('rule', number, rules)}"


def _rule(record: Mapping[str, object]) -> Rule:
    parameters = record.get("parameters", [])
    for key in ("title", "kind", "parent", "status", "note"):
        if not isinstance(record.get(key, ""), str):
            raise ValueError(f"{key} is {record[key]!r}; expected text")
    if not isinstance(parameters, list) or not all(isinstance(k, str) for k in parameters):
        raise ValueError(f"parameters are {parameters!r}; expected a list of keys")
    unknown = [key for key in record if key not in _KEYS]
    if unknown:
        raise ValueError(f"unknown entry {unknown[0]}; expected one of {', '.join(_KEYS)}")
    rule = Rule(
        number=str(record["number"]),
        title=str(record["title"]),
        kind=str(record["kind"]),
        parent=str(record["parent"]),
        status=str(record["status"]),
        parameters=tuple(parameters),
        note=str(record.get("note", "")),
    )
    if rule.kind not in _KINDS:
        raise ValueError(f"kind is {rule.kind!r}; expected one of {', '.join(_KINDS)}")
    for key, number in (("number", rule.number), ("parent", rule.parent)):
        if not _REGISTERED.fullmatch(number):
            raise ValueError(f"{key} {number!r} is none; expected one such as '7.12a'")
    if not isinstance(record["number"], str):
        raise ValueError(f"number {rule.number} must be text, in quotation marks: 2.1 isn't 2.10")
    if rule.status not in STATUSES:
        raise UnknownName(f"status of rule {rule.number}", rule.status, STATUSES)
    if rule.status in ("not_modelled", "simplified") and not rule.note:
        raise ValueError(f"rule {rule.number} is {rule.status}: its note must say why")
    return rule


def parse_marker(text: str) -> tuple[str, tuple[str, ...]]:
    """Read the text of a ``rule`` marker.

    >>> parse_marker("drive_on_stalingrad 7.12a, 7.13")
    ('drive_on_stalingrad', ('7.12a', '7.13'))
    """
    found = _MARKER.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} isn't a citation such as 'drive_on_stalingrad 7.12, 7.13a'")
    return found.group(1), _split(found.group(2))


def _split(numbers: str) -> tuple[str, ...]:
    return tuple(re.findall(_NUMBER, numbers))


def scan_code(root: Path = _PACKAGE, book: str = "") -> list[Citation]:
    """All citations in the Python files below a folder, each with its module and function.

    With ``book``, only files that name that rulebook are looked into, and so below.
    """
    citations = []
    for path in sorted(root.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found = list(_CITATION.finditer(text)) if book in text else []
        if not found:
            continue
        lines = text.splitlines()
        starts = [0, *(m.end() for m in re.finditer("\n", text))]
        module = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        for match in found:
            line = bisect_right(starts, match.start())
            name = _definition_around(lines, line)
            place = f"{module}:{name}" if name else module
            citations.append(Citation(match[1], _split(match[2]), place, path, line))
    return citations


def _definition_around(lines: list[str], number: int) -> str:
    """Dotted name of the innermost function or class around a line; "" if there is none.

    Comments and decorators directly above a definition belong to it. Sources are laid out by the
    formatter, so indentation tells; syntax trees of all files would take half a second.

    >>> _definition_around(["class Line:", "    # Rule: ...", "    def end(self):"], 2)
    'Line.end'
    """
    at = number - 1
    while lines[at].lstrip().startswith(("#", "@")) and at + 1 < len(lines):
        at += 1
    found = _DEFINITION.match(lines[at])
    names = [found[2]] if found else []
    if not found:
        at = number - 1
    depth = _depth(lines[at])
    while depth > 0 and at > 0:
        at -= 1
        line = lines[at]
        # A bracket that closes the list of arguments stands as far out as its definition.
        if not line.strip() or _depth(line) >= depth or line.lstrip()[0] in ")]}":
            continue
        depth = _depth(line)
        if found := _DEFINITION.match(line):
            names.append(found[2])
    return ".".join(names[::-1])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def checkout_tests() -> Path | None:
    """The tests of a source checkout; an installed package has none."""
    folder = _PACKAGE.parent / "tests"
    return folder if (folder / "conftest.py").is_file() else None


def scan_tests(folder: Path, book: str = "") -> list[Citation]:
    """All rules that tests cite: ``rule`` markers, and ``rule`` entries of worked examples."""
    citations = []
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rule(" not in text or book not in text:
            continue
        place = path.relative_to(folder.parent).as_posix()
        citations += list(_test_markers(text, path, place))
    for path in sorted((folder / "worked_examples").glob("*.toml")):
        place = path.relative_to(folder.parent).as_posix()
        for example in read_toml(path).get("example", []):
            game, numbers = parse_marker(example["rule"])
            line = line_of(path, example["name"])
            citations.append(Citation(game, numbers, f"{place}::{example['name']}", path, line))
    return citations


def _test_markers(text: str, path: Path, place: str) -> Iterator[Citation]:
    """Citations of a file of tests: decorators, and the marks of all its tests."""
    for mark in _MARK.finditer(text):
        start = text.rfind("\n", 0, mark.start()) + 1
        name = ""
        if text[start : mark.start()].strip() == "@":
            marked = _DEFINITION.search(text, mark.end())
            assert marked
            name = f"::{marked[2]}"
        elif not _statement_around(text, mark.start()).startswith("pytestmark ="):
            continue
        line = text.count("\n", 0, mark.start()) + 1
        for cited in re.findall(r'"([^"]*)"', mark[1]):
            game, numbers = parse_marker(cited)
            yield Citation(game, numbers, f"{place}{name}", path, line)


def _statement_around(text: str, place: int) -> str:
    """Source from the start of the module's own statement that a place belongs to."""
    return text[max(m.start() for m in _OUTERMOST.finditer(text, 0, place)) :]


@dataclass(frozen=True)
class RuleCover:
    """One rule with the code and the tests that cite it."""

    rule: Rule
    code: tuple[str, ...]
    tests: tuple[str, ...]


def rule_cover(game: Game) -> list[RuleCover]:
    """Every rule of a game with its code and tests, in printed order.

    Citations that fit no rule are left out here; ``unknown_citations`` finds them.
    """
    register, book = game.register, game.name
    folder = checkout_tests()
    code = _by_rule(register, scan_code(book=book))
    tests = _by_rule(register, scan_tests(folder, book)) if folder else {}
    return [
        RuleCover(rule, tuple(code.get(number, ())), tuple(tests.get(number, ())))
        for number, rule in register.rules.items()
    ]


def _by_rule(register: Register, citations: Iterable[Citation]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for citation in citations:
        if citation.game != register.game:
            continue
        for cited in citation.numbers:
            if cited not in register.rules and cited not in register.covered:
                continue
            for number in register.covers(cited):
                found = places.setdefault(number, [])
                if citation.place not in found:
                    found.append(citation.place)
    return places


def unknown_citations(citations: Iterable[Citation]) -> list[str]:
    """One message for each citation of a book or rule that no register has."""
    faults = []
    for citation in citations:
        where = f"{shown_path(citation.path)}:{citation.line}"
        try:
            register = open_game(citation.game).register
        except UnknownName as error:
            faults.append(f"{where}: {error}")
            continue
        for number in citation.numbers:
            try:
                register.covers(number)
            except UnknownName as error:
                faults.append(f"{where}: {error}")
    return faults


def missing_cover(game: Game) -> tuple[list[str], list[str]]:
    """Modelled rules that no code cites, and those that no test cites."""
    due = [c for c in rule_cover(game) if c.rule.status in ("modelled", "simplified")]
    return [c.rule.number for c in due if not c.code], [c.rule.number for c in due if not c.tests]
