"""Rukuni's engine in the making: what it has learnt, and how strong it is."""
