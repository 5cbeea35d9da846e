"""Statistics: tables in, tables out, one method a file.

Reading order: ``study`` (the tables of one study), ``labels`` (a game's words), ``proportions`` and
``means`` (the intervals), then one file a question; ``summary`` puts the answers together.

To compare variants: ``paired`` (games on the same seeds), ``bounded_mean`` (the test of a score),
``equivalence`` and ``sequential`` (what the differences decide), ``forecast`` (the games still
needed), ``comparison`` (the sentence); ``questions`` refuses what makes no sense.
"""
