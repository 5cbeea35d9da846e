"""Hexes, dice and searches: compiled functions on arrays that know no game."""
