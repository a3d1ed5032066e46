"""How long a bot waits for what it needs to play its best, before it plays as well as it can without.

In the hall a player waits for the move. In a tournament no player does, and strength is what counts.
"""

from typing import Final


class EngineWait:
    seconds: float | None = None
    """None for as long as it takes."""

    def in_the_hall(self) -> None:
        self.seconds = 0.7


ENGINE_WAIT: Final = EngineWait()
