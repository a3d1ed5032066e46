"""Rukuni's coach says what is true on the board, and its turns are nearly the best."""

from statistics import mean

from tests.kit.coached import Coached, coached
from ukumbi.core.errors import Fact
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.rukuni.board import NAMED
from ukumbi.games.rukuni.bot import lead
from ukumbi.games.rukuni.coach import AS_GOOD_POINTS, RukuniCoach
from ukumbi.games.rukuni.engine.compiled_engine import CompiledEngine
from ukumbi.games.rukuni.engine.plain_engine import PlainEngine
from ukumbi.games.rukuni.moves import Turn, parse_move
from ukumbi.games.rukuni.position import Group, Position, parse_position


def read(said: Coached) -> tuple[Position, Turn, Position]:
    """The position, the turn that follows the advice, and the position after it."""
    at, turn = parse_position(said.view.position), parse_move(said.advice.move)
    return at, turn, at.after(turn)


def group_with(position: Position, peg: int, mover: Position) -> Group:
    side = position.side(mover.turn)
    return next(group for group in side.groups if group.pegs >> peg & 1)


def counts(position: Position, group: Group) -> dict[str, int]:
    towers = (group.beside & position.towers).bit_count()
    return {"pegs": group.pegs.bit_count(), "towers": towers, "points": group.points(position.towers)}


def test_what_is_said_is_so() -> None:
    met = set()
    for said in coached(ENTRY, 1, 3, level="3"):
        at, turn, after = read(said)
        facts, hollow, me = said.advice.facts, NAMED[str(said.advice.facts["hollow"])], at.turn
        met.add(said.advice.code)
        match said.advice.code:
            case "peg_to_tower":
                assert hollow == turn.peg
                assert has_one_more_tower(at, after, group_with(after, turn.peg, at), facts)
            case "tower_to_group":
                assert hollow == turn.to
                beside = [group for group in after.side(me).groups if group.beside >> turn.to & 1]
                assert any(has_one_more_tower(at, after, group, facts) for group in beside)
            case "joins_groups":
                assert hollow == turn.peg
                joined = group_with(after, turn.peg, at)
                parts = parts_of(joined, at)
                assert len(parts) >= 2
                assert counts(after, joined).items() <= facts.items()
                assert joined.points(after.towers) > sum(part.points(at.towers) for part in parts)
            case "takes_tower_away":
                assert hollow == turn.tower
                assert at.points(me.other) - after.points(me.other) == facts["points"]
            case "new_group":
                assert hollow == turn.peg
                founded = group_with(after, turn.peg, at)
                assert founded.pegs == 1 << turn.peg
                assert counts(after, founded)["towers"] == facts["towers"]
            case "ends_game":
                assert hollow == turn.to
                assert after.is_over()
                assert after.points(me) - after.points(me.other) == facts["points"]
    assert len(met) >= 5


def has_one_more_tower(at: Position, after: Position, group: Group, facts: dict[str, Fact]) -> bool:
    parts = parts_of(group, at)
    if len(parts) != 1:
        return False
    more = counts(after, group)["towers"] > counts(at, parts[0])["towers"]
    return more and counts(after, group)["towers"] >= 2 and counts(after, group).items() <= facts.items()


def parts_of(group: Group, at: Position) -> list[Group]:
    return [part for part in at.side(at.turn).groups if part.pegs & group.pegs]


def test_the_advised_turn_is_as_good_as_the_best_two_turns_ahead() -> None:
    """And the turns that count as heeded are legal: a second tower elsewhere is one, too."""
    for said in coached(ENTRY, 3, share=0.3):
        at, turn, _ = read(said)
        thought = PlainEngine().think(at, depth=2, margin=AS_GOOD_POINTS)
        ahead = {one.turn: one.ahead for one in thought.best}
        assert ahead[turn] >= thought.best[0].ahead - AS_GOOD_POINTS
        assert set(map(parse_move, said.advice.heeded)) <= set(at.turns())


def test_it_says_nothing_when_it_is_not_ones_turn() -> None:
    for said in coached(ENTRY, 4):
        other = 1 - said.seat
        assert RukuniCoach().advise(ENTRY.game, said.view, other) is None  # type: ignore[arg-type]
        return


def test_a_deeper_search_agrees() -> None:
    """Four turns ahead it costs a fraction of what the turn with the most points now costs."""
    engine = CompiledEngine()

    def loss(at: Position, turn: Turn, best: float) -> float:
        engine.forget()
        return best + engine.think(at.after(turn), depth=3).best[0].ahead

    advised, greedy = [], []
    for said in coached(ENTRY, *range(4), level="2", share=0.2):
        at, turn, _ = read(said)
        engine.forget()
        best = engine.think(at, depth=4).best[0].ahead
        advised.append(loss(at, turn, best))
        greedy.append(loss(at, max(at.turns(), key=lambda one: lead(at.after(one), at.turn)), best))
    assert mean(advised) < mean(greedy) / 2
