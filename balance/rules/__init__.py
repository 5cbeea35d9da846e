"""Procedures of the genre that take a game's rule functions: see CONTRIBUTING.md, "Frames"."""
