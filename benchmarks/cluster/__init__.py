"""`cluster`: a hall of several nodes under faults and load."""
