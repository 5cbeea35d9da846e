"""Strategies for games of the common system, whatever their units and places are."""
