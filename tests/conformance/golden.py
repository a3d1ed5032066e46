"""7. Golden logs: one log for each version of each game, which must still fold.

The log of the current version folds to the same state as when it was written; those of earlier versions,
whose states had another shape, to the same outcome.

For a new game or a new version, write the missing log with

    python -m tests.conformance.golden

It never overwrites a file: if a golden log no longer folds, old tables do not either.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.conformance.games import GAMES
from tests.kit.play import MAX_DECISIONS, begun, play_on, seeded_pick
from ukumbi.core import AnyGame, Log, Match, Outcome, codec

FOLDER: Final = Path(__file__).parent / "golden"
SEED: Final = 25


class Golden(msgspec.Struct, frozen=True):
    log: Log
    outcome: Outcome
    state: str
    """A hash of the last state."""


def place(game: AnyGame, version: int, folder: Path = FOLDER) -> Path:
    return folder / f"{game.name}-v{version}.json"


def still_fold(game: AnyGame, folder: Path = FOLDER) -> None:
    for version in range(1, game.version + 1):
        path = place(game, version, folder)
        assert path.exists(), f"{game.name} has no golden log for version {version}: see {__name__}"
        golden = msgspec.json.decode(path.read_bytes(), type=Golden)
        log = golden.log
        assert (log.game, log.version) == (game.name, version), f"{path.name} is another game's log"
        match = Match.of(game, log)
        assert match.seats in game.seats, f"{path.name} is for {match.seats} seats"
        assert match.outcome == golden.outcome, f"{path.name} now ends with {match.outcome}"
        if version == game.version:
            same = fingerprint(game, match.state) == golden.state
            assert same, f"{path.name} now folds to another state"


def fingerprint(game: AnyGame, state: Any) -> str:
    return sha256(codec(game).encode(state)).hexdigest()


def write(game: AnyGame, folder: Path = FOLDER) -> Path:
    played = play_on(begun(game, seeded_pick(SEED)), seeded_pick(SEED), MAX_DECISIONS)
    outcome = game.outcome(played.state)
    assert outcome is not None, f"{game.name} does not end"
    golden = Golden(played.log(), outcome, fingerprint(game, played.state))
    path = place(game, game.version, folder)
    with path.open("xb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(golden), indent=1) + b"\n")
    return path


def main() -> None:
    for game in GAMES:
        if not place(game, game.version).exists():
            sys.stdout.write(f"{write(game).name}\n")


if __name__ == "__main__":
    main()
