"""Bundles: named tuples of arrays that compiled code takes by a pointer.

A state has some thirty arrays, and Numba hands each of them to a kernel as seven arguments. To copy
those for every call took as long as what most kernels do, to write them down took half the time of
compiling, and to look at all arrays for their types, for each call from Python, a fifth of a game.

``bundle`` decorates the named tuple. To kernels it is what it was; its arrays lie side by side in
memory, packed when the bundle is first handed over, and kernels hand the address on.
"""

# Numba and llvmlite have no type hints.
# mypy: disable-error-code="no-untyped-call, import-untyped, attr-defined, misc, untyped-decorator"

from __future__ import annotations

import ctypes
import hashlib
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils, datamodel
from numba.core.imputils import impl_ret_borrowed, lower_getattr_generic
from numba.core.pythonapi import NativeValue, unbox
from numba.core.typing.typeof import typeof_impl

_Bundle = TypeVar("_Bundle", bound=type)
#: What a bundle's memory is made of.
_WORD = ir.IntType(64)
#: A number for each combination of array types that bundles of one class were seen with.
_forms: dict[Any, int] = {}
#: The same by what can be seen of the arrays quickly: Numba takes a millisecond for its types.
_forms_by_look: dict[Any, int] = {}


class Bundle:
    """What a bundle can do beside what its named tuple can."""

    @cached_property
    def form(self) -> int:
        """A number for its class and the types of all its arrays."""
        look = (type(self), *[_look_of(part) for part in cast("tuple[Any, ...]", self)])
        if look not in _forms_by_look:
            _forms_by_look[look] = _forms.setdefault(typeof(self), len(_forms))
        return _forms_by_look[look]

    @cached_property
    def _packed(self) -> np.ndarray:
        """The arrays as compiled code sees them: int64[7 for each one-dimensional array ...].

        Memory is the bundle's own affair, so nothing is said of who owns it.
        """
        words: list[int] = []
        for part in cast("tuple[Any, ...]", self):
            if isinstance(part, np.ndarray):
                array = part.view(np.ndarray)  # a record array looks up its own attributes slowly
                words += (0, 0, array.size, array.itemsize, _memory_of(array))
                words += array.shape
                words += array.strides
            else:
                words.append(_memory_of(part))
        return np.array(words, np.int64)

    @cached_property
    def _places(self) -> dict[str, int]:
        """Where each array's memory is noted among the packed words."""
        places, word = {}, 0
        for name, part in zip(self._fields, cast("tuple[Any, ...]", self), strict=True):
            is_array = isinstance(part, np.ndarray)
            places[name] = word + 4 if is_array else word
            word += 5 + 2 * part.ndim if is_array else 1
        return places

    @cached_property
    def address(self) -> int:
        """Where the arrays are noted."""
        return _memory_of(self._packed)

    def _replace(self, **changed: Any) -> Any:
        """Return a copy with some arrays replaced; if by arrays like them, nothing else is new."""
        made = super()._replace(**changed)
        if all(_alike(getattr(self, name), part) for name, part in changed.items()):
            packed = self._packed.copy()
            for name, part in changed.items():
                packed[self._places[name]] = _memory_of(part)
            made.__dict__.update(form=self.form, _packed=packed, _places=self._places)
        return made


def _memory_of(part: Any) -> int:
    """Address of the memory of an array or record."""
    if isinstance(part, np.ndarray):
        return int(part.__array_interface__["data"][0])
    return ctypes.addressof(ctypes.c_char.from_buffer(part.data))


def _look_of(part: Any) -> tuple[Any, ...]:
    """What Numba makes its type of an array or record from."""
    if isinstance(part, np.ndarray):
        flags = part.flags
        layout = (flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable)
        return type(part), part.dtype, part.ndim, layout
    return type(part), part.dtype


def _alike(one: Any, other: Any) -> bool:
    """Whether two arrays or records are of one shape and one type to Numba."""
    return (
        type(one) is type(other)
        and one.dtype == other.dtype
        and one.shape == other.shape
        and one.strides == other.strides
        and one.flags.num == other.flags.num
    )


def bundle(kind: _Bundle) -> _Bundle:
    """Make a class of named tuples whose kernels take them by a pointer.

    One that a kernel puts together itself is a plain named tuple.
    """
    about = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return cast("_Bundle", type(kind.__name__, (Bundle, kind), {**about, "__doc__": kind.__doc__}))


class BundleType(types.NamedTuple):
    """A bundle to Numba.

    Its name spells out each field of each array.
    """

    def __hash__(self) -> int:
        # Asked for all the time; Numba goes through the types of all arrays for it.
        return hash(self.name)

    @cached_property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        """Its name in machine code."""
        spelt = hashlib.sha256(self.name.encode()).hexdigest()[:32]
        return f"{self.instance_class.__name__}_{spelt}", ()


@typeof_impl.register(Bundle)
def _typeof_bundle(value: Any, context: Any) -> BundleType:
    return BundleType([typeof_impl(part, context) for part in value], type(value))


@datamodel.register_default(BundleType)
class _BundleModel(datamodel.models.PrimitiveModel):
    """The address of arrays that lie side by side in memory, word by word.

    Kernels neither own nor count the arrays, which their caller keeps. Numba writes a value down
    wherever it is named: an address is short, all arrays were most of what LLVM had to read.
    """

    def __init__(self, manager: Any, kind: BundleType) -> None:
        super().__init__(manager, kind, _WORD.as_pointer())

    def from_argument(self, builder: Any, value: Any) -> Any:
        # Nothing ever writes to what is noted there. That nothing does so by this address either,
        # LLVM finds out for itself.
        value.add_attribute("noalias")
        return value


@lower_getattr_generic(BundleType)
def _array_of_bundle(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    place = kind.fields.index(name)
    word = sum(map(_words_of, kind.types[:place]))
    noted = cgutils.gep_inbounds(builder, value, word)
    array = context.get_value_type(kind[place])
    found = builder.load(builder.bitcast(noted, array.as_pointer()))
    return impl_ret_borrowed(context, builder, kind[place], found)


def _words_of(part: Any) -> int:
    """How many words are noted of an array or record; see ``Bundle._packed``."""
    return 5 + 2 * part.ndim if isinstance(part, types.Array) else 1


@unbox(BundleType)
def _unbox_bundle(kind: Any, value: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(value, "address")
    failed = cgutils.is_null(c.builder, number)
    nowhere = cgutils.alloca_once(c.builder, _WORD)
    found = cgutils.alloca_once_value(c.builder, nowhere)
    with cgutils.if_likely(c.builder, c.builder.not_(failed)):
        address = c.pyapi.long_as_longlong(number)
        c.builder.store(c.builder.inttoptr(address, nowhere.type), found)
        c.pyapi.decref(number)
    return NativeValue(c.builder.load(found), is_error=failed)
