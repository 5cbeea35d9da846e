"""Addressed dice: each roll is a function of what it is for, not of how many came before.

A roll is a hash of (seed, game turn, phase, purpose, hex or unit, n-th). A rule change that alters
one battle therefore leaves every unrelated roll of the game alone, which makes the same seed under
two rule variants a true pair (common random numbers). Method: the 32-bit MurmurHash3 block and
finalisation steps (Austin Appleby, public domain) over the key words, then Lemire's multiply-shift
to a range. All arithmetic stays in masked 64-bit integers, so that plain Python rolls the same.
"""

from __future__ import annotations

from balance.kernel.compiled import entry

_MASK = 0xFFFFFFFF


@entry
def _mix(state: int, word: int) -> int:
    word = (word * 0xCC9E2D51) & _MASK
    word = ((word << 15) | (word >> 17)) & _MASK
    word = (word * 0x1B873593) & _MASK
    state = state ^ word
    state = ((state << 13) | (state >> 19)) & _MASK
    return (state * 5 + 0xE6546B64) & _MASK


@entry
def keyed_hash(seed: int, turn: int, phase: int, purpose: int, key: int, nth: int) -> int:
    """32 random bits that belong to this address alone.

    ``seed`` may be any non-negative 64-bit integer; the other words are small and not negative.
    """
    # int(x + 0): a member of an IntEnum becomes an integer by the sum (compiled), a 16-bit field
    # by the call (plain Python); neither does both.
    seed = int(seed + 0)
    state = _mix(0x9747B28C, seed & _MASK)
    state = _mix(state, (seed >> 32) & 0x7FFFFFFF)
    state = _mix(
        state,
        ((int(turn + 0) & 0xFF) << 24)
        | ((int(phase + 0) & 0xFF) << 16)
        | (int(purpose + 0) & 0xFFFF),
    )
    state = _mix(state, int(key + 0) & _MASK)
    state = _mix(state, int(nth + 0) & _MASK)
    state ^= state >> 16
    state = (state * 0x85EBCA6B) & _MASK
    state ^= state >> 13
    state = (state * 0xC2B2AE35) & _MASK
    state ^= state >> 16
    return state


@entry
def keyed_integer(
    size: int, seed: int, turn: int, phase: int, purpose: int, key: int, nth: int
) -> int:
    """A uniform integer 0 .. size - 1 at this address (size at most 65,536)."""
    return (keyed_hash(seed, turn, phase, purpose, key, nth) * size) >> 32


@entry
def roll_die(sides: int, seed: int, turn: int, phase: int, purpose: int, key: int, nth: int) -> int:
    """One die, 1 .. sides, at this address."""
    return 1 + keyed_integer(sides, seed, turn, phase, purpose, key, nth)
