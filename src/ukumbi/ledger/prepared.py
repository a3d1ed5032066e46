"""Statements whose text is worked out once.

Worked out anew whenever one is done, it would take the writing thread longer than SQLite does, and all the
while it would want the interpreter lock, which the event loop needs as well.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, CursorResult, Insert, Update
from sqlalchemy.dialects import sqlite


class Prepared:
    def __init__(self, statement: Insert | Update) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        self._text = str(compiled)
        self._names = compiled.positiontup or []

    def run(self, connection: Connection, *rows: Mapping[str, Any]) -> CursorResult[Any]:
        """For each of these rows, which may also hold more than the statement needs."""
        values = [tuple(row[name] for name in self._names) for row in rows]
        return connection.exec_driver_sql(self._text, values[0] if len(values) == 1 else values)
