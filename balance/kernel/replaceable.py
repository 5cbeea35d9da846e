"""Rule functions that a variant may replace by its own, called through an address.

A compiled function holds what it calls, so another function in its place would mean to compile the
whole game anew. Instead the record of the rules has a field for each such function, ``own_`` and
its name: 0 where the game's own function holds, else the address of the variant's. Callers ask for
it; the game's function stands in them as it would without.
"""

# Numba has no type hints.
# mypy: disable-error-code="no-untyped-call, no-untyped-def, import-untyped, untyped-decorator"

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import count
from typing import Any, TypeVar, cast

from numba import config, typeof, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from balance.kernel.compiled import entry, inner

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])
#: Prefix of the fields of the rules that hold the addresses.
OWN = "own_"
#: What the parameters and results of such functions may be; beside them, the state.
_KINDS = {
    "int": types.int64,
    "bool": types.boolean,
    "None": types.none,
    "NDArray[np.int16]": types.Array(types.int16, 1, "C"),
    "NDArray[np.int64]": types.Array(types.int64, 1, "C"),
}
#: Results that are made a whole number of 64 bits.
_WHOLE = (types.Integer, types.IntEnumMember, types.Boolean)
_WORDS = {
    types.boolean: "True or False",
    types.none: "nothing",
    types.float64: "a fraction",
}
#: Without the compiler: functions by what stands for their address.
_plain: dict[int, Callable[..., Any]] = {}
_numbers = count(1)
#: Machine code goes when nobody holds it any more.
_held: list[Any] = []
# Parameters named as the state's are those of the function.
_SOURCE = """\
def {name}({all}):
    address = {state}.rules.{field}
    if address != 0:
        return _call_own(address, {all})
    return _built_in({all})
"""


class WrongResult(TypeError):
    """A function returns something else than the one that it replaces."""


def replaceable(function: _Kernel) -> _Kernel:
    """Have a variant's function called in the place of this one, where it has its own.

    Stands below ``entry`` or ``inner``. The first parameter is the state; annotations say what the
    others and the result are: int (64 bits), bool, None, or a list of int16 or int64.
    """
    code, parameters = function.__code__, list(inspect.signature(function).parameters)
    source = _SOURCE.format(
        name=function.__name__,
        field=OWN + function.__name__,
        all=", ".join(parameters),
        state=parameters[0],
    )
    # In the file and at the line of the function: so Numba caches it like any other there.
    at_its_line = "\n" * (code.co_firstlineno - 1) + source
    names: dict[str, Any] = {
        "__name__": function.__module__,
        "_built_in": inner(function),
        "_call_own": _caller(function),
    }
    exec(compile(at_its_line, code.co_filename, "exec"), names)
    asking: Any = wraps(function)(names[function.__name__])
    asking.built_in = names["_built_in"]
    return cast("_Kernel", asking)


def built_in(kernel: Any) -> Any:
    """Return the game's own function behind a replaceable one; None if it isn't one."""
    return getattr(getattr(kernel, "py_func", kernel), "built_in", None)


def address_of(own: Callable[..., Any], replaced: Any, state: Any) -> int:
    """Compile a variant's function for states like this one, and say where its machine code is.

    Raises
    ------
    WrongResult
        If it returns something else than the one it replaces.
    """
    if getattr(config, "DISABLE_JIT", False):
        number = next(_numbers)
        _plain[number] = own
        return number
    plain = inspect.unwrap(getattr(replaced, "py_func", replaced))
    returns, *takes = _kinds(plain, typeof(state))
    made: Any = entry(own)
    made.compile(tuple(takes))
    given = next(iter(made.overloads.values())).signature.return_type
    if given != returns:
        found = types.unliteral(given)  # of a function that always returns the same
        if found != returns and not (isinstance(found, _WHOLE) and returns == types.int64):
            raise WrongResult(f"returns {_told(found)} instead of {_told(returns)}")
        made = entry(own)
        made.compile(returns(*takes))
    compiled = next(iter(made.overloads.values()))
    _held.append(made)
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def _told(kind: Any) -> str:
    """What a result is, in words."""
    if isinstance(kind, types.UnicodeType):
        return "a text"
    if isinstance(kind, types.Integer):
        return "a whole number"
    return _WORDS.get(kind, f"something else ({kind})")


def _kinds(function: Callable[..., Any], state: Any) -> list[Any]:
    """Types to Numba of the result of a function, then of its parameters."""
    said = function.__annotations__
    _, *others = inspect.signature(function).parameters
    return [_KINDS[said["return"]], state, *(_KINDS[said[name]] for name in others)]


def _caller(function: Callable[..., Any]) -> Any:
    """Make what calls a function of this kind at an address; other arguments follow it."""
    if getattr(config, "DISABLE_JIT", False):
        return lambda address, *arguments: _plain[int(address)](*arguments)

    @intrinsic
    def call_own(typing_context, address, *arguments):
        returns, *takes = _kinds(function, arguments[0])
        for given, kind in zip(arguments, takes, strict=True):
            if isinstance(kind, types.Array) and given != kind:
                raise TypingError(f"{function.__name__} is given {given} instead of {kind}")

        def generate(context: Any, builder: Any, signature: Any, values: Sequence[Any]) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(returns, takes)
            code = builder.inttoptr(values[0], kind.as_pointer())
            given = [
                context.cast(builder, value, before, after)
                for value, before, after in zip(
                    cgutils.unpack_tuple(builder, values[1]), arguments, takes, strict=True
                )
            ]
            status, result = convention.call_function(builder, code, returns, takes, given)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return returns(address, types.StarArgTuple(arguments)), generate

    return call_own
