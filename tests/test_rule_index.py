"""The register of rules and the citations in code and tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from balance.errors import UnknownName
from balance.rulebook.game import open_game
from balance.rulebook.register import (
    parse_marker,
    rule_cover,
    scan_code,
    scan_tests,
    unknown_citations,
)

GAME = "drive_on_stalingrad"
TESTS = Path(__file__).parent


def test_register_has_exactly_the_numbers_of_the_index_in_its_order():
    lines = (TESTS / "data" / "rule_index_numbers.txt").read_text().splitlines()
    assert list(open_game(GAME).register.rules) == [
        line for line in lines if not line.startswith("#")
    ]


def test_only_weather_the_uranus_scenario_and_what_is_lost_are_left_out():
    left_out = {rule.number for rule in open_game(GAME).register.not_modelled()}
    lost = {"4.7-4.9", "5.3", "8.8-8.10", "12.2-12.7"}
    assert left_out == {"1.1b", "5.2b", "9.19c", "10.0"} | lost
    assert all(rule.note for rule in open_game(GAME).register.not_modelled())
    assert all("Missing from the text" in open_game(GAME).register.rules[n].note for n in lost)


def test_choices_made_beforehand_or_for_a_player_are_told_as_simplified():
    rules = open_game(GAME).register.rules.values()
    simplified = {rule.number for rule in rules if rule.status == "simplified"}
    assert simplified == {"6.2c", "11.25b", "11.32b", "11.33c", "11.38b"}


def test_only_notes_have_no_effect():
    rules = open_game(GAME).register.rules.values()
    assert {r.kind for r in rules if r.status == "no_effect"} == {"note"}


def test_every_parameter_belongs_to_a_rule_that_names_it():
    register, ruleset = open_game(GAME).register, open_game(GAME).rules
    named = {ruleset.parameter(key).key for r in register.rules.values() for key in r.parameters}
    assert named == set(ruleset.parameters)
    wrong = [p.key for p in ruleset.parameters.values() if not set(p.rules) <= set(register.rules)]
    assert not wrong


def test_printed_number_covers_its_letters_and_two_decimals_stay_apart():
    register = open_game(GAME).register
    assert register.covers("2.1") == ("2.1",)
    assert register.covers("2.10") == ("2.10a", "2.10b")
    assert register.covers("7.12d") == ("7.12d",)
    with pytest.raises(UnknownName, match=r"7\.99"):
        register.covers("7.99")


def test_every_citation_in_code_and_tests_is_of_a_registered_rule():
    assert not unknown_citations([*scan_code(), *scan_tests(TESTS)])


def test_rulings_give_every_switch_its_question_and_its_reason():
    text = (open_game(GAME).folder / "rulings.md").read_text()
    parameters = open_game(GAME).rules.parameters.values()
    unexplained = [p.key for p in parameters if p.origin == "ruling" and f"`{p.key}`" not in text]
    assert not unexplained


def test_citation_belongs_to_the_innermost_function_around_it(tmp_path):
    package = tmp_path / "game"
    package.mkdir()
    (package / "supply.py").write_text(
        '"""Module.\n\nRule: drive_on_stalingrad 7.1\n"""\n\n'
        "# Rule: drive_on_stalingrad 7.12,\n# 7.13a\ndef trace():\n    pass\n\n"
        "class Line:\n    def end(self):\n        # Ruling: drive_on_stalingrad 7.4\n        pass\n"
    )
    assert [(c.place, c.numbers) for c in scan_code(package)] == [
        ("game.supply", ("7.1",)),
        ("game.supply:trace", ("7.12", "7.13a")),
        ("game.supply:Line.end", ("7.4",)),
    ]


def tree_places(path: Path) -> list[tuple[int, int, str]]:
    """First line, last line and dotted name of each definition, by the syntax tree."""
    lines = path.read_text().splitlines()
    spans: list[tuple[int, int, str]] = []

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                while first > 1 and lines[first - 2].lstrip().startswith("#"):
                    first -= 1
                spans.append((first, child.end_lineno or child.lineno, prefix + child.name))
                visit(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.stmt):
                visit(child, prefix)

    visit(ast.parse(path.read_text()), "")
    return spans


def test_places_of_citations_in_code_are_those_of_syntax_trees():
    found = scan_code()
    assert len(found) > 500
    spans = {path: tree_places(path) for path in {each.path for each in found}}
    wrong = []
    for each in found:
        around = [(b - a, name) for a, b, name in spans[each.path] if a <= each.line <= b]
        _, _, name = each.place.partition(":")
        if name != (min(around)[1] if around else ""):
            wrong.append((each.place, each.line))
    assert not wrong


def tree_marks(path: Path) -> set[tuple[str, str]]:
    """Name of what is marked, and the text of each mark, by the syntax tree."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        marks: list[ast.expr] = []
        name = ""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            marks, name = list(node.decorator_list), f"::{node.name}"
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            marks = node.value.elts if isinstance(node.value, ast.List) else [node.value]
        for mark in marks:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                found |= {(name, ast.literal_eval(argument)) for argument in mark.args}
    return found


