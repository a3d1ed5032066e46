"""What a message was about that could not be heard: whoever waits for its answer is to get one."""

from typing import Any, Final

import msgspec

LONGEST: Final = 40
"""Of the names of tables and refs."""


class _Asked(msgspec.Struct, frozen=True):
    table: Any = None
    ref: Any = None


_decode: Final = msgspec.json.Decoder(_Asked).decode


def asked(message: bytes) -> tuple[str | None, str | None]:
    """Its table and its ref, where they can be read."""
    try:
        said = _decode(message)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None, None
    return _name(said.table), _name(said.ref)


def _name(said: Any) -> str | None:
    return said if isinstance(said, str) and 0 < len(said) <= LONGEST else None
