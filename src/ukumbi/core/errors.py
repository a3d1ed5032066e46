"""What rules say when they refuse.

Unreadable, illegal and unknown are different things. Each carries a stable code; the client says it
in the player's language, filling in the facts.
"""

from collections.abc import Mapping, Sequence

Fact = str | int | Sequence[str | int]


class Refused(Exception):
    """A request that gets a clear answer instead of an effect."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Fact] = facts

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} ({said})" if said else self.code


class Illegal(Refused):
    """The move is understood, and the rules forbid it."""


class Unreadable(Refused):
    """The text is not a move or position of this game."""
