"""`python -m benchmarks.hall`: the hall's speed, compared with other servers."""
