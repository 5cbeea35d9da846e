"""One folder a rulebook: the referee, which knows the rules and never decides for a player."""
