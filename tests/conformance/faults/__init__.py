"""Games with one planted fault each, to prove that the checks find them."""
