"""``balance variants``: the rule variants of each game, and what one of them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options

if TYPE_CHECKING:
    from balance.experiments.variant_diff import Difference
    from balance.rulebook.ruleset import Ruleset

SHOW = "show"


def command(
    game: Annotated[
        str | None, typer.Argument(help="Game; all of them if not given. Or the word show.")
    ] = None,
    name: Annotated[
        str | None, typer.Argument(help="With show: a variant, by name or TOML file, or a+b.")
    ] = None,
    of: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="With show: the game, if there are several."),
    ] = None,
    settings: options.Set = None,
) -> None:
    """List the rule variants that come with the games, or show what one of them changes.

    balance variants show NAME prints each change beside the baseline, with the rule it touches.
    """
    from balance.errors import DataError

    if game == SHOW:
        if name is None:
            raise DataError("balance variants show: which one? Name a variant or its TOML file")
        _show(name, of, options.read_overrides(settings))
    elif name is not None or settings:
        raise DataError(f"balance variants: to look into a variant, write show {name or 'NAME'}")
    else:
        _list(game or of)


def _list(game: str | None) -> None:
    from balance.experiments.scenarios import find_game
    from balance.experiments.variants import apply_variants, load_variant, variant_names
    from balance.rulebook.game import playable_games

    rows = [("GAME", "VARIANT", "CHANGES", "WHY")]
    for each in [find_game(game)] if game is not None else playable_games():
        for name in variant_names(each):
            variant = load_variant(each, name)
            changes = len(apply_variants(each, [variant], judged=False).changes)
            rows.append((each.name, name, str(changes), variant.why))
    options.print_columns(rows)


def _rules_of(difference: Difference, ruleset: Ruleset) -> str:
    """The rules that a difference touches, or that no rule of the book names it."""
    if difference.rules:
        return ", ".join(difference.rules)
    own = difference.key in ruleset.parameters
    return "none: a number of the game's own" if own else "none"


def _show(name: str, game: str | None, overrides: dict[str, object]) -> None:
    from balance.experiments.scenarios import find_game
    from balance.experiments.variant_diff import differences
    from balance.experiments.variants import apply_variants, game_of, load_variants
    from balance.files.charts import shown_path

    its_game = find_game(game) if game is not None else game_of(name)
    variants = load_variants(its_game, name)
    ruleset = apply_variants(its_game, variants, overrides)
    for variant in variants:
        where = f", {shown_path(variant.path)}" if variant.path else ""
        print(f"{variant.name} ({its_game}{where}): {variant.why}")
    found = differences(ruleset, variants)
    if found:
        rows = [("RULE", "KEY", "BASELINE", "HERE", "WHAT IT IS")]
        rows += [(_rules_of(d, ruleset), d.key, d.before, d.after, d.title) for d in found]
        print()
        options.print_columns(rows)
    else:
        print("changes nothing")
    wording = [line for variant in variants for line in variant.wording]
    if wording:
        print("\nAs errata:")
        options.print_columns([(f"  {rule}", text) for rule, text in wording])
    for function in ruleset.functions.values():
        built_in = function.documented
        print(f"\n{built_in.signature} [{game} {built_in.rule}]")
        print(f"  built in: {built_in.full_module}, line {built_in.definition.lineno}")
        print(f"  here: {shown_path(function.path)}\n")
        print("\n".join(f"    {line}".rstrip() for line in function.source.splitlines()))
    print(f"\nrules {ruleset.hash}")
