"""Options from outside, checked against what the game allows before they are used."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args, get_origin

import msgspec

from ukumbi.core.errors import Refused
from ukumbi.core.game import AnyGame, Options


def checked_options(
    game: AnyGame, options: Options | Mapping[str, Any] | None = None, *, strict: bool = True
) -> Options:
    """These options as the game's own type; what is not named keeps its default.

    A struct is checked as well: its bounds hold for what is read from text, not for what a program makes.
    From a command line everything comes as text: that is read where it is not `strict`.
    """
    if options is None:
        default: Options = game.options()
        return default
    if isinstance(options, Options) and not isinstance(options, game.options):
        raise Refused("bad_options", game=game.name, reason=f"these are {type(options).__name__}")
    if not isinstance(options, Options | Mapping):
        reason = (
            f"{repr(options)[:40]} is no mapping; it has: {', '.join(game.options.__struct_encode_fields__)}"
        )
        raise Refused("bad_options", game=game.name, reason=reason)
    given = options if isinstance(options, Mapping) else msgspec.structs.asdict(options)
    chosen = {name: _builtin(value) for name, value in given.items()}
    allowed = list(game.options.__struct_encode_fields__)
    for name in chosen:
        if name not in allowed:
            raise Refused("no_such_option", game=game.name, option=str(name)[:40], allowed=allowed)
    try:
        read: Options = msgspec.convert(chosen, game.options, strict=strict)
    except msgspec.ValidationError as fault:
        raise Refused("bad_options", game=game.name, reason=_reason(fault, game)) from fault
    return read


def _builtin(value: Any) -> Any:
    """NumPy's scalars know their own value as Python's."""
    return value.item() if hasattr(value, "item") else value


def _reason(fault: msgspec.ValidationError, game: AnyGame) -> str:
    """What is wrong, with the values that would be right."""
    path = str(fault).rpartition("`$.")[2].rstrip("`")
    hints = {field.name: field.type for field in msgspec.structs.fields(game.options)}
    return f"{fault}; {path} may be {allowed_values(hints[path])}" if path in hints else str(fault)


def allowed_values(kind: Any) -> str:
    """The values of an option's type, in words."""
    match bare(msgspec.inspect.type_info(kind)):
        case msgspec.inspect.LiteralType(values):
            return ", ".join(map(str, values))
        case msgspec.inspect.IntType(ge=ge, le=le):
            return f"{ge} to {le}"
        case msgspec.inspect.EnumType(cls):
            return ", ".join(str(member.value) for member in cls)
        case msgspec.inspect.BoolType():
            return "true, false"
        case other:
            return str(other)


def bare(kind: msgspec.inspect.Type) -> msgspec.inspect.Type:
    """The type itself, without what is only said about it, such as examples."""
    return kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind


def offered_values(kind: Any) -> tuple[Any, ...]:
    """The values of an option's type that players choose from, in the order in which they were written.

    Of numbers these are the examples, where the type has some: all others are allowed as well.
    """
    examples = _examples(kind)
    match bare(msgspec.inspect.type_info(kind)):
        case msgspec.inspect.LiteralType():
            return get_args(kind.__origin__ if get_origin(kind) is Annotated else kind)
        case msgspec.inspect.EnumType(cls):
            return tuple(member.value for member in cls)
        case msgspec.inspect.BoolType():
            return (False, True)
        case msgspec.inspect.IntType(ge=int(fewest), le=int(most)):
            return examples or tuple(range(fewest, most + 1))
        case other:
            raise TypeError(f"no player can choose from {other}")


def _examples(kind: Any) -> tuple[Any, ...]:
    found = msgspec.inspect.type_info(kind)
    said = found.extra_json_schema if isinstance(found, msgspec.inspect.Metadata) else None
    return tuple((said or {}).get("examples", ()))


def meant_for(kind: Any) -> tuple[int, int] | None:
    """For how few and how many seats an option of this type means anything; nothing where it always does.

    A type says so with `msgspec.Meta(extra={"seats": (2, 4)})`.
    """
    return _extra(kind).get("seats")


def meaningless_with(kind: Any) -> dict[str, str | int | bool]:
    """Other options, and the values of these with which an option of this type means nothing.

    A type says so with `msgspec.Meta(extra={"unless": {"solo": "daily"}})`.
    """
    return dict(_extra(kind).get("unless", {}))


def asked_at_the_table(kind: Any) -> bool:
    """Whether players choose it at the table, so that the host is not asked before.

    A type says so with `msgspec.Meta(extra={"at_the_table": True})`.
    """
    return bool(_extra(kind).get("at_the_table", False))


def _extra(kind: Any) -> Mapping[str, Any]:
    found = msgspec.inspect.type_info(kind)
    return (found.extra if isinstance(found, msgspec.inspect.Metadata) else None) or {}
