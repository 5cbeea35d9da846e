"""The common game: a plain operational wargame, all of whose numbers and charts are a game's data.

A game whose ``game.toml`` says ``system = "common"`` plays by these rules, which ``data/common``
registers. In reading order: ``vocabulary``, ``state``, ``turn``, ``march``, ``battle``,
``victory``.
"""
