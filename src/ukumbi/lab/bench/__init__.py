"""Measurements, each printing what it compared."""
