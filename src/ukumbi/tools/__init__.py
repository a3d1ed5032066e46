"""Tools for the command line: the arena, perft, plots."""
