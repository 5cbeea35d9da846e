"""What a scenario is worth when both sides look for their best play."""
