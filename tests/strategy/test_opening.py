from __future__ import annotations

from pathlib import Path

import pytest

from balance.errors import BalanceError, DataError
from balance.rulebook.game import Game, playable_games
from balance.strategy import opening_shape
from balance.strategy.opening import OpeningStrategy, read_opening

HEAD = '[opening]\nname = "first"\ngame = "drive_on_stalingrad"\nside = "axis"\n'
TEMPLATE = Path(__file__).parents[2] / "strategies/drive_on_stalingrad/_template_opening.toml"


def written(folder: Path, text: str) -> Path:
    path = folder / "first.toml"
    path.write_text(text, encoding="utf-8")
    return path


def fault_of(folder: Path, text: str) -> str:
    with pytest.raises(DataError) as caught:
        read_opening(written(folder, text))
    message = str(caught.value)
    assert message.startswith(str(folder))
    return message.removeprefix(f"{folder}/first.toml")


def player(path: Path) -> OpeningStrategy:
    made = read_opening(path)()
    assert isinstance(made, OpeningStrategy)
    return made


MALFORMED = {
    "condition of no kind": (
        HEAD + '[[turn]]\nturns = [1, 2]\nwhen = { takken = ["Kursk"] }\n',
        ":7: [[turn]] number 1: when: unknown key 'takken'; did you mean 'taken'",
    ),
    "condition not a table": (
        HEAD + '[[garrison]]\nhex = "Kursk"\nunits = 1\nwhen = "taken"\n',
        ":8: [[garrison]] number 1: when is 'taken'; expected a table of taken, lost, lead",
    ),
    "lead without bounds": (
        HEAD + "[[turn]]\nturns = [1, 2]\nwhen = { lead = 2 }\n",
        ":7: [[turn]] number 1: when: lead is 2; expected [least, most], whole numbers",
    ),
    "mission's weight that holds for all": (
        HEAD + '[[mission]]\nposture = "hold"\nobjective = []\nweights = { stand_off = 2.0 }\n',
        ":8: [[mission]] number 1: weight stand_off holds for all units; a mission may have",
    ),
    "mission's weight out of range": (
        HEAD + '[[mission]]\nposture = "hold"\nobjective = []\nweights = { risk = 99 }\n',
        ":8: [[mission]] number 1: weight risk is 99; expected a number from 0 to 20",
    ),
    "reserve in a game that knows none": (
        HEAD.replace("drive_on_stalingrad", "stalingrad_1942")
        + '[[mission]]\nposture = "reserve"\nobjective = []\n',
        ":6: [[mission]] number 1: posture is 'reserve'; expected one of hold, strike, garrison",
    ),
    "no head": ("[weights]\n", ":1: no [opening] table; expected name, game and side there"),
    "head not a table": ("opening = 3\n", ":1: no [opening] table"),
    "lacking name": (HEAD.replace('name = "first"\n', ""), ":1: [opening] lacks name"),
    "name of digits": (HEAD.replace('"first"', "7"), ":2: [opening] name is 7; expected a text"),
    "name with a colon": (HEAD.replace("first", "a:b"), "name is 'a:b'; expected a letter"),
    "other side": (
        HEAD.replace('"axis"', '"german"'),
        ":4: [opening] side is 'german'; expected axis, soviet",
    ),
    "unknown key of the head": (
        HEAD + 'auther = "me"\n',
        ":5: [opening] unknown key 'auther'; expected name, game, side, scenarios, example_in, ",
    ),
    "unknown table": (
        HEAD + "[wieghts]\n",
        ":5: unknown entry [wieghts]; did you mean 'weights'? Expected opening",
    ),
    "unknown weight": (HEAD + "[weights]\ncausion = 1.0\n", "did you mean 'caution'"),
    "weight out of range": (
        HEAD + "[weights]\ncaution = 99\n",
        ":6: [weights]: weight caution is 99; expected a number from 0.1 to 10",
    ),
    "weights not a table": (
        "weights = 3\n" + HEAD,
        ":1: [weights] is 3; expected a table of weights",
    ),
    "weight as text": (HEAD + '[weights]\ncaution = "1"\n', "weight caution is '1'; expected"),
    "single mission": (
        HEAD + '[mission]\nposture = "hold"\n',
        ":5: [mission] is a single table; write [[mission]]",
    ),
    "entry not a table": (
        "garrison = [1]\n" + HEAD,
        "[[garrison]] number 1: is 1; expected a table",
    ),
    "turn not a table": ("turn = [1]\n" + HEAD, "[[turn]] number 1: is 1; expected a table"),
    "unknown posture": (
        HEAD + '[[mission]]\nposture = "attack"\nobjective = []\n',
        ":6: [[mission]] number 1: posture is 'attack'; expected one of hold, strike",
    ),
    "strike without objective": (
        HEAD + '[[mission]]\nposture = "strike"\nobjective = []\n',
        "[[mission]] number 1: posture strike needs an objective",
    ),
    "lacking objective": (
        HEAD + '[[mission]]\nposture = "hold"\n',
        "lacks objective; expected a list of texts, [] for a hold without a place",
    ),
    "turns as a number": (
        HEAD + "[[turn]]\nturns = 4\n",
        "[[turn]] number 1: turns is 4; expected [first, last]",
    ),
    "turns backwards": (HEAD + "[[turn]]\nturns = [4, 3]\n", "turns is [4, 3]; expected [first"),
    "list of numbers": (
        HEAD + '[[mission]]\nposture = "hold"\nobjective = [2618]\n',
        "objective is [2618]; expected a list of texts",
    ),
    "negative garrison": (
        HEAD + '[[garrison]]\nhex = "Kharkov"\nunits = -1\n',
        "units is -1; expected a whole number 0 to 8",
    ),
    "worth not finite": (
        HEAD + '[[ground]]\nhexes = ["Rostov"]\nworth = nan\n',
        "worth is nan; expected a number -1000 to 1000",
    ),
    "bias as a fraction": (
        HEAD + '[[line]]\nhexes = ["Rostov"]\nbias = 0.5\n',
        "bias is 0.5; expected a whole number",
    ),
    "switch as a number": (
        HEAD + "[[turn]]\nturns = [1, 1]\nflood_manych = 1\n",
        "flood_manych is 1; expected true or false",
    ),
    "other game": (
        HEAD.replace("stalingrad", "stalingrd"),
        ":3: [opening] game is 'drive_on_stalingrd'; did you mean 'drive_on_stalingrad' or",
    ),
    "game of one's own": (
        HEAD.replace("drive_on_stalingrad", "ford"),
        ", or the folder of a game of your own, in whose strategies/ the file lies",
    ),
    "misspelled key": (
        HEAD + '[[mission]]\nposture = "hold"\nobjective = []\nkind = ["mech"]\n',
        ":8: [[mission]] number 1: unknown key 'kind'; did you mean 'kinds'? Expected turns, ",
    ),
    "misspelled choice": (
        HEAD + '[[turn]]\nturns = [1, 1]\nphase_order = "dubble"\n',
        ":7: [[turn]] number 1: phase_order is 'dubble'; did you mean 'double'? Expected one of",
    ),
    "second entry": (
        HEAD + "[[turn]]\nturns = [1, 1]\n[[turn]]\nturns = [2, 2]\nweights = 1\n",
        ":9: [[turn]] number 2: weights is 1; expected a table of weights",
    ),
    "scenario misspelled": (
        HEAD + '[[line]]\nscenarios = ["operation_blu"]\nhexes = []\nbias = 1\n',
        ":6: [[line]] number 1: unknown scenario 'operation_blu'; did you mean",
    ),
    "for a scenario misspelled": (
        HEAD + 'scenarios = ["operation_blu"]\n',
        ":5: [opening] unknown scenario 'operation_blu'; did you mean 'operation_blue'?",
    ),
    "an example in a scenario misspelled": (
        HEAD + 'example_in = ["operation_blu"]\n',
        ":5: [opening] unknown scenario 'operation_blu'; did you mean 'operation_blue'?",
    ),
    "an example without scenarios": (
        HEAD + "example_in = true\n",
        ":5: [opening] example_in is True; expected a list of texts, or leave it out",
    ),
    "for no scenario": (
        HEAD + "scenarios = []\n",
        ":5: [opening] scenarios is []; expected a list of texts, or leave it out",
    ),
    "no scenario": (
        HEAD + "[[line]]\nscenarios = []\nhexes = []\nbias = 1\n",
        ":6: [[line]] number 1: scenarios is []; leave it out if the entry holds in all of them",
    ),
    "weight of a turn": (
        HEAD + "[[turn]]\nturns = [1, 1]\nweights = { risk = 21 }\n",
        ":7: [[turn]] number 1: weight risk is 21; expected a number from 0 to 20",
    ),
    "set-up as a number": (
        HEAD + '[set_up]\n"24 Pz" = 533\n',
        ":6: [set_up] 24 Pz is 533; expected a hex number as text",
    ),
    "set-up not a table": ("set_up = 1\n" + HEAD, "[set_up] is 1; expected a table"),
    "bad TOML": (HEAD + "[[mission]\n", ": not valid TOML: "),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_opening_file_is_told_with_entry_value_and_what_was_expected(case, tmp_path):
    text, expected = MALFORMED[case]
    message = fault_of(tmp_path, text)
    assert expected in message
    assert message.count("\n") == 0, "one fault, one line"


def test_all_faults_of_an_opening_file_are_told_at_once(tmp_path):
    text = HEAD + '[[garrison]]\nhex = "Kharkov"\n[[turn]]\nturns = [0]\n'
    assert len(fault_of(tmp_path, text).splitlines()) == 2


def test_opening_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "first.toml"
    path.write_bytes(b"\xff\xfe[opening]")
    with pytest.raises(DataError, match="isn't UTF-8 text"):
        read_opening(path)


def test_weights_are_the_parameters_of_an_opening_file(tmp_path):
    text = HEAD + "[weights]\nrisk = 3.0\n[[turn]]\nturns = [2, 2]\nweights = { caution = 4.0 }\n"
    made = read_opening(written(tmp_path, text))
    assert made.parameters()["risk"] == 3.0
    plain, cautious = made(), made(caution="2.5")
    assert plain.plan_for(2).weights.caution == 4.0
    assert cautious.plan_for(2).weights.caution == 2.5, "a parameter holds for every turn"
    assert cautious.plan_for(1).weights.risk == 3.0
    assert made().plan_for(1).weights.caution == 1.0, "players don't share parameters"


def test_entries_hold_in_the_scenarios_they_name_and_others_in_all(tmp_path):
    text = HEAD + '[[garrison]]\nhex = "Kharkov"\nunits = 1\n'
    text += '[[garrison]]\nscenarios = ["operation_blue"]\nhex = "Kharkov"\nunits = 3\n'
    plans = read_opening(written(tmp_path, text))()
    assert plans.plan_for(1, "operation_blue").garrisons == (("Kharkov", 3),)
    assert plans.plan_for(1, "another").garrisons == (("Kharkov", 1),)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"x": "1"}, "x"),
        ({"caution": "much"}, "expected a number"),
        ({"caution": "99"}, "0.1 to 10"),
    ],
)
def test_parameter_of_an_opening_file_that_is_no_weight_is_refused(tmp_path, parameters, expected):
    with pytest.raises(BalanceError, match=expected):
        read_opening(written(tmp_path, HEAD))(**parameters)


