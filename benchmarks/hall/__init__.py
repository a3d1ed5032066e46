"""`python -m benchmarks.hall`: how fast the hall is, beside what else the machine can do."""
