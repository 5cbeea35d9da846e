"""Opening files: a strategy as a TOML file, without code (first rung).

::

    [opening]
    name = "stalingrad_first"
    game = "drive_on_stalingrad"
    side = "axis"
    why = "Straight for the city, flanks last."
    example_in = ["operation_blue"] # optional: shows a plan; tournaments have it if it is named

    [weights]                       # optional, see balance.staff.weights
    advance = 4.0

    [set_up]                        # optional: counter name -> hex number
    "24 Pz" = "0533"

    [[mission]]
    turns = [1, 3]                  # first and last game turn
    scenarios = ["operation_blue"]  # where a game has several: in these alone; so of all entries
    armies = ["4PA"]                # which units: armies, kinds, nations, names, arrivals
    kinds = ["mech"]
    posture = "strike"              # hold, strike, garrison, reserve where a game has it
    objective = ["Voronezh", "Liski"]  # places or hex numbers; strikes turn from one that is
                                       # taken to the others, at last to the next worth points
    weights = { risk = 0.5 }        # optional: weights of its units alone, where a game has such
    when = { taken = ["Kursk"], lead = [0, 99] }  # optional, in all entries; see ``conditions``

    [[garrison]]
    turns = [1, 11]
    hex = "Kharkov"
    units = 1

    [[ground]]                      # extra worth of single hexes, factor points
    turns = [4, 11]
    hexes = ["Rostov"]
    worth = 20.0

    [[line]]                        # hexes wanted in the defensive line: bias in tenths of a hex
    turns = [3, 11]
    hexes = ["0424", "0525"]
    bias = -5

    [[turn]]                        # choices and weights of single turns
    turns = [4, 4]
    phase_order = "double"
    luftwaffe = "mobile"
    weights = { min_value = 0.0 }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from balance.errors import DataError
from balance.files.toml import line_in_section, line_of, read_toml
from balance.rulebook.game import open_game
from balance.staff.plan import Mission, Plan, Selection
from balance.staff.weights import offered_weights, standard_weights
from balance.strategy.api import Strategy, check_weights
from balance.strategy.conditions import NONE, Unmet, conditional, unmet_of
from balance.strategy.opening_shape import ALLOWED, SELECTION, faults_of

if TYPE_CHECKING:
    from balance.strategy.view import View

_ALWAYS = (1, 99)
#: Game turn, name of the scenario, and entries whose conditions aren't met.
_Moment = tuple[int, str, Unmet]


class Look(NamedTuple):
    """What an opening file looks at as a turn of its side begins."""

    turn: int
    side: str
    scenario: str
    control: Callable[[str], str]  # whose a place is
    lead: Callable[[], int]  # margin of points of the side
    next_prize: Callable[[Sequence[str]], str]  # see ``View.next_prize``


@dataclass
class _Plans:
    """Plans made so far, shared by all players of a file: by moment, and by objectives."""

    of_turn: dict[_Moment, Plan] = field(default_factory=dict)
    wanted: dict[_Moment, frozenset[str]] = field(default_factory=dict)
    aimed: dict[tuple[_Moment, tuple[tuple[str, ...], ...]], Plan] = field(default_factory=dict)
    distinct: dict[Plan, Plan] = field(default_factory=dict)

    def one_like(self, plan: Plan) -> Plan:
        """The first plan equal to this one: what is one object needs no comparing any more."""
        return self.distinct.setdefault(plan, plan)


class OpeningStrategy(Strategy):
    """A strategy read from an opening file; one Plan object a game turn, made once."""

    def __init__(
        self,
        content: Mapping[str, Any],
        path: Path,
        changes: Mapping[str, float],
        plans: _Plans,
    ) -> None:
        self._content = content
        self._changes = changes  # weights given as parameters
        self._plans = plans
        self._conditional = conditional(content, ALLOWED)
        self.path = path

    @property
    def content(self) -> Mapping[str, Any]:
        """What the file says."""
        return self._content

    def content_in(self, scenario: str) -> Mapping[str, Any]:
        """What the file says of one scenario; the entries of others are empty tables."""
        return {
            key: [entry if _holds(entry, scenario) else {} for entry in value]
            if key in ALLOWED
            else value
            for key, value in self._content.items()
        }

    def set_up(self, view: View) -> Mapping[str, str]:
        """The file's ``[set_up]`` table."""
        return dict(self._content.get("set_up", {}))

    def plan(self, view: View) -> Plan:
        """The missions, garrisons and choices that the file gives for this game turn."""
        return self.plan_by(
            Look(
                view.game_turn,
                view.side,
                view.scenario,
                view.control,
                lambda: view.lead,
                view.next_prize,
            )
        )

    def plan_by(self, look: Look) -> Plan:
        """The plan of one game turn, by who controls a place, and by the side's margin."""
        unmet = NONE
        if self._conditional:
            unmet = unmet_of(self._conditional, look.side, look.control, look.lead)
        plan = self.plan_for(look.turn, look.scenario, unmet)
        moment = look.turn, look.scenario, unmet
        wanted = self._plans.wanted[moment]
        taken = frozenset([name for name in wanted if look.control(name) == look.side])
        return self._aim(plan, moment, taken, look) if taken else plan

    def _aim(self, plan: Plan, moment: _Moment, taken: frozenset[str], look: Look) -> Plan:
        """Turn strikes from what has been taken to what is left to take."""
        aims = tuple([_aim_of(mission, taken, look) for mission in plan.missions])
        aimed = self._plans.aimed
        if (moment, aims) not in aimed:
            missions = tuple(
                replace(mission, objective=aim)
                for mission, aim in zip(plan.missions, aims, strict=True)
            )
            aimed[moment, aims] = self._plans.one_like(replace(plan, missions=missions))
        return aimed[moment, aims]

    def plan_for(self, turn: int, scenario: str = "", unmet: Unmet = NONE) -> Plan:
        """The plan of one game turn; later entries of the file override earlier ones.

        Without a scenario it is of those entries that hold in all. ``unmet`` are the entries left
        out because their conditions aren't met.
        """
        plans, moment = self._plans, (turn, scenario, unmet)
        if moment not in plans.of_turn:
            plans.of_turn[moment] = plans.one_like(self._make_plan(turn, scenario, unmet))
            plans.wanted[moment] = _objectives_of_strikes(plans.of_turn[moment])
        return plans.of_turn[moment]

    def _make_plan(self, turn: int, scenario: str, unmet: Unmet) -> Plan:
        content = self.content_in(scenario)

        def active(kind: str) -> list[Any]:
            entries = []
            for number, entry in enumerate(content.get(kind, [])):
                first, last = entry.get("turns", _ALWAYS)
                if entry and first <= turn <= last and (kind, number) not in unmet:
                    entries.append(entry)
            return entries

        missions = tuple(
            Mission(
                Selection(**{key: tuple(entry.get(key, ())) for key in SELECTION}),
                entry["posture"],
                tuple(entry["objective"]),
                tuple((key, float(each)) for key, each in entry.get("weights", {}).items()),
            )
            for entry in active("mission")
        )
        garrisons = {entry["hex"]: entry["units"] for entry in active("garrison")}
        ground = {place: float(e["worth"]) for e in active("ground") for place in e["hexes"]}
        line = {place: int(e["bias"]) for e in active("line") for place in e["hexes"]}
        choices: dict[str, Any] = {}
        weights = dict(content.get("weights", {}))
        for entry in active("turn"):
            weights |= entry.get("weights", {})
            choices |= {k: _value(v) for k, v in entry.items() if k not in ALLOWED["turn"]}
        weights |= self._changes
        return Plan(
            missions=missions,
            garrisons=tuple(garrisons.items()),
            ground=tuple(ground.items()),
            line=tuple(line.items()),
            weights=self.weights(**{key: float(value) for key, value in weights.items()}),
            choices=tuple(choices.items()),
        )


