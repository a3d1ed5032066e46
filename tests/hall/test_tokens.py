"""Tokens: signed, good for a year, renewed while they are used, void when revoked."""

from tests.kit.scripted_clock import ScriptedClock
from ukumbi.hall.tokens import TOKEN_LIFE_SECONDS, TOKEN_RENEWAL_SECONDS, Recognised, Tokens
from ukumbi.ledger import Stamps


async def test_a_token_is_recognised_renewed_and_expires() -> None:
    clock = ScriptedClock()
    tokens = Tokens(clock, "secret")
    token = tokens.issue("ada")
    for seconds, expected in (
        (TOKEN_RENEWAL_SECONDS, Recognised("ada", renew=False)),
        (TOKEN_RENEWAL_SECONDS + 1, Recognised("ada", renew=True)),
        (TOKEN_LIFE_SECONDS, Recognised("ada", renew=True)),
        (TOKEN_LIFE_SECONDS + 1, None),
    ):
        clock.ms = seconds * 1000
        assert tokens.recognise(token) == expected, seconds


async def test_nothing_but_own_tokens_is_recognised() -> None:
    tokens = Tokens(ScriptedClock(), "secret")
    foreign = Tokens(ScriptedClock(), "other").issue("ada")
    for text in (None, "", "ada", foreign, tokens.issue("ada")[:-1], tokens._signer.dumps(["ada"])):
        assert tokens.recognise(str(text) if text is not None else None) is None, text


async def test_a_new_stamp_revokes_earlier_tokens_when_it_is_first_used() -> None:
    tokens, told = Tokens(ScriptedClock(), "secret"), list[tuple[str, Stamps]]()
    tokens.on_revoked = lambda person, stamps: told.append((person, stamps))
    before = tokens.issue("ada")
    stamps = tokens.stamps["ada"] = tokens.new_stamps("ada")
    after = tokens.issue("ada", stamps.next)
    assert tokens.recognise(before) is not None, "the new one may have been lost on its way"
    assert told == []
    assert tokens.recognise(after) == Recognised("ada", renew=False)
    assert tokens.recognise(before) is None
    assert [person for person, _ in told] == ["ada"]


async def test_a_stamp_that_was_never_used_is_void_after_the_next() -> None:
    tokens = Tokens(ScriptedClock(), "secret")
    unused = tokens.stamps["ada"] = tokens.new_stamps("ada")
    token = tokens.issue("ada", unused.next)
    tokens.stamps["ada"] = tokens.new_stamps("ada")
    assert tokens.recognise(token) is None
