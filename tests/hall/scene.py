"""What the tests of the hall share: an event loop with a guard, a look into the ledger, a way to wait."""

import asyncio
import functools
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import uvloop

from tests.server.ear import Ear, Heard, hang_up_all

Given = ParamSpec("Given")
T = TypeVar("T")

KIT: Final = ("--also", "tests.kit.pounce", "--also", "tests.kit.fragile", "--bot-pace", "0")
GUARD: Final = 60
"""Seconds after which a test hangs for good; no test measures anything by it."""


def in_a_loop(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Run a test that waits for things in an event loop of its own."""

    async def guarded(*args: Given.args, **kwargs: Given.kwargs) -> None:
        try:
            async with asyncio.timeout(GUARD):
                await test(*args, **kwargs)
        finally:
            await hang_up_all()

    @functools.wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        uvloop.run(guarded(*args, **kwargs))

    return run


async def until(look: Callable[[], T]) -> T:
    """Look again and again until there is something."""
    while not (found := look()):  # noqa: ASYNC110, what is looked at lies in other processes
        await asyncio.sleep(0.01)
    return found


def in_ledger(folder: Path, question: str, *facts: Any) -> list[tuple[Any, ...]]:
    """What stands in the ledger, read past the hall."""
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger:
        return ledger.execute(question, facts).fetchall()


def tamper(folder: Path, change: str, *facts: Any) -> None:
    """Change the ledger behind the hall's back."""
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger, ledger:
        assert ledger.execute(change, facts).rowcount > 0


def events_of(folder: Path, table: str) -> list[tuple[Any, ...]]:
    """Each event's seq, actor, ref and text."""
    return in_ledger(
        folder,
        "SELECT seq, actor, ref, event FROM events JOIN tables ON tables.number = table_number"
        " WHERE id = ? ORDER BY seq",
        table,
    )


_refs = iter(range(1, 1 << 30))


def send(ear: Ear, table: str, move: str, answers: int) -> str:
    """Make a move; its ref."""
    ref = f"m{next(_refs)}"
    ear.say("move", table=table, move=move, answers=answers, ref=ref)
    return ref


async def make(ear: Ear, table: str, move: str, answers: int) -> Heard:
    """Make a move and wait for its acknowledgement."""
    return await ear.hear("update", table=table, ref=send(ear, table, move, answers))


async def refused(ear: Ear, table: str, move: str, answers: int) -> str:
    """Make a move that will not be; the code of the refusal."""
    oops = await ear.hear("oops", table=table, ref=send(ear, table, move, answers))
    return str(oops["code"])


async def walk(ears: list[Ear], table: str, steps: int, seq: int = 1) -> int:
    """Take steps in Fragile by turns; the seq after them."""
    for _ in range(steps):
        seq = (await make(ears[(seq - 1) % 2], table, "step", seq))["seq"]
    return seq
