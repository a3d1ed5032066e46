"""Files that are on disk whole, or not at all, and for their owner alone."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """The file has all of this, or stays as it was."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        sync(file.fileno())
    put_in_place(draft, path)


def sync(file: int) -> None:
    # On macOS a plain sync may stop at the drive's own memory, and some file systems know no other.
    if hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    os.fsync(file)


def put_in_place(draft: Path, path: Path) -> None:
    """Rename a synced file or folder, and sync the name as well."""
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        sync(folder)
    finally:
        os.close(folder)


@contextmanager
def for_the_owner_alone() -> Iterator[None]:
    """Make new files private to their owner."""
    previous = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(previous)
