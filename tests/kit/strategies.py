"""Hypothesis strategies for options and games of every game."""

from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from tests.kit.play import MAX_DECISIONS, Pick, Played, begun, play_on
from ukumbi.core import AnyGame, Options
from ukumbi.core.options import bare


def picks(draw: st.DrawFn) -> Pick:
    return lambda below: draw(st.integers(0, below - 1))


@st.composite
def played(draw: st.DrawFn, game: AnyGame, whole: bool = False, most: int = 60) -> Played:
    """A whole game, or one that is cut off after some decisions so that all its phases occur.

    Picks are drawn one by one, so Hypothesis shrinks a failing game to a short one.
    """
    pick = picks(draw)
    start = begun(game, pick, draw(game_options(game)))
    return play_on(start, pick, MAX_DECISIONS if whole else 1 + pick(most))


def game_options(game: AnyGame, whole_range: bool = False) -> st.SearchStrategy[Options]:
    """Options of a game. Numbers stay near their default, so that games stay short, unless `whole_range`."""
    form = inspect.type_info(game.options)
    assert isinstance(form, inspect.StructType)
    fields = {entry.name: _field(entry, whole_range) for entry in form.fields}
    return st.builds(game.options, **fields)


def _field(entry: inspect.Field, whole_range: bool) -> st.SearchStrategy[Any]:
    kind = bare(entry.type)
    match kind:
        case inspect.IntType():
            assert kind.ge is not None, f"{entry.name} has no lower bound"
            assert kind.le is not None, f"{entry.name} has no upper bound"
            near = max(entry.default, kind.ge + 3)
            return st.integers(kind.ge, kind.le if whole_range else min(kind.le, near))
        case inspect.LiteralType():
            # With "never" a whole game could go on for ever.
            return st.sampled_from([value for value in kind.values if whole_range or value != "never"])
        case inspect.EnumType():
            return st.sampled_from(list(kind.cls))
        case inspect.BoolType():
            return st.booleans()
    raise AssertionError(f"option {entry.name} is of a kind that no strategy is known for: {kind}")


def picks_from(source: st.DataObject) -> Pick:
    return lambda below: source.draw(st.integers(0, below - 1))
