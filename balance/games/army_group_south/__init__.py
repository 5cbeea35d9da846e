"""Referee of Army Group South by the rules of Operation Star, addenda of 1979 included.

Read ``state`` and ``vocabulary`` first, then ``sequence``; every other file is a section of the
book.
"""
