"""The data folder: one hall at a time, its files for their owner alone, its secret whole."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ukumbi.ledger.files import for_the_owner_alone, write_whole
from ukumbi.ledger.interface import CannotOpen
from ukumbi.ledger.sqlite import check_sqlite, prepare

LEDGER: Final = "hall.sqlite"
SECRET: Final = "secret.key"  # noqa: S105
LOCK: Final = "hall.lock"
MIN_SECRET_LENGTH: Final = 32


@contextmanager
def open_folder(folder: Path) -> Iterator[None]:
    """Hold a data folder for one hall, with everything in it ready; raises CannotOpen where it is not."""
    check_sqlite()
    with for_the_owner_alone():
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            for file in folder.glob(f"{LEDGER}*"):
                file.chmod(0o600)
            read_secret(folder / SECRET)
            prepare(folder / LEDGER)
            yield


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The system gives the lock back when the process ends, however that comes about."""
    path = folder / LOCK
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise CannotOpen(f"{folder} is in use by another hall (process {holder}).") from fault
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def read_secret(path: Path) -> str:
    """The hall's own secret, made when first asked for."""
    if not path.exists():
        write_whole(path, secrets.token_urlsafe(MIN_SECRET_LENGTH).encode())
    path.chmod(0o600)
    return kept_secret(path)


def kept_secret(path: Path) -> str:
    """The secret that there is; none is made up."""
    if not path.exists():
        raise CannotOpen(f"{path} is missing. Put it back: without it every player is a new person.")
    secret = path.read_text().strip()
    if len(secret) < MIN_SECRET_LENGTH:
        raise CannotOpen(
            f"{path} is damaged. Put it back from a backup; without it every player is a new person."
        )
    return secret
