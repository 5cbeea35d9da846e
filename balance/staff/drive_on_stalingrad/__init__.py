"""The staff of Drive on Stalingrad. Reading order: situation, rating, assaults, strike, line, conduct."""
