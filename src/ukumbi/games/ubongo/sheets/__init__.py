"""Sheets of boards to print, drawn with matplotlib."""
