"""What an opening of one side can name in a scenario: what a search makes openings of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

from balance.staff.choices import Choice
from balance.staff.desks_from_plans import Roster
from balance.staff.facts import SIDES
from balance.staff.plan import POSTURES
from balance.staff.weights import Weights
from balance.studies.train.areas import Areas, places_by_number


@dataclass(frozen=True)
class Material:
    """What an opening of one side can name in a scenario."""

    armies: tuple[str, ...]
    kinds: tuple[str, ...]
    nations: tuple[str, ...]
    #: Places of the map; those that an opening of the side names stand there twice.
    places: tuple[str, ...]
    last_turn: int
    #: Classes of march that are faster than most of the side.
    mobile: tuple[str, ...] = ()
    #: Hexes whose loss cost the side games, the worst first; places by their names.
    lost_at: tuple[str, ...] = ()
    #: Places by the numbers of their hexes.
    names: Mapping[str, str] = field(default_factory=dict)
    areas: Areas = field(default_factory=Areas)
    choices: tuple[Choice, ...] = ()
    postures: tuple[str, ...] = POSTURES
    mission_weights: tuple[str, ...] = ()
    #: Weights of an opening that says nothing of them.
    weights: Mapping[str, float] = field(default_factory=lambda: asdict(Weights()))

    @classmethod
    def of(
        cls,
        roster: Roster,
        side: int,
        last_turn: int,
        named: Iterable[str] = (),
        lost_at: Iterable[str] = (),
        areas: Areas | None = None,
        movement: Sequence[int] = (),
    ) -> Material:
        """What a side of a scenario has; ``named`` are places that its openings name.

        ``movement`` is the allowance of each unit.
        """
        own = np.flatnonzero(np.asarray(roster.side) == side)
        called = places_by_number(roster)

        def those(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(sorted({names[unit] for unit in own.tolist()} - {""}))

        classes = [roster.classes[int(roster.mobility[unit])] for unit in range(len(roster.side))]
        return cls(
            armies=those(roster.armies),
            kinds=tuple(sorted({*those(roster.kinds), *those(classes)})),
            nations=those(roster.nations),
            places=(*sorted(roster.places), *sorted(set(named) & set(roster.places))),
            last_turn=last_turn,
            mobile=_mobile_classes(roster, own, movement),
            lost_at=tuple(called.get(number, number) for number in lost_at),
            names=called,
            areas=areas or Areas(),
            choices=tuple(
                choice
                for choice in roster.choices
                if not choice.names_units and choice.side in ("", SIDES[side])
            ),
            postures=tuple(roster.postures),
            mission_weights=tuple(roster.mission_weights),
            weights={
                key: value
                for key, value in asdict(roster.weights).items()
                if key not in roster.unused_weights
            },
        )


def _mobile_classes(
    roster: Roster, own: NDArray[np.integer], movement: Sequence[int]
) -> tuple[str, ...]:
    """Classes of march whose units are faster, at the median, than all of the side."""
    if not len(movement) or not len(own):
        return ()
    pace, march = np.asarray(movement)[own], np.asarray(roster.mobility)[own]
    usual = np.median(pace)
    there = np.unique(march).tolist()
    return tuple(roster.classes[each] for each in there if np.median(pace[march == each]) > usual)
