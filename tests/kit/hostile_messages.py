"""Messages that no honest client sends, made from the real message types.

Each must be answered: by a refusal, or by the table if it repeats an accepted move.
"""

import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from tests.kit.client import CONTINUATION, PING, TEXT, frame
from ukumbi.hall import messages
from ukumbi.server.limits import Limits

MESSAGES: Final = typing.get_args(messages.ClientIn)
HINTS: Final = {kind: typing.get_type_hints(kind, include_extras=True) for kind in MESSAGES}
FIELDS: Final = {kind: {name: HINTS[kind][name] for name in kind.__struct_fields__} for kind in MESSAGES}
REQUIRED: Final = {kind: [f.name for f in msgspec.structs.fields(kind) if f.required] for kind in MESSAGES}
"""Required fields."""

ANYTHING: Final[tuple[Any, ...]] = (
    None,
    True,
    1.5,
    -1,
    0,
    7,
    "",
    "x",
    [],
    [None],
    {},
    {"a": 1},
    [[1]],
    "9" * 50,
)
HUGE: Final = ("1e400", "-1e400", "1" + "0" * 30, "-1", "9007199254740992", "1e308", "0.5", "NaN",
               "-Infinity", "9" * 5000, "1E+9", "00", "0x10", "+1")  # fmt: skip
TURNS: Final = ("a1-a4/b4", "a1-a1/b1", "e1-e9/e8", "a5-i9/h8", "i5-i6/i7")
BAD_MOVES: Final = ("", "z9-a1/b2", "a1-a9/b2", "a1-a4", "lay 3", "💥" * 30, "\x00", "a1-a4/b4\n", "T3T",
                    "crash", "-" * 4000)  # fmt: skip


@dataclass
class Targets:
    """The tables that a hostile client can name."""

    rng: Random
    waiting: str
    """It sits here, and it is not its turn."""
    played: str
    """It has made a move here, with the ref `ref`."""
    watched: str
    """It may only watch here."""
    closed: str
    """Another host's table, closed to spectators."""
    ref: str = "made"
    strange: list[str] = field(default_factory=lambda: ["nowhere", "x" * 40, "%00", "\ud7ff'; --"])

    def any_table(self) -> str:
        here = (self.waiting, self.played, self.watched, self.closed)
        return self.rng.choice((*here, *self.strange))


Fields = dict[str, Any]


def well_formed(targets: Targets, kind: Any) -> Fields:
    """A well-formed message of this type."""
    rng = targets.rng
    values: Fields = {
        "table": targets.any_table(),
        "since": rng.randrange(5),
        "key": rng.choice((None, "wrong")),
        "move": rng.choice(TURNS + BAD_MOVES),
        "answers": rng.randrange(5),
        "ref": f"r{rng.randrange(1000)}",
        "parts": rng.choices(("a1", "e5", "", "💥"), k=rng.randrange(1, 5)),
        "seq": rng.randrange(5),
        "shunned": rng.choice(((), ("a",), ("nowhere", "💥"))),
    }
    tag = kind.__struct_config__.tag
    return {"type": tag, **{name: values[name] for name in FIELDS[kind]}}


def any_well_formed(targets: Targets) -> tuple[Any, Fields]:
    kind = targets.rng.choice(MESSAGES)
    return kind, well_formed(targets, kind)


def encoded(fields: Any) -> bytes:
    return msgspec.json.encode(fields)


# broken text


def truncated(targets: Targets) -> bytes:
    text = encoded(any_well_formed(targets)[1])
    return text[: targets.rng.randrange(len(text))]


def not_utf8(targets: Targets) -> bytes:
    text = encoded(any_well_formed(targets)[1])
    at = targets.rng.randrange(len(text))
    return text[:at] + targets.rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x80")) + text[at:]


def scrambled(targets: Targets) -> bytes:
    return bytes(targets.rng.randrange(256) for _ in range(targets.rng.randrange(60))) + b"\xff"


def two_messages(targets: Targets) -> bytes:
    return encoded(any_well_formed(targets)[1]) * 2


