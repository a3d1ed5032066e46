"""The hall's door: HTTP, the socket, and what guards them."""
