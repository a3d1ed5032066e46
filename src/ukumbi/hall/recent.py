"""A memory that is bounded: what was not needed for the longest time is forgotten first."""

from collections import OrderedDict
from collections.abc import Callable, Container
from typing import Generic, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")


def nothing() -> Container[object]:
    return ()


class Recent(Generic[K, V]):
    def __init__(self, most: int, needed: Callable[[], Container[object]] = nothing) -> None:
        self._most = most
        self._needed = needed
        """What must not be forgotten: looked up when there is too much."""
        self._known: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, key: K) -> bool:
        return key in self._known

    def __getitem__(self, key: K) -> V:
        self._known.move_to_end(key)
        return self._known[key]

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, otherwise: D) -> V | D: ...
    def get(self, key: K, otherwise: D | None = None) -> V | D | None:
        return self[key] if key in self._known else otherwise

    def __setitem__(self, key: K, value: V) -> None:
        self._known[key] = value
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._forget()

    def pop(self, key: K) -> V | None:
        return self._known.pop(key, None)

    def _forget(self) -> None:
        """An eighth at a time, so that it is not worked out for each newcomer who is needed."""
        needed, room = self._needed(), max(1, self._most // 8)
        for key in [key for key in self._known if key not in needed][:room]:
            del self._known[key]
