"""The bots' worker processes, seen from outside."""

import asyncio
import os
from pathlib import Path


def workers_of(pid: int) -> set[int]:
    """The worker processes of this hall."""
    processes = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return {process for process in processes if _is_worker(process, pid)}


def _is_worker(process: int, parent: int) -> bool:
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes()
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return b"ukumbi.bots.worker" in command and int(stat.rpartition(")")[2].split()[1]) == parent


async def end_of(process: int) -> None:
    """Wait until a process that is not our child has ended."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return
    loop.add_reader(handle, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(handle)
        os.close(handle)
