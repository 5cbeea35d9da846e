"""Drive on Stalingrad: the referee of its rulebook.

Reading order: ``vocabulary`` (the words as numbers), ``state`` (the arrays), then a file a topic.
"""
