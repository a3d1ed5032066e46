"""Rukuni's speed and strength compared with OpenSpiel, and the learning of its weights."""
