"""What a good staff officer does for a commander: turns a plan into legal moves and attacks."""
