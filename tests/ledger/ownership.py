"""All ways in which lives of nodes, clients and one table can go, as far as its log is concerned.

Time is not modelled: anybody may be declared dead at any moment, statements are carried out late or never,
and answers are lost. A statement is atomic: row locks see to that. That a write names the owner, too, is
left out, because nothing relies on it.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

Mutant = Literal["", "unfenced", "unordered", "uncompared", "robbing", "given in doubt", "answered in doubt"]
MUTANTS: Final[tuple[Mutant, ...]] = (
    "unfenced",
    "unordered",
    "uncompared",
    "robbing",
    "given in doubt",
    "answered in doubt",
)
"""`unfenced`: a write does not hold its life's row. `unordered`: nor does it look at numbers and refs.
`uncompared`: a claim does not look at who owned the table before. `robbing`: nor at whether they live.
`given in doubt`: a table is handed over although a write may come yet. `answered in doubt`: a lost answer
counts as a good one."""
NOBODY: Final = 0
LONGEST_LOG: Final = 2


class Life(NamedTuple):
    phase: Literal["unborn", "away", "looked", "mine", "open", "writing"] = "away"
    saw: int = 0
    """The owner it saw when it looked, or the events it has folded."""
    refs: tuple[str, ...] = ()
    """Of these events."""
    asked: str = ""
    """The ref of the move that it has been asked for, and has not answered."""
    doubted: bool = False


class World(NamedTuple):
    log: tuple[tuple[str, int], ...]
    """Each event's ref, and the life that wrote it."""
    living: frozenset[int]
    owner: int
    lives: tuple[Life, ...]
    flying: frozenset[tuple[int, int, str]]
    """Writes that may be carried out yet: life, number and ref."""
    told: frozenset[tuple[str, int]]
    """What players were told: their ref is the event of this number."""


def beginning(lives: int) -> World:
    """Two live, the others may come."""
    states = tuple(Life() if number <= 2 else Life("unborn") for number in range(1, lives + 1))
    return World((), frozenset((1, 2)), NOBODY, states, frozenset(), frozenset())


def with_life(world: World, number: int, life: Life) -> World:
    lives = (*world.lives[: number - 1], life, *world.lives[number:])
    return world._replace(lives=lives)


def steps(world: World, refs: str, mutant: Mutant) -> Iterator[tuple[str, World]]:
    for number, life in enumerate(world.lives, 1):
        if number in world.living:
            yield f"{number} is declared dead", world._replace(living=world.living - {number})
        if life.phase == "unborn":
            if len(world.living) < 2:
                born = with_life(world, number, Life())
                yield f"{number} begins", born._replace(living=world.living | {number})
        elif life.phase in ("away", "looked", "mine"):
            yield from taking(world, number, life, mutant)
        else:
            yield from playing(world, number, life, refs, mutant)
    for write in world.flying:
        yield from landing(world, write, mutant)


def taking(world: World, number: int, life: Life, mutant: Mutant) -> Iterator[tuple[str, World]]:
    """A life looks for the owner, claims, and folds."""
    free = world.owner not in world.living or mutant == "robbing"
    if life.phase == "away" and world.owner == number:
        yield f"{number} owns it", with_life(world, number, life._replace(phase="mine"))
    elif life.phase == "away" and free:
        yield f"{number} looks", with_life(world, number, life._replace(phase="looked", saw=world.owner))
    elif life.phase == "looked":
        if number in world.living and (world.owner == life.saw or mutant == "uncompared"):
            mine = with_life(world, number, life._replace(phase="mine"))
            yield f"{number} claims", mine._replace(owner=number)
        yield f"{number} gives up", with_life(world, number, life._replace(phase="away", saw=0))
    elif life.phase == "mine":
        known = tuple(ref for ref, _ in world.log)
        opened = life._replace(phase="open", saw=len(known), refs=known)
        yield f"{number} folds {len(known)}", with_life(world, number, opened)


