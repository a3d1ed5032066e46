"""Bots against bots: tournaments and their tables."""
