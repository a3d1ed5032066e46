"""Simulated players: real clients of a real hall that play by themselves."""
