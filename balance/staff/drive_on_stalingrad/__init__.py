"""The staff of Drive on Stalingrad.

Reading order: situation, worth, stakes, assaults, line, march, guards, breakout, mobile, conduct,
playing.
"""
