"""Benchmarks and simulated players. They are no part of the wheel."""
