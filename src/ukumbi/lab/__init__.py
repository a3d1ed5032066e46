"""Measuring and counting: uses every room of the house, and no room uses it."""
