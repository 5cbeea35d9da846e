"""The staff of Drive on Stalingrad.

Reading order: situation, worth, rating, assaults, line, march, mobile, conduct, driver.
"""
