"""The staff of the common game: its answers to the craft, and the order of its phases."""
