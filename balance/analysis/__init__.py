"""Statistics: tables in, tables out, one method a file.

Reading order: ``study`` (the tables of one study), ``labels`` (a game's words), ``proportions`` and
``means`` (the intervals), then one file a question; ``summary`` puts the answers together.
"""
