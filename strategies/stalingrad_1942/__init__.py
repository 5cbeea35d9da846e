"""Strategies for Stalingrad 1942-43; files with a leading underscore are templates and examples."""
