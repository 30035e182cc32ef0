"""Sentences about the phones of a game: on which one somebody acted, and seats taken over.

A phone's id is never shown, only its number in the game.
"""

from scorekeeper.bookkeeping.access.seat_history import SeatHistory, Takeover
from scorekeeper.bookkeeping.store.current_game import LogEntry
from scorekeeper.domain.agreement import Agreement
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Agreed, Started
from scorekeeper.web.core.filters import write_moment, write_time
from scorekeeper.wording import with_capital


def words_of_phone(history: SeatHistory, entry: LogEntry) -> str:
    """Return on which phone an entry was made: ``on phone 3, without a seat``.

    It is empty if that says nothing: for the phone of the player who made the entry, for the only
    phone of the game, and if the phone is not known.
    """
    if isinstance(entry.act, Started) or not history.knows_phone_of(entry):
        return ""
    seat = history.seat_of(entry)
    if seat is not None:
        agrees = entry.act.seats if isinstance(entry.act, Agreed) else (seat,)
        return "" if set(agrees) <= {seat} else f"on {_name(history, seat)}’s phone"
    if history.began(entry.phone):
        return "on the phone that began the game"
    return f"on phone {history.numbers[entry.phone]}, without a seat"


def name_of_phone(words: str) -> str:
    """Return the words of ``words_of_phone`` as a name: ``Phone 3, without a seat``."""
    name = words.removeprefix("on ")
    return with_capital(name)


def takeover_words(history: SeatHistory, takeover: Takeover, own: str) -> str:
    """Return the words for a seat taken over: ``Another phone took Bob’s seat``.

    ``own`` is the phone that is told; it may be the one that took the seat.
    """
    taker = "This" if history.numbers.get(own) == takeover.taker else "Another"
    return f"{taker} phone took {_name(history, takeover.seat)}’s seat"


def say_takeovers(history: SeatHistory, own: str) -> tuple[str, ...]:
    """Return a sentence for each seat that was ever taken over, with the last time that it was.

    ``own`` is the phone that is told.
    """
    last = {each.seat: each for each in history.takeovers}
    return tuple(
        [
            f"{takeover_words(history, last[seat], own)}, {write_moment(last[seat].at)}."
            for seat in sorted(last)
        ]
    )


def say_agreed_elsewhere(
    history: SeatHistory, agreement: Agreement, target: int
) -> tuple[str, ...]:
    """Return a sentence for each agreement that came from an unexpected phone.

    Either the phone had taken the seat just before, or the player has a phone and it was another.
    """
    found = [
        _agreed_elsewhere(history, seat, history.game.log[seq - 1], target)
        for seat, seq in sorted(agreement.agreed.items())
    ]
    return tuple([text for text in found if text])


def say_of_paper(history: SeatHistory) -> tuple[str, ...]:
    """Return these sentences for all deals and an early end, for a paper.

    Each names its subject: ``Deal 2: Bob agreed on Ann’s phone.``
    """
    sheet = history.game.sheet
    told = [(f"Deal {row.number}", row.agreement, row.seq) for row in sheet.rows]
    if sheet.closing is not None and sheet.game.closed_by is not None:
        told.append(("The early end", sheet.closing, sheet.game.closed_by))
    return tuple(
        [
            f"{what}: {text}"
            for what, agreement, target in told
            for text in say_agreed_elsewhere(history, agreement, target)
        ]
    )


def _agreed_elsewhere(history: SeatHistory, seat: Seat, entry: LogEntry, target: int) -> str:
    lately = history.taken_lately(seat, entry, target)
    if lately is not None:
        return (
            f"{_name(history, seat)} agreed on a phone that took the seat at {write_time(lately)}."
        )
    own = history.holders_at(entry.seq).get(seat, entry.phone)
    place = "" if own == entry.phone else words_of_phone(history, entry)
    return f"{_name(history, seat)} agreed {place}." if place else ""


def _name(history: SeatHistory, seat: Seat) -> str:
    """Return the name in a seat, or its number if the player's joining was taken back."""
    players = history.game.sheet.setup.players
    return players[seat] if seat < len(players) else f"player {seat + 1}"
