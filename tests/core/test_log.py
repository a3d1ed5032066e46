"""Logs, folds and codecs."""

import msgspec
import pytest

from tests.kit.fragile.rules import Fragile
from tests.kit.play import START, begun, play_on, seeded_pick
from tests.kit.pounce.rules import Pounce
from ukumbi.core import CLOCK, Instant, Log, Record, Seat, codec, fold, replay
from ukumbi.core.log import CLOCK_ACTOR

POUNCE = Pounce()


def _log() -> Log:
    pick = seeded_pick(3)
    return play_on(begun(POUNCE, pick), pick).log()


def test_a_record_has_its_actor() -> None:
    event = msgspec.Raw(b"{}")
    actors = [Record(1, START, number, event).by() for number in (None, CLOCK_ACTOR, 2)]
    assert actors == [None, CLOCK, Seat(2)]


def test_a_log_survives_a_file() -> None:
    log = _log()
    back = msgspec.json.decode(msgspec.json.encode(log), type=Log)
    assert [bytes(record.event) for record in back.records] == [bytes(record.event) for record in log.records]
    assert (back.game, back.version, back.seats) == ("pounce", 1, log.seats)
    assert codec(POUNCE).read_options(bytes(back.options), 1) == POUNCE.options()


def test_replay_gives_every_state() -> None:
    log = _log()
    walked = list(replay(POUNCE, log.records))
    assert [record.seq for record, _ in walked] == list(range(1, len(log.records) + 1))
    events = [codec(POUNCE).event(record.event) for record in log.records]
    assert walked[-1][1] == fold(POUNCE.evolve, events)


def test_a_fold_can_start_from_a_state() -> None:
    events = [codec(POUNCE).event(record.event) for record in _log().records]
    middle = fold(POUNCE.evolve, events[:5])
    assert fold(POUNCE.evolve, events[5:], middle) == fold(POUNCE.evolve, events)
    assert fold(POUNCE.evolve, [], middle) is middle


def test_a_codec_is_made_once_for_a_game() -> None:
    assert codec(POUNCE) is codec(POUNCE)
    assert codec(POUNCE) is not codec(Fragile())


@pytest.mark.parametrize("text", [b'{"rounds":0}', b'{"rounds":100001}', b'{"rounds":"3"}', b'{"round":3}'])
def test_invalid_options_are_refused(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec(POUNCE).read_options(text, 1)


def test_instants_are_integers_in_a_log() -> None:
    record = msgspec.json.encode(Record(1, Instant(5), CLOCK_ACTOR, msgspec.Raw(b"{}"), "mine"))
    assert msgspec.json.decode(record) == {"seq": 1, "at": 5, "actor": -1, "event": {}, "ref": "mine"}
