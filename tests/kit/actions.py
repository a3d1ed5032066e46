"""Moves at a table, waiting, and the database read or changed behind the hall's back."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

from tests.kit.client import Client, Heard

T = TypeVar("T")

WITH_KIT_GAMES: Final = ("--also", "tests.kit.pounce", "--also", "tests.kit.fragile", "--bot-pace", "0")


async def until(look: Callable[[], T]) -> T:
    """Poll until the result is true; return it."""
    while not (found := look()):  # noqa: ASYNC110, what is looked at lies in other processes
        await asyncio.sleep(0.01)
    return found


def in_ledger(folder: Path, question: str, *facts: Any) -> list[tuple[Any, ...]]:
    """Query the database, not the hall."""
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger:
        return ledger.execute(question, facts).fetchall()


def tamper(folder: Path, change: str, *facts: Any) -> None:
    """Change the ledger behind the hall's back."""
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger, ledger:
        assert ledger.execute(change, facts).rowcount > 0


def events_of(folder: Path, table: str) -> list[tuple[Any, ...]]:
    """The seq, actor, ref and JSON of each event."""
    return in_ledger(
        folder,
        "SELECT seq, actor, ref, event FROM events JOIN tables ON tables.number = table_number"
        " WHERE id = ? ORDER BY seq",
        table,
    )


_refs = iter(range(1, 1 << 30))


def send(client: Client, table: str, move: str, answers: int) -> str:
    """Send a move; return its ref."""
    ref = f"m{next(_refs)}"
    client.say("move", table=table, move=move, answers=answers, ref=ref)
    return ref


async def make(client: Client, table: str, move: str, answers: int) -> Heard:
    """Make a move and wait for its acknowledgement; return the update."""
    return await client.moved(send(client, table, move, answers))


async def refused(client: Client, table: str, move: str, answers: int) -> str:
    """Send a move that must be refused; return the code."""
    refusal = await client.hear("refused", table=table, ref=send(client, table, move, answers))
    return str(refusal["code"])


async def walk(clients: list[Client], table: str, steps: int, seq: int = 1) -> int:
    """Take turns at stepping in Fragile; return the seq afterwards."""
    for _ in range(steps):
        seq = (await make(clients[(seq - 1) % 2], table, "step", seq))["seq"]
    return seq
