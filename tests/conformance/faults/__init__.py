"""Games with one planted fault each, to see that the checks notice; by what a check is about."""
