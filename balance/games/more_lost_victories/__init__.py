"""Special rules of More Lost Victories, each in the place of a rule function of the common game.

``game.toml`` of the game's data says which function stands in which file.
"""
