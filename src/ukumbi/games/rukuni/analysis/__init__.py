"""Whole games of Rukuni analysed on the command line."""
