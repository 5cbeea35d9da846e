"""The value that gives the wanted balance."""
