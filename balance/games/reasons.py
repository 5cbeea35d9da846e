"""Why a referee refuses an order, whichever game it is: a code, its rules, and the reason in words.

Codes are grouped by topic and never renumbered, for they are stored with the events of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Self, TypeVar

#: Words of refusals that games have alike, by their name.
COMMON = {
    "OK": "allowed",
    "GAME_OVER": "the game is over",
    "WRONG_PHASE": "that action belongs to another phase",
    "WRONG_SIDE": "it is the other player's turn",
    "NOT_ON_MAP": "the unit isn't on the map",
    "NO_SUCH_HEX": "there is no such hex",
    "NO_SUCH_UNIT": "there is no such unit",
    "STACK_FULL": "the hex is full",
    "ENEMY_IN_HEX": "enemy units hold the hex",
    "HEX_CLOSED": "its terrain is closed to it",
    "NOT_ADJACENT": "the hexes aren't adjacent",
    "NOT_ENOUGH_POINTS": "it lacks the movement points",
    "MOVE_FINISHED": "its move is finished",
    "SAME_HEX": "the unit stands in that hex already",
    "NO_ENEMY": "no enemy unit is in the hex",
    "NO_ATTACKERS": "no unit was named to attack",
    "ALREADY_ATTACKED": "a unit has attacked this phase",
    "ALREADY_DEFENDED": "the defenders have been attacked this phase",
}


class Reason(IntEnum):
    """A refusal of a game: its code, the numbers of its rules and, unless in COMMON, the words."""

    rules: str
    own_words: str

    def __new__(cls, code: int, rules: str, own_words: str = "") -> Self:
        """Make a member whose value is the code alone."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.rules = rules
        member.own_words = own_words
        return member


AnyReason = TypeVar("AnyReason", bound=Reason)


def reasons(book: str, refusals: type[AnyReason]) -> Mapping[AnyReason, tuple[str, str]]:
    """Code -> citation, reason in words; the citation is empty where no rule is concerned."""
    return {
        refusal: (
            f"{book} {refusal.rules}" if refusal.rules else "",
            refusal.own_words or COMMON[refusal.name],
        )
        for refusal in refusals
    }
