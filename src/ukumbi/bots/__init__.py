"""What every game's bots build on."""

from ukumbi.bots.bot import AnyBot, Bot, LiveBot, RandomBot, by_level, possible_moves, seconds_for

__all__ = ["AnyBot", "Bot", "LiveBot", "RandomBot", "by_level", "possible_moves", "seconds_for"]
