"""Strategies for Operation Blue; files with a leading underscore are templates and examples."""
