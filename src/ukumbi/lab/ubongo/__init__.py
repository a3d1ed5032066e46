"""Ubongo from the command line: solving, drawing new tasks, building the boards, and sheets to print."""
