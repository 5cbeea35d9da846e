"""The craft of a staff, for all games: it asks a game what differs; see ``questions``."""
