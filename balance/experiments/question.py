"""What a study is to find out: its kind, and the settings of its answer.

The question stands in the manifest beside the games, so that a study can be resumed, extended and
reported by its folder alone. ``balance.studies`` knows what each kind means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

#: The kind of a study that asks nothing more than who wins.
RUN = "run"
#: Setting of a study that plays until its question is answered; see ``Question.differences``.
UNTIL = "until"
#: Setting that may grow in such a study.
MOST_GAMES = "max_games"

#: What TOML and JSON can both hold: text, numbers, flags, tuples of them.
Setting = Any


@dataclass(frozen=True)
class Question:
    """Kind of a study with its settings, sorted by name.

    >>> Question.of("compare", margin=0.02, wanted=None).settings
    (('margin', 0.02),)
    """

    kind: str = RUN
    settings: tuple[tuple[str, Setting], ...] = ()

    @classmethod
    def of(cls, kind: str, **settings: Any) -> Question:
        """Make a question; settings that are None are left out, lists become tuples."""
        given = {name: _frozen(value) for name, value in settings.items() if value is not None}
        return cls(kind, tuple(sorted(given.items())))

    def get(self, name: str, default: Any = None) -> Any:
        """A setting, or the default where it was not given."""
        return dict(self.settings).get(name, default)

    def differences(self, asked: Question) -> Iterator[str]:
        """What speaks against answering the question asked with the games of this one.

        Settings of the answer may change, since the games stay the same. Where they decided when
        play stopped, a later change would spoil the error rate; only the cap may grow.
        """
        if self.kind != asked.kind:
            yield f"it is a study of the kind {self.kind!r}, not {asked.kind!r}"
            return
        old, new = dict(self.settings), dict(asked.settings)
        if UNTIL not in old and UNTIL not in new:
            return
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name) and not (
                name == MOST_GAMES and old.get(name, 0) < new.get(name, 0)
            ):
                yield f"its {name} is {old.get(name)!r}, not {new.get(name)!r}"

    def entries(self) -> Mapping[str, Any]:
        """The question as entries of a TOML table."""
        return {"kind": self.kind, **dict(self.settings)}


#: Of a study that was only to be played.
NO_QUESTION = Question()


def read_question(entries: Mapping[str, Any]) -> Question:
    """Read a question from its entries in a manifest.

    >>> read_question({"kind": "sweep", "over": ["victory.vp_to_win"]}).get("over")
    ('victory.vp_to_win',)
    """
    settings = {name: value for name, value in entries.items() if name != "kind"}
    return Question.of(str(entries["kind"]), **settings)


def _frozen(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_frozen(each) for each in value)
    return value
