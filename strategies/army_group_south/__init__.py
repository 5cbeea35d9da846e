"""Strategies for Operation Star; files with a leading underscore are templates and examples."""
