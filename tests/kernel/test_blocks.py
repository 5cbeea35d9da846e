"""Arrays side by side in one piece of memory."""

from __future__ import annotations

import numpy as np
import pytest

from balance.kernel.blocks import Block

POINT = np.dtype([("x", "i4"), ("y", "i2")], align=True)


@pytest.fixture
def like() -> dict[str, np.ndarray]:
    return {
        "blank": np.zeros((3, 50)),
        "numbers": np.arange(7, dtype=np.int16),
        "points": np.array([(1, 2), (3, 4)], POINT),
        "mask": np.zeros(9, np.uint8),
        "none": np.zeros((0, 4), np.int32),
    }


def test_arrays_of_a_block_hold_what_those_like_them_held(like):
    block = Block(like)
    assert set(block.arrays) == set(like)
    for name, array in block.arrays.items():
        assert (array.dtype, array.shape) == (like[name].dtype, like[name].shape)
        assert array.tolist() == like[name].tolist()
        assert array.flags.c_contiguous
        assert array.flags.aligned
        assert array.flags.writeable


def test_a_block_has_memory_of_its_own(like):
    first, second = Block(like), Block(like)
    first.arrays["numbers"][:] = 5
    assert like["numbers"].tolist() == second.arrays["numbers"].tolist() == [*range(7)]


def test_writing_to_one_array_leaves_the_others_alone(like):
    for name in like:
        block = Block(like)
        block.arrays[name].reshape(-1).view(np.uint8)[:] = 255
        for other in set(like) - {name}:
            assert block.arrays[other].tolist() == like[other].tolist(), (name, other)


def test_restoring_undoes_whatever_was_written(like):
    block = Block(like)
    content = block.content()
    for array in block.arrays.values():
        array.reshape(-1).view(np.uint8)[:] = 255
    block.restore(content)
    assert {name: array.tolist() for name, array in block.arrays.items()} == {
        name: array.tolist() for name, array in like.items()
    }


def test_a_block_takes_the_content_of_another_like_it(like):
    block, other = Block(like), Block(like)
    block.arrays["blank"][2, 49] = 8.0
    other.restore(block.content())
    assert other.arrays["blank"][2, 49] == 8.0
    block.arrays["blank"][2, 49] = 9.0
    assert other.arrays["blank"][2, 49] == 8.0


def test_what_is_all_zero_takes_no_room_in_the_content(like):
    assert len(Block(like).content()) < like["blank"].nbytes
    assert len(Block({"blank": np.zeros(100)}).content()) == 0
