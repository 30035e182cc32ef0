"""Keeps the derived rows, from which standings and balances are read, up to date with the facts.

They are written in the transaction that changes the facts. Every figure in them comes from the
arithmetic of the domain, and is stored unchanged.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.club.book import LoadedNight, load_night_in
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.bookkeeping.store.game_store import CurrentGame, GameStore
from scorekeeper.domain.club.facts import (
    Adjustment,
    Club,
    ClubBook,
    ClubPayment,
    Person,
    Reversal,
)
from scorekeeper.domain.club.ledger import (
    accounts_of_book,
    adjustment_entry,
    correction_entries,
    night_entries,
    opening_entry,
    payment_entry,
)
from scorekeeper.domain.club.results import Choice, choose_games, counted
from scorekeeper.domain.club.spellings import join_spellings
from scorekeeper.domain.journal import Dealt
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.derived_copies import begin_copies, find_differences
from scorekeeper.storage.club.ledger import (
    LedgerPart,
    correction_number,
    drop_unknown_entries,
    rebuild_accounts,
    replace_entries,
)
from scorekeeper.storage.club.nights import find_night_game, mark_corrected, night_ids
from scorekeeper.storage.club.organised import nights_after_with_pot_awards
from scorekeeper.storage.club.payments import (
    adjustments_to_post,
    find_payments,
    payments_to_post,
)
from scorekeeper.storage.club.people import (
    as_derived,
    load_people,
    nights_of_people,
    read_derived_people,
    write_derived_people,
)
from scorekeeper.storage.club.results import drop_unknown_nights, has_result, replace_results
from scorekeeper.storage.database import Connection
from scorekeeper.wording import write_date

_FIRST_DEAL: Final = 1


class ShortPot(Exception):  # noqa: N818 - it is no fault of the program
    """A change would leave less in a pot than a night, on this date, awards from it."""

    def __init__(self, date: str) -> None:
        super().__init__(date)
        self.problems = refusal(
            "pot_short",
            f"A pot would not hold what the night of {write_date(date)} awards from it."
            " Take that award back first",
        )


def derive_night(
    store: GameStore, db: Connection, night: str, newer: Mapping[str, CurrentGame]
) -> None:
    """Write the derived rows of one night; ``newer`` are games by key, not yet committed."""
    if newer and all(_goes_on(db, game) for game in newer.values()):
        return
    derive_club(store, db)
    derive_onwards(store, db, load_night_in(store, db, night, newer=newer))


def _goes_on(db: Connection, game: CurrentGame) -> bool:
    """Tell whether a deal was played in a game that neither begins nor ends with it."""
    is_one_of_many = isinstance(game.log[-1].act, Dealt) and game.sheet.counted_deals > _FIRST_DEAL
    row = find_night_game(db, key=game.key)
    return is_one_of_many and game.sheet.final is None and not (row and has_result(db, row.id))


def derive_onwards(store: GameStore, db: Connection, loaded: LoadedNight) -> None:
    """Write the rows of a night, and of later ones that award from pots, whose sums may differ.

    What changes on a closed night then is a correction of today. Raises ShortPot if a pot no longer
    holds what a night awards from it.
    """
    has_other = derive_rows(db, loaded)
    if not has_other or loaded.night.organised is None or not loaded.club.pots:
        return
    _demand_pots(loaded)
    for night in nights_after_with_pot_awards(db, loaded.night.id):
        later = load_night_in(store, db, night)
        _demand_pots(later)
        if derive_rows(db, later) and later.night.closed is not None:
            mark_corrected(db, night, store.today())
            derive_rows(db, load_night_in(store, db, night))


def _demand_pots(loaded: LoadedNight) -> None:
    figures = loaded.figures.organised
    if figures is not None and figures.unpaid_awards():
        raise ShortPot(loaded.night.date)


def derive_rows(db: Connection, loaded: LoadedNight) -> bool:
    """Write the rows of a night; return whether any was different from what is stored."""
    night, number = loaded.night, loaded.number
    book = ClubBook(club=loaded.club, people=tuple(loaded.people.values()), nights=(night,))
    games = list(counted(choose_games(book, Choice())))
    corrected = correction_number(night.date, number)
    entries = {
        (LedgerPart.NIGHT, number): night_entries(loaded.figures),
        (LedgerPart.CORRECTION, corrected): correction_entries(loaded.figures),
    }
    has_other_results = replace_results(db, night.id, games, loaded.people)
    has_other_entries = replace_entries(db, entries, accounts_of_book(book)) > 0
    return has_other_results or has_other_entries


# --- people, and money of no night ----------------------------------------------------------------


def derive_club(store: GameStore, db: Connection) -> None:
    """Write the derived rows that changed with facts of no night: people, money on account."""
    club, people, old = find_club_row(db), load_people(db), read_derived_people(db)
    if club is None:
        return
    new = derive_people(db, people, old)
    renamed = {each for each in {*old, *new} if _meant(old, each) != _meant(new, each)}
    derive_money(db, club.club, people, renamed)
    for night in _changed_nights(db, old, new):
        derive_onwards(store, db, load_night_in(store, db, night))


def derive_people(
    db: Connection, people: Sequence[Person], old: Mapping[str, Person]
) -> dict[str, Person]:
    """Write and return, by id, whom each id means now and when that person is a member."""
    new = {person.id: as_derived(person) for person in people}
    if new != old:
        write_derived_people(db, new.values())
    return new


def derive_money(
    db: Connection, club: Club, people: Sequence[Person], renamed: Collection[str] = ()
) -> None:
    """Write the opening balances, and what was paid and adjusted since the last time.

    The entries of ``renamed`` ids are written again, since these ids mean other people now.
    """
    payments, adjustments = payments_to_post(db, renamed), adjustments_to_post(db, renamed)
    write_money(db, club, people, payments, adjustments=adjustments)


def write_money(
    db: Connection,
    club: Club,
    people: Sequence[Person],
    payments: Mapping[int, ClubPayment | Reversal],
    *,
    adjustments: Mapping[int, Adjustment],
) -> int:
    """Write the entries of the opening, and of money by its numbers; return how many differed."""
    reversed_ids = [each.reverses for each in payments.values() if isinstance(each, Reversal)]
    taken_back = find_payments(db, reversed_ids) if reversed_ids else ()
    book = join_spellings(
        ClubBook(
            club=club,
            people=tuple(people),
            payments=(*payments.values(), *taken_back),
            adjustments=tuple(adjustments.values()),
        )
    )
    made = {each.id: each for each in book.payments if isinstance(each, ClubPayment)}
    entries = {(LedgerPart.OPENING, 0): [opening_entry(club, book.people, club.pots)]}
    for number, payment in zip(payments, book.payments, strict=False):
        entries[LedgerPart.PAYMENT, number] = [payment_entry(payment, made)]
    for number, adjustment in zip(adjustments, book.adjustments, strict=True):
        entries[LedgerPart.ADJUSTMENT, number] = [adjustment_entry(adjustment)]
    return replace_entries(db, entries, accounts_of_book(book))


def _meant(people: Mapping[str, Person], each: str) -> str:
    return people[each].meant if each in people else each


def _changed_nights(
    db: Connection, old: Mapping[str, Person], new: Mapping[str, Person]
) -> list[str]:
    """Return the nights on which an id means another person now, or membership changed."""
    found: dict[str, None] = {}
    for each in new:
        if old.get(_meant(old, each)) != new[new[each].meant]:
            for night, date in nights_of_people(db, each):
                if _on(old, each, date) != _on(new, each, date):
                    found[night] = None
    return list(found)


def _on(people: Mapping[str, Person], each: str, date: str) -> tuple[str, bool]:
    """Return who is meant by an id, and whether that person was a member on a day."""
    meant = _meant(people, each)
    return meant, meant in people and people[meant].is_member_on(date)


# --- all of them again ----------------------------------------------------------------------------


_AT_ONCE: Final = 1_000
"""How many payments are written in one transaction, so that nobody waits for long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The result of a rebuild: how many nights, and how many nights and entries were wrong."""

    nights: int
    mended: int


def rebuild_derived(store: GameStore, tell: Callable[[int, int], None]) -> Rebuilt | None:
    """Compute the derived rows again; ``tell`` gets the number of nights done and of all nights.

    The site may be served meanwhile. Returns None without a club. Raises StorageError.
    """
    with store.database.writing() as db:
        row = find_club_row(db)
        if row is None:
            return None
        derive_people(db, load_people(db), read_derived_people(db))
        mended = drop_unknown_nights(db) + drop_unknown_entries(db)
        nights = night_ids(db)
    tell(0, len(nights))
    for done, night in enumerate(nights, 1):
        with store.database.writing() as db:
            mended += derive_rows(db, load_night_in(store, db, night))
        tell(done, len(nights))
    mended += _rebuild_money(store, row.club)
    with store.database.writing() as db:
        mended += rebuild_accounts(db)
    return Rebuilt(nights=len(nights), mended=mended)


def _rebuild_money(store: GameStore, club: Club) -> int:
    with store.database.reading() as db:
        payments = payments_to_post(db, all_of_them=True)
        adjustments = adjustments_to_post(db, all_of_them=True)
    mended, numbers = 0, [*payments]
    for start in range(0, len(numbers) or 1, _AT_ONCE):
        some = {number: payments[number] for number in numbers[start : start + _AT_ONCE]}
        with store.database.writing() as db:
            # Somebody may have become another spelling of a person meanwhile.
            people = load_people(db)
            mended += write_money(db, club, people, some, adjustments=adjustments)
        adjustments = {}
    return mended


def find_wrong_rows(store: GameStore, db: Connection) -> Iterator[str]:
    """Yield a sentence for each derived row that is not what the facts make; write none of them.

    ``db`` is only read; it can be used for nothing else afterwards. Raises StorageError.
    """
    row = find_club_row(db)
    if row is None:
        return
    begin_copies(db)
    people = load_people(db)
    derive_people(db, people, {})
    for night in night_ids(db):
        derive_rows(db, load_night_in(store, db, night))
    payments = payments_to_post(db, all_of_them=True)
    adjustments = adjustments_to_post(db, all_of_them=True)
    write_money(db, row.club, people, payments, adjustments=adjustments)
    for each in find_differences(db):
        yield f"{each} is not as games and payments make it."