def nested(targets: Targets) -> bytes:
    depth = targets.rng.randrange(1, 5000)
    kind, fields = any_well_formed(targets)
    name = targets.rng.choice([*FIELDS[kind], "type", "unknown"])
    opened, closed = targets.rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
    depth = min(depth, 15_000 // len(opened + closed))
    deep = opened * depth + targets.rng.choice((b"", b"1" + closed * depth))
    return encoded({**fields, name: "@"}).replace(b'"@"', deep[:15_000], 1)


# wrong form


def wrong_type(targets: Targets) -> bytes:
    kind, fields = any_well_formed(targets)
    name = targets.rng.choice([*FIELDS[kind], "type"])
    wrong = [value for value in ANYTHING if name == "type" or not _fits(value, FIELDS[kind][name])]
    return encoded({**fields, name: targets.rng.choice(wrong)})


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def missing_field(targets: Targets) -> bytes:
    kind, fields = any_well_formed(targets)
    del fields[targets.rng.choice([*REQUIRED[kind], "type"])]
    return encoded(fields)


def unknown_field(targets: Targets) -> bytes:
    _, fields = any_well_formed(targets)
    name = targets.rng.choice(("person", "seat", "as", "", "__class__", "type ", "Table", "x" * 3000))
    return encoded({**fields, name: targets.rng.choice(ANYTHING)})


def huge_number(targets: Targets) -> bytes:
    kind = targets.rng.choice((messages.Join, messages.Move, messages.Look))
    name = {messages.Join: "since", messages.Move: "answers", messages.Look: "seq"}[kind]
    return encoded({**well_formed(targets, kind), name: "@"}).replace(
        b'"@"', targets.rng.choice(HUGE).encode(), 1
    )


def too_long(targets: Targets) -> bytes:
    kind, fields = any_well_formed(targets)
    name = targets.rng.choice([name for name in FIELDS[kind] if name not in ("since", "answers", "seq")])
    letters = "x" * targets.rng.randrange(4001, 15_000)
    return encoded({**fields, name: letters if name != "parts" else ["x"] * 101})


def wrong_tag(targets: Targets) -> bytes:
    tag = targets.rng.choice(
        ("welcome", "sync", "update", "refused", "pong", "", "JOIN", "move ", "x" * 9000)
    )
    return encoded({**any_well_formed(targets)[1], "type": tag})


# well-formed, but wrong


def from_outside(targets: Targets) -> bytes:
    kind = targets.rng.choice((messages.Move, messages.Plan, messages.Look))
    return encoded(
        {**well_formed(targets, kind), "table": targets.rng.choice((targets.closed, *targets.strange))}
    )


def forbidden_join(targets: Targets) -> bytes:
    return encoded(
        {
            **well_formed(targets, messages.Join),
            "table": targets.rng.choice((targets.closed, *targets.strange)),
            "key": "guess",
        }
    )


def spectators_move(targets: Targets) -> bytes:
    move = targets.rng.choice((*BAD_MOVES, *(f"lay {card}" for card in range(1, 17))))
    return encoded({**well_formed(targets, messages.Move), "table": targets.watched, "move": move})


def out_of_turn(targets: Targets) -> bytes:
    return encoded({**well_formed(targets, messages.Move), "table": targets.waiting})


def old_ref(targets: Targets) -> bytes:
    """An accepted move once more: the only message here that the table answers."""
    return encoded({**well_formed(targets, messages.Move), "table": targets.played, "ref": targets.ref})


def old_table(targets: Targets) -> bytes:
    return encoded({**well_formed(targets, messages.Move), "table": targets.played, "ref": "other"})


def senseless_plan(targets: Targets) -> bytes:
    table = targets.rng.choice((targets.waiting, targets.watched, targets.played))
    return encoded({**well_formed(targets, messages.Plan), "table": table, "parts": ["e5", "💥"]})


def no_such_moment(targets: Targets) -> bytes:
    seq = targets.rng.choice((0, 10**9, 2**53 - 1))
    return encoded({**well_formed(targets, messages.Look), "table": targets.waiting, "seq": seq})


MAKERS: Final[tuple[Callable[[Targets], bytes], ...]] = (
    truncated,
    not_utf8,
    scrambled,
    two_messages,
    nested,
    wrong_type,
    missing_field,
    unknown_field,
    huge_number,
    too_long,
    wrong_tag,
    from_outside,
    forbidden_join,
    spectators_move,
    out_of_turn,
    old_ref,
    old_table,
    senseless_plan,
    no_such_moment,
)


def in_frames(rng: Random, text: bytes) -> bytes:
    """The text in one frame, or sometimes in two with a ping between; cut to the message limit."""
    text = text[: Limits().message_bytes]
    if rng.randrange(10) or not text:
        return frame(TEXT, text)
    cut = rng.randrange(len(text))
    between = frame(PING, rng.randbytes(rng.randrange(126)))
    return frame(TEXT, text[:cut], fin=False) + between + frame(CONTINUATION, text[cut:])
