"""The hall on the web: HTTP, the socket, and what guards them."""
