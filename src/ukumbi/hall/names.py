"""What people are called at one table: no two of them alike."""

from collections.abc import Mapping
from itertools import count
from unicodedata import normalize


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by person: of those that read alike the first stays, and the others get a number."""
    wanted, taken, apart = set(map(_read, names.values())), set[str](), dict[str, str]()
    for person, name in names.items():
        given = name
        if name and _read(name) in taken:
            numbered = (f"{name} {number}" for number in count(2))
            given = next(one for one in numbered if _read(one) not in wanted | taken)
        taken.add(_read(given))
        apart[person] = given
    return apart


def _read(name: str) -> str:
    """As a reader takes it, who cares neither for capitals nor for ways to write a letter."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
