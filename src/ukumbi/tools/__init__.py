"""What users run from the command line: the arena, perft, plots."""
