"""What one seat sees of ukuma, and imagined states."""

from random import Random

import msgspec

from ukumbi.core import Instant, Seat
from ukumbi.games.ukuma.cards import CARD_OF, DECK, FACE_NAMES, FACES, Card, Face, faces_of
from ukumbi.games.ukuma.events import HandRow, Row, UkumaOptions
from ukumbi.games.ukuma.grid import CELL_NAMES, CELLS, Cell
from ukumbi.games.ukuma.layout import Placed, front, ways_to_lay
from ukumbi.games.ukuma.moves import format_laid
from ukumbi.games.ukuma.starts import starts
from ukumbi.games.ukuma.state import HAND, SEATS, Hand, Phase, State, held, named, names

_SHOWN = (Phase.BETWEEN, Phase.OVER)
"""Phases in which all hands are shown."""
_DEALT = (Phase.COUNTDOWN, Phase.PLAYING, *_SHOWN)


class LaidCard(msgspec.Struct, frozen=True, gc=False):
    seat: Seat
    card: str
    """The face, as seen from White's side."""
    cell: str


class UkumaView(msgspec.Struct, frozen=True):
    you: Seat | None
    options: UkumaOptions
    files: int
    ranks: int
    white: Seat
    game: int
    """The game of the match, counted from 1."""
    wins: tuple[int, ...]
    phase: Phase
    until: Instant | None
    """The next tick: the signal, or the next game."""
    table: tuple[LaidCard, ...]
    """In order of laying."""
    hands: tuple[HandRow | None, ...]
    """Your own hand after the signal; both after the game."""
    counts: tuple[int, ...]
    piles: tuple[int, ...]
    discards: tuple[int, ...]
    """The number of cards on each discard pile."""
    thrown: tuple[Row, ...]
    """Each player's last discard: on top, unless the discards have been turned over since."""
    fronts: tuple[Row, ...]
    """Each seat's free cells next to an own card and near an opposing one."""
    fits: tuple[Row, ...]
    """With the option `fits`: the lays of each card of your hand."""
    starts: Row
    """While you choose your start card: the faces that fit."""
    ready: tuple[Seat, ...]
    offer: Seat | None
    ending: str | None
    winner: Seat | None


def see(state: State, seat: Seat | None, open_hands: bool = False) -> UkumaView:
    shown = open_hands or state.phase in _SHOWN
    size, playing = state.size, state.phase is Phase.PLAYING
    return UkumaView(
        you=seat,
        options=state.options,
        files=size.files,
        ranks=size.ranks,
        white=state.white,
        game=state.game,
        wins=state.wins,
        phase=state.phase,
        until=state.until,
        table=tuple(
            LaidCard(card.seat, FACE_NAMES[card.face], CELL_NAMES[cell])
            for cell, card in state.layout.items()
        ),
        hands=tuple(
            named(state.hands[owner]) if shown or (playing and owner == seat) else None for owner in SEATS
        ),
        counts=tuple(len(held(hand)) for hand in state.hands),
        piles=tuple(map(len, state.piles)),
        discards=tuple(map(len, state.discards)),
        thrown=tuple(map(names, state.thrown)),
        fronts=tuple(tuple(CELL_NAMES[cell] for cell in front(state.layout, size, owner)) for owner in SEATS),
        fits=_fits(state, seat) if seat is not None and playing and state.options.fits == "shown" else (),
        starts=_starts(state) if seat == state.black else (),
        ready=state.ready,
        offer=state.offer,
        ending=state.ending,
        winner=state.winner,
    )


def _fits(state: State, seat: Seat) -> tuple[Row, ...]:
    hand = (0 if card is None else faces_of([card]) for card in state.hands[seat])
    return tuple(
        tuple(format_laid(face, cell) for cell, face in ways_to_lay(state.layout, state.size, seat, faces))
        for faces in hand
    )


def _starts(state: State) -> Row:
    if state.phase is not Phase.SETUP or state.black in state.ready:
        return ()
    return tuple(FACE_NAMES[face] for face in starts(state))


def layout_of(view: UkumaView) -> dict[Cell, Placed]:
    return {CELLS[laid.cell]: Placed(laid.seat, FACES[laid.card]) for laid in view.table}


def unseen(view: UkumaView, seat: Seat) -> list[Card]:
    """The hidden cards of this seat's deck: in a hidden hand, in the pile, or under the top discard."""
    hand = view.hands[seat] or ()
    seen: set[Face] = {FACES[laid.card] for laid in view.table if laid.seat == seat}
    seen |= {FACES[name] for name in hand if name is not None}
    cards = {CARD_OF[face] for face in seen} | {*on_top(view, seat)}
    return [card for card in DECK if card not in cards]


def on_top(view: UkumaView, seat: Seat) -> tuple[Card, ...]:
    """The visible discard of this seat."""
    return _row(view.thrown[seat]) if view.discards[seat] else ()


def imagine(view: UkumaView, rng: Random) -> State:
    """A state that this view allows, with hidden cards dealt at random."""
    hands, piles, discards = list[Hand](), list[tuple[Card, ...]](), list[tuple[Card, ...]]()
    for seat in SEATS:
        hidden = unseen(view, seat)
        if view.phase in _DEALT:
            rng.shuffle(hidden)
        known, top = view.hands[seat], on_top(view, seat)
        count = view.counts[seat] if known is None else 0
        buried = view.discards[seat] - len(top)
        hands.append(_hand(hidden[:count]) if known is None else _cards(known))
        discards.append((*hidden[count : count + buried], *top))
        piles.append(tuple(hidden[count + buried :]))
    return State(
        options=view.options,
        white=view.white,
        game=view.game,
        phase=view.phase,
        wins=view.wins,
        layout=layout_of(view),
        hands=tuple(hands),
        piles=tuple(piles),
        discards=tuple(discards),
        thrown=tuple(map(_row, view.thrown)),
        until=view.until,
        ready=view.ready,
        offer=view.offer,
        ending=view.ending,
        winner=view.winner,
    )


def _hand(cards: list[Card]) -> Hand:
    return (*cards, *[None] * (HAND - len(cards)))


def _row(row: Row) -> tuple[Card, ...]:
    return tuple(CARD_OF[FACES[name]] for name in row)


def _cards(row: HandRow) -> Hand:
    return tuple(None if name is None else CARD_OF[FACES[name]] for name in row)
