"""Ubongo 3-D: everybody fills an outline two levels high, against the hourglass."""
