"""Scripted strategies, one folder a game. The product finds them by name; it never imports them."""
