"""The sixth game waits here for its house: its tests run there."""

collect_ignore = ["sixth"]
