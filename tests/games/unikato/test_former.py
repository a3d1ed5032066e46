"""Logs of earlier versions are read as if written today: in the first, tiles and places were numbers."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from tests.conformance.golden import Golden, place
from tests.games.unikato.reference import DECK
from tests.games.unikato.rounds_seen import read
from tests.games.unikato.table import GAME, names
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.core import Log, Match, Resigned, Seat, codec
from ukumbi.games.unikato.events import RoundBegan, RoundEnded
from ukumbi.games.unikato.state import Phase, State

GOLDEN = msgspec.json.decode(place(GAME, 1).read_bytes(), type=Golden)
"""A game as the first version wrote it down, to its end."""
SECOND = msgspec.json.decode(place(GAME, 2).read_bytes(), type=Golden)
WIDTH, REACH = 181, 90

Numbers = dict[str, Any]


def numbered(event: Any) -> Numbers:
    """The event as the first version would have written it."""
    plain: Numbers = msgspec.to_builtins(event)
    plain.pop("patience", None)
    plain.pop("second", None)
    for field in ("start", "gave", "took"):
        if isinstance(name := plain.get(field), str):
            plain[field] = DECK.index(name)
    if "display" in plain:
        plain["display"] = row(event.display)
    if "racks" in plain:
        plain["racks"] = [*map(row, event.racks)]
    if "chain" in plain:
        plain["chain"] = [
            (DECK.index(tile), (y + REACH) * WIDTH + x + REACH) for tile, (x, y) in read(event.chain)
        ]
    return plain


def row(tiles: Sequence[str]) -> list[int]:
    return [DECK.index(tile) for tile in tiles]


@given(played(GAME))
def test_what_the_first_version_wrote_is_read_as_today(game: Played) -> None:
    for step in game.steps:
        for event in step.events:
            text = msgspec.json.encode(numbered(event))
            lifted = codec(GAME).read_event(text, 1)
            assert lifted == settled(event, patience=10, second="anywhere")


def settled(event: Any, **options: Any) -> Any:
    return msgspec.structs.replace(event, **options) if isinstance(event, RoundBegan) else event


@given(played(GAME))
def test_what_the_second_version_wrote_is_read_as_today(game: Played) -> None:
    """R14: a second action could begin anywhere."""
    for step in game.steps:
        for event in step.events:
            plain = msgspec.to_builtins(event)
            plain.pop("second", None)
            lifted = codec(GAME).read_event(msgspec.json.encode(plain), 2)
            assert lifted == settled(event, second="anywhere")


def test_what_the_house_writes_has_no_version() -> None:
    text = b'{"type":"resigned","seat":1,"away":true}'
    assert codec(GAME).read_event(text, 1) == Resigned(Seat(1), away=True)


def test_an_ending_stays_as_it_was_told() -> None:
    """The first version called both ends of a round in which nobody finishes by one name."""
    told = {"type": "round_ended", "ending": "nobody_gets_on", "racks": [[0, 80]], "next_at": None}
    lifted = codec(GAME).read_event(msgspec.json.encode(told), 1)
    assert lifted == RoundEnded("nobody_gets_on", (("co1w", "xb3k"),), None)


def moments() -> Iterator[tuple[Numbers, State]]:
    """Each event as it stands in the old log, and the state after it."""
    match = Match(GAME, GOLDEN.log.seats, GAME.options(), version=1)
    for record in GOLDEN.log.records:
        match.read([record], record.seq - 1, match.state)
        yield msgspec.json.decode(record.event), match.state


def test_an_old_log_gives_the_states_it_gave() -> None:
    """Racks, table, display and bag after every event, followed through the numbers of the old log."""
    racks: list[set[int]] = []
    table: dict[int, int] = {}
    display, bag = list[int](), set[int]()
    for event, state in moments():
        match event["type"]:
            case "round_began":
                racks, display = [set(rack) for rack in event["racks"]], event["display"]
                table = {REACH * WIDTH + REACH: event["start"]}
                bag = set(range(81)).difference(display, table.values(), *racks)
            case "laid":
                table |= {at: tile for tile, at in event["chain"]}
                racks[event["seat"]].difference_update(tile for tile, _ in event["chain"])
            case "swapped" | "drew":
                if "gave" in event:
                    racks[event["seat"]].remove(event["gave"])
                    display = [*display, event["gave"]]
                racks[event["seat"]].add(event["took"])
                display = [tile for tile in display if tile != event["took"]]
                bag.discard(event["took"])
            case "refilled":
                display = event["display"]
                bag.difference_update(display)
        assert [set(rack) for rack in state.racks] == racks
        assert state.layout == table
        assert (list(state.display), set(state.bag)) == (display, bag)
        assert names(state.racks[0]).split() == [DECK[tile] for tile in sorted(racks[0])]
        assert state.patience == 10


class FormerState(msgspec.Struct):
    """The state as the first version kept it, field by field in its order."""

    rounds: int
    starter: int
    turn: int
    phase: Phase
    layout: dict[int, int]
    racks: tuple[tuple[int, ...], ...]
    known: tuple[tuple[int, ...], ...]
    display: tuple[int, ...]
    bag: tuple[int, ...]
    minus: tuple[tuple[int, ...], ...]
    laid: tuple[int, ...]
    passes: int
    idle: int
    ready: tuple[int, ...]
    next_at: int | None
    ending: str | None


def test_the_last_state_is_the_one_that_was_written_down() -> None:
    """Byte by byte, once what was taken openly is put back, which only the old state gathered up."""
    seen = list(moments())
    known: list[set[int]] = [set() for _ in range(GOLDEN.log.seats)]
    for event, state in seen:
        if event["type"] in ("swapped", "drew") and not event["bag"]:
            known[event["seat"]].add(event["took"])
        for kept, rack in zip(known, state.racks, strict=True):
            kept.intersection_update(rack)
    _, last = seen[-1]
    fields = {name: getattr(last, name) for name in FormerState.__struct_fields__ if name != "known"}
    former = FormerState(**fields, known=tuple(tuple(sorted(kept)) for kept in known))
    assert sha256(msgspec.json.encode(former)).hexdigest() == GOLDEN.state


def test_the_last_state_of_the_second_version_is_the_one_that_was_written_down() -> None:
    """Byte by byte, without the option that it had not."""
    state = msgspec.json.decode(codec(GAME).encode(Match.of(GAME, SECOND.log).state))
    assert state.pop("second") == "anywhere"
    assert sha256(msgspec.json.encode(state)).hexdigest() == SECOND.state


@pytest.mark.parametrize("golden", [GOLDEN, SECOND], ids=["1", "2"])
def test_an_old_table_can_be_played_on(golden: Golden) -> None:
    """What is added says that it is of today's version, and all of it reads back."""
    log = msgspec.structs.replace(golden.log, records=golden.log.records[:9])
    match = Match.of(GAME, log, rng=Random(1))
    while len(match.history) < 30:
        seat = min(match.may_act)
        match.play(seat, match.legal(seat)[-1])
    assert {record.version for record in match.log.records[9:]} == {3}
    again = Match.of(GAME, msgspec.json.decode(msgspec.json.encode(match.log), type=Log))
    assert (again.state, again.seq) == (match.state, match.seq)