def _holds(entry: Mapping[str, Any], scenario: str) -> bool:
    """Whether an entry is one of a scenario."""
    return scenario in entry.get("scenarios", (scenario,))


def _value(chosen: Any) -> Any:
    """A choice as a plan holds it."""
    return tuple(chosen) if isinstance(chosen, list) else chosen


def _objectives_of_strikes(plan: Plan) -> frozenset[str]:
    return frozenset(
        name
        for mission in plan.missions
        if mission.posture == "strike"
        for name in mission.objective
    )


def _aim_of(mission: Mission, taken: frozenset[str], look: Look) -> tuple[str, ...]:
    """Objectives of a mission now.

    A strike turns from those that are taken to the others; once all are, to the next place worth
    points, or who has fought his way to them would stand around them to the end.
    """
    if mission.posture != "strike":
        return mission.objective
    left = tuple(name for name in mission.objective if name not in taken)
    if left:
        return left
    onward = look.next_prize(mission.objective)
    return (onward,) if onward else mission.objective


def read_opening(path: Path) -> type[Strategy]:
    """Read an opening file and return the strategy class it describes.

    Raises
    ------
    DataError
        Naming the file, the line of each fault, the entry, the value and what was expected.
    """
    content = read_toml(path)
    faults = sorted(
        (_line(path, text, nth, header), fault) for text, nth, header, fault in faults_of(content)
    )
    if faults:
        raise DataError(f"{path}:{line}: {fault}" for line, fault in faults)
    head = content["opening"]
    shared: dict[tuple[tuple[str, float], ...], _Plans] = {}
    set_here = {key: float(value) for key, value in content.get("weights", {}).items()}
    game = open_game(head["game"])
    offered = offered_weights(game)
    values = asdict(replace(standard_weights(game), **set_here))
    weights = {key: values[key] for key in offered}

    class Opening(OpeningStrategy):
        __doc__ = head.get("why", "An opening file.")
        name = head["name"]
        game = head["game"]
        side = head["side"]
        scenarios = tuple(head.get("scenarios", ()))
        example_in = tuple(head.get("example_in", ()))
        source = head.get("source", "")

        def __init__(self, **parameters: Any) -> None:
            Strategy.__init__(self, **parameters)
            changes = {key: getattr(self, key) for key in parameters}
            check_weights(f"strategy {self.name!r}", changes, offered)
            plans = shared.setdefault(tuple(sorted(changes.items())), _Plans())
            super().__init__(content, path, changes, plans)

        @classmethod
        def parameters(cls) -> dict[str, Any]:
            """The weights, as the file sets them; a parameter holds for every game turn."""
            return dict(weights)

    Opening.__qualname__ = Opening.__name__ = f"Opening_{head['name']}"
    return Opening


def _line(path: Path, text: str, nth: int, header: str) -> int:
    """Line of a fault: near its text within its entry, or at its entry, or anywhere."""
    return line_in_section(path, header, nth, text) if header else line_of(path, text)
