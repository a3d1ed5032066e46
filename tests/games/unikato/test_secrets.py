"""Racks and the bag are secret: on every way out, for every seat and for spectators."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from tests.games.unikato.rounds_seen import Moment, bots_played, moments
from tests.games.unikato.table import ANN, BEN, CAT, GAME, at, decide, play
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.core import Seat, codec
from ukumbi.games.unikato.events import Drew, RoundBegan, Swapped
from ukumbi.games.unikato.state import Phase, State
from ukumbi.games.unikato.tiles import NAMED, NAMES, Tile

TABLE = "co1w@0,0"


def hidden_from(state: State, viewer: Seat | None) -> set[Tile]:
    """What does not lie open to this viewer: other racks, and the bag."""
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return set(state.bag)
    return set(state.bag).union(*(rack for seat, rack in enumerate(state.racks) if seat != viewer))


def told(event: Any) -> set[Tile]:
    """Every tile that an event names, wherever it stands in it."""
    return {NAMED[name] for name in re.findall(r"[csx][opb][123][wgk]", codec(GAME).encode(event).decode())}


def viewers(state: State) -> Iterator[Seat | None]:
    yield from map(Seat, range(state.seats))
    yield None


def keeps_its_secrets(seen: list[Moment]) -> None:
    for moment in seen:
        for viewer in viewers(moment.after):
            secret = hidden_from(moment.after, viewer)
            sight = codec(GAME).encode(GAME.view(moment.after, viewer)).decode()
            assert [NAMES[tile] for tile in secret if NAMES[tile] in sight] == []
            # What is taken from the display is seen going to a rack, and not seen standing there.
            taking = isinstance(moment.event, (Swapped, Drew))
            unheard = secret - set(moment.before.display if taking else ())
            assert told(GAME.redact(moment.event, viewer)) == told(moment.event) - unheard


@given(played(GAME, most=50))
def test_nothing_secret_is_shown_or_told_in_random_games(game: Played) -> None:
    """R2, R3, R34, R35: names in the bytes of views and of redacted events; and no more hidden than that."""
    keeps_its_secrets(moments(game))


@pytest.mark.parametrize("company", [("8", "1"), ("8", "1", "8", "1")], ids=len)
def test_nothing_secret_is_shown_or_told_in_games_of_bots(company: tuple[str, ...]) -> None:
    """R34"""
    for seed in range(3):
        keeps_its_secrets(moments(bots_played(company, seed, rounds=2)))


def test_a_deal_shows_each_player_the_own_rack() -> None:
    """R2, R34: and spectators none."""
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
def test_what_comes_from_the_bag_is_for_one_pair_of_eyes(kind: str) -> None:
    """R34: the others hear that it came from there, not what it is."""
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
def test_what_comes_from_the_display_is_told_and_not_kept(kind: str) -> None:
    """R35: everybody hears what was taken; whose rack it stands on is nowhere to be read afterwards."""
    phase = Phase.DRAW if kind.startswith("draw") else Phase.ACT
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k so3k", bag="cp1g cp2g cp3g", phase=phase)
    (event, *_) = decide(state, kind)
    after = play(state, kind)
    for viewer in (ANN, BEN, None):
        assert GAME.redact(event, viewer) == event
        assert ("so1k" in codec(GAME).encode(GAME.view(after, viewer)).decode()) == (viewer == ANN)
    worlds = [GAME.imagine(GAME.view(after, BEN), Random(seed)) for seed in range(40)]
    assert len({NAMED["so1k"] in world.racks[ANN] for world in worlds}) == 2


def test_counts_are_public() -> None:
    """R34"""
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k", bag="cp1g cp2g cp3g")
    for viewer in (ANN, BEN, None):
        view = GAME.view(state, viewer)
        assert (view.counts, view.bag, view.display) == ((2, 1), 3, ("so1k", "so2k"))
        assert view.racks == tuple(
            row if seat == viewer else None for seat, row in enumerate([("co3k", "xb1g"), ("xb3k",)])
        )


def test_where_tiles_fit_is_for_the_player_who_holds_them() -> None:
    """R34: the places that light up would give the rack away."""
    state = at(TABLE, "co2w xb1g", "co3w", bag="cp1g")
    assert set(GAME.view(state, ANN).fits) == {"co2w"}
    assert set(GAME.view(state, ANN).fits["co2w"]) == {"0,1", "0,-1", "1,0", "-1,0"}
    assert GAME.view(state, BEN).fits == GAME.view(state, None).fits == {}


def test_all_racks_lie_open_when_a_finished_game_is_looked_at_again() -> None:
    """R36: otherwise a moment looks as it did."""
    state = at(TABLE, "co3k xb1g", "xb3k", display="so1k so2k", bag="cp1g cp2g cp3g")
    for viewer in (ANN, BEN, None):
        shown = GAME.reveal(state, viewer)
        assert shown.racks == (("co3k", "xb1g"), ("xb3k",))
        assert msgspec.structs.replace(shown, racks=()) == msgspec.structs.replace(
            GAME.view(state, viewer), racks=()
        )
