"""The tests of the sixth game run in a copy of the project, not here."""

collect_ignore = ["sixth"]
