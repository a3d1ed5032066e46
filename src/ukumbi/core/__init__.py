"""The contract between games and everything else."""

from ukumbi.core.errors import Illegal, Refused, Unreadable
from ukumbi.core.game import AnyGame, Game, Kinds, Options, Outcome, Remark, Steps, Tick
from ukumbi.core.log import Codec, Log, Record, codec, fold, replay
from ukumbi.core.registry import Boxed, Registry, load
from ukumbi.core.seats import CLOCK, Actor, Clock, Instant, Seat

__all__ = [
    "CLOCK",
    "Actor",
    "AnyGame",
    "Boxed",
    "Clock",
    "Codec",
    "Game",
    "Illegal",
    "Instant",
    "Kinds",
    "Log",
    "Options",
    "Outcome",
    "Record",
    "Refused",
    "Registry",
    "Remark",
    "Seat",
    "Steps",
    "Tick",
    "Unreadable",
    "codec",
    "fold",
    "load",
    "replay",
]
