"""A simulated player of a hall of several nodes, who looks for a table's node as the page does."""

import asyncio
import time
from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from benchmarks.audit import Heard
from benchmarks.nginx import Nginx, trust
from benchmarks.players.guest import Guest
from benchmarks.players.player import RETRY_SECONDS, Choose, Player, Said
from ukumbi.core import Refused, Seat

ASK_AFTER_SECONDS: Final = 1.0
"""After so long without an answer, a sign of life is asked for."""
SILENCE_SECONDS: Final = 2.0
"""A connection that was silent for so long is given up."""
IDLE_PING_SECONDS: Final = 2.0
CONNECT_SECONDS: Final = 5.0
SHUNNED_SECONDS: Final = 5.0
"""For so long a node that did not answer is not asked."""
CHECK_SECONDS: Final = 0.1
REDIRECT: Final = 307
FAILED: Final = {"not_written", "unknown", "no_room", "slow_down"}
"""A join that is refused with one of these is repeated."""


class Ways:
    """How clients reach nodes: each at its own port, or all through nginx."""

    def __init__(self, ports: Mapping[str, int], nginx: Nginx | None = None) -> None:
        self._ports = ports
        self._nginx = nginx
        self.trust = None if nginx is None else trust(nginx.certificate)

    def to(self, node: str, rng: Random) -> tuple[int, str]:
        """A port, and what its paths begin with; an empty name leads to any node."""
        prefix = f"/n/{node}" if node else ""
        if self._nginx is not None:
            return self._nginx.port, prefix
        return self._ports[node or rng.choice(list(self._ports))], prefix


