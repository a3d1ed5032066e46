"""The figures of Unikato's rules: the booklet's examples."""

from collections.abc import Mapping
from typing import Final

from ukumbi.core import Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import Scene, Sheet, at_position, play_on
from ukumbi.games.unikato.events import UnikatoOptions
from ukumbi.games.unikato.layout import neighbours
from ukumbi.games.unikato.moves import parse_placement
from ukumbi.games.unikato.rules import Unikato
from ukumbi.games.unikato.state import DISPLAY, RACK, Phase, State
from ukumbi.games.unikato.tiles import COUNT, FITTING, NAMED, TILES, Tile

GAME: Final = Unikato()
LEARNER: Final = Seat(0)
OTHERS: Final = "cb1k so3g xp3k cp1g"
SHOWN: Final = "sb1g cp3k xo1w"
USUAL: Final = UnikatoOptions()

NUMBERS: Final[Mapping[str, Fact]] = {
    "tiles": COUNT,
    "rack": RACK,
    "display": DISPLAY,
    "times": str(USUAL.patience),
}


def stands(table: str, rack: str) -> Match:
    """A round at the learner's turn, the rest of the tiles in the bag."""
    layout = {at: tile for tile, at in map(parse_placement, table.split())}
    racks = tuple(tuple(sorted(_tiles(names))) for names in (rack, OTHERS))
    shown = _tiles(SHOWN)
    out = {*layout.values(), *shown, *racks[0], *racks[1]}
    state = State(
        rounds=1,
        patience=USUAL.patience,
        second=USUAL.second,
        starter=LEARNER,
        turn=LEARNER,
        phase=Phase.ACT,
        layout=layout,
        racks=racks,
        display=shown,
        bag=tuple(tile for tile in TILES if tile not in out),
        laid=(),
    )
    return at_position(GAME, 2, state, USUAL)


def _tiles(names: str) -> tuple[Tile, ...]:
    return tuple(NAMED[name] for name in names.split())


def fitting(_: Match) -> dict[str, Fact]:
    """With how many tiles each one fits."""
    return {"n": FITTING[NAMED["co2w"]].bit_count()}


def laid(match: Match) -> dict[str, Fact]:
    """How many tiles the last action has laid, and how many the last of them touches."""
    state: State = match.state
    return {"n": len(state.laid), "touched": len(neighbours(state.layout, state.laid[-1]))}


ROW: Final = "co3w@0,0 co2w@1,0 cb2w@2,0 cb2k@3,0"
CHAIN: Final = "0 lay co2w@1,0 so2w@1,1 so2g@2,1 sp2g@3,1"
CORNER: Final = "sp2g@0,0 sp2w@1,0 so2g@0,1"

FIGURES: Final = (
    Scene("fits", lambda: stands(ROW, "cb3k so3w xb1g"), LEARNER, facts=fitting),
    Scene(
        "chain",
        lambda: play_on(stands("co1w@0,0", "co2w so2w so2g sp2g xb3w xb2w"), [CHAIN]),
        LEARNER,
        facts=laid,
    ),
    Scene("double", lambda: stands(CORNER, "so2w so3w xb1g"), LEARNER),
    Scene(
        "doubled",
        lambda: play_on(stands(CORNER, "so2w so3w xb1g"), ["0 lay so2w@1,1"]),
        LEARNER,
        facts=laid,
    ),
)

SHEET: Final = Sheet(FIGURES, NUMBERS)
