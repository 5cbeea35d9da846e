"""What a game is worth to players who choose well."""
