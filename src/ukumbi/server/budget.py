"""What somebody may spend: at their own pace on whatever line, within what their address may do."""

from ukumbi.server.limits import TokenBucket


class Budget:
    __slots__ = ("_own", "_shared")

    def __init__(self, own: TokenBucket, shared: TokenBucket) -> None:
        self._own = own
        self._shared = shared

    def spend(self, cost: float = 1) -> bool:
        """Whether that much more is within both. Only who goes too fast pays for what is refused."""
        return self._own.take(cost) and self._shared.take_if_enough(cost)

    def spend_if_enough(self, cost: float = 1) -> bool:
        """The same, and what is refused costs nothing: an hour's budget has to recover within minutes."""
        if not self._own.take_if_enough(cost):
            return False
        if not self._shared.take_if_enough(cost):
            self._own.give_back(cost)
            return False
        return True

    def give_back(self, cost: float) -> None:
        """It was not needed after all."""
        self._own.give_back(cost)
        self._shared.give_back(cost)

    @property
    def owed(self) -> float:
        """Seconds until all that somebody has spent is paid for."""
        return self._own.owed
