"""Messages that no honest client sends, made from the real message types.

Each of them must be answered: by a refusal, or, where a move is only sent again, by the table.
"""

import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from tests.kit.client import GO_ON, PING, TEXT, frame
from ukumbi.hall import messages
from ukumbi.server.limits import Limits

SPOKEN: Final = typing.get_args(messages.ClientIn)
HINTS: Final = {kind: typing.get_type_hints(kind, include_extras=True) for kind in SPOKEN}
FIELDS: Final = {kind: {name: HINTS[kind][name] for name in kind.__struct_fields__} for kind in SPOKEN}
REQUIRED: Final = {kind: [f.name for f in msgspec.structs.fields(kind) if f.required] for kind in SPOKEN}
"""Fields without which a message is none."""

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
SCRIBBLES: Final = ("", "z9-a1/b2", "a1-a9/b2", "a1-a4", "lay 3", "💥" * 30, "\x00", "a1-a4/b4\n", "T3T",
                    "crash", "-" * 4000)  # fmt: skip


@dataclass
class Scene:
    """Where somebody hostile stands."""

    rng: Random
    waiting: str
    """A table where they sit and it is not their turn."""
    played: str
    """A table where they have made a move, by the name of `ref`."""
    watched: str
    """A table that they may only watch."""
    closed: str
    """Somebody else's table, closed to spectators."""
    ref: str = "made"
    strange: list[str] = field(default_factory=lambda: ["nowhere", "x" * 40, "%00", "\ud7ff'; --"])

    def any_table(self) -> str:
        here = (self.waiting, self.played, self.watched, self.closed)
        return self.rng.choice((*here, *self.strange))


Said = dict[str, Any]


def proper(scene: Scene, kind: Any) -> Said:
    """A message of this kind, as far as its form goes."""
    rng = scene.rng
    values: Said = {
        "table": scene.any_table(),
        "since": rng.randrange(5),
        "key": rng.choice((None, "wrong")),
        "move": rng.choice(TURNS + SCRIBBLES),
        "answers": rng.randrange(5),
        "ref": f"r{rng.randrange(1000)}",
        "parts": rng.choices(("a1", "e5", "", "💥"), k=rng.randrange(1, 5)),
        "seq": rng.randrange(5),
    }
    tag = kind.__struct_config__.tag
    return {"type": tag, **{name: values[name] for name in FIELDS[kind]}}


def any_proper(scene: Scene) -> tuple[Any, Said]:
    kind = scene.rng.choice(SPOKEN)
    return kind, proper(scene, kind)


def written(said: Any) -> bytes:
    return msgspec.json.encode(said)


# broken text


def truncated(scene: Scene) -> bytes:
    text = written(any_proper(scene)[1])
    return text[: scene.rng.randrange(len(text))]


def not_utf8(scene: Scene) -> bytes:
    text = written(any_proper(scene)[1])
    at = scene.rng.randrange(len(text))
    return text[:at] + scene.rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x80")) + text[at:]


def scrambled(scene: Scene) -> bytes:
    return bytes(scene.rng.randrange(256) for _ in range(scene.rng.randrange(60))) + b"\xff"


def twice(scene: Scene) -> bytes:
    return written(any_proper(scene)[1]) * 2


