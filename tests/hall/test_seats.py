"""Who sits where is a fold over what happened at the seats."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from ukumbi.core import Instant, Seat
from ukumbi.hall.seats import (
    Answered,
    AskedBack,
    BotSat,
    CameBack,
    Cancelled,
    SaidReady,
    SatDown,
    SeatEvent,
    Seating,
    SetUp,
    StoodIn,
    StoodUp,
    TakeBack,
    encode,
    evolve,
    fold,
    read,
)
from ukumbi.ledger import Occupant, SeatChange

SEATS = 3
FIRST = SetUp((Occupant("ada"), Occupant(), Occupant(bot="1")))

seats = st.integers(0, SEATS - 1).map(Seat)
seqs = st.integers(0, 99)
levels = st.sampled_from(["1", "9"])
events: st.SearchStrategy[SeatEvent] = st.one_of(
    st.builds(SatDown, seats, st.sampled_from(["ben", "cyd"])),
    st.builds(StoodUp, seats, st.booleans()),
    st.builds(SaidReady, seats),
    st.builds(BotSat, seats, levels, st.booleans()),
    st.builds(StoodIn, seats, levels, st.none() | seats),
    st.builds(CameBack, seats),
    st.builds(AskedBack, seats, seqs),
    st.builds(Answered, seats, st.booleans()),
    st.builds(Cancelled),
)


def seated(*happened: SeatEvent) -> Seating:
    written = [
        SeatChange(after + 1, after, Instant(0), encode(event))
        for after, event in enumerate((FIRST, *happened))
    ]
    return fold((), written)


@given(st.lists(events, max_size=20))
def test_what_is_written_down_folds_to_what_was(happened: list[SeatEvent]) -> None:
    live = Seating(())
    for after, event in enumerate((FIRST, *happened)):
        live = evolve(live, event, after)
        assert read(SeatChange(after + 1, after, Instant(0), encode(event))) == event
    assert seated(*happened) == live
    assert len(live.occupants) == SEATS
    assert msgspec.json.decode(msgspec.json.encode(live), type=Seating) == live


@given(st.lists(events, max_size=20))
def test_a_seat_has_one_owner_at_the_most(happened: list[SeatEvent]) -> None:
    for occupant in seated(*happened).occupants:
        assert occupant.person is None or occupant.bot is None
        assert occupant.free or occupant.person or occupant.bot


def test_a_table_of_former_times_has_its_occupants_alone() -> None:
    occupants = (Occupant("ada"), Occupant("ben"))
    assert fold(occupants, []) == Seating(occupants)


def test_sitting_down_getting_ready_and_standing_up() -> None:
    there = seated(SatDown(Seat(1), "ben"), SaidReady(Seat(1)))
    assert there.occupants[1] == Occupant("ben", ready=True)
    assert there.people() == [0, 1]
    assert seated(SatDown(Seat(1), "ben"), StoodUp(Seat(1))).occupants[1].free


def test_a_bot_sits_in_and_gives_the_seat_back() -> None:
    away = seated(SatDown(Seat(1), "ben"), StoodIn(Seat(1), "9"))
    assert (away.occupants[1].person, away.occupants[1].played_by_bot) == ("ben", "9")
    back = seated(SatDown(Seat(1), "ben"), StoodIn(Seat(1), "9"), CameBack(Seat(1)))
    assert back.occupants[1] == Occupant("ben")


def test_a_bot_has_the_seat_of_who_left_for_good() -> None:
    left = seated(SatDown(Seat(1), "ben"), BotSat(Seat(1), "1", left=True))
    assert left.occupants[1] == Occupant(bot="1")
    assert left.people() == [0]


def test_a_wish_stands_until_it_is_declined() -> None:
    asked = seated(SatDown(Seat(1), "ben"), AskedBack(Seat(0), 7))
    assert asked.take_back == TakeBack(Seat(0), 7, asked_after=2)
    agreed = seated(SatDown(Seat(1), "ben"), AskedBack(Seat(0), 7), Answered(Seat(1), True))
    assert agreed.take_back == TakeBack(Seat(0), 7, asked_after=2, agreed=(Seat(1),))
    declined = seated(SatDown(Seat(1), "ben"), AskedBack(Seat(0), 7), Answered(Seat(1), False))
    assert declined.take_back is None
