"""The contract of a game. Each check takes a game played so far and fails with the reason.

Checks look at states between decisions, as a table does. Only folds, views and encodings are checked after
every event, because replays stop there too.

5, no leaks, is in `leaks.py`; 7, golden logs, in `golden.py`.
"""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from tests.conformance.probing import answer, listed, mangled, readable, temptations, written
from tests.kit.play import MAX_DECISIONS, Pick, Played
from ukumbi.bots import AnyBot
from ukumbi.core import (
    CLOCK,
    AnyGame,
    Illegal,
    Instant,
    Log,
    Match,
    Outcome,
    Seat,
    Tick,
    codec,
    fold,
    replay,
)

HOUR = 3_600_000


def replays(played: Played) -> None:
    """1. Replaying the log from its file gives the live state byte for byte."""
    game, encode = played.game, codec(played.game).encode
    live = [encode(state) for state in played.states]
    log = msgspec.json.decode(msgspec.json.encode(played.log()), type=Log)
    for (record, state), expected in zip(replay(game, log.records), live, strict=True):
        assert encode(state) == expected, f"the replay differs after record {record.seq}"
    middle = len(live) // 2
    events = [codec(game).event(record.event) for record in log.records]
    resumed = fold(game.evolve, events[middle + 1 :], codec(game).state(live[middle]))
    assert encode(resumed) == live[-1], f"the fold from a snapshot after record {middle + 1} differs"
    again = [encode(state) for state in played.states]
    assert again == live, "a state was changed after it had been made"


def legal_moves_are_accepted(played: Played, pick: Pick) -> None:
    """2. Legal moves are exactly those that decide accepts (if not all can be listed, those listed)."""
    game, state = played.game, played.state
    before = codec(game).encode(state)
    tempting = temptations(played, pick)
    for seat in played.all_seats():
        legal = list(game.legal_moves(state, seat))
        texts = set(written(game, legal))
        assert len(texts) == len(legal), f"a move of seat {seat} is listed twice"
        may_act = seat in game.may_act(state)
        assert may_act or not legal, f"seat {seat} has moves, but may not act"
        assert legal or not may_act or not game.listable, f"seat {seat} may act, but has no move"
        for move in legal:
            reply = answer(game, state, seat, move, played.now)
            assert not isinstance(reply, Illegal), f"{move!r} of seat {seat} is listed, but refused: {reply}"
        if not game.listable and may_act:
            continue
        for move in tempting:
            accepted = not isinstance(answer(game, state, seat, move, played.now), Illegal)
            is_listed = game.format_move(move) in texts
            assert is_listed or not accepted, f"{move!r} of seat {seat} is accepted, but not listed"
    for move in tempting:
        assert isinstance(answer(game, state, CLOCK, move, played.now), Illegal), "the clock made a move"
    for seat in played.all_seats():
        reply = answer(game, state, seat, Tick(), game.deadline(state) or played.now)
        assert isinstance(reply, Illegal), f"seat {seat} could tick for the clock"
    assert codec(game).encode(state) == before, "deciding changed the state"


def survives_text(played: Played) -> None:
    """3. All structs survive encode and decode; moves survive format and parse; steps lead to moves."""
    game, text = played.game, codec(played.game)
    _same(text.options, played.options, text.encode)
    for state in played.states:
        _same(text.state, state, text.encode)
        for viewer in _kinds(played):
            _same(text.view, game.view(state, viewer), text.encode)
    for event in (event for step in played.steps for event in step.events):
        for told in (event, *(game.redact(event, viewer) for viewer in _kinds(played))):
            if told is not None:
                _same(text.event, told, text.encode)
    for move in (*played.tried, *listed(game, played.state, played.all_seats())):
        _same(text.move, move, text.encode)
        spelt = game.format_move(move)
        assert game.parse_move(spelt) == move, f"{spelt!r} does not read back as {move!r}"


def misspelt_moves_read_back(played: Played, pick: Pick) -> None:
    """3. If a misspelt notation reads as a move, that move's own notation reads back."""
    game, text = played.game, codec(played.game)
    moves = (*played.tried, *listed(game, played.state, played.all_seats()))
    for misspelt in mangled(sorted(set(written(game, moves))), Random(pick(1 << 16))):
        for move in readable(game, [misspelt]):
            spelt = game.format_move(move)
            same = readable(game, [spelt]) == [move]
            assert same, f"{misspelt!r} is read as {move!r}, but {spelt!r} does not read back as it"
            _same(text.move, move, text.encode)


def _kinds(played: Played) -> list[Seat | None]:
    """One viewer of each kind."""
    return list({played.game.viewpoint(viewer): viewer for viewer in played.viewers()}.values())


