"""A game of three hexes and two units, to test views and orders without a rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from balance.errors import UnknownName
from balance.staff.orders import Move, Order, Outcome
from balance.staff.what_is_seen import EnemyView, HexView, UnitView
from balance.strategy.view import View

HEXES = ("0101", "0102", "0103")


def fake_state(**game: int) -> SimpleNamespace:
    scalars = {"seed": 7, "game_turn": 2, "phase": 1, "vp": 3, "over": 0} | game
    return SimpleNamespace(game=SimpleNamespace(**scalars), at="0101", secret=13)


class FakeSeen:
    """Shows one own unit wherever ``state.at`` says."""

    scenario_name: str = "made_up"
    hex_names: Sequence[str] = HEXES
    unit_names: Sequence[str] = ("Ours", "Theirs")

    def has_hex(self, name: str) -> bool:
        return name in self.hex_names

    def places(self) -> Mapping[str, str]:
        return {"Voronezh": "0102"}

    def phase(self, state: Any) -> str:
        return "movement"

    def own_units(self, state: Any, side: int) -> list[UnitView]:
        return [
            UnitView(
                "Ours", state.at, "panzer", "german", "", "mech", 5.0, 5.0, 2, 8, "regular", True
            )
        ]

    def enemy_stacks(self, state: Any, side: int) -> list[EnemyView]:
        return [EnemyView("0103", 2, "Theirs", "infantry", 2.0, 3.0)]

    def controlled(self, state: Any, side: int) -> list[str]:
        return ["0101"]

    def hex(self, state: Any, name: str) -> HexView:
        return HexView(name, "", "clear", (), "axis")

    def control(self, state: Any, name: str) -> str:
        return "axis"

    def neighbours(self, name: str) -> list[str]:
        return [h for h in HEXES if h != name]

    def distance(self, start: str, end: str) -> int:
        return abs(int(start) - int(end))

    def next_prize(self, state: Any, side: int, places: Sequence[str]) -> str:
        return "0103"

    def reach(self, state: Any, side: int, unit: str) -> dict[str, int]:
        return {"0102": 7}

    def entry_hexes(self, state: Any, side: int, unit: str) -> list[str]:
        return ["0101"]

    def fact_names(self) -> Sequence[str]:
        return ("vp",)

    def fact(self, state: Any, side: int, name: str) -> Any:
        return state.game.vp


class FakeDesk:
    """Moves "Ours" anywhere but to 0103."""

    def execute(self, state: Any, side: int, order: Order) -> Outcome:
        assert isinstance(order, Move)
        if order.unit != "Ours":
            raise UnknownName("unit", order.unit, ["Ours"])
        if order.to == "0103":
            return Outcome(False, "enemy units hold the hex", "drive_on_stalingrad 9.4")
        state.at = order.to
        return Outcome(True)

    def is_over(self, state: Any) -> bool:
        return bool(state.game.over)


def fake_view(state: Any | None = None, side: int = 0) -> View:
    return View(FakeSeen(), state or fake_state(), side, 6)
