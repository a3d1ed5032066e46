"""Choose the engine: the compiled one once it is loaded, until then the plain one.

Compiling takes ten to twenty seconds once after an install, and loading what was compiled half a second; both
run in the background, so that no player waits for a turn. `ukumbi rukuni compile` does it beforehand.
"""

import logging
from importlib.util import find_spec
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol

from ukumbi.bots.engine_wait import ENGINE_WAIT
from ukumbi.games.rukuni.engine.plain_engine import PlainEngine
from ukumbi.games.rukuni.engine.thought import Thought
from ukumbi.games.rukuni.position import Position

if TYPE_CHECKING:
    from ukumbi.games.rukuni.engine.compiled_engine import CompiledEngine

LOGGER = logging.getLogger(__name__)


class Thinker(Protocol):
    @property
    def in_a_second(self) -> int: ...

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        depth: int = ...,
        margin: float = 0.0,
        positions: int | None = None,
    ) -> Thought: ...

    def forget(self) -> None: ...


def is_installed() -> bool:
    """Whether Numba is installed."""
    try:
        return find_spec("numba") is not None
    except (ImportError, ValueError):
        return False


class Engines:
    """Both engines of this process."""

    def __init__(self) -> None:
        self.plain: Final = PlainEngine()
        self.compiled: CompiledEngine | None = None
        """None until it is loaded."""
        self.in_use: Final = Lock()
        """Held during a search."""
        self._preparing: Thread | None = None
        self._begun = 0.0
        self._lock = Lock()

    def strongest(self) -> Thinker:
        """The compiled engine, if it is loaded within ENGINE_WAIT; else the plain one."""
        if self.compiled is None and is_installed():
            preparing = self.prepare()
            seconds = ENGINE_WAIT.seconds
            if seconds is not None:
                # The wait counts from the start of loading, not from each turn.
                seconds = max(0.0, self._begun + seconds - monotonic())
            preparing.join(seconds)
        return self.compiled or self.plain

    def prepare(self) -> Thread:
        """Start loading or compiling in a thread, once."""
        with self._lock:
            if self._preparing is None:
                self._begun = monotonic()
                self._preparing = Thread(target=self._make_ready, name="rukuni's engine", daemon=True)
                self._preparing.start()
            return self._preparing

    def _make_ready(self) -> None:
        try:
            from ukumbi.games.rukuni.engine.compiled_engine import CompiledEngine  # noqa: PLC0415  it needs Numba

            engine = CompiledEngine()
            engine.think(Position.opening(), depth=2)
            self.compiled = engine
        except Exception as fault:  # whatever ails Numba, the game goes on without it
            LOGGER.warning(
                "the compiled engine of Rukuni does not start: %s: %s", type(fault).__name__, fault
            )


ENGINES: Final = Engines()
