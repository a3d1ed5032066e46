"""Rukuni's speed and strength beside OpenSpiel, and how its weights were learnt."""