def test_marks_of_tests_are_those_of_syntax_trees():
    found = [each for each in scan_tests(TESTS) if each.path.suffix == ".py"]
    assert len(found) > 500
    for path in sorted(TESTS.rglob("test_*.py")):
        place = path.relative_to(TESTS.parent).as_posix()
        here = {(e.place.removeprefix(place), e.game, e.numbers) for e in found if e.path == path}
        assert here == {(name, *parse_marker(text)) for name, text in tree_marks(path)}


def test_unknown_citation_is_reported_with_file_and_line(tmp_path):
    (tmp_path / "supply.py").write_text("x = 1\n# Rule: drive_on_stalingrad 7.12, 7.99\n")
    (fault,) = unknown_citations(scan_code(tmp_path))
    assert "supply.py:2: unknown rule '7.99' of drive_on_stalingrad" in fault


def test_tests_are_found_by_marker_and_by_worked_example(tmp_path):
    (tmp_path / "test_supply.py").write_text(
        'import pytest\npytestmark = pytest.mark.rule("drive_on_stalingrad 7.1")\n\n'
        '@pytest.mark.rule("drive_on_stalingrad 7.12a, 7.12b")\ndef test_line():\n    pass\n'
    )
    (tmp_path / "worked_examples").mkdir()
    (tmp_path / "worked_examples" / "odds.toml").write_text(
        '[[example]]\nname = "26 to 7 is 3:1"\nrule = "drive_on_stalingrad 11.8a"\n'
    )
    folder = tmp_path.name
    assert {(c.place, c.numbers) for c in scan_tests(tmp_path)} == {
        (f"{folder}/test_supply.py", ("7.1",)),
        (f"{folder}/test_supply.py::test_line", ("7.12a", "7.12b")),
        (f"{folder}/worked_examples/odds.toml::26 to 7 is 3:1", ("11.8a",)),
    }


@pytest.mark.parametrize("number", ["9.32a", "10.4b1", "4.2-A1a", "4.2-C", "TRT-a"])
def test_every_form_of_number_of_the_second_book_can_be_cited(number):
    assert parse_marker(f"army_group_south {number}, 9.4") == ("army_group_south", (number, "9.4"))
    assert number in open_game("army_group_south").register.rules


@pytest.mark.parametrize("text", ["7.12", "drive_on_stalingrad", "drive_on_stalingrad seven", ""])
def test_marker_without_book_and_number_is_refused(text):
    with pytest.raises(ValueError, match="isn't a citation"):
        parse_marker(text)


def test_cover_lists_code_and_tests_of_a_rule():
    (entry,) = [entry for entry in rule_cover(open_game(GAME)) if entry.rule.number == "11.29a"]
    assert "balance.games.drive_on_stalingrad.tables:load_crt" in entry.code
    assert any("test_roll_of_five_at_six_to_one" in test for test in entry.tests)
