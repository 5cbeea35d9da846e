"""Tuples of functions that cost a call nothing: what a procedure asks a game.

``questions`` decorates a named tuple of kernels, of numbers, or of further such tuples. Kernels
call them by name, as those of any named tuple. To Numba all of it is the type of one argument
without content, so that fifty functions are not fifty arguments of each call, and numbers are
constants.

Kernels that take such a tuple are ``inner``: an entry is cached by the source it rests on, which
doesn't name those who answer.
"""

# Numba has no type hints.
# mypy: disable-error-code="no-untyped-call, misc, untyped-decorator, attr-defined, override"

from __future__ import annotations

from typing import Any, TypeVar, cast

from numba import types
from numba.core import datamodel
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.core.typing.typeof import typeof_impl
from numba.extending import infer_getattr

_Questions = TypeVar("_Questions", bound=type)


class Questions:
    """What a tuple of questions is beside its named tuple."""


def questions(kind: _Questions) -> _Questions:
    """Make a class of named tuples whose members kernels know when they are compiled."""
    about = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return cast(
        "_Questions", type(kind.__name__, (Questions, kind), {**about, "__doc__": kind.__doc__})
    )


class QuestionsType(types.Opaque):
    """One tuple of questions to Numba: another tuple, with other answers, is another type."""

    def __init__(self, value: Any) -> None:
        self.value = value  # kept, so that no other tuple comes to lie in its place
        super().__init__(f"{type(value).__name__}_{id(value):x}")


@typeof_impl.register(Questions)
def _typeof_questions(value: Any, context: Any) -> QuestionsType:
    return QuestionsType(value)


datamodel.register_default(QuestionsType)(datamodel.models.OpaqueModel)


@lower_constant(QuestionsType)
def _constant_questions(context: Any, builder: Any, kind: QuestionsType, value: Any) -> Any:
    return context.get_dummy_value()


@infer_getattr
class _Members(AttributeTemplate):
    key = QuestionsType

    def generic_resolve(self, kind: QuestionsType, name: str) -> Any:
        """Type of a member: a function itself, a number, or a further tuple."""
        if name in kind.value._fields:
            return self.context.resolve_value_type(getattr(kind.value, name))
        return None


@lower_getattr_generic(QuestionsType)
def _member(context: Any, builder: Any, kind: QuestionsType, value: Any, name: str) -> Any:
    member = getattr(kind.value, name)
    found = context.typing_context.resolve_value_type(member)
    return context.get_constant_generic(builder, found, member)
