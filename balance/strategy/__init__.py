"""The plugin interface: what a strategy sees, what it may order, how it is found and checked."""
