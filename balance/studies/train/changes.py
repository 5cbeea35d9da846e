"""Random changes of an opening file: missions and garrisons, or weights and choices.

Each change gives another opening that its scenario takes, and says in words what it did.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.staff.choices import Choice
from balance.staff.weights import RANGES
from balance.studies.train.material import Material
from balance.studies.train.openings import Content

#: An opening that may be changed.
_Draft = dict[str, Any]
_Random = np.random.Generator
Floats = NDArray[np.float64]
#: How often a new mission has each posture.
_POSTURES = {"strike": 0.55, "garrison": 0.3, "hold": 0.15, "reserve": 0.15}
#: Postures that are about no place.
_NOWHERE = ("hold", "reserve")
_MOST_GARRISON = 4
#: How often an objective lies where an army comes to, near ones first; how often it is one place
#: alone, and the sizes of areas: a handful of places, or all in the enemy's rear.
_FROM_ARMY, _ALONE, _AREAS = 0.7, 0.5, (2, 3, 5, 8, 12)
#: How often one of a mission's several armies alone does something else next.
_ONE_ARMY = 0.5
#: How often an opening to start from has an army do something else from a turn on, and once more.
_THEN = 0.5
#: How often an area is for the mobile troops of each army alone.
_MOBILE = 0.5
#: Units of the garrisons that are tried at hexes whose loss cost games.
_GUARDS = (2, 4)
#: Parts of an opening that say how things are done, not by whom and where.
_MANNER = ("weights", "turn")
#: What names the troops of a mission.
_WHO = ("armies", "kinds", "nations", "names", "arrivals")


def change_missions(content: Content, material: Material, random: _Random) -> tuple[Content, str]:
    """Add, drop or alter a mission or a garrison."""
    return _change(content, material, random, _MISSIONS)


def change_weights(content: Content, material: Material, random: _Random) -> tuple[Content, str]:
    """Alter a weight, for the whole game or for some turns, or make a choice."""
    return _change(content, material, random, _WEIGHTS)


def with_each_choice(
    content: Content, material: Material, *, by_turn: bool = False
) -> list[tuple[Content, str]]:
    """The opening with each other thing that can be chosen, one at a time.

    It is chosen in all turns, or in one turn if ``by_turn``.
    """
    made: list[tuple[Content, str]] = []
    every = range(1, material.last_turn + 1)
    spans = [(turn, turn) for turn in every] if by_turn else [(1, material.last_turn)]
    for choice in material.choices:
        for value, (first, last) in product(_values(choice), spans):
            if value != choice.default:
                entry = {"turns": [first, last], choice.name: value}
                chosen = {**content, "turn": [*content.get("turn", []), entry]}
                said = f"{choice.name} {value}" + (f" in turn {first}" if by_turn else "")
                made.append((copy.deepcopy(chosen), said))
    return made


def with_each_guard(content: Content, material: Material) -> list[tuple[Content, str]]:
    """The opening with garrisons of each hex whose loss cost games, in all turns."""
    made: list[tuple[Content, str]] = []
    names = material.names
    for place in material.lost_at:
        others = [
            entry
            for entry in content.get("garrison", [])
            if names.get(entry["hex"], entry["hex"]) != place
        ]
        for units in _GUARDS:
            entry = {"turns": [1, material.last_turn], "hex": place, "units": units}
            guarded = {**content, "garrison": [*others, entry]}
            made.append((copy.deepcopy(guarded), f"garrison of {units}: {place}"))
    return made


def spread(content: Content, material: Material, random: _Random) -> Content:
    """The opening with one mission for each army, each with an area of its own.

    Half of the time their mobile troops go there, and the rest holds the line. An army may have
    another area from a turn on.
    """
    mobile = material.mobile and random.random() < _MOBILE
    those = {"kinds": list(material.mobile)} if mobile else {}
    missions = [
        {
            "turns": [1, material.last_turn],
            "armies": [army],
            **those,
            **_task(material, random, [army]),
        }
        for army in material.armies
    ]
    draft = {**content, "mission": missions}
    while random.random() < _THEN:
        _follow_up(draft, material, random)
    return draft


def with_army_of(content: Content, other: Content, random: _Random) -> tuple[Content, str]:
    """The opening with the missions that another one has for one of its armies; same if none."""
    armies = sorted(
        {army for entry in other.get("mission", []) for army in entry.get("armies", [])}
    )
    if not armies:
        return content, ""
    army = _pick(random, armies)
    kept = [each for each in content.get("mission", []) if army not in each.get("armies", [])]
    taken = [each for each in other["mission"] if army in each.get("armies", [])]
    draft = {**content, "mission": [*kept, *taken]}
    return _filled(copy.deepcopy(draft)), f"missions of {army}"


def logarithms(content: Content, material: Material) -> Floats:
    """Logarithms of the weights that hold in all turns, of those that are above 0."""
    return np.log(np.array(list(_above_0(content, material).values()), float))


def _above_0(content: Content, material: Material) -> dict[str, float]:
    """The opening's weights that are above 0, as it has them in all turns."""
    weights = {**material.weights, **content.get("weights", {})}
    return {key: weights[key] for key in material.weights if weights[key] > 0}