class Ground:
    """A view of one game turn in which some hexes are ours."""

    side = "axis"
    lead = 0
    scenario = "operation_blue"
    prize = ""

    def __init__(self, *ours):
        self.game_turn = 1
        self.ours = ours

    def control(self, name):
        return "axis" if name in self.ours else "soviet"

    def next_prize(self, places):
        return self.prize and f"{self.prize} after {places[-1]}"


def test_strikes_turn_from_what_is_taken_to_what_is_left_and_the_next_prize(tmp_path):
    text = HEAD + (
        '[[mission]]\nposture = "strike"\nobjective = ["Voronezh", "Liski"]\n'
        '[[mission]]\nposture = "garrison"\nobjective = ["Voronezh", "Kursk"]\n'
    )
    made = read_opening(written(tmp_path, text))()

    def objectives(*ours, prize=""):
        view = Ground(*ours)
        view.prize = prize
        return [mission.objective for mission in made.plan(view).missions]

    both = ("Voronezh", "Liski")
    assert objectives() == [both, ("Voronezh", "Kursk")]
    assert objectives("Voronezh") == [("Liski",), ("Voronezh", "Kursk")]
    assert objectives("Voronezh", "Liski") == [both, ("Voronezh", "Kursk")]
    onward = objectives("Voronezh", "Liski", prize="Tambov")
    assert onward == [("Tambov after Liski",), ("Voronezh", "Kursk")]
    assert objectives("Voronezh", prize="Tambov")[0] == ("Liski",)


