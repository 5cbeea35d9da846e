"""The staff of Drive on Stalingrad.

Reading order: situation, worth, rating, assaults, line, march, guards, breakout, mobile, conduct,
playing.
"""
