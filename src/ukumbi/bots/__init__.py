"""What every game's bots build on."""

from ukumbi.bots.bot import AnyBot, Bot, RandomBot, options_of

__all__ = ["AnyBot", "Bot", "RandomBot", "options_of"]
