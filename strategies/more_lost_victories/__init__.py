"""Strategies for More Lost Victories; files with a leading underscore are templates and examples."""
