"""The contract between games and everything else."""

from ukumbi.core.errors import Illegal, Refused, Unreadable
from ukumbi.core.game import AnyGame, Game, GameStructs, Options, Outcome, Performance, Remark, Steps, Tick
from ukumbi.core.inputs import CLOCK, Actor, Clock, Instant, PlayClock, Seat
from ukumbi.core.log import (
    Codec,
    HouseEvent,
    Log,
    NewerVersion,
    Paused,
    Record,
    Resigned,
    Resumed,
    TakenBack,
    codec,
    fold,
    replay,
)
from ukumbi.core.match import Match, Step, Timing
from ukumbi.core.options import checked_options
from ukumbi.core.registry import Entry, First, Registry, load

__all__ = [
    "CLOCK",
    "Actor",
    "AnyGame",
    "Clock",
    "Codec",
    "Entry",
    "First",
    "Game",
    "GameStructs",
    "HouseEvent",
    "Illegal",
    "Instant",
    "Log",
    "Match",
    "NewerVersion",
    "Options",
    "Outcome",
    "Paused",
    "Performance",
    "PlayClock",
    "Record",
    "Refused",
    "Registry",
    "Remark",
    "Resigned",
    "Resumed",
    "Seat",
    "Step",
    "Steps",
    "TakenBack",
    "Tick",
    "Timing",
    "Unreadable",
    "checked_options",
    "codec",
    "fold",
    "load",
    "replay",
]