def with_logarithms(content: Content, values: Floats, material: Material) -> Content:
    """The opening with weights of these logarithms, as far as their ranges go."""
    above = _above_0(content, material)
    weights = {
        key: float(f"{min(max(value, RANGES[key][0]), RANGES[key][1]):.3g}")
        for key, value in zip(above, np.exp(values).tolist(), strict=True)
    }
    moved = {key: value for key, value in weights.items() if value != above[key]}
    own = content.get("weights", {})
    return {**copy.deepcopy(dict(content)), "weights": {**own, **moved}}


def genes(content: Content) -> list[tuple[str, int | str]]:
    """Parts that may be left out one by one: entries by kind and number, weights by name."""
    entries = [
        (kind, number)
        for kind in ("mission", "garrison", "ground", "line", "turn")
        for number in range(len(content.get(kind, [])))
    ]
    return [*entries, *(("weights", key) for key in content.get("weights", {}))]


def without(content: Content, left_out: Iterable[tuple[str, int | str]]) -> Content:
    """The opening without some of its parts."""
    draft = copy.deepcopy(dict(content))
    gone = set(left_out)
    for kind, part in list(draft.items()):
        if kind == "weights":
            draft[kind] = {key: value for key, value in part.items() if (kind, key) not in gone}
        elif isinstance(part, list):
            draft[kind] = [entry for n, entry in enumerate(part) if (kind, n) not in gone]
    return _filled(draft)


def in_manner_of(content: Content, other: Content) -> Content:
    """What an opening says of who goes where, with the weights and choices of another."""
    kept = {kind: part for kind, part in content.items() if kind not in _MANNER}
    return copy.deepcopy({**kept, **{kind: other[kind] for kind in _MANNER if kind in other}})


def plain(content: Content) -> Content:
    """What an opening says of who goes where, with the usual weights and choices."""
    bare = in_manner_of(content, {})
    missions = [
        {key: value for key, value in entry.items() if key != "weights"}
        for entry in bare.get("mission", [])
    ]
    return _filled({**bare, "mission": missions})


def _filled(draft: _Draft) -> _Draft:
    """The same without parts that are empty, as a file has it."""
    return {kind: part for kind, part in draft.items() if part}


_Change = Callable[[_Draft, Material, _Random], str]


def _change(
    content: Content, material: Material, random: _Random, ways: Sequence[tuple[_Change, float]]
) -> tuple[Content, str]:
    """Try ways in turn till one changes something; a way that finds nothing says nothing."""
    shares = np.array([share for _, share in ways])
    for way in random.choice(len(ways), size=50, p=shares / shares.sum()):
        draft = copy.deepcopy(dict(content))
        said = ways[way][0](draft, material, random)
        draft = _filled(draft)
        if said and draft != content:
            return draft, said
    raise AssertionError("no change was found in 50 tries")


def _pick(random: _Random, things: Sequence[Any]) -> Any:
    return things[int(random.integers(len(things)))]


# --- missions and garrisons


def _turns(material: Material, random: _Random) -> list[int]:
    """Half of the time all turns, else those from one on, or some in a row."""
    way = random.random()
    if way < 0.5:
        return [1, material.last_turn]
    first, last = sorted(random.integers(1, material.last_turn + 1, size=2).tolist())
    return [first, material.last_turn if way < 0.8 else last]


def _selection(material: Material, random: _Random) -> dict[str, list[str]]:
    """Some units: of one or two armies, of a kind, of a nation, or an army's of a kind."""
    chosen: dict[str, list[str]] = {}
    way = random.random()
    if way < 0.75 and material.armies:
        several = 1 + int(random.random() < 0.3)
        size = min(several, len(material.armies))
        chosen["armies"] = random.choice(material.armies, size=size, replace=False).tolist()
    elif way < 0.85 and len(material.nations) > 1:
        chosen["nations"] = [_pick(random, material.nations)]
    if not chosen or random.random() < 0.25:
        chosen["kinds"] = [_pick(random, material.kinds)]
    return chosen


