"""Chances to win by turn: fitted to games of all openings and judged by others."""
