"""Racks and the bag are secret: on every way out, for every seat and for spectators."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from tests.games.unikato.rounds_seen import Moment, bots_played, moments
from tests.games.unikato.table import ANN, BEN, CAT, GAME, at, decide, play, tiles
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.core import Seat, codec
from ukumbi.games.unikato.state import Drew, Phase, RoundBegan, State, Swapped
from ukumbi.games.unikato.tiles import NAMES, Tile

TABLE = "co1w@0,0"


def hidden_from(state: State, viewer: Seat | None) -> set[Tile]:
    """What this viewer may not know: other racks but for what was taken openly, and the bag."""
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return set(state.bag)
    racks = [
        set(rack) - set(known)
        for seat, (rack, known) in enumerate(zip(state.racks, state.known, strict=True))
        if seat != viewer
    ]
    return set(state.bag).union(*racks)


def told(event: Any) -> set[Tile]:
    """Every tile that an event names, wherever it stands in it."""
    plain = msgspec.to_builtins(event)
    named = [plain.get("start"), plain.get("gave"), plain.get("took"), *plain.get("display", ())]
    named += [tile for tile, _ in plain.get("chain", ())]
    named += [tile for rack in plain.get("racks", ()) for tile in rack or ()]
    return {tile for tile in named if tile is not None}


def viewers(state: State) -> Iterator[Seat | None]:
    yield from map(Seat, range(state.seats))
    yield None


def keeps_its_secrets(seen: list[Moment]) -> None:
    for moment in seen:
        for viewer in viewers(moment.after):
            secret = hidden_from(moment.after, viewer)
            sight = codec(GAME).encode(GAME.view(moment.after, viewer)).decode()
            assert [NAMES[tile] for tile in secret if NAMES[tile] in sight] == []
            assert told(GAME.redact(moment.event, viewer)) == told(moment.event) - secret


@settings(max_examples=40)
@given(played(GAME, most=50))
def test_nothing_secret_is_shown_or_told_in_random_games(game: Played) -> None:
    """R2, R3, R32: names in the bytes of views, tiles in redacted events; and no more hidden than that."""
    keeps_its_secrets(moments(game))


@pytest.mark.parametrize("presence", [("eager", "novice"), ("eager", "novice", "eager", "novice")], ids=len)
def test_nothing_secret_is_shown_or_told_in_games_of_bots(company: tuple[str, ...]) -> None:
    """R32"""
    for seed in range(3):
        keeps_its_secrets(moments(bots_played(company, seed, rounds=2)))


def test_a_deal_shows_each_player_the_own_rack() -> None:
    """R2, R32: and spectators none."""
    event = RoundBegan(1, ANN, (tiles("co1w co2w"), tiles("xb3k xb2k")), tiles("so1w"), *tiles("so2w"))
    for viewer, racks in (
        (ANN, (event.racks[0], None)),
        (BEN, (None, event.racks[1])),
        (None, (None, None)),
    ):
        redacted = GAME.redact(event, viewer)
        assert isinstance(redacted, RoundBegan)
        assert redacted.racks == racks
        assert (redacted.display, redacted.start) == (event.display, event.start)


@pytest.mark.parametrize("kind", ["swap co3k bag", "draw bag"])
def test_what_comes_from_the_bag_is_for_one_pair_of_eyes(kind: str) -> None:
    """R32: the others hear that it came from there, not what it is."""
    phase = Phase.DRAW if kind.startswith("draw") else Phase.ACT
    state = at(TABLE, "co3k xb1g", "xb3k", "xb2k", display="so1k", bag="cp1g cp2g", phase=phase)
    (event, *_) = decide(state, kind)
    assert isinstance(event, (Swapped, Drew))
    assert event.took in state.bag
    assert GAME.redact(event, ANN) == event
    for viewer in (BEN, CAT, None):
        other = GAME.redact(event, viewer)
        assert isinstance(other, (Swapped, Drew))
        assert (other.took, other.bag, other.seat) == (None, True, ANN)


@pytest.mark.parametrize("kind", ["swap co3k so1k", "draw so1k"])
def test_what_comes_from_the_display_everybody_may_know(kind: str) -> None:
    """R32: also later, as long as it stands on the rack."""
    phase = Phase.DRAW if kind.startswith("draw") else Phase.ACT
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k so3k", bag="cp1g cp2g cp3g", phase=phase)
    (event, *_) = decide(state, kind)
    after = play(state, kind)
    for viewer in (ANN, BEN, None):
        assert GAME.redact(event, viewer) == event
        assert GAME.view(after, viewer).known == (("so1k",), ())


def test_a_known_tile_is_forgotten_when_it_leaves_the_rack() -> None:
    """R32: laid or given away"""
    known = (tiles("co2w co3k"), ())
    state = at(TABLE, "co2w co3k xb1g", "xb3k", display="so1k", bag="cp1g", known=known)
    assert GAME.view(play(state, "lay co2w@0,1"), None).known == (("co3k",), ())
    assert GAME.view(play(state, "swap co3k bag"), None).known == (("co2w",), ())


def test_counts_are_public() -> None:
    """R32"""
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k", bag="cp1g cp2g cp3g")
    for viewer in (ANN, BEN, None):
        view = GAME.view(state, viewer)
        assert (view.counts, view.bag, view.display) == ((2, 1), 3, ("so1k", "so2k"))
        assert view.racks == tuple(
            row if seat == viewer else None for seat, row in enumerate([("co3k", "xb1g"), ("xb3k",)])
        )


def test_where_tiles_fit_is_for_the_player_who_holds_them() -> None:
    """R32: the places that light up would give the rack away."""
    state = at(TABLE, "co2w xb1g", "co3w", bag="cp1g")
    assert set(GAME.view(state, ANN).fits) == {"co2w"}
    assert set(GAME.view(state, ANN).fits["co2w"]) == {"0,1", "0,-1", "1,0", "-1,0"}
    assert GAME.view(state, BEN).fits == GAME.view(state, None).fits == {}


def test_all_racks_lie_open_when_a_finished_game_is_looked_at_again() -> None:
    """R32: otherwise a moment looks as it did."""
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k", bag="cp1g cp2g cp3g")
    for viewer in (ANN, BEN, None):
        shown = GAME.reveal(state, viewer)
        assert shown.racks == (("co3k", "xb1g"), ("xb3k",))
        assert msgspec.structs.replace(shown, racks=()) == msgspec.structs.replace(
            GAME.view(state, viewer), racks=()
        )
