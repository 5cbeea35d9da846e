"""Shortcuts in Numba's compiler change no answer of it, and are all in their places."""

from __future__ import annotations

import gc
import operator

import pytest
from llvmlite.binding import ffi
from numba import jit, types
from numba.core import analysis, compiler, ir
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig

from balance.kernel import compiled, quick_compiling

pytestmark = pytest.mark.skipif(not hasattr(compiled, "_EntryLibrary"), reason="another Numba")


def _left_and_right(board, hexes):
    for place in range(len(hexes)):
        if board[hexes[place]] > 0 and place & 1 == 0:
            board[hexes[place]] -= hexes[place] + 1
    return board.sum(), max(1, 2)


def _lessen(board, hexes):
    for place in range(len(hexes)):
        if board[hexes[place]] > 0:
            board[hexes[place]] -= 1
        else:
            continue
    return board


def test_every_shortcut_is_in_its_place():
    for shortened in (
        TargetConfig.values,
        types.Function.get_call_type,
        ir.Inst._rec_list_vars,
        ir.FunctionIR.get_block_entry_vars,
        PostProcessor.run,
    ):
        assert shortened.__module__ == quick_compiling.__name__
    assert not [
        enter for enter, _ in ffi.lib._lock._cblist if enter.__module__ == "numba.core.base"
    ]


def test_garbage_is_collected_as_before_once_all_is_compiled():
    usual = gc.get_threshold()

    @quick_compiling.collecting_seldom()
    def compile_what_does_not_compile():
        assert gc.get_threshold() > usual
        raise TypeError

    with pytest.raises(TypeError):
        compile_what_does_not_compile()
    assert gc.get_threshold() == usual


def test_variables_are_those_that_numba_lists():
    def listed(part):
        if isinstance(part, ir.Var):
            return [part]
        if isinstance(part, ir.Inst):
            part = vars(part) if isinstance(part, ir.Stmt) else part._kws
        if isinstance(part, dict):
            part = list(part.values())
        return [var for each in part for var in listed(each)] if type(part) in (list, tuple) else []

    instructions = [
        instruction
        for block in compiler.run_frontend(_left_and_right).blocks.values()
        for instruction in block.body
    ]
    assert len(instructions) > 20
    for instruction in instructions:
        assert instruction.list_vars() == listed(instruction)


def test_variables_at_the_start_of_a_block_are_those_that_numba_finds():
    function = compiler.run_frontend(_left_and_right)
    life = VariableLifetime(function.blocks)
    found = analysis.compute_live_variables(
        life.cfg, function.blocks, life.usedefs.defmap, life.deadmaps.combined
    )
    assert function.block_entry_vars == {}
    for place, block in function.blocks.items():
        assert set(function.get_block_entry_vars(block)) == set(found[place])
    assert any(found.values())


def test_what_others_compile_without_types_still_works():
    board, hexes = [3, 0, 4], [0, 1, 2]
    assert jit(forceobj=True)(lambda some: [each for each in some if each])(board) == [3, 4]
    assert jit(forceobj=True, looplift=False)(_lessen)(board, hexes) == _lessen([3, 0, 4], hexes)


def test_what_others_compile_as_generators_still_works():
    def count_down(first):
        while first > 0:
            yield first
            first -= 1

    assert list(jit(nopython=True)(count_down)(3)) == [3, 2, 1]


@pytest.mark.parametrize(
    ("function", "kinds"),
    [
        (operator.add, (types.int64, types.int16)),
        (operator.add, (types.float64, types.int16)),
        (operator.lt, (types.uint8, types.literal(3))),
        (operator.getitem, (types.Array(types.int16, 1, "C"), types.int64)),
        (operator.getitem, (types.Array(types.int16, 2, "C"), types.UniTuple(types.int64, 2))),
    ],
)
def test_an_operator_known_already_gives_what_it_gave(function, kinds):
    context = cpu_target.typing_context
    context.refresh()
    asked = context.resolve_value_type(function)
    first = asked.get_call_type(context, kinds, {})
    again = types.Function(asked.templates)
    assert again.get_call_type(context, kinds, {}) is first
    usual = super(types.Function, asked).get_call_type(context, kinds, {})
    assert usual == first
    assert again.get_impl_key(first) == asked.get_impl_key(usual)
