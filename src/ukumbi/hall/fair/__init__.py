"""Fair order: where everyone moves at once, the faster player wins, not the shorter line."""