def test_template_reads_as_it_stands():
    plan = player(TEMPLATE).plan_for(1)
    assert plan.missions[0].objective == ("Voronezh",)
    assert plan.garrisons == ()


def test_entries_hold_for_their_turns_alone_and_later_ones_override(tmp_path):
    text = HEAD + (
        "[weights]\ncaution = 2.0\n"
        '[[garrison]]\nturns = [2, 3]\nhex = "Kharkov"\nunits = 1\n'
        '[[garrison]]\nturns = [3, 4]\nhex = "Kharkov"\nunits = 2\n'
        '[[turn]]\nturns = [3, 3]\nphase_order = "double"\nweights = { risk = 2 }\n'
    )
    opening = player(written(tmp_path, text))
    assert [opening.plan_for(t).garrisons for t in (1, 2, 3, 5)] == [
        (),
        (("Kharkov", 1),),
        (("Kharkov", 2),),
        (),
    ]
    third, fourth = opening.plan_for(3), opening.plan_for(4)
    assert (third.phase_order, third.weights.risk, third.weights.caution) == ("double", 2.0, 2.0)
    assert (fourth.choices, fourth.weights.risk, fourth.weights.caution) == ((), 1.0, 2.0)


def conditioned(folder: Path, condition: str) -> OpeningStrategy:
    text = f'[[garrison]]\nhex = "Kharkov"\nunits = 3\nwhen = {{ {condition} }}\n'
    return player(written(folder, HEAD + text))


