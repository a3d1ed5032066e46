"""Tests that wait for things: an event loop of their own, with a guard."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, Final, ParamSpec

import uvloop

from tests.kit.client import hang_up_all

Given = ParamSpec("Given")

GUARD: Final = 30
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
