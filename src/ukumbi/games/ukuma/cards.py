"""The cards of ukuma: all different cards, derived from their features.

A *face* is a card as it lies: its four edges. Upside down, the card has another face. Sets of faces are bit
masks, so finding what fits a cell takes a few `&`.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, NewType

Face = NewType("Face", int)
Card = NewType("Card", int)
"""A card, named after the lower of its two faces."""
Faces = int
"""A set of faces: bit `face` is set."""

ENDS: Final = "lrpn"
"""The ends of a bar, looking out from the card: longer on the left or the right; a point; a notch."""
COLOURS: Final = "ob"
MATES: Final = {"l": "l", "r": "r", "p": "n", "n": "p"}
"""The end that fits each end."""

FACE_NAMES: Final = tuple("".join(edges) for edges in product(ENDS, ENDS, COLOURS, COLOURS))
"""Top, bottom, left, right."""
FACES: Final = {name: Face(number) for number, name in enumerate(FACE_NAMES)}


def _turn(name: str) -> str:
    return name[1] + name[0] + name[3] + name[2]


TURNED: Final = tuple(FACES[_turn(name)] for name in FACE_NAMES)
CARD_OF: Final = tuple(Card(min(face, turned)) for face, turned in enumerate(TURNED))
DECK: Final = tuple(sorted(set(CARD_OF)))


def _showing(edge: int, sign: str) -> Faces:
    return gathered(face for name, face in FACES.items() if name[edge] == sign)


def gathered(faces: Iterable[Face]) -> Faces:
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask


def members(faces: Faces) -> Iterator[Face]:
    while faces:
        lowest = faces & -faces
        yield Face(lowest.bit_length() - 1)
        faces ^= lowest


BOTH_WAYS: Final = tuple(1 << face | 1 << turned for face, turned in enumerate(TURNED))
"""For each face or card: both faces of the card."""
ALL_FACES: Final = gathered(FACES.values())

FITS_ABOVE: Final = tuple(_showing(1, MATES[name[0]]) for name in FACE_NAMES)
"""For each face: the faces that fit directly above it; likewise for the other three sides."""
FITS_BELOW: Final = tuple(_showing(0, MATES[name[1]]) for name in FACE_NAMES)
FITS_LEFT: Final = tuple(_showing(3, name[2]) for name in FACE_NAMES)
FITS_RIGHT: Final = tuple(_showing(2, name[3]) for name in FACE_NAMES)


def faces_of(cards: Iterable[Card]) -> Faces:
    mask = 0
    for card in cards:
        mask |= BOTH_WAYS[card]
    return mask