def playing(world: World, number: int, life: Life, refs: str, mutant: Mutant) -> Iterator[tuple[str, World]]:
    if life.phase == "writing":
        if mutant == "answered in doubt":
            after = adopted(world, number, life)
            yield f"{number} takes silence for yes", after
        doubtful = life._replace(phase="away", saw=0, refs=(), doubted=True)
        yield f"{number} is in doubt", with_life(world, number, doubtful)
        return
    if not life.asked:
        for ref in refs:
            yield f"{number} is asked {ref}", with_life(world, number, life._replace(asked=ref))
    elif life.asked in life.refs:
        told = world.told | {(life.asked, life.refs.index(life.asked) + 1)}
        yield f"{number} knows", with_life(world, number, life._replace(asked=""))._replace(told=told)
    elif life.saw < LONGEST_LOG:
        sent = with_life(world, number, life._replace(phase="writing"))
        yield f"{number} writes", sent._replace(flying=world.flying | {(number, life.saw + 1, life.asked)})
    if not life.doubted or mutant == "given in doubt":
        gone = with_life(world, number, life._replace(phase="away", saw=0, refs=()))
        for heir in world.living - {number}:
            yield f"{number} gives it to {heir}", gone._replace(owner=heir) if world.owner == number else gone


def adopted(world: World, number: int, life: Life) -> World:
    """The life has heard that its event was written."""
    done = life._replace(phase="open", saw=life.saw + 1, refs=(*life.refs, life.asked), asked="")
    return with_life(world, number, done)._replace(told=world.told | {(life.asked, life.saw + 1)})


def landing(world: World, write: tuple[int, int, str], mutant: Mutant) -> Iterator[tuple[str, World]]:
    """A write is carried out, heard of or not; or refused; or lost."""
    number, seq, ref = write
    life, rest = world.lives[number - 1], world._replace(flying=world.flying - {write})
    waits = life.phase == "writing" and (life.saw + 1, life.asked) == (seq, ref)
    yield f"the write of {ref} is lost", rest
    ordered = seq == len(world.log) + 1 and ref not in {known for known, _ in world.log}
    if (number in world.living or mutant == "unfenced") and (ordered or mutant == "unordered"):
        written = rest._replace(log=(*world.log, (ref, number)))
        yield f"{number} has written {ref}, unheard", written
        if waits:
            yield f"{number} has written {ref}", adopted(written, number, life)
    elif waits:
        yield f"{number} is refused", with_life(rest, number, life._replace(phase="away", saw=0, refs=()))


def fault(before: World, after: World) -> str:
    """What must never be."""
    refs = [ref for ref, _ in after.log]
    if len(set(refs)) < len(refs):
        return "a move counts twice"
    if any(seq > len(refs) or refs[seq - 1] != ref for ref, seq in after.told):
        return "a player was told what is not so"
    if len(after.log) > len(before.log) and before.owner != NOBODY:
        owner = before.lives[before.owner - 1]
        if after.log[-1][1] != before.owner and owner.phase in ("open", "writing"):
            return "another one wrote after the owner had looked"
    return ""


def explored(lives: int, refs: str, mutant: Mutant = "") -> tuple[int, str]:
    """How many worlds there are, and the first fault with the way that leads to it."""
    start = beginning(lives)
    came: dict[World, tuple[World, str] | None] = {start: None}
    queue = deque([start])
    while queue:
        world = queue.popleft()
        for name, after in steps(world, refs, mutant):
            if found := fault(world, after):
                return len(came), f"{found}: {' / '.join([*_way(came, world), name])}"
            if after not in came:
                came[after] = world, name
                queue.append(after)
    return len(came), ""


def _way(came: dict[World, tuple[World, str] | None], world: World) -> list[str]:
    way = list[str]()
    while (step := came[world]) is not None:
        world, name = step
        way.append(name)
    return way[::-1]
