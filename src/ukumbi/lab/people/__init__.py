"""Simulated people: real clients of a real hall that play by themselves."""
