from balance.analysis.telling.labels import read_labels
from balance.rulebook.game import open_game
from reports.theme import between_sides, ending_colour, side_colour


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def seen_by_a_protanope(colour):
    """Viénot's reduction: red and green collapse, so colours must differ in what is left."""
    r, g, b = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return 0.11 * r + 0.89 * g, b


def test_sides_differ_for_those_who_see_no_red_from_green():
    labels = read_labels(open_game("drive_on_stalingrad"))
    first, second = (seen_by_a_protanope(side_colour(labels, s)) for s in labels.side_keys)
    assert abs(first[0] - second[0]) + abs(first[1] - second[1]) > 0.4


def test_endings_of_one_side_differ_in_lightness():
    labels = read_labels(open_game("drive_on_stalingrad"))
    dark = luminance(ending_colour(labels, "sudden_death"))
    light = luminance(ending_colour(labels, "time_limit"))
    assert (light + 0.05) / (dark + 0.05) > 1.7


def test_an_ending_has_the_hue_of_its_winner():
    labels = read_labels(open_game("drive_on_stalingrad"))
    assert ending_colour(labels, "victory_points") == side_colour(labels, "axis")
    assert ending_colour(labels, "sudden_death") == side_colour(labels, "soviet")


def test_the_scale_between_the_sides_ends_in_their_colours():
    from matplotlib.colors import to_hex

    labels = read_labels(open_game("drive_on_stalingrad"))
    scale = between_sides(labels)
    assert to_hex(scale(1.0)) == side_colour(labels, "axis")
    assert to_hex(scale(0.0)) == side_colour(labels, "soviet")
