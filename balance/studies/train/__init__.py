"""The best play of a side that a search finds: opening files trained against given opponents."""
