"""Balance tests."""
