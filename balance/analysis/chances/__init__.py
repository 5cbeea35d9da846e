"""Chances to win by turn: how they are fitted, how good they are, what moves them."""
