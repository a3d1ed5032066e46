"""7. Golden logs: for each game and version one log that must fold to what it folded to when written.

After a game's `version` has gone up, or for a new game, write what is missing with

    python -m tests.conformance.golden

It never writes over a file: a golden log that no longer folds means that old tables would not either.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.conformance.shelf import GAMES
from tests.kit.play import LIMIT, begun, diced, play_on
from ukumbi.core import AnyGame, Log, Outcome, codec, replay
from ukumbi.core.log import read_options

FOLDER: Final = Path(__file__).parent / "golden"
SEED: Final = 25


class Golden(msgspec.Struct, frozen=True):
    log: Log
    outcome: Outcome
    state: str
    """A fingerprint of the last state."""


def place(game: AnyGame, folder: Path = FOLDER) -> Path:
    return folder / f"{game.name}-v{game.version}.json"


def still_folds(game: AnyGame, folder: Path = FOLDER) -> None:
    path = place(game, folder)
    assert path.exists(), f"{game.name} has no golden log for version {game.version}: see {__name__}"
    golden = msgspec.json.decode(path.read_bytes(), type=Golden)
    log = golden.log
    assert (log.game, log.version) == (game.name, game.version), f"{path.name} is another game's log"
    assert log.seats in game.seats, f"{path.name} is for {log.seats} seats"
    read_options(game, bytes(log.options))
    *_, (_, state) = replay(game, log.records)
    assert game.outcome(state) == golden.outcome, f"{path.name} now ends with {game.outcome(state)}"
    assert fingerprint(game, state) == golden.state, f"{path.name} now folds to another state"


def fingerprint(game: AnyGame, state: Any) -> str:
    return sha256(codec(game).encode(state)).hexdigest()


def write(game: AnyGame, folder: Path = FOLDER) -> Path:
    played = play_on(begun(game, diced(SEED)), diced(SEED), LIMIT)
    outcome = game.outcome(played.state)
    assert outcome is not None, f"{game.name} does not end"
    golden = Golden(played.log(), outcome, fingerprint(game, played.state))
    path = place(game, folder)
    with path.open("xb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(golden), indent=1) + b"\n")
    return path


def main() -> None:

    for game in GAMES:
        if not place(game).exists():
            sys.stdout.write(f"{write(game).name}\n")


if __name__ == "__main__":
    main()
