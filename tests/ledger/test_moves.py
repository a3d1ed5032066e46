"""Upserts are the same SQL for every database."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.dialects import postgresql, sqlite

from ukumbi.ledger import moves


def _text(statement: Any, dialect: Any) -> str:
    """The statement's SQL without type casts."""
    text = str(statement.compile(dialect=dialect(paramstyle="named")))
    return re.sub(r"::\w+|\"| = 1\b", "", text)


@pytest.mark.parametrize("upsert", [moves._add_to_memories, moves._keep_if_better])
def test_upserts_are_the_same_in_sqlite_and_postgresql(upsert: Callable[[moves.Upsert], Any]) -> None:
    one, other = (
        _text(upsert(sqlite.insert), sqlite.dialect),
        _text(upsert(postgresql.insert), postgresql.dialect),
    )
    assert one == other
    assert "ON CONFLICT (person, game, " in one
