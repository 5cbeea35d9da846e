"""The referee of Stalingrad 1942-43.

Read ``state`` and ``sequence`` first, then the files by section of the rulebook.
"""