def _objective(material: Material, random: _Random, armies: Sequence[str]) -> list[str]:
    """A place, rather near to where one of these armies starts, and often some that lie next."""
    known = [army for army in armies if army in material.areas.from_army]
    if known and random.random() < _FROM_ARMY:
        ranked = material.areas.from_army[_pick(random, known)]
        place = ranked[int(len(ranked) * random.random() ** 2)]
    else:
        place = _pick(random, material.places)
    if random.random() < _ALONE:
        return [place]
    area = material.areas.near.get(place, (place,))
    return list(area[: _pick(random, _AREAS)])


def _task(material: Material, random: _Random, armies: Sequence[str]) -> dict[str, Any]:
    """A posture and its objective."""
    shares = np.array([_POSTURES[posture] for posture in material.postures])
    posture = str(random.choice(material.postures, p=shares / shares.sum()))
    where = [] if posture in _NOWHERE else _objective(material, random, armies)
    return {"posture": posture, "objective": where}


def _add_mission(draft: _Draft, material: Material, random: _Random) -> str:
    selection = _selection(material, random)
    entry = {
        "turns": _turns(material, random),
        **selection,
        **_task(material, random, selection.get("armies", ())),
    }
    draft["mission"] = [*draft.get("mission", []), entry]
    return f"new mission: {_told(entry)}"


