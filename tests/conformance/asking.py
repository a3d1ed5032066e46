"""How the checks ask a game: what does it answer, and what else might one try?"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from tests.kit.play import Pick, Played
from ukumbi.core import Actor, AnyGame, Illegal, Instant, Unreadable

VARIANTS = 24


def answer(
    game: AnyGame, state: Any, actor: Actor, move: Any, now: Instant, seed: int = 0
) -> Sequence[Any] | Illegal:
    """The events, or the refusal; anything else that decide does is a fault."""
    try:
        events = list(game.decide(state, actor, move, now, Random(seed)))
    except Illegal as refusal:
        return refusal
    except Exception as fault:
        raise AssertionError(f"decide broke on {move!r} by {actor!r}: {fault!r}") from fault
    assert events, f"{move!r} by {actor!r} was accepted, but nothing happened"
    return events


def verdict(reply: Sequence[Any] | Illegal) -> bytes:
    """All that a mover learns from whether and how a move is refused."""
    if isinstance(reply, Illegal):
        return msgspec.json.encode([reply.code, dict(reply.facts)])
    return b"accepted"


def written(game: AnyGame, moves: Iterable[Any]) -> list[str]:
    return [game.format_move(move) for move in moves]


def listed(game: AnyGame, state: Any, seats: Iterable[Any]) -> list[Any]:
    """The legal moves of these seats, one after the other."""
    return [move for seat in seats for move in game.legal_moves(state, seat)]


def readable(game: AnyGame, texts: Iterable[str]) -> list[Any]:
    """The moves among these texts; reading may only fail with Unreadable."""
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
    """Texts put together from pieces of the given ones: some still mean a move."""
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
    """Moves that somebody might try now: legal elsewhere, or for others, or nearly right."""
    game = played.game
    nearby = listed(game, played.state, played.all_seats())
    texts = sorted({*written(game, nearby), *written(game, played.tried)})
    return [*played.tried[-VARIANTS:], *readable(game, variants(texts, pick))]
