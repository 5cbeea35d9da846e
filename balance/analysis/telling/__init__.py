"""How results are put into words."""