def _same(decode: Any, value: Any, encode: Any) -> None:
    text = encode(value)
    back = decode(text)
    assert back == value, f"{value!r} comes back as {back!r}"
    assert encode(back) == text, f"{value!r} is written differently the second time"


def steps_lead_to_moves(played: Played, pick: Pick) -> None:
    """3. Planning step by step, from the view alone, reaches exactly the legal moves."""
    game = played.game
    for seat in game.may_act(played.state):
        view = game.view(played.state, seat)
        start = game.steps(view, [])
        if not start.next and start.move is None:
            continue
        texts = set(written(game, game.legal_moves(played.state, seat)))
        if game.listable:
            reached = list(_reached(game, view, []))
            assert len(reached) == len(set(reached)), "two ways of steps lead to one move"
            assert set(reached) == texts, f"steps and moves differ: {sorted(texts ^ set(reached))[:5]}"
        else:
            _wander(played, seat, view, pick)


def _reached(game: AnyGame, view: Any, parts: list[str]) -> Iterator[str]:
    here = game.steps(view, parts)
    if here.move is not None:
        yield here.move
    for part in here.next:
        yield from _reached(game, view, [*parts, part])


def _wander(played: Played, seat: Seat, view: Any, pick: Pick) -> None:
    game, parts = played.game, list[str]()
    while (here := game.steps(view, parts)).next and len(parts) < MAX_DECISIONS:
        parts.append(here.next[pick(len(here.next))])
    assert here.move is not None, f"the steps {parts} lead nowhere"
    reply = answer(game, played.state, seat, game.parse_move(here.move), played.now)
    assert not isinstance(reply, Illegal), f"steps lead to {here.move!r}, which is refused: {reply}"


def ends_well(played: Played) -> None:
    """4. Play ends with an outcome that the rules know. Until then a seat or the clock can act."""
    game = played.game
    for step in played.steps:
        state = step.states[-1]
        over, actors = game.outcome(state) is not None, game.may_act(state)
        assert actors <= set(played.all_seats()), f"{set(actors)} are not all seats of this table"
        _seats_that_may_act_have_moves(game, state, actors)
        if over:
            assert not actors, f"the game is over, but {set(actors)} may act"
            assert not listed(game, state, played.all_seats()), "the game is over, but moves are listed"
            assert step is played.steps[-1], "the game was over, and went on"
        else:
            stuck = not actors and game.deadline(state) is None
            assert not stuck, "nobody may act, no clock runs, and there is no outcome"
    outcome = game.outcome(played.state)
    assert outcome is not None, f"no end after {len(played.steps)} decisions"
    _is_consistent(game, outcome, played.seats)


def _seats_that_may_act_have_moves(game: AnyGame, state: Any, actors: frozenset[Seat]) -> None:
    """Each seat that may act has a move. In a game of turns all of them are awaited."""
    awaited = game.awaited(state)
    assert awaited <= actors, f"{set(awaited)} are awaited, but only {set(actors)} may act"
    assert game.simultaneous or awaited == actors, f"in turn {set(actors)} may act, but are not awaited"
    movers = actors if game.listable else awaited
    idle = [seat for seat in movers if next(iter(game.legal_moves(state, seat)), None) is None]
    assert not idle, f"{idle} may act, but have no move"


def hall_events(played: Played, pick: Pick) -> None:
    """8. With the hall's own events in the log too, reading it back gives the same match."""
    match, game = played.match.copy(), played.game
    if match.outcome is not None:
        return
    if game.can_take_back and match.seq > 1:
        to = 1 + pick(match.seq - 1)
        match.take_back(to)
        assert match.state == played.states[to - 1], f"taken back to {to}, it is another table than it was"
        _reads_back(game, match)
    if match.seats > 2:
        return
    loser = pick(match.seats)
    match.resign(loser)
    outcome, others = match.outcome, [seat for seat in range(match.seats) if seat != loser]
    assert outcome is not None
    ahead = all(outcome.places[other] < outcome.places[loser] for other in others)
    assert ahead, f"seat {loser} has given up, and yet: {outcome}"
    assert match.deadline is None, "the game is given up, and the clock runs"
    assert not match.may_act, "the game is given up, and goes on"
    _reads_back(game, match)


def _reads_back(game: AnyGame, match: Match) -> None:
    read = Match.of(game, msgspec.json.decode(msgspec.json.encode(match.log), type=Log))
    same = (read.state, read.outcome, read.may_act, read.seq) == (
        match.state,
        match.outcome,
        match.may_act,
        match.seq,
    )
    assert same, f"the log reads back as {read!r}, and it was {match!r}"


