"""The worker process: reads questions from its standard input, writes moves to its standard output.

Run as `python -m ukumbi.bots.worker MODULE...`, the modules being those whose games it should know.
"""

import math
import os
import sys
import time
from contextlib import suppress
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any, BinaryIO

import msgspec

from ukumbi.bots.analyst import Analysis, Analyst, Hint
from ukumbi.bots.bot import AnyBot, RandomBot, seconds_for
from ukumbi.bots.coach import Advice, Coach
from ukumbi.bots.engine_wait import ENGINE_WAIT
from ukumbi.core import Entry, Registry, Seat, codec, load

READY = b"!"
"""What a worker says once it knows its games: from then on its time counts as thinking."""
UNWANTED = b""
"""Asks a worker to stop: its answer is not wanted any more."""
ANALYSIS_NICENESS = 19
"""The priority of analysis: bots at tables come first."""
SUBSTITUTE = ""
"""The level that exists in every game, for a bot that fails: any legal move."""


class Question(msgspec.Struct, frozen=True, array_like=True, tag="move"):
    game: str
    level: str
    seat: Seat
    view: bytes
    """What the seat sees, encoded. It is all that a bot gets."""


class AnalysisWanted(msgspec.Struct, frozen=True, array_like=True, tag="analysis"):
    """A position to judge."""

    game: str
    position: str
    seconds: float


class HintWanted(msgspec.Struct, frozen=True, array_like=True, tag="hint"):
    """A seat that wants to know what to do."""

    game: str
    seat: Seat
    view: bytes


class AdviceWanted(msgspec.Struct, frozen=True, array_like=True, tag="advice"):
    """A seat whose player is coached."""

    game: str
    seat: Seat
    view: bytes
    """All that the coach gets."""


Asked = Question | AnalysisWanted | HintWanted | AdviceWanted


class Answer(msgspec.Struct, frozen=True, array_like=True):
    move: str | None
    """None for nothing now."""
    seconds: float = 0.0
    """How long a person would take for this move, from first seeing the table as it is in the view; of an
    analyst, how long it has thought."""
    fault: str = ""
    analysis: Analysis | None = None
    hint: Hint | None = None
    advice: Advice | None = None


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next message, or None when the other side has gone."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    return stream.read(int.from_bytes(head))


def frame(message: bytes) -> bytes:
    return len(message).to_bytes(4) + message


def answer(registry: Registry, question: Asked, rng: Random) -> Answer:
    try:
        entry = registry[question.game]
        if isinstance(question, AdviceWanted):
            return _advise(entry, question)
        if not isinstance(question, Question):
            return _judge(entry, question)
        bot: AnyBot = RandomBot() if question.level == SUBSTITUTE else entry.bot(question.level)
        view = codec(entry.game).view(question.view)
        move = bot.choose(entry.game, view, question.seat, rng)
        if move is None:
            return Answer(None)
        return Answer(entry.game.format_move(move), _time_for(bot, view, question.seat, move, rng))
    except Exception as fault:  # the seat must go on whatever a bot does
        return Answer(None, fault=f"{type(fault).__name__}: {fault}")


def _advise(entry: Entry, question: AdviceWanted) -> Answer:
    coach: Coach | None = entry.coach
    assert coach is not None
    view = codec(entry.game).view(question.view)
    return Answer(None, advice=coach.advise(entry.game, view, question.seat))


def _judge(entry: Entry, question: AnalysisWanted | HintWanted) -> Answer:
    analyst: Analyst | None = entry.analyst
    assert analyst is not None
    analysis, hint, began = None, None, time.monotonic()
    if isinstance(question, AnalysisWanted):
        analysis = analyst.analyse(question.position, question.seconds)
    else:
        hint = analyst.hint(entry.game, codec(entry.game).view(question.view), question.seat)
    return Answer(None, time.monotonic() - began, analysis=analysis, hint=hint)


def _time_for(bot: AnyBot, view: Any, seat: Seat, move: Any, rng: Random) -> float:
    seconds = seconds_for(bot, view, seat, move, rng)
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError(f"no move takes {seconds} seconds")
    return seconds


class Desk:
    """Questions in order, and the analyst at work on one of them."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[bytes] = SimpleQueue()
        self.analyst: Analyst | None = None

    def put(self, message: bytes) -> None:
        if message != UNWANTED:
            self._questions.put(message)
        elif (analyst := self.analyst) is not None:
            analyst.stop()

    def take(self) -> bytes:
        return self._questions.get()


def listen(stream: BinaryIO, desk: Desk) -> None:
    """Read from the hall while a bot thinks: when the hall is gone, the answer is not wanted any more."""
    with suppress(ConnectionError):  # it was killed before it had read our last answer
        while (message := read_frame(stream)) is not None:
            desk.put(message)
    os._exit(0)


def main(modules: list[str]) -> None:
    desk = Desk()
    Thread(target=listen, args=(os.fdopen(os.dup(0), "rb"), desk), daemon=True).start()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not get between the answers
    os.nice(15)
    ENGINE_WAIT.in_the_hall()
    registry, rng = load(modules), Random()
    decode = msgspec.msgpack.Decoder(Asked).decode
    answers.write(READY)
    answers.flush()
    while True:
        question = decode(desk.take())
        if isinstance(question, AnalysisWanted | HintWanted):
            os.setpriority(os.PRIO_PROCESS, 0, ANALYSIS_NICENESS)
            desk.analyst = registry[question.game].analyst
        answers.write(frame(msgspec.msgpack.encode(answer(registry, question, rng))))
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
