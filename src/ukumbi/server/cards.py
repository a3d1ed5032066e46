"""Games and their options for the start page."""

import msgspec

from ukumbi.core import AnyGame, Entry
from ukumbi.core.options import asked_at_the_table, meaningless_with, meant_for, offered_values
from ukumbi.server.bodies import FirstGame, GameCard, OptionCard


def game_card(entry: Entry) -> GameCard:
    game = entry.game
    return GameCard(
        name=game.name,
        seats=(game.seats.start, game.seats.stop - 1),
        bots=tuple(entry.bots),
        usual=entry.usual,
        weaker=entry.weaker,
        options=option_cards(game),
        first=FirstGame(entry.first.level, dict(entry.first.options)),
        simultaneous=game.simultaneous,
        analysis=entry.analyst is not None,
        lesson=len(entry.lesson.tasks) if entry.lesson else 0,
    )


def option_cards(game: AnyGame) -> tuple[OptionCard, ...]:
    """The options that a host is asked for, with the values to choose from."""
    return tuple(
        OptionCard(
            field.name,
            offered_values(field.type),
            msgspec.to_builtins(field.default),
            meant_for(field.type),
            meaningless_with(field.type),
        )
        for field in msgspec.structs.fields(game.options)
        if not asked_at_the_table(field.type)
    )
