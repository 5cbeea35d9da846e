"""How kernels are compiled: two decorators that keep the time to compile a game's rules short.

``entry`` is for kernels that Python may call, ``inner`` for those that only other kernels call; a
kernel that calls an entry calls it as an inner kernel. With the JIT switched off both stay in
Python. Entries are cached; the machine code of an entry holds all it calls, so inner kernels
needn't be.

Numba by itself turns each function into machine code with all it calls, and that once more for each
function further up: three quarters of the time to compile a game. Here an inner kernel is left in
its intermediate form, and each entry links all those below it once and has them optimised together.
With a version of Numba that this wasn't tried with, both decorators are plain ``njit``.

Each combination of argument types is compiled apart, and to Numba the literal ``0``, an enum
member, a 16-bit field and a 64-bit integer are four types. An inner kernel takes all of them as
64-bit integers (see ``entries``), so no caller casts what it hands over. Three things still need
``np.int64``: a fraction cut off, an unsigned number reckoned with, and, for Python in the kernel's
place, a number beyond 16 bits that is reckoned with an element of an array (for ``1 << d`` loses
its upper bits in silence, where all else is an error).
"""

# Numba has no type hints.
# mypy: disable-error-code="no-untyped-call, import-untyped"

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from numba import njit, types, version_info

from balance.kernel.cached_code import cache_entry
from balance.kernel.entries import make_entry, make_inner
from balance.kernel.quick_compiling import take_shortcuts
from balance.kernel.uncompiled import with_numbers

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])
# Numba's own types don't list all options.
_njit = cast("Callable[..., Any]", njit)
#: Versions of Numba whose inner parts the hooks below were tried with; raised with the ceiling in
#: pyproject.toml, on purpose.
TESTED = ((0, 68),)
#: Characters of a name in machine code that are still written out.
_LONGEST_NAME = 200

if version_info.short not in TESTED:
    _ENTRY_OPTIONS: dict[str, Any] = {}
    _INNER_OPTIONS: dict[str, Any] = {"cache": True}