def bots_answer(played: Played, bot: AnyBot, pick: Pick) -> None:
    """9. A bot answers with a legal move or none; if nothing else can happen, with a move."""
    game, state = played.game, played.state
    for seat in sorted(game.may_act(state)):
        move = bot.choose(game, game.view(state, seat), seat, Random(pick(1 << 16)))
        if move is None:
            alone = game.awaited(state) == {seat} and game.deadline(state) is None
            assert not alone, f"everybody waits for seat {seat}, whose bot has nothing to say"
            continue
        reply = answer(game, state, seat, move, played.now)
        assert not isinstance(reply, Illegal), f"the bot on seat {seat} plays {move!r}: {reply}"


def can_be_looked_at_again(played: Played) -> None:
    """4. A finished game can be shown moment by moment, and each remark names one of them."""
    game, text = played.game, codec(played.game)
    moments = [(step.now, state) for step in played.steps for state in step.states[1:]]
    for _, state in moments:
        for viewer in played.viewers():
            shown = text.encode(game.reveal(state, viewer))
            assert text.encode(text.view(shown)) == shown, "a moment that is revealed does not survive text"
    for remark in game.review(moments):
        assert 0 <= remark.moment < len(moments), f"{remark} is about no moment of this game"
        assert remark.seat in played.all_seats(), f"{remark} is about nobody at this table"
        msgspec.json.encode(remark)


def remembers(played: Played) -> None:
    """10. Memories only grow; the next game begins with them, and no view shows them."""
    game, options, seats = played.game, played.options, played.all_seats()
    if not game.remembers:
        nothing = not any(game.memory(played.state, seat) for seat in seats)
        assert nothing, "something is remembered, but nobody is told to"
        return
    for before, after in pairwise(played.states):
        for seat in seats:
            _grows(game.memory(before, seat), game.memory(after, seat))
    brought = {seat: game.memory(played.state, seat) for seat in seats}
    looks = []
    for memories in ({}, brought):
        fresh = Match(game, played.seats, options, rng=Random(1), now=played.now)
        fresh.adopt(fresh.decide_setup(fresh.now, memories))
        _reads_back(game, fresh)
        seen = [game.view(fresh.state, viewer) for viewer in played.viewers()]
        looks.append(codec(game).encode([seen, sorted(fresh.may_act), fresh.deadline]))
    assert looks[0] == looks[1], "what somebody remembers can be seen"
    for seat, memory in brought.items():
        assert game.memory(fresh.state, seat) == memory, "the next game does not begin with what was brought"


def _grows(before: Any, after: Any) -> None:
    try:
        counts = msgspec.convert(after, dict[str, int])
    except msgspec.ValidationError as fault:
        raise AssertionError(f"{after!r} does not say how often, by key") from fault
    assert all(counts.get(key, 0) >= times for key, times in before.items()), "a memory has shrunk"


def _is_consistent(game: AnyGame, outcome: Outcome, seats: int) -> None:
    assert outcome.ending in game.endings, f"the rules do not know the ending {outcome.ending!r}"
    places, points = outcome.places, outcome.points
    assert len(places) == len(points) == seats, f"{outcome} is not for {seats} seats"
    for own in range(seats):
        better = sum(place < places[own] for place in places)
        assert places[own] == 1 + better, f"places {places} leave a gap"
        for other in range(seats):
            behind = points[own] > points[other] and places[own] > places[other]
            assert not behind, f"seat {own} has more points than seat {other}, and a worse place: {outcome}"


def keeps_time(played: Played) -> None:
    """6. A deadline is after the last event, stays while seats are awaited, and its tick works."""
    game = played.game
    for step in played.steps:
        before, state = step.states[0], step.states[-1]
        deadline = game.deadline(state)
        if game.outcome(state) is not None:
            assert deadline is None, "the game is over, but the clock runs"
            continue
        # After a tick the same seats need not be awaited any more.
        waiting = before is not None and step.actor is not CLOCK
        fewer = waiting and game.may_act(state) < game.may_act(before)
        if fewer and game.may_act(state) and game.deadline(before) is not None:
            assert deadline is not None, "some are still waited for, but the deadline has gone"
        if deadline is not None:
            assert deadline > step.now, f"the deadline {deadline} is not after the last event, {step.now}"
            _tick_works(game, state, deadline)
            early = answer(game, state, CLOCK, Tick(), Instant(deadline - 1))
            assert isinstance(early, Illegal), "the clock could act before its deadline"


def _tick_works(game: AnyGame, state: Any, deadline: Instant) -> None:
    for now in (deadline, Instant(deadline + HOUR)):
        reply = answer(game, state, CLOCK, Tick(), now)
        assert not isinstance(reply, Illegal), f"the clock may not act at its own deadline: {reply}"
        after = fold(game.evolve, reply, state)
        assert after != state, "the deadline passed, and nothing changed"
        following = game.deadline(after)
        assert following is None or following > now, "after a tick the next deadline is already past"
