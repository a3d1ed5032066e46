"""The review: chances to win earlier, and cards that fitted and were not laid."""

from hypothesis import given

from tests.games.ukuma.recorded_games import moments, sample_games, whole_games
from tests.games.ukuma.reference import TABLES, card, spot_of
from tests.games.ukuma.table import ANN, BEN, GAME, at, cards, decide, drawn_table, play
from tests.games.ukuma.test_ending import RACE
from tests.kit.play import Played
from ukumbi.core import Instant, Remark, Seat
from ukumbi.games.ukuma.cards import CARD_OF, FACE_NAMES, FACES
from ukumbi.games.ukuma.state import Phase, State, held

Told = list[tuple[Instant, State]]


def played(state: State, *happened: tuple[int, Seat, str]) -> Told:
    """Play these moves from this state on: time, seat, move."""
    seen = [(Instant(0), state)]
    for when, seat, move in happened:
        for event in decide(state, move, seat, Instant(when)):
            state = GAME.evolve(state, event)
            seen.append((Instant(when), state))
    return seen


def remarks(seen: Told) -> list[Remark]:
    return list(GAME.review(seen))


def test_a_discarded_chance_is_remarked() -> None:
    """R28: Ann holds the card for 1.6 seconds; Ben wins before that counts as late."""
    seen = played(RACE, (1_600, ANN, "discard"), (1_800, BEN, "lay nloo@e1"))
    assert remarks(seen) == [Remark(0, ANN, "could_win", {"laid": "lnob@i7", "seconds": 2})]


def test_a_chance_lost_to_a_faster_player_is_remarked() -> None:
    """R26, R28"""
    seen = played(RACE, (900, BEN, "lay nloo@e1"))
    assert remarks(seen) == [Remark(0, ANN, "could_win", {"laid": "lnob@i7", "seconds": 1})]


def test_a_chance_shorter_than_a_reaction_is_not_remarked() -> None:
    """R28: it is shorter than a reaction."""
    assert remarks(played(RACE, (399, BEN, "lay nloo@e1"))) == []
    assert len(remarks(played(RACE, (400, BEN, "lay nloo@e1")))) == 1


def test_a_chance_taken_at_once_is_not_remarked() -> None:
    """R26: the winner gets no remark."""
    assert [each.seat for each in remarks(played(RACE, (1_900, BEN, "lay nloo@e1")))] == [ANN]


def test_a_chance_taken_late_is_remarked() -> None:
    """R26: it has a remark, and so has the other player's missed one."""
    seen = played(RACE, (3_100, BEN, "lay nloo@e1"))
    assert remarks(seen) == [
        Remark(0, ANN, "could_win", {"laid": "lnob@i7", "seconds": 3}),
        Remark(0, BEN, "won_late", {"laid": "nloo@e1", "seconds": 3}),
    ]


def test_a_chance_is_remarked_at_its_beginning() -> None:
    """R28: with the new hand."""
    poor = at("lloo@f4 lrbo@h7", "lloo@f5 plob@i6", hands=("llbb", "rrbb"), piles=(RACE.hands[ANN][:1], ()))
    seen = played(poor, (1_000, ANN, "discard"), (2_000, ANN, "discard"))
    held_at = next(number for number, (_, state) in enumerate(seen) if RACE.hands[ANN][0] in state.hands[ANN])
    assert [(each.moment, each.code, each.facts["laid"]) for each in remarks(seen)] == [
        (held_at, "could_win", "lnob@i7")
    ]


PILE = cards("rrbb")
FRONT = at("lloo@f4", "lloo@f5", hands=("lnoo ppbb lrbb", "llbb"), piles=(PILE, PILE))
"""Ann has one card that fits beside her own."""


def test_a_fitting_card_thrown_away_is_remarked() -> None:
    """R16, R18, R22: how many of the hand fitted, and one place."""
    seen = played(FRONT, (1_000, ANN, "discard"))
    lays = {GAME.format_move(move) for move in GAME.legal_moves(FRONT, ANN) if "@" in GAME.format_move(move)}
    (told,) = remarks(seen)
    assert (told.moment, told.seat, told.code, told.facts["n"]) == (0, ANN, "threw_fit", 1)
    assert f"lay {told.facts['laid']}" in lays


def test_a_long_wait_with_a_fitting_card_is_remarked() -> None:
    """R14"""
    assert remarks(played(FRONT, (4_999, ANN, "lay lnoo@e4"))) == []
    (told,) = remarks(played(FRONT, (5_000, ANN, "lay lnoo@e4")))
    assert (told.moment, told.code, told.facts["seconds"]) == (0, "could_lay", 5)


