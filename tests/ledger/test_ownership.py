"""No order of events leads to a move that counts twice or to a wrong answer; without any clause one does."""

import pytest

from tests.ledger.ownership import MUTANTS, Mutant, explored


def test_two_lives_never_go_wrong() -> None:
    worlds, fault = explored(2, "p")
    assert not fault
    assert worlds > 500


@pytest.mark.deep
@pytest.mark.parametrize(("lives", "refs"), [(2, "pq"), (3, "p")])
def test_more_lives_and_clients_never_go_wrong(lives: int, refs: str) -> None:
    worlds, fault = explored(lives, refs)
    assert not fault
    assert worlds > 10_000


@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_clause_is_needed(mutant: Mutant) -> None:
    _, fault = explored(2, "pq", mutant)
    assert fault
