"""Estimates with their intervals and tests, of one sample or of pairs."""