def test_a_game_without_chances_has_no_remarks() -> None:
    """R33"""
    quiet = at(hands=("ppob lpoo lrbb", "ppob lpoo lrbb"))
    assert remarks(played(quiet, (60_000, ANN, "resign"))) == []


def wins_there(state: State, seat: Seat, laid: str) -> bool:
    """By the reference: the card is in the hand, may be laid, and wins."""
    face, cell = laid.split("@")
    hand, spot = [card(FACE_NAMES[each]) for each in held(state.hands[seat])], spot_of(cell)
    table, lying = TABLES[state.options.size], drawn_table(state)
    if state.phase is not Phase.PLAYING or card(face) not in hand:
        return False
    allowed = (face, spot) in set(table.lays(lying, seat, [card(face)]))
    won = table.win({**lying, spot: (seat, face)}, spot, seat, up=seat == state.white)
    return allowed and won is not None


def holds(seen: Told, remark: Remark) -> None:
    laid = remark.facts["laid"]
    assert isinstance(laid, str)
    lasting = seen[remark.moment :]
    if remark.code in UNLAID:
        could_be_laid(lasting, remark, laid)
        return
    # For its duration some card would have won; afterwards none.
    assert wins_there(lasting[0][1], remark.seat, laid)
    gone = next(when for when, state in lasting if not winners(state, remark.seat))
    lasted = gone - lasting[0][0]
    assert lasted >= (2_000 if remark.code == "won_late" else 400)
    assert remark.facts["seconds"] == max(1, round(lasted / 1000))


UNLAID = ("could_lay", "threw_fit")


def could_be_laid(lasting: Told, remark: Remark, laid: str) -> None:
    """The move was legal, the card was not laid for so long or thrown away, and none would have won."""
    (since, state), seat = lasting[0], remark.seat
    lays = {GAME.format_move(move) for move in GAME.legal_moves(state, seat)}
    assert f"lay {laid}" in lays
    gone, after = next((when, after) for when, after in lasting if after.hands[seat] != state.hands[seat])
    if remark.code == "could_lay":
        assert gone - since >= 5_000
        assert remark.facts["seconds"] == round((gone - since) / 1000)
        return
    assert winners(state, seat) == []
    assert len(after.discards[seat]) > len(state.discards[seat])
    cards = {CARD_OF[FACES[text[4:8]]] for text in lays if text.startswith("lay ")}
    assert remark.facts["n"] == len(cards)


def slowed(game: Played) -> Told:
    """The same game, four times as slow, so that chances last."""
    return [(Instant(4 * moment.now), moment.after) for moment in moments(game)]


@given(whole_games())
def test_every_remark_is_true(game: Played) -> None:
    """R26, R28: by the reference, in games of every kind."""
    seen = slowed(game)
    said = remarks(seen)
    for remark in said:
        holds(seen, remark)
    assert said == sorted(said, key=lambda each: (each.moment, each.seat))


def test_every_long_chance_is_remarked() -> None:
    """R26, R28: peaceful players miss many chances; a single one that lasts always has a remark."""
    missed = 0
    for game in sample_games("peaceful", "cafe", games=40):
        seen = slowed(game)
        said = {(each.moment, each.seat): each for each in remarks(seen) if each.code not in UNLAID}
        for seat in (ANN, BEN):
            for number, laid in only_chances(seen, seat):
                missed += 1
                assert said[number, seat].facts["laid"] == laid
    assert missed > 5


def only_chances(seen: Told, seat: Seat) -> list[tuple[int, str]]:
    """Moments at which a player got a single winning move and kept it for long enough."""
    found, before = list[tuple[int, str]](), True
    for number, (when, state) in enumerate(seen):
        ways = winners(state, seat)
        if not before and len(ways) == 1:
            (laid,) = ways
            gone = next(late for late, after in seen[number:] if not wins_there(after, seat, laid))
            if gone - when >= 400:
                found.append((number, laid))
        before = bool(ways)
    return found


def winners(state: State, seat: Seat) -> list[str]:
    if state.phase is not Phase.PLAYING:
        return []
    texts = [GAME.format_move(move).removeprefix("lay ") for move in GAME.legal_moves(state, seat)]
    return [text for text in texts if "@" in text and wins_there(state, seat, text)]


def test_a_replay_has_no_secrets() -> None:
    """R44: a finished game's replay has both hands open at every moment."""
    for viewer in (ANN, BEN, None):
        view = GAME.reveal(RACE, viewer)
        assert all(hand is not None for hand in view.hands)
        assert view.you == viewer
    after = play(RACE, "lay lnob@i7")
    assert GAME.reveal(after, None) == GAME.view(after, None)
