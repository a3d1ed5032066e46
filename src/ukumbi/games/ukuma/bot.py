"""Bots for ukuma."""

from typing import Final

from ukumbi.bots import AnyBot, RandomBot

BOTS: Final[dict[str, AnyBot]] = {"child": RandomBot()}
