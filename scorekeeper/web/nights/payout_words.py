"""Words about a night's payouts: the viewer's own ones, the corrections, how much is paid."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.domain.club.facts import SettleWay
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.money import sum_money
from scorekeeper.domain.club.nights import Suggestion
from scorekeeper.domain.settlement import write_amount
from scorekeeper.web.nights.game_titles import game_titles
from scorekeeper.web.nights.payout_rows import PayoutRow, PayoutRows
from scorekeeper.wording import (
    MINUS,
    write_day_and_month,
    write_signed_amount,
    write_subject,
    write_symbol,
)

_MANY: Final = 8
"""The most payments of a list that needs no progress at its head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPayout:
    """The payouts to and from this phone's person.

    ``sentence`` replaces the lines of a person who has none; ``account`` says how the sum came
    about.
    """

    name: str
    account: str
    lines: tuple["OwnLine", ...]
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine:
    """One payout of this phone's person: ``You get`` or ``You pay``, and from or to whom."""

    verb: str
    other: str
    row: PayoutRow


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionNote:
    """A correction since the closing; ``own`` is its effect on this phone's person."""

    what: str
    own: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedLine:
    """The amount that a night adds to a person's balance, with its sign."""

    name: str
    amount: str


def own_payout(loaded: LoadedNight, rows: PayoutRows, person: str) -> OwnPayout | None:
    """Return the payouts to and from a person; None if they did not take part in the night."""
    if person not in loaded.figures.people:
        return None
    base = loaded.figures.base.get(person, 0)
    lines = tuple(
        [
            _own_line(rows, each, person)
            for each in rows.asked()
            if person in (each.payer, each.payee)
        ]
    )
    sentence = ""
    if not base:
        sentence = "You are even."
    elif not lines:
        signed = write_signed_amount(base, loaded.club.currency)
        sentence = f"{signed} on your balance."
    return OwnPayout(
        name=loaded.people[person].name,
        account=_account(loaded, person),
        lines=lines,
        sentence=sentence,
    )


def _own_line(rows: PayoutRows, each: Suggestion, person: str) -> OwnLine:
    if each.payer == person:
        verb, other = "You pay", f"to {rows.subject(each.payee)}"
    else:
        verb, other = "You get", f"from {rows.subject(each.payer)}"
    return OwnLine(verb=verb, other=other, row=rows.row(each))


def _account(loaded: LoadedNight, person: str) -> str:
    """Return the parts of a person's sum at the closing: ``games +16.00, fee −2.00``."""
    closed = loaded.night.closed
    if closed is None:
        return ""
    currency = loaded.club.currency
    games = sum_money(closed.seen.games.values()).get(person, 0)
    fee = closed.seen.fees.get(person, 0)
    words = [f"games {write_signed_amount(games, currency)}"]
    if fee:
        words.append(f"fee {MINUS}{write_amount(fee, currency)}")
    return ", ".join(words)


def correction_notes(loaded: LoadedNight, person: str) -> Iterator[CorrectionNote]:
    """Yield the corrections since the closing: a note for each game, and one for the fees."""
    figures, titles = loaded.figures, game_titles(loaded)
    day = write_day_and_month(loaded.night.correction_day)
    states = {game.id: game.state for game in loaded.night.games}
    for game, changes in figures.corrections.games.items():
        is_void = states[game] is GameState.VOID
        done = "was left out" if is_void else "was corrected"
        yield _note(loaded, f"{titles[game]} {done} on {day}", changes, person)
    if figures.corrections.fees:
        changes = {who: -minor for who, minor in figures.corrections.fees.items()}
        yield _note(loaded, f"The fees were corrected on {day}", changes, person)


def _note(
    loaded: LoadedNight, what: str, changes: Mapping[str, int], person: str
) -> CorrectionNote:
    own = changes.get(person, 0)
    others = [who for who in changes if who != person]
    return CorrectionNote(
        what=what,
        own=f"you {_change_words(loaded, person, own, gets='get', pays='pay')}" if own else "",
        others=tuple(
            [
                f"{loaded.people[who].name} "
                f"{_change_words(loaded, who, changes[who], gets='gets', pays='pays')}"
                for who in others
            ]
        ),
    )


def _change_words(loaded: LoadedNight, person: str, minor: int, *, gets: str, pays: str) -> str:
    """Return a change relative to the sum at the closing: ``get 2.00 more``, ``pay 2.00 less``."""
    seen = loaded.figures.base.get(person, 0)
    is_payer = seen < 0 or (seen == 0 and minor < 0)
    more = "more" if (minor < 0) == is_payer else "less"
    amount = write_amount(abs(minor), loaded.club.currency)
    return f"{pays if is_payer else gets} {amount} {more}"


def progress_words(loaded: LoadedNight) -> str:
    """Return how many payments are made: ``2 of 6 paid``, ``All paid``; empty if there are none."""
    asked = loaded.figures.suggestions
    if not asked:
        return ""
    paid = sum([not each.open for each in asked])
    return "All paid" if paid == len(asked) else f"{paid} of {len(asked)} paid"


def long_progress(loaded: LoadedNight) -> str:
    """Return the progress for the head of a long list, ``3 of 11 paid, 31.40 open``; or empty."""
    if len(loaded.figures.suggestions) <= _MANY:
        return ""
    if not loaded.figures.open:
        return "All paid"
    still = write_amount(loaded.figures.open, loaded.club.currency)
    return f"{progress_words(loaded)}, {still} open"


def even_words(loaded: LoadedNight, person: str) -> str:
    """Return in words who else than ``person`` is even: ``Eve and Fay are even.``"""
    base = loaded.figures.base
    even = [who for who in loaded.figures.people if not base.get(who, 0) and who != person]
    names = [loaded.people[who].name for who in even]
    return f"{write_subject(names, 'is', 'are')} even." if names else ""


def proof_words(loaded: LoadedNight) -> str:
    """Return the proof that payouts add up to zero: ``73.00 − 73.00 = 0``."""
    base, currency = loaded.figures.base, loaded.club.currency
    gets = write_amount(loaded.figures.to_get, currency)
    pays = write_amount(loaded.figures.to_pay, currency)
    return f"{gets} {MINUS} {pays} = {sum(base.values())}"


def carried_lines(loaded: LoadedNight, rows: PayoutRows) -> Iterator[CarriedLine]:
    """Yield the change of each balance, if the night is carried over and not paid out."""
    if loaded.night.settle is not SettleWay.CARRIED:
        return
    for party, minor in loaded.figures.base.items():
        if minor:
            amount = write_signed_amount(minor, loaded.club.currency)
            yield CarriedLine(name=rows.name(party), amount=amount)


def heading_of(loaded: LoadedNight) -> str:
    """Return the heading of the list, with the currency of its amounts."""
    symbol = write_symbol(loaded.club.currency)
    if loaded.night.settle is SettleWay.CARRIED:
        return f"On the balances, {symbol}"
    return f"Who pays whom, {symbol}"
