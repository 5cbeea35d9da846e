"""Python calls with values of the wrong type get one clear message, before anything is played."""

import re

import pytest

import balance
from balance.errors import BalanceError

pytestmark = pytest.mark.plain

#: A call, and what its message says first.
CALLS = [
    (lambda: balance.run(None), "scenario: None; expected its name as text"),
    (lambda: balance.run(5), "scenario: 5; expected its name"),
    (lambda: balance.run("blue", axis=3), "axis: 3; expected a name or the path of a file"),
    (lambda: balance.run("blue", axis=["historical"]), "axis: ['historical']; expected a name"),
    (lambda: balance.run("blue", variant=None), "variant: None; expected a name"),
    (lambda: balance.run("blue", variant=["no_aircraft"]), "variant: ['no_aircraft']; expected"),
    (lambda: balance.run("blue", games="2"), "games of a study: '2'; expected a whole number"),
    (lambda: balance.run("blue", jobs="2"), "jobs: '2'; expected the number of processes"),
    (lambda: balance.run("blue", jobs=0), "jobs: 0; expected the number of processes"),
    (lambda: balance.run("blue", games=2, out=5), "out: 5; expected a path"),
    (lambda: balance.run("blue", overrides="x"), "settings: 'x'; expected names with values"),
    (lambda: balance.run("blue", overrides={5: 6}), "settings: {5: 6}; expected names"),
    (lambda: balance.run("blue", detail=["turns"]), "detail: ['turns']; expected one of turns"),
    (lambda: balance.run_cells("blue", ["x"]), "cells of a study: 'x'; expected each"),
    (lambda: balance.compare("blue", [1, 2]), "variants: [1, 2]; expected a name, or a list"),
    (lambda: balance.compare("blue", None), "variants: None; expected a name, or a list"),
    (lambda: balance.compare("blue", settings="x"), "settings: 'x'; expected names"),
    (lambda: balance.compare("blue", settings=5), "settings: 5; expected names"),
    (lambda: balance.compare("blue", "vp_to_win_7", margin="2"), "margin: '2' can't be a margin"),
    (lambda: balance.compare("blue", "vp_to_win_7", error_rate="x"), "error rate: 'x' is not"),
    (lambda: balance.compare("blue", "vp_to_win_7", games="x"), "games to compare: 'x'; expec"),
    (lambda: balance.compare("blue", "vp_to_win_7", axis=5), "axis strategies: 5; expected a"),
    (lambda: balance.plan("blue", precision="x"), "precision: 'x' points can't be planned"),
    (lambda: balance.plan("blue", precision=("x",)), "precision: 'x' points can't be planned"),
    (lambda: balance.plan("blue", power="x"), "power: 'x' is not possible"),
    (lambda: balance.plan("blue", confidence="x"), "confidence: 'x' is not possible"),
    (lambda: balance.chances("blue", games="x"), "games of a model of chances: 'x'; expected"),
    (lambda: balance.explain("blue", set_ups="x"), "set_ups: 'x'; expected a whole number"),
    (lambda: balance.explain("blue", seed="x"), "seed: 'x'; expected a whole number"),
    (lambda: balance.tune("blue", "victory.vp_to_win", "a", "b"), "start: 'a'; expected a who"),
    (lambda: balance.tune("blue", 5, 1, 2), "parameter: 5; expected its key as text"),
    (lambda: balance.sweep("blue", "victory.vp_to_win=5..6"), "over: 'victory.vp_to_win=5..6';"),
    (lambda: balance.restrict("blue", "axis", 5), "without: 5; expected a name, or a list"),
    (lambda: balance.restrict("blue", "axis", "aircraft", variant=["x"]), "variant: ['x'];"),
    (lambda: balance.tournament("blue", axis=5), "axis strategies: 5; expected a name"),
    (lambda: balance.train("blue", "axis", against=5), "soviet strategies: 5; expected a name"),
    (lambda: balance.train("blue", "axis", shares="x"), "shares: "),
    (lambda: balance.train("blue", "axis", over="x"), "over: 'x'; expected names with values"),
    (lambda: balance.train("blue", "axis", name=5), "name: 5; expected that of an opening"),
    (lambda: balance.train("blue", "axis", seed="x"), "seed: 'x'; expected a whole number"),
    (lambda: balance.train_both("blue", seed="x"), "seed: 'x'; expected a whole number"),
    (lambda: balance.bid("blue", settings=5), "settings: 5; expected names with values"),
    (lambda: balance.bid("blue", detail=["x"]), "detail: ['x']; expected one of turns"),
    (lambda: balance.dead_rules("blue", only=5), "only: 5; expected a name, or a list"),
    (lambda: balance.gate(None), "gate file: None; expected a path"),
    (lambda: balance.open_study(None), "folder of a study: None; expected a path"),
    (lambda: balance.resume(None), "folder of a study: None; expected a path"),
    (lambda: balance.on_cluster(5).__enter__(), "cluster: 5; expected tcp://HOST:PORT"),
]


@pytest.mark.parametrize(("call", "said"), CALLS, ids=[said for _, said in CALLS])
def test_a_value_of_the_wrong_type_gets_one_clear_message(call, said):
    with pytest.raises(BalanceError, match=re.escape(said)) as told:
        call()
    assert str(told.value).startswith(said)
    assert len(str(told.value).splitlines()) == 1


def test_the_package_shows_what_it_offers_and_nothing_it_is_made_with():
    shown = {name for name in dir(balance) if not name.startswith("__")}
    assert shown == set(balance.__all__) - {"__version__"}
