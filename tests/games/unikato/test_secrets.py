"""Racks and the bag are secret in views and events, for every seat and for spectators."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from tests.games.unikato.recorded_games import Moment, bots_played, moments
from tests.games.unikato.table import ANN, BEN, CAT, GAME, at, decide, play
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.core import Seat, codec
from ukumbi.games.unikato.events import Drew, RoundBegan, Swapped
from ukumbi.games.unikato.state import Phase, State
from ukumbi.games.unikato.tiles import NAMED, NAMES, Tile

TABLE = "co1w@0,0"


def hidden_from(state: State, viewer: Seat | None) -> set[Tile]:
    """The tiles that this viewer may not see: other racks, and the bag."""
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return set(state.bag)
    return set(state.bag).union(*(rack for seat, rack in enumerate(state.racks) if seat != viewer))


def named_tiles(event: Any) -> set[Tile]:
    """Every tile in an event, in whatever field."""
    return {NAMED[name] for name in re.findall(r"[csx][opb][123][wgk]", codec(GAME).encode(event).decode())}


def viewers(state: State) -> Iterator[Seat | None]:
    yield from map(Seat, range(state.seats))
    yield None


def keeps_its_secrets(seen: list[Moment]) -> None:
    for moment in seen:
        for viewer in viewers(moment.after):
            secret = hidden_from(moment.after, viewer)
            knowledge = codec(GAME).encode(GAME.view(moment.after, viewer)).decode()
            assert [NAMES[tile] for tile in secret if NAMES[tile] in knowledge] == []
            # A tile taken from the display is named in the event, but not in later views.
            taking = isinstance(moment.event, (Swapped, Drew))
            hidden = secret - set(moment.before.display if taking else ())
            assert named_tiles(GAME.redact(moment.event, viewer)) == named_tiles(moment.event) - hidden


@given(played(GAME, most=50))
def test_random_games_leak_no_secret(game: Played) -> None:
    """R2, R3, R34, R35: views and redacted events name no hidden tile, and all open ones."""
    keeps_its_secrets(moments(game))


@pytest.mark.parametrize("company", [("8", "1"), ("8", "1", "8", "1")], ids=len)
def test_games_of_bots_leak_no_secret(company: tuple[str, ...]) -> None:
    """R34"""
    for seed in range(3):
        keeps_its_secrets(moments(bots_played(company, seed, rounds=2)))


def test_a_deal_shows_players_their_own_rack() -> None:
    """R2, R34: spectators see no rack."""
    event = RoundBegan(1, 10, "anywhere", ANN, (("co1w", "co2w"), ("xb3k", "xb2k")), ("so1w",), "so2w")
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
def test_tiles_from_the_bag_are_shown_only_to_their_player(kind: str) -> None:
    """R34: others are told only that a tile came from the bag."""
    phase = Phase.DRAW if kind.startswith("draw") else Phase.ACT
    state = at(TABLE, "co3k xb1g", "xb3k", "xb2k", display="so1k", bag="cp1g cp2g", phase=phase)
    (event, *_) = decide(state, kind)
    assert isinstance(event, (Swapped, Drew))
    assert event.took in ("cp1g", "cp2g")
    assert GAME.redact(event, ANN) == event
    for viewer in (BEN, CAT, None):
        other = GAME.redact(event, viewer)
        assert isinstance(other, (Swapped, Drew))
        assert (other.took, other.bag, other.seat) == (None, True, ANN)


@pytest.mark.parametrize("kind", ["swap co3k so1k", "draw so1k"])
def test_tiles_from_the_display_are_named_only_in_the_event(kind: str) -> None:
    """R35: all are told which tile was taken; later views do not show whose rack has it."""
    phase = Phase.DRAW if kind.startswith("draw") else Phase.ACT
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k so3k", bag="cp1g cp2g cp3g", phase=phase)
    (event, *_) = decide(state, kind)
    after = play(state, kind)
    for viewer in (ANN, BEN, None):
        assert GAME.redact(event, viewer) == event
        assert ("so1k" in codec(GAME).encode(GAME.view(after, viewer)).decode()) == (viewer == ANN)
    worlds = [GAME.imagine(GAME.view(after, BEN), Random(seed)) for seed in range(40)]
    assert len({NAMED["so1k"] in world.racks[ANN] for world in worlds}) == 2


def test_tile_counts_are_public() -> None:
    """R34"""
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k", bag="cp1g cp2g cp3g")
    for viewer in (ANN, BEN, None):
        view = GAME.view(state, viewer)
        assert (view.counts, view.bag, view.display) == ((2, 1), 3, ("so1k", "so2k"))
        assert view.racks == tuple(
            row if seat == viewer else None for seat, row in enumerate([("co3k", "xb1g"), ("xb3k",)])
        )


def test_fitting_places_are_shown_only_to_the_player() -> None:
    """R34: otherwise they would tell the rack."""
    state = at(TABLE, "co2w xb1g", "co3w", bag="cp1g")
    assert set(GAME.view(state, ANN).fits) == {"co2w"}
    assert set(GAME.view(state, ANN).fits["co2w"]) == {"0,1", "0,-1", "1,0", "-1,0"}
    assert GAME.view(state, BEN).fits == GAME.view(state, None).fits == {}


def test_replays_show_all_racks() -> None:
    """R36: apart from that, the replay's views are those of the game."""
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k", bag="cp1g cp2g cp3g")
    for viewer in (ANN, BEN, None):
        shown = GAME.reveal(state, viewer)
        assert shown.racks == (("co3k", "xb1g"), ("xb3k",))
        assert msgspec.structs.replace(shown, racks=()) == msgspec.structs.replace(
            GAME.view(state, viewer), racks=()
        )
