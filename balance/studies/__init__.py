"""The studies: what each kind plays, and how its games answer the question.

Reading order: ``answer`` (what every study comes to), ``kinds`` (which there are, how they are read
and resumed), then one file a kind: ``compare``, ``sweep``, ``tune``, ``sensitivity``,
``tournament`` ... Playing is the work of ``balance.experiments``, statistics that of
``balance.analysis``; here they meet.
"""
