"""A reference of the scoring, from the five numbered lines of the booklet; no code is shared."""

from dataclasses import dataclass

SETS = {3: 5, 4: 7, 5: 9, 6: 10}
POLES = {
    3: ["red", "blue"],
    4: ["red", "blue", "violet"],
    5: ["red", "blue", "violet", "red"],
    6: ["red", "blue", "violet", "red", "blue"],
}
"""Their colours, in the order around the rim."""


def is_full_house(hand: list[str]) -> bool:
    """Four cards of one set and three of another."""
    sets = {card for card in hand if card != "zuma"}
    return any(
        hand.count(one) == 4 and hand.count(other) >= 3 for one in sets for other in sets if one != other
    )


def may_grab(hand: list[str]) -> bool:
    return hand.count("zuma") == 3 or is_full_house(hand)


@dataclass
class Scores:
    """A score sheet: for each player the cycle's colours, all points, all strokes."""

    players: int

    def __post_init__(self) -> None:
        self.colours: list[set[str]] = [set() for _ in range(self.players)]
        self.points = [0] * self.players
        self.strokes = [0] * self.players

    def write_round(self, hands: list[list[str]], first: int, poles: dict[int, str]) -> None:
        """`first` is the first grabber; `poles` has each player's colour in the end."""
        foul = not may_grab(hands[first])
        for player in range(self.players):
            colour = poles.get(player)
            worth = {True: 0, False: 2}[foul] if player == first else 1  # line 1, line 5
            if colour is not None and worth and colour not in self.colours[player]:  # line 3
                self.colours[player].add(colour)
                self.points[player] += worth
            if hands[player].count("zuma") in (1, 2):  # line 2
                self.strokes[player] += hands[player].count("zuma")
        if foul:  # line 5
            self.strokes[first] += 2

    def cycle_is_over(self) -> bool:
        """Line 4, and the exception for three players."""
        needed = {"red", "blue"} if self.players == 3 else {"red", "blue", "violet"}
        return any(needed <= colours for colours in self.colours)

    def next_cycle(self) -> None:
        self.colours = [set() for _ in range(self.players)]

    def totals(self) -> list[int]:
        return [plus - minus for plus, minus in zip(self.points, self.strokes, strict=True)]


def way(players: int, turn: int, seat: int, pole: int) -> float:
    """Milliseconds to a pole: half a turn is a quarter of a second."""
    between = (turn + pole * 360 / (players - 1) - seat * 360 / players) % 360
    return min(between, 360 - between) / 180 * 250
