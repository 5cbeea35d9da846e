"""Figures and reports: they draw results and compute none."""