class ClusterGuest(Guest):
    """Asks any node, and follows redirects to a table's owner."""

    def __init__(self, ways: Ways, rng: Random, address: str | None = None) -> None:
        super().__init__(0, address, trust=ways.trust)
        self._ways = ways
        self._rng = rng

    async def _exchange(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        node = ""
        while True:
            self.port, prefix = self._ways.to(node, self._rng)
            status, content = await super()._exchange(method, prefix + path, body)
            if status != REDIRECT:
                return status, content
            _, _, node, path = self.location.split("/", 3)
            path = f"/{path}"

    async def insist(self, method: str, path: str, form: object = None) -> Any:
        """Ask until a node answers; a refusal is an answer."""
        while True:
            try:
                return await self.ask(method, path, form)
            except Refused as refusal:
                if refusal.code not in FAILED:
                    raise
            except (OSError, IndexError, ValueError):  # killed during the answer
                pass
            await asyncio.sleep(RETRY_SECONDS)

    async def sit(self, table: str) -> Any:
        return await self.insist("POST", f"/api/tables/{table}/sit?seat={self.invitations.get(table, '')}")


class Answer(NamedTuple):
    """An acknowledged move: when it was made, when it was answered, and by which node."""

    made: float
    answered: float
    node: str
    table: str

    @property
    def seconds(self) -> float:
        return self.answered - self.made


class Arrival(NamedTuple):
    """A table was seen whole at a node."""

    at: float
    node: str
    table: str


class ClusterPlayer(Player):
    def __init__(self, ways: Ways, choose: Choose, rng: Random, address: str | None = None) -> None:
        super().__init__(ClusterGuest(ways, rng, address), choose, rng)
        self.node = ""
        """The node of the latest welcome."""
        self.heard: list[Heard] = []
        self.answers: list[Answer] = []
        self.arrivals: list[Arrival] = []
        self.losses = 0
        """Connections that were lost or given up."""
        self._ways = ways
        self._known: tuple[str, ...] = ()
        self._next = ""
        """The node to go to."""
        self._shunned: dict[str, float] = {}
        self._unanswered: dict[str, float] = {}
        """When a join or a ping was sent."""
        self._latest_word = 0.0
        """When the node last said something."""
        self._watch: asyncio.TimerHandle | None = None

    # the way to a node

    async def connect(self) -> None:
        node = self._next or self._other_node()
        self._next = ""
        self.guest.port, prefix = self._ways.to(node, self._rng)
        self.path = f"{prefix}/ws"
        self.node = node
        self._unanswered.clear()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await super().connect()
        except Exception:
            self._shun(node)
            raise
        self._latest_word = time.monotonic()
        if self._watch is None:
            self._check()

    def _other_node(self) -> str:
        shunned = self._shunned_now()
        return self._rng.choice([name for name in self._known if name not in shunned] or [""])

    def _shunned_now(self) -> list[str]:
        now = time.monotonic()
        return [name for name, since in self._shunned.items() if now - since < SHUNNED_SECONDS]

    def _shun(self, node: str) -> None:
        if node:
            self._shunned[node] = time.monotonic()

    def _check(self) -> None:
        """Ask for a sign of life where an answer is late; give up a silent connection."""
        self._watch = None
        if self._leaving:
            return
        self._watch = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check)
        if self._transport is None:
            return
        now = time.monotonic()
        if self._pending is not None:
            self._unanswered.setdefault("move", now)
        asked = min(self._unanswered.values(), default=now)
        if now - max(asked, self._latest_word) > SILENCE_SECONDS:
            self._shun(self.node)
            self.drop_connection()
        elif "ping" not in self._unanswered and (
            now - asked > ASK_AFTER_SECONDS or now - self._latest_word > IDLE_PING_SECONDS
        ):
            self._unanswered["ping"] = now
            self._send({"type": "ping", "ref": "alive"})

    def on_ws_disconnected(self, transport: Any) -> None:
        self.losses += 1
        self._next = self._next or ("" if self.node in self._shunned_now() else self.node)
        super().on_ws_disconnected(transport)

    def leave(self) -> None:
        super().leave()
        if self._watch is not None:
            self._watch.cancel()

    # the table

    def join(self, table: str, since: int = 0) -> None:
        if table != self.table:
            self._send({"type": "leave", "table": self.table})
            self.table, self.seq = table, 0
            self._pending = self._latest = None
            self.over.clear()
        self._since = since
        self._unanswered["join"] = time.monotonic()
        self._send({"type": "join", "table": table, "since": since, "shunned": self._shunned_now()})

    def hear(self, said: Said) -> None:
        self._latest_word = now = time.monotonic()
        match said.type:
            case "welcome":
                self.node = said.node or self.node
                self._known = said.nodes
            case "pong":
                self._unanswered.pop("ping", None)
            case "elsewhere" if said.table == self.table:
                self._next = said.node or ""
                if not self._next:
                    self._shun(self.node)
                self.drop_connection()
                return
            case "sync" | "update" if said.table == self.table:
                self._hear_of_table(said, now)
                return
            case "refused" if said.ref is None and said.table == self.table and said.code in FAILED:
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.join, self.table, self.seq)
        super().hear(said)

    def _hear_of_table(self, said: Said, now: float) -> None:
        if said.type == "sync":
            self._unanswered.pop("join", None)
            self.arrivals.append(Arrival(now, self.node, self.table))
            if said.you is not None:
                heard = Heard(self.table, Seat(said.you), self._since, said.seq, said.events, said.whole)
                self.heard.append(heard)
        elif said.after != self.seq:  # something was missed
            self.join(self.table, self.seq)
            return
        else:
            self.heard.append(Heard(self.table, self.seat, said.after, said.seq, said.events, True))
        super().hear(said)

    def _acknowledge(self) -> None:
        pending, now = self._pending, time.monotonic()
        self._unanswered.pop("move", None)
        super()._acknowledge()
        assert pending is not None
        waited = self.acknowledged[-1].seconds
        self.answers.append(Answer(now - waited, now, self.node, self.table))

    def _refused(self, said: Said) -> None:
        if self._pending is not None and said.ref == self._pending[0]:
            self._unanswered.pop("move", None)
        super()._refused(said)
