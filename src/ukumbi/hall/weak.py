"""Parts of a table that know it without keeping it: a table that is put away leaves memory at once.

The collector that would find such a ring of references is asked to look rarely, because it stops all play.
"""

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

P = ParamSpec("P")
T = TypeVar("T")


def weakly(method: Callable[P, T]) -> Callable[P, T]:
    """A method of something that is not kept alive by it."""
    known = weakref.WeakMethod(method)

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        alive = known()
        if alive is None:
            raise ReferenceError("asked of something that is gone")
        return alive(*args, **kwargs)

    return call


class PartOfTable:
    """Something that belongs to one table, and does nothing any more when that has been closed."""

    def __init__(self, table: "Table") -> None:
        self._known = weakref.ref(table)

    @property
    def _table(self) -> "Table":
        table = self._known()
        assert table is not None, "a part outlived its table"
        return table
