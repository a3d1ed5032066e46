"""Records and events as lines for people who read a log in a terminal."""

from typing import Any, Final

import msgspec

MAX_LETTERS: Final = 110
"""Letters of an event, at the most: what was dealt may fill a screen."""


def in_plain_words(event: bytes) -> str:
    """An event as it is written, without knowing its game: `turned (turn a1-a4/b4)`."""
    try:
        content = msgspec.json.decode(event)
        kind = str(content.pop("type"))
    except (msgspec.MsgspecError, AttributeError, KeyError, TypeError):
        return shortened(bytes(event).decode(errors="replace"))
    facts = ", ".join(f"{name} {_plain(fact)}" for name, fact in content.items() if fact not in (None, []))
    return shortened(f"{kind} ({facts})" if facts else kind).replace("_", " ")


def _plain(fact: Any) -> str:
    match fact:
        case dict():
            return " ".join(f"{name} {_plain(part)}" for name, part in fact.items())
        case list():
            return " ".join(map(_plain, fact))
        case bool():
            return "yes" if fact else "no"
    return "-" if fact is None else str(fact)


def shortened(text: str) -> str:
    return text if len(text) <= MAX_LETTERS else f"{text[: MAX_LETTERS - 4]} ..."