def holds(opening: OpeningStrategy, *ours: str, lead: int = 0) -> bool:
    """Whether the opening's only entry is in its plan."""
    view = Ground(*ours)
    view.lead = lead
    return opening.plan(view).garrisons != ()  # type: ignore[arg-type]


def test_entry_holds_while_each_place_named_is_ours(tmp_path):
    opening = conditioned(tmp_path, 'taken = ["Voronezh", "Rostov"]')
    assert not holds(opening)
    assert not holds(opening, "Rostov")
    assert holds(opening, "Rostov", "Voronezh")
    assert not holds(opening, "Rostov"), "and no longer when one is lost again"


def test_entry_holds_while_each_place_named_is_the_enemys(tmp_path):
    opening = conditioned(tmp_path, 'lost = ["Stalino", "Kursk"]')
    assert holds(opening)
    assert not holds(opening, "Kursk")


def test_entry_holds_while_the_lead_lies_within_bounds(tmp_path):
    opening = conditioned(tmp_path, "lead = [-1, 2]")
    assert [holds(opening, lead=lead) for lead in (-2, -1, 2, 3)] == [False, True, True, False]


def test_all_conditions_of_an_entry_must_be_met(tmp_path):
    opening = conditioned(tmp_path, 'taken = ["Rostov"], lead = [1, 9]')
    assert not holds(opening, "Rostov")
    assert not holds(opening, lead=1)
    assert holds(opening, "Rostov", lead=1)


def test_condition_of_one_entry_leaves_the_others_alone(tmp_path):
    text = (
        HEAD
        + '[[mission]]\nposture = "strike"\nobjective = ["Voronezh"]\n'
        + 'when = { taken = ["Kursk"] }\n'
        + '[[mission]]\nposture = "strike"\nobjective = ["Rostov"]\nweights = { risk = 0.5 }\n'
    )
    opening = player(written(tmp_path, text))
    assert [m.objective for m in opening.plan(Ground()).missions] == [("Rostov",)]
    missions = opening.plan(Ground("Kursk")).missions
    assert [m.objective for m in missions] == [("Voronezh",), ("Rostov",)]
    assert [m.weights for m in missions] == [(), (("risk", 0.5),)]


def test_games_are_looked_for_as_often_for_many_missions_as_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    looked: list[int] = []

    def look() -> list[Game]:
        looked.append(1)
        return playable_games()

    monkeypatch.setattr(opening_shape, "playable_games", look)
    mission = '[[mission]]\nposture = "hold"\nobjective = ["Kursk"]\nweights = { risk = 1.0 }\n'
    counts = []
    for missions in (1, 9):
        looked.clear()
        read_opening(written(tmp_path, HEAD + mission * missions))
        counts.append(len(looked))
    assert counts[0] == counts[1] > 0
