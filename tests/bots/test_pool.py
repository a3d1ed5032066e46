"""The pool: no worker outlives it."""

import asyncio
import os
import signal
import socket

import msgspec
import pytest

from tests.kit.halls import TIMEOUT_SECONDS
from ukumbi.bots import process
from ukumbi.bots.pool import Pool, WorkerFailed
from ukumbi.bots.slots import Asker
from ukumbi.bots.worker import READY, Question, frame
from ukumbi.core import Seat


async def test_closing_waits_for_a_worker_with_a_cancelled_request() -> None:
    pool = Pool(("tests.kit.berries",), 1, TIMEOUT_SECONDS)
    question = (Asker("ada", "table"), "berries", "calm", Seat(0), b"{}")
    with pytest.raises(WorkerFailed):  # an invalid view, but the worker is up now
        await pool.ask(*question)
    (worker,) = pool._idle
    asking = asyncio.create_task(pool.ask(*question))
    await asyncio.sleep(0)  # it has the request
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await pool.close()
    assert worker.has_ended


async def test_a_worker_that_died_while_idle_gets_no_request(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Otherwise the next request would lose a try and some time."""
    pool = Pool(("tests.kit.berries",), 1, TIMEOUT_SECONDS)
    question = (Asker("ada", "table"), "berries", "calm", Seat(0), b"{}")
    with pytest.raises(WorkerFailed):
        await pool.ask(*question)
    (worker,) = pool._idle
    os.kill(worker.pid, signal.SIGKILL)
    await worker.wait()
    caplog.clear()
    with pytest.raises(WorkerFailed):
        await pool.ask(*question)
    assert not any("worker replaced" in message for message in caplog.messages)
    assert worker not in pool._idle
    await pool.close()


def test_a_worker_ends_when_the_hall_is_killed_before_it_has_read_an_answer() -> None:
    """Then the pipe is reset, not closed."""
    ours, theirs = socket.socketpair()
    with theirs:
        worker = process._launch(("tests.kit.berries",), theirs)
    question = Question("berries", "calm", Seat(0), b"{}")
    with ours:
        ours.sendall(frame(msgspec.msgpack.encode(question)))
        ours.recv(len(READY) + 1, socket.MSG_PEEK | socket.MSG_WAITALL)  # the answer stays unread
    assert worker.wait() == 0
