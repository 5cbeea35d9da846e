"""The staff of Stalingrad 1942-43: who plays it, and what players see and order."""
