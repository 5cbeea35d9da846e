"""The fair bid."""
