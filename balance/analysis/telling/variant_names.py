"""What a reader calls a rule variant, and what it asks; tables know it by its label."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd

from balance.errors import BalanceError
from balance.experiments.variant_file import BASELINE
from balance.experiments.variants import load_variants
from balance.rulebook.game import Game

#: Where the settings of a label begin: "vp_to_win_7+victory.last_turn=9".
_SETTING = re.compile(r"\+(?=[a-z_]+[.:][^+/]*=)")


def variant_names(game: Game, labels: Iterable[str]) -> dict[str, str]:
    """Name of each variant for readers, by its label in the tables.

    A file has the ``name`` that stands in it, the baseline is not named beside settings. Where two
    would have the same name they keep their labels.

    Examples
    --------
    >>> from balance.rulebook.game import open_game
    >>> blue = open_game("drive_on_stalingrad")
    >>> variant_names(blue, ["baseline", "no_aircraft", "baseline+victory.vp_to_win=7"])
    {'baseline': 'baseline', 'no_aircraft': 'no_aircraft', 'baseline+victory.vp_to_win=7': \
'victory.vp_to_win=7'}
    """
    names = {label: _name(game, label) for label in labels}
    times = Counter(names.values())
    return {label: name if times[name] == 1 else label for label, name in names.items()}


def rename_variants(
    tables: Mapping[str, pd.DataFrame], names: Mapping[str, str]
) -> dict[str, pd.DataFrame]:
    """The same tables with the names of variants for readers; other labels stay as they are."""
    return {
        key: table.assign(variant=[names.get(each, each) for each in table["variant"]])
        if "variant" in table.columns
        else table
        for key, table in tables.items()
    }


def variant_name(game: Game, label: str) -> str:
    """Name of one variant for readers."""
    return variant_names(game, [label])[label]


def variant_questions(game: Game, labels: Iterable[str]) -> tuple[str, ...]:
    """What each variant asks and each setting sets, a line each; nothing of the baseline.

    Examples
    --------
    >>> from balance.rulebook.game import open_game
    >>> variant_questions(open_game("drive_on_stalingrad"), ["baseline+victory.vp_to_win=7"])
    ('victory.vp_to_win: German victory points that win at once, 6 in the baseline (rule 4.5b)',)
    """
    said: list[str] = []
    for label in labels:
        files, settings = _read(game, label)
        said += [f"{name}: {why}" for name, why in files if why]
        said += parameter_meanings(game, [setting.partition("=")[0] for setting in settings])
    return tuple(dict.fromkeys(said))


def _name(game: Game, label: str) -> str:
    files, settings = _read(game, label)
    rules = " with ".join(name for name, _ in files)
    return ", ".join([*([rules] if rules else []), *settings]) or BASELINE


def _read(game: Game, label: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Name and question of each variant of a label, without the baseline, and its settings."""
    names, *settings = _SETTING.split(label)
    if names == BASELINE:
        return [], settings
    try:
        found = [(each.name, each.why) for each in load_variants(game, names)]
    except BalanceError:  # the file is gone since, or faulty by now: its name is still known
        found = [(Path(name).name.removesuffix(".toml"), "") for name in names.split("+")]
    return [each for each in found if each[0] != BASELINE], settings


def parameter_meanings(game: Game, keys: Iterable[str]) -> tuple[str, ...]:
    """What each parameter is, a line each; nothing of charts, units and hexes.

    >>> from balance.rulebook.game import open_game
    >>> blue = open_game("drive_on_stalingrad")
    >>> parameter_meanings(blue, ["victory.vp_to_win", "unit:GD:attack"])
    ('victory.vp_to_win: German victory points that win at once, 6 in the baseline (rule 4.5b)',)
    """
    rules = game.rules
    said = []
    for key in filter(rules.parameters.__contains__, keys):
        found, before = rules.parameters[key], rules[key]
        usual = ", ".join(map(str, before)) if isinstance(before, tuple) else before
        said.append(f"{key}: {found.title}, {usual} in the baseline (rule {found.rule})")
    return tuple(said)