else:
    from llvmlite.binding import Linkage
    from llvmlite.ir import Constant
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
    from numba.core.compiler_machinery import register_pass
    from numba.core.itanium_mangler import mangle
    from numba.core.typed_passes import NativeLowering
    from numba.np import arrayobj

    take_shortcuts()

    class _InnerLibrary(JITCodeLibrary):
        """Code of an inner kernel, kept as it was written down: neither linked nor optimised."""

        def _optimize_functions(self, module: Any) -> None:
            # All of them are once they stand in an entry.
            module.data_layout = self._codegen._data_layout

        def finalize(self) -> None:
            self._raise_if_finalized()
            self._finalize_dynamic_globals()
            self._finalized = True

        def alone(self) -> Any:
            """Return a copy of its own module."""
            return self._final_module.clone()

        def _get_module_for_linking(self) -> Any:
            # Asked for by callers that Numba compiles in its own way: they link nothing further.
            whole = super()._get_module_for_linking().clone()
            _link_all_below(self, whole)
            return whole

    class _EntryLibrary(JITCodeLibrary):
        """Code of an entry: links whatever stands below it, at any depth."""

        def finalize(self) -> None:
            module = self._final_module
            own = {each.name for each in module.functions if not each.is_declaration}
            _link_all_below(self, module)
            # What nobody else can call may be changed with its callers, or put into its only one:
            # 3 % of a game.
            for each in module.functions:
                if not each.is_declaration and each.name not in own:
                    each.linkage = "internal"
            self._linking_libraries = []
            super().finalize()

    def _link_all_below(library: Any, module: Any) -> None:
        """Link into a module what its library calls, and what that calls, at any depth, once."""
        callees_first: list[Any] = []
        seen = set()

        def visit(above: Any) -> None:
            for each in above._linking_libraries:
                if id(each) not in seen:
                    seen.add(id(each))
                    if isinstance(each, _InnerLibrary):
                        visit(each)
                    callees_first.append(each)

        visit(library)
        callers_first = callees_first[::-1]
        inner = [each for each in callers_first if isinstance(each, _InnerLibrary)]
        if inner:
            module.link_in(_in_one_module([each.alone() for each in inner]))
        for each in callers_first:
            if not isinstance(each, _InnerLibrary):
                module.link_in(each._get_module_for_linking(), preserve=True)

    def _in_one_module(parts: list[Any]) -> Any:
        """Link modules in pairs, then the pairs, and so on; what they define may be left out.

        The linker goes through all of a module for each that is linked into it: one after another
        takes three times as long.
        """
        while len(parts) > 1:
            for left, right in zip(parts[::2], parts[1::2], strict=False):
                left.link_in(right)
            parts = parts[::2]
        for each in parts[0].functions:
            if not each.is_declaration and each.linkage == Linkage.external:
                each.linkage = "linkonce_odr"
        return parts[0]

    def _give_library(state: Any, kind: type) -> None:
        """Have the function about to be lowered written into a library of this kind."""
        # The context of a compilation is its own, so no other code is named like this.
        state.targetctx.mangler = _short_name
        if state.library is None:
            codegen = state.targetctx.codegen()
            state.library = codegen.create_library(state.func_id.func_qualname)
            state.library.enable_object_caching()
        if type(state.library) is JITCodeLibrary:
            state.library.__class__ = kind

    @contextmanager
    def _indices_from_the_start() -> Iterator[None]:
        """Have indices of arrays written down as they are, while a kernel is lowered.

        Numba asks of each whether it is negative and counts from the end: a third of the time of
        short loops. No kernel does that, unless by a number that is written there; with
        NUMBA_BOUNDSCHECK=1 one that does is an IndexError.
        """
        usual = arrayobj.fix_integer_index

        def plain(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
            if isinstance(index, Constant):
                return usual(context, builder, kind, index, size)
            return context.cast(builder, index, kind, types.intp)

        arrayobj.fix_integer_index = plain
        try:
            yield
        finally:
            arrayobj.fix_integer_index = usual

    def _short_name(name: str, types: Sequence[Any], **tags: Any) -> str:
        """Name a function in machine code, by a hash of its argument types where they are long.

        A state is spelt out in them field by field: 20 KB for each name in each module, which made
        nine tenths of all compiled code.
        """
        full = str(mangle(name, types, **tags))
        if len(full) <= _LONGEST_NAME:
            return full
        spelt = hashlib.sha256(full.encode()).hexdigest()[:32]
        tags["abi_tags"] = (*tags.get("abi_tags", ()), spelt)
        return str(mangle(name, (), **tags))

    def _entry_point() -> Any:
        """Stand in for the Python callable of an inner kernel, which has none.

        Numba wants a builtin of its own for each; this one raises TypeError when it is called.
        """
        return object().__reduce_ex__

    def _count_what_is_handed_over(state: Any) -> None:
        """Have references counted in a kernel that gives away arrays, or is given them by another.

        Who makes an array hands its reference on with it, and the last to hold it must let go.
        """
        models = state.targetctx.data_model_manager
        given = [
            signature.return_type
            for call, signature in state.calltypes.items()
            if getattr(call, "op", "") == "call"
            and isinstance(state.typemap[call.func.name], types.Dispatcher)
        ]
        if any(models[kind].contains_nrt_meminfo() for kind in (state.return_type, *given)):
            state.flags.nrt = state.targetctx.enable_nrt = True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _EntryLowering(NativeLowering):
        _name = "native_lowering_of_an_entry"

        def run_pass(self, state: Any) -> bool:
            _count_what_is_handed_over(state)
            _give_library(state, _EntryLibrary)
            with _indices_from_the_start():
                return bool(super().run_pass(state))

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _InnerLowering(NativeLowering):
        _name = "native_lowering_of_an_inner_kernel"

        def run_pass(self, state: Any) -> bool:
            _count_what_is_handed_over(state)
            _give_library(state, _InnerLibrary)
            state.flags.no_compile = True
            with _indices_from_the_start():
                super().run_pass(state)
            lowered = state["cr"]
            point = _entry_point()
            state.targetctx.insert_user_function(point, lowered.fndesc, [state.library])
            state["cr"] = _LowerResult(
                lowered.fndesc, lowered.call_helper, cfunc=point, env=lowered.env
            )
            return True

    def _pipeline(lowering: type) -> type:
        class Pipeline(CompilerBase):
            def define_pipelines(self) -> list[Any]:
                passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
                for place, (step, why) in enumerate(passes.passes):
                    if step is NativeLowering:
                        passes.passes[place] = (lowering, why)
                passes._finalized = False
                passes.finalize()
                return [passes]

        return Pipeline

    _ENTRY_OPTIONS = {"pipeline_class": _pipeline(_EntryLowering)}
    _INNER_OPTIONS = {"pipeline_class": _pipeline(_InnerLowering)}

#: Names by which a kernel makes arrays of its own.
_MAKERS = frozenset({"zeros", "ones", "empty", "full", "copy", "arange", "array"})


def _decorator(
    forceinline: bool = False, python_calls: bool = False, **options: Any
) -> Callable[[_Kernel], _Kernel]:
    """Make a decorator of kernels.

    Both options are always said: Numba hands those of a caller down to what is compiled for it.

    Numba counts references whenever an array is taken out of a state, atomically: that costs ten
    times what most kernels do with it. Only kernels that make arrays, or hand them to each other,
    need the counting; the others work on arrays that their caller keeps.
    """

    def decorate(kernel: _Kernel) -> _Kernel:
        counting = bool(_MAKERS & set(kernel.__code__.co_names))
        made = _njit(_nrt=counting, forceinline=forceinline, **options)(kernel)
        if made is kernel:  # the JIT is switched off
            return with_numbers(kernel)
        if python_calls:
            cache_entry(made)
            if "pipeline_class" in _INNER_OPTIONS:
                make_entry(made, inner)
        else:
            make_inner(made)
        return cast("_Kernel", made)

    return decorate


#: Decorator of kernels that Python may call.
entry = _decorator(python_calls=True, no_cfunc_wrapper=True, **_ENTRY_OPTIONS)
#: Decorator of kernels that only kernels call; Python can't call them while compiled.
inner = _decorator(no_cfunc_wrapper=True, no_cpython_wrapper=True, **_INNER_OPTIONS)
#: The same for short kernels asked once for each hex or unit: their code is copied into the caller,
#: since to hand on a whole state costs more than what they do.
inlined = _decorator(
    no_cfunc_wrapper=True, no_cpython_wrapper=True, forceinline=True, **_INNER_OPTIONS
)
