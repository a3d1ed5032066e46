"""Rukuni's engine: the same search twice, compiled with Numba and in plain Python.

Nothing here needs Numba until the compiled engine is loaded.
"""
