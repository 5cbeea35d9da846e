"""Plays random games and prints all that happened; see test_compiled_equals_plain."""

from __future__ import annotations

from tests.games.army_group_south.test_random_play import OTHER_READINGS, play


def main() -> None:
    for seed, rules in ((3, None), (5, None), (21, OTHER_READINGS)):
        state, player, _ = play(seed, rules=rules)
        for event in state.events[: state.game.event_count]:
            print("event", seed, *event)
        for battle in state.battles[: state.game.battle_count]:
            print("battle", seed, *battle)
        for unit in state.units:
            print("unit", seed, *unit)
        print("game", seed, *state.game.item(), *player.done.values())


if __name__ == "__main__":
    main()
