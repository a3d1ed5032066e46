"""A copy of a data folder, made while the hall is open, and a data folder made from a copy."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from ukumbi.ledger.files import for_the_owner_alone, put_in_place, write_whole
from ukumbi.ledger.folder import LEDGER, SECRET, kept_secret, locked
from ukumbi.ledger.interface import CannotOpen
from ukumbi.ledger.sqlite import copy_database


def back_up(folder: Path, target: Path) -> None:
    """Copy a data folder, whole or not at all; the hall may be open."""
    if not (folder / LEDGER).exists():
        raise CannotOpen(f"there is no hall in {folder}.")
    if target.exists():
        raise CannotOpen(f"{target} is there already: name a new folder for the copy.")
    secret = kept_secret(folder / SECRET)
    draft = target.with_name(f"{target.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True, mode=0o700)
    write_whole(draft / SECRET, secret.encode())
    copy_database(folder / LEDGER, draft / LEDGER)
    put_in_place(draft, target)


def restore(copy: Path, folder: Path) -> None:
    """Make a data folder from a copy; never over one that there is."""
    _check(copy / LEDGER)
    secret = kept_secret(copy / SECRET)
    with for_the_owner_alone():
        folder.mkdir(parents=True, exist_ok=True)
        _restore(copy, folder, secret)


def _restore(copy: Path, folder: Path, secret: str) -> None:
    with locked(folder):
        if (folder / LEDGER).exists():
            raise CannotOpen(f"there is a hall in {folder} already: move it away, or name another folder.")
        write_whole(folder / SECRET, secret.encode())
        # The ledger comes last: without it the folder is empty, and restoring can be done again.
        copy_database(copy / LEDGER, folder / LEDGER)


def _check(ledger: Path) -> None:
    if not ledger.exists():
        raise CannotOpen(f"there is no copy of a hall in {ledger.parent}.")
    try:
        with closing(sqlite3.connect(ledger)) as database:
            found = database.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as fault:
        raise CannotOpen(f"{ledger} is damaged: {fault}.") from fault
    if found != "ok":
        raise CannotOpen(f"{ledger} is damaged: {found}.")
