"""Seats as a small game: decide and evolve."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ukumbi.core import Instant, Refused, Seat
from ukumbi.hall.requests import (
    AnswerTakeBack,
    AskTakeBack,
    Cancel,
    FreeSeat,
    GetReady,
    Leave,
    SeatBot,
    SeatRequest,
    Sit,
    StandIn,
)
from ukumbi.hall.seats import (
    Answered,
    AskedBack,
    BotSat,
    CameBack,
    Cancelled,
    Circumstances,
    SaidReady,
    SatDown,
    SeatEvent,
    Seating,
    SetUp,
    StoodIn,
    StoodUp,
    TakeBack,
    decide,
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
def test_seat_events_fold_to_the_same_seating(happened: list[SeatEvent]) -> None:
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


# evolve

BEN_SAT = SatDown(Seat(1), "ben")


@pytest.mark.parametrize(
    ("happened", "occupant"),
    [
        ([BEN_SAT], Occupant("ben")),
        ([BEN_SAT, SaidReady(Seat(1))], Occupant("ben", ready=True)),
        ([BEN_SAT, SaidReady(Seat(1)), StoodUp(Seat(1))], Occupant()),
        ([BotSat(Seat(1), "1")], Occupant(bot="1")),
        ([BEN_SAT, StoodIn(Seat(1), "9")], Occupant("ben", stand_in="9")),
        ([BEN_SAT, StoodIn(Seat(1), "9"), CameBack(Seat(1))], Occupant("ben")),
        ([BEN_SAT, BotSat(Seat(1), "1", left=True)], Occupant(bot="1")),
    ],
)
def test_an_event_changes_its_seat_alone(happened: list[SeatEvent], occupant: Occupant) -> None:
    assert seated(*happened).occupants == (Occupant("ada"), occupant, Occupant(bot="1"))


@pytest.mark.parametrize(
    ("answers", "wish"),
    [
        ([], TakeBack(Seat(0), 7, asked_after=2)),
        ([Answered(Seat(1), True)], TakeBack(Seat(0), 7, asked_after=2, agreed=(Seat(1),))),
        ([Answered(Seat(1), False)], None),
    ],
)
def test_a_request_stands_until_it_is_declined(answers: list[SeatEvent], wish: TakeBack | None) -> None:
    assert seated(BEN_SAT, AskedBack(Seat(0), 7), *answers).take_back == wish


# decide

ADA_ALONE = Seating((Occupant("ada"), Occupant()))
ADA_AND_BEN = Seating((Occupant("ada"), Occupant("ben")))
WITH_STAND_IN = Seating((Occupant("ada"), Occupant("ben", stand_in="9")))
BEN_LEFT = Seating((Occupant("ada"), Occupant(bot="1")))
ADA_ASKS = Seating(ADA_AND_BEN.occupants, TakeBack(Seat(0), 3, asked_after=5))
BEN_AGREED = Seating(ADA_AND_BEN.occupants, TakeBack(Seat(0), 3, asked_after=5, agreed=(Seat(1),)))

OPEN = Circumstances("open", host="ada", seat_key="key", seq=0, away=frozenset(), substitute="1", game="game")
PLAYING = replace(OPEN, status="playing", seq=5, can_take_back=True, take_back_to=3)
BEN_AWAY = replace(PLAYING, away=frozenset({Seat(1)}))
CANCELLED = replace(OPEN, status="cancelled")
OVER = replace(PLAYING, status="over")
GONE_ON = replace(PLAYING, seq=6)


@pytest.mark.parametrize(
    ("seating", "at", "request_", "follows"),
    [
        # sitting down
        (ADA_ALONE, OPEN, Sit("ben", "key"), [BEN_SAT]),
        (ADA_ALONE, OPEN, Sit("ben", "wrong"), "invitation_needed"),
        (ADA_ALONE, OPEN, Sit("ada"), []),
        (ADA_AND_BEN, OPEN, Sit("cyd", "key"), "table_is_full"),
        (ADA_AND_BEN, PLAYING, Sit("cyd", "key"), "already_playing"),
        (ADA_AND_BEN, PLAYING, Sit("ben"), []),
        (ADA_ALONE, CANCELLED, Sit("ben", "key"), "table_cancelled"),
        # getting ready
        (ADA_AND_BEN, OPEN, GetReady("ben"), [SaidReady(Seat(1))]),
        (Seating((Occupant("ada", ready=True),)), OPEN, GetReady("ada"), []),
        (ADA_AND_BEN, PLAYING, GetReady("ben"), []),
        (ADA_ALONE, OPEN, GetReady("ben"), "not_seated"),
        # the host's table
        (ADA_AND_BEN, OPEN, FreeSeat("ada", Seat(1)), [StoodUp(Seat(1), freed=True)]),
        (ADA_ALONE, OPEN, FreeSeat("ada", Seat(1)), []),
        (ADA_AND_BEN, OPEN, FreeSeat("ada", Seat(0)), "your_own_seat"),
        (ADA_AND_BEN, OPEN, FreeSeat("ada", Seat(2)), "no_such_seat"),
        (ADA_AND_BEN, OPEN, FreeSeat("ada", Seat(-1)), "no_such_seat"),
        (ADA_AND_BEN, OPEN, FreeSeat("ben", Seat(0)), "not_the_host"),
        (ADA_AND_BEN, PLAYING, FreeSeat("ada", Seat(1)), "already_playing"),
        (ADA_ALONE, OPEN, SeatBot("ada", Seat(1), "1"), [BotSat(Seat(1), "1")]),
        (BEN_LEFT, OPEN, SeatBot("ada", Seat(1), "1"), []),
        (BEN_LEFT, OPEN, SeatBot("ada", Seat(1), "9"), [BotSat(Seat(1), "9")]),
        (ADA_AND_BEN, OPEN, SeatBot("ada", Seat(1), "1"), "seat_is_taken"),
        (ADA_AND_BEN, PLAYING, SeatBot("ada", Seat(1), "1"), "already_playing"),
        (ADA_ALONE, OPEN, Cancel("ada"), [Cancelled()]),
        (ADA_ALONE, CANCELLED, Cancel("ada"), []),
        (ADA_AND_BEN, OPEN, Cancel("ben"), "not_the_host"),
        (ADA_AND_BEN, PLAYING, Cancel("ada"), "already_playing"),
        # leaving
        (ADA_AND_BEN, OPEN, Leave("ben"), [StoodUp(Seat(1))]),
        (ADA_AND_BEN, OPEN, Leave("ada"), [Cancelled()]),
        (ADA_ALONE, OPEN, Leave("ben"), "not_seated"),
        (ADA_AND_BEN, PLAYING, Leave("ben"), [BotSat(Seat(1), "1", left=True)]),
        (BEN_LEFT, PLAYING, Leave("ada"), [BotSat(Seat(0), "1", left=True), Cancelled()]),
        (ADA_AND_BEN, OVER, Leave("ben"), []),
        (ADA_AND_BEN, replace(PLAYING, substitute=None), Leave("ben"), "no_bots_here"),
        # standing in
        (ADA_AND_BEN, BEN_AWAY, StandIn("ada", Seat(1)), [StoodIn(Seat(1), "1", Seat(0))]),
        (WITH_STAND_IN, BEN_AWAY, StandIn("ada", Seat(1)), []),
        (ADA_AND_BEN, PLAYING, StandIn("ada", Seat(1)), "not_away"),
        (ADA_AND_BEN, BEN_AWAY, StandIn("ben", Seat(1)), "not_away"),
        (BEN_LEFT, BEN_AWAY, StandIn("ada", Seat(1)), "not_away"),
        (ADA_AND_BEN, BEN_AWAY, StandIn("ada", Seat(2)), "no_such_seat"),
        (ADA_AND_BEN, BEN_AWAY, StandIn("eve", Seat(1)), "not_seated"),
        (ADA_AND_BEN, OPEN, StandIn("ada", Seat(1)), "not_playing"),
        (ADA_AND_BEN, replace(BEN_AWAY, substitute=None), StandIn("ada", Seat(1)), "no_bots_here"),
        # taking back
        (ADA_AND_BEN, PLAYING, AskTakeBack("ada"), [AskedBack(Seat(0), 3)]),
        (ADA_ASKS, PLAYING, AskTakeBack("ada"), []),
        (ADA_ASKS, PLAYING, AskTakeBack("ben"), "already_asked"),
        (ADA_ASKS, GONE_ON, AskTakeBack("ben"), [AskedBack(Seat(1), 3)]),
        (ADA_AND_BEN, replace(PLAYING, take_back_to=None), AskTakeBack("ada"), "nothing_to_take_back"),
        (ADA_AND_BEN, replace(PLAYING, can_take_back=False), AskTakeBack("ada"), "no_taking_back"),
        (ADA_AND_BEN, OVER, AskTakeBack("ada"), "not_playing"),
        (ADA_ASKS, PLAYING, AnswerTakeBack("ben", True), [Answered(Seat(1), True)]),
        (ADA_ASKS, PLAYING, AnswerTakeBack("ben", False), [Answered(Seat(1), False)]),
        (ADA_ASKS, PLAYING, AnswerTakeBack("ada", True), []),
        (BEN_AGREED, PLAYING, AnswerTakeBack("ben", True), []),
        (ADA_ASKS, GONE_ON, AnswerTakeBack("ben", True), []),
        (ADA_ASKS, PLAYING, AnswerTakeBack("eve", True), "not_seated"),
    ],
)
def test_decide_returns_events_or_refuses(
    seating: Seating, at: Circumstances, request_: SeatRequest, follows: list[SeatEvent] | str
) -> None:
    """Events; none if it has happened already; or a refusal's code."""
    if isinstance(follows, str):
        with pytest.raises(Refused) as refusal:
            decide(seating, request_, at)
        assert refusal.value.code == follows
    else:
        assert decide(seating, request_, at) == tuple(follows)


@pytest.mark.parametrize(("seating", "agreed"), [(ADA_ASKS, False), (BEN_AGREED, True)])
def test_a_request_is_granted_when_all_others_agree(seating: Seating, agreed: bool) -> None:
    assert seating.take_back is not None
    assert seating.all_agree(seating.take_back) == agreed
