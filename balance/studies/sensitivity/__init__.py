"""Which rules matter."""