def nested(scene: Scene) -> bytes:
    depth = scene.rng.randrange(1, 5000)
    kind, said = any_proper(scene)
    name = scene.rng.choice([*FIELDS[kind], "type", "unknown"])
    opened, closed = scene.rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
    depth = min(depth, 15_000 // len(opened + closed))
    deep = opened * depth + scene.rng.choice((b"", b"1" + closed * depth))
    return written({**said, name: "@"}).replace(b'"@"', deep[:15_000], 1)


# wrong form


def wrong_type(scene: Scene) -> bytes:
    kind, said = any_proper(scene)
    name = scene.rng.choice([*FIELDS[kind], "type"])
    wrong = [value for value in ANYTHING if name == "type" or not _fits(value, FIELDS[kind][name])]
    return written({**said, name: scene.rng.choice(wrong)})


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def missing_field(scene: Scene) -> bytes:
    kind, said = any_proper(scene)
    del said[scene.rng.choice([*REQUIRED[kind], "type"])]
    return written(said)


def unknown_field(scene: Scene) -> bytes:
    _, said = any_proper(scene)
    name = scene.rng.choice(("person", "seat", "as", "", "__class__", "type ", "Table", "x" * 3000))
    return written({**said, name: scene.rng.choice(ANYTHING)})


def huge_number(scene: Scene) -> bytes:
    kind = scene.rng.choice((messages.Join, messages.Move, messages.Look))
    name = {messages.Join: "since", messages.Move: "answers", messages.Look: "seq"}[kind]
    return written({**proper(scene, kind), name: "@"}).replace(b'"@"', scene.rng.choice(HUGE).encode(), 1)


def too_long(scene: Scene) -> bytes:
    kind, said = any_proper(scene)
    name = scene.rng.choice([name for name in FIELDS[kind] if name not in ("since", "answers", "seq")])
    letters = "x" * scene.rng.randrange(4001, 15_000)
    return written({**said, name: letters if name != "parts" else ["x"] * 101})


def wrong_tag(scene: Scene) -> bytes:
    tag = scene.rng.choice(("welcome", "sync", "update", "refused", "pong", "", "JOIN", "move ", "x" * 9000))
    return written({**any_proper(scene)[1], "type": tag})


# wrong in itself


def from_outside(scene: Scene) -> bytes:
    kind = scene.rng.choice((messages.Move, messages.Plan, messages.Look))
    return written({**proper(scene, kind), "table": scene.rng.choice((scene.closed, *scene.strange))})


def forbidden_join(scene: Scene) -> bytes:
    return written(
        {
            **proper(scene, messages.Join),
            "table": scene.rng.choice((scene.closed, *scene.strange)),
            "key": "guess",
        }
    )


def spectators_move(scene: Scene) -> bytes:
    move = scene.rng.choice((*SCRIBBLES, *(f"lay {card}" for card in range(1, 17))))
    return written({**proper(scene, messages.Move), "table": scene.watched, "move": move})


def out_of_turn(scene: Scene) -> bytes:
    return written({**proper(scene, messages.Move), "table": scene.waiting})


def old_ref(scene: Scene) -> bytes:
    """The one thing here that is answered with the table: a move that was accepted before."""
    return written({**proper(scene, messages.Move), "table": scene.played, "ref": scene.ref})


def old_table(scene: Scene) -> bytes:
    return written({**proper(scene, messages.Move), "table": scene.played, "ref": "other"})


def senseless_plan(scene: Scene) -> bytes:
    table = scene.rng.choice((scene.waiting, scene.watched, scene.played))
    return written({**proper(scene, messages.Plan), "table": table, "parts": ["e5", "💥"]})


def no_such_moment(scene: Scene) -> bytes:
    seq = scene.rng.choice((0, 10**9, 2**53 - 1))
    return written({**proper(scene, messages.Look), "table": scene.waiting, "seq": seq})


KINDS: Final[tuple[Callable[[Scene], bytes], ...]] = (
    truncated, not_utf8, scrambled, twice, nested, wrong_type, missing_field, unknown_field, huge_number,
    too_long, wrong_tag, from_outside, forbidden_join, spectators_move, out_of_turn, old_ref, old_table,
    senseless_plan, no_such_moment,
)  # fmt: skip


def in_frames(rng: Random, text: bytes) -> bytes:
    """The text in one frame, now and then in pieces with a ping between them; cut where a line would end."""
    text = text[: Limits().message_bytes]
    if rng.randrange(10) or not text:
        return frame(TEXT, text)
    cut = rng.randrange(len(text))
    between = frame(PING, rng.randbytes(rng.randrange(126)))
    return frame(TEXT, text[:cut], fin=False) + between + frame(GO_ON, text[cut:])
