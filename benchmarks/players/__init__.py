"""Simulated players: real clients of a real hall."""
