"""Strategies for More Lost Victories; files that begin with _ are templates and examples."""