def _follow_up(draft: _Draft, material: Material, random: _Random) -> str:
    """Have the troops of a mission do something else from a turn on, or those of one army alone."""
    missions = draft.get("mission", [])
    spans = [_span(entry, material) for entry in missions]
    long = [number for number, (first, last) in enumerate(spans) if first < last]
    if not long:
        return ""
    number = _pick(random, long)
    first, last = spans[number]
    entry = {key: part for key, part in missions[number].items() if key in _WHO}
    armies = entry.get("armies", ())
    if len(armies) > 1 and random.random() < _ONE_ARMY:
        entry["armies"] = [_pick(random, armies)]
    latest = max(first + 1, last - (last - first) // 4)
    entry["turns"] = [int(random.integers(first + 1, latest + 1)), last]
    entry |= _task(material, random, entry.get("armies", ()))
    draft["mission"] = [*missions[: number + 1], entry, *missions[number + 1 :]]
    return f"then: {_told(entry)}"


def _span(entry: Content, material: Material) -> tuple[int, int]:
    """First and last turn of an entry."""
    first, last = entry.get("turns", (1, material.last_turn))
    return first, min(last, material.last_turn)


def _drop_mission(draft: _Draft, material: Material, random: _Random) -> str:
    if not draft.get("mission"):
        return ""
    gone = draft["mission"].pop(int(random.integers(len(draft["mission"]))))
    return f"no mission: {_told(gone)}"


def _retarget(draft: _Draft, material: Material, random: _Random) -> str:
    aimed = [entry for entry in draft.get("mission", []) if entry["posture"] not in _NOWHERE]
    if not aimed:
        return ""
    entry = _pick(random, aimed)
    entry["objective"] = _objective(material, random, entry.get("armies", ()))
    return f"other objective: {_told(entry)}"


def _retime(draft: _Draft, material: Material, random: _Random) -> str:
    entries = [*draft.get("mission", []), *draft.get("garrison", []), *draft.get("turn", [])]
    if not entries:
        return ""
    entry = _pick(random, entries)
    first, last = _span(entry, material)
    moved = [first + int(random.integers(-2, 3)), last + int(random.integers(-2, 3))]
    entry["turns"] = sorted(min(max(1, turn), material.last_turn) for turn in moved)
    return f"other turns: {_told(entry)}"


def _reselect(draft: _Draft, material: Material, random: _Random) -> str:
    if not draft.get("mission"):
        return ""
    entry = _pick(random, draft["mission"])
    for key in _WHO:
        entry.pop(key, None)
    entry |= _selection(material, random)
    return f"other units: {_told(entry)}"


def _make_conditional(draft: _Draft, material: Material, random: _Random) -> str:
    """Have a mission hold only while a place is ours or the enemy's, or always again."""
    if not draft.get("mission"):
        return ""
    entry = _pick(random, draft["mission"])
    if entry.pop("when", None) is not None:
        return f"always: {_told(entry)}"
    entry["when"] = {_pick(random, ("taken", "lost")): [_pick(random, material.places)]}
    return f"conditional: {_told(entry)}"


def _regarrison(draft: _Draft, material: Material, random: _Random) -> str:
    held = draft.setdefault("garrison", [])
    if held and random.random() < 0.5:
        entry = _pick(random, held)
        if random.random() < 0.4:
            held.remove(entry)
            return f"no garrison: {entry['hex']}"
    else:
        entry = {
            "turns": _turns(material, random), "hex": _pick(random, material.places), "units": 0,
        }  # fmt: skip
        held.append(entry)
    entry["units"] = int(random.integers(1, _MOST_GARRISON + 1))
    return f"garrison of {entry['units']}: {entry['hex']}"


def _told(entry: Content) -> str:
    """An entry in a few words."""
    units = [*entry.get("armies", []), *entry.get("names", []), *entry.get("nations", [])]
    units += [*entry.get("kinds", []), *entry.get("arrivals", [])]
    words = [" ".join(units) or "all", entry.get("posture", ""), *entry.get("objective", [])]
    words += [entry.get("hex", "")]
    words += [f"while {how} {' '.join(named)}" for how, named in _places_of(entry).items()]
    first, last = entry.get("turns", ("", ""))
    turns = f" in turns {first}-{last}" if first else ""
    return " ".join(word for word in words if word) + turns


def _places_of(entry: Content) -> dict[str, list[str]]:
    """The places that the conditions of an entry name."""
    return {how: named for how, named in entry.get("when", {}).items() if how != "lead"}


# --- weights and choices


def _reweigh_mission(draft: _Draft, material: Material, random: _Random) -> str:
    if not draft.get("mission") or not material.mission_weights:
        return ""
    entry = _pick(random, draft["mission"])
    key = _pick(random, material.mission_weights)
    general = draft.get("weights", {}).get(key, material.weights[key])
    own = {**entry.get("weights", {})}
    own[key] = _other(key, own.get(key, general), material, random)
    entry["weights"] = own
    return f"{key} {own[key]:g}: {_told(entry)}"


def _reweigh(draft: _Draft, material: Material, random: _Random) -> str:
    key = _pick(random, list(material.weights))
    weights = {**draft.get("weights", {})}
    weights[key] = _other(key, weights.get(key, material.weights[key]), material, random)
    draft["weights"] = weights
    return f"{key} {weights[key]:g}"


def _reweigh_turns(draft: _Draft, material: Material, random: _Random) -> str:
    key = _pick(random, list(material.weights))
    general = draft.get("weights", {}).get(key, material.weights[key])
    value = _other(key, general, material, random)
    turns = _turns(material, random)
    draft["turn"] = [*draft.get("turn", []), {"turns": turns, "weights": {key: value}}]
    return f"{key} {value:g} in turns {turns[0]}-{turns[1]}"


def _other(key: str, value: float, material: Material, random: _Random) -> float:
    """Another value of a weight: some way up or down, or any in its range."""
    low, high = RANGES[key]
    if random.random() < 0.2:
        found = random.uniform(low, min(high, 10 * max(abs(material.weights[key]), 1.0)))
    else:
        found = (value if value else 0.5) * np.exp(random.normal(0, 0.7))
    return float(f"{min(max(float(found), low), high):.3g}")


def _choose(draft: _Draft, material: Material, random: _Random) -> str:
    if not material.choices:
        return ""
    choice = _pick(random, material.choices)
    value = _pick(random, _values(choice))
    turns = _turns(material, random)
    draft["turn"] = [*draft.get("turn", []), {"turns": turns, choice.name: value}]
    return f"{choice.name} {value} in turns {turns[0]}-{turns[1]}"


def _values(choice: Choice) -> Sequence[Any]:
    """All that can be chosen."""
    if isinstance(choice.default, bool):
        return (False, True)
    if isinstance(choice.default, str):
        return choice.words
    return range(choice.least, choice.most + 1)


_MISSIONS: tuple[tuple[_Change, float], ...] = (
    (_add_mission, 0.25),
    (_follow_up, 0.25),
    (_drop_mission, 0.12),
    (_retarget, 0.18),
    (_retime, 0.12),
    (_reselect, 0.08),
    (_make_conditional, 0.06),
    (_regarrison, 0.15),
)
_WEIGHTS: tuple[tuple[_Change, float], ...] = (
    (_reweigh, 0.5),
    (_reweigh_turns, 0.15),
    (_reweigh_mission, 0.15),
    (_choose, 0.3),
)
