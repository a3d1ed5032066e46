"""What a game answers to a move, and moves to try: legal elsewhere, mangled, misspelt."""

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final

import msgspec

from tests.kit.play import Pick, Played
from ukumbi.core import Actor, AnyGame, Illegal, Instant, Unreadable

VARIANTS = 24
MANGLED = 500

ODD_CHARACTERS: Final[tuple[str, ...]] = (
    *"09aZ@+-/.,:#'\"\\ \t\n\r\0",
    "\u00a0",  # no-break space
    "\u200b",  # zero-width space
    "\u0301",  # combining accent
    "\u00b2",  # superscript 2
    "\u0663",  # Arabic 3
    "\uff13",  # full-width 3
    "\u0130",  # two characters in lower case
    "\u00df",  # two letters in upper case
    "\U0001f332",
    "\ud800",  # half a surrogate pair
)
NUMBERS: Final = ("0", "-1", "007", "1e3", "10_0", "256", "32768", str(1 << 31), str(1 << 64), "9" * 5_000)


def answer(
    game: AnyGame, state: Any, actor: Actor, move: Any, now: Instant, seed: int = 0
) -> Sequence[Any] | Illegal:
    """The events, or the refusal; any other exception is a fault."""
    try:
        events = list(game.decide(state, actor, move, now, Random(seed)))
    except Illegal as refusal:
        return refusal
    except Exception as fault:
        raise AssertionError(f"decide broke on {move!r} by {actor!r}: {fault!r}") from fault
    assert events, f"{move!r} by {actor!r} was accepted, but nothing happened"
    return events


def verdict(reply: Sequence[Any] | Illegal) -> bytes:
    """What the answer tells the mover."""
    if isinstance(reply, Illegal):
        return msgspec.json.encode([reply.code, dict(reply.facts)])
    return b"accepted"


def written(game: AnyGame, moves: Iterable[Any]) -> list[str]:
    return [game.format_move(move) for move in moves]


def listed(game: AnyGame, state: Any, seats: Iterable[Any]) -> list[Any]:
    """The legal moves of these seats."""
    return [move for seat in seats for move in game.legal_moves(state, seat)]


def readable(game: AnyGame, texts: Iterable[str]) -> list[Any]:
    """The moves among these texts. Only `Unreadable` may be raised."""
    moves = []
    for text in texts:
        try:
            moves.append(game.parse_move(text))
        except Unreadable:
            continue
        except Exception as fault:
            raise AssertionError(f"parse_move broke on {text!r}: {fault!r}") from fault
    return moves


def variants(texts: Sequence[str], pick: Pick, count: int = VARIANTS) -> list[str]:
    """Texts recombined from parts of the given ones; some are moves."""
    if not texts:
        return []
    made = []
    for _ in range(count):
        one, other = texts[pick(len(texts))], texts[pick(len(texts))]
        cut = pick(len(one) + 1)
        size = pick(3)
        made.append(one[:cut] + other[cut : cut + size] + one[cut + size :])
    return made


def temptations(played: Played, pick: Pick) -> list[Any]:
    """Moves to try now: legal elsewhere, legal for other seats, or nearly legal."""
    game = played.game
    nearby = listed(game, played.state, played.all_seats())
    texts = sorted({*written(game, nearby), *written(game, played.tried)})
    return [*played.tried[-VARIANTS:], *readable(game, variants(texts, pick))]


def mangled(texts: Sequence[str], rng: Random, count: int = MANGLED) -> list[str]:
    """Copies of these texts with one to three faults each."""
    made = []
    for _ in range(count if texts else 0):
        text = rng.choice(texts)
        for _ in range(rng.choice((1, 1, 2, 3))):
            text = rng.choice(_FAULTS)(text, rng)
        made.append(text)
    return made


def _change_characters(text: str, rng: Random) -> str:
    """Drop, double, swap, insert or replace a character."""
    return "".join(_with_fault(list(text), ODD_CHARACTERS, rng))


def _change_words(text: str, rng: Random) -> str:
    """The same with words."""
    words = text.split(" ")
    return " ".join(_with_fault(words, (*words, "", text), rng))


def _repeat_word(text: str, rng: Random) -> str:
    """Replace a word by another: a cube, a tile or a hollow is named twice."""
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice(words)
    return " ".join(words)


def _with_fault(parts: list[str], others: Sequence[str], rng: Random) -> list[str]:
    place = rng.randrange(len(parts) + 1)
    before, here, after = parts[:place], parts[place : place + 1], parts[place + 1 :]
    other = rng.choice(others)
    return rng.choice(
        (
            [*before, *after],
            [*before, *here, *here, *after],
            [*before, *after[:1], *here, *after[1:]],
            [*before, other, *here, *after],
            [*before, other, *after],
        )
    )


def _change_case(text: str, rng: Random) -> str:
    return rng.choice((text.upper(), text.lower(), text.swapcase(), text.title()))


def _change_spaces(text: str, rng: Random) -> str:
    space = rng.choice(("", "  ", "\t", "\n", "\u00a0"))
    return rng.choice((f" {text}", f"{text} ", f"{text}\n", text.replace(" ", space)))


def _change_numbers(text: str, rng: Random) -> str:
    """Replace one of the numbers."""
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    number = rng.choice(numbers)
    return text[: number.start()] + rng.choice((*NUMBERS, *ODD_CHARACTERS)) + text[number.end() :]


_FAULTS: Final[tuple[Callable[[str, Random], str], ...]] = (
    _change_characters,
    _change_words,
    _repeat_word,
    _change_case,
    _change_spaces,
    _change_numbers,
)
