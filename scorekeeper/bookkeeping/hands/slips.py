"""Slips: each player's hand of the next deal as one phone wrote it, before the deal is scored.

A slip never takes the place of another phone's. Whoever scores the deal, in whatever way, throws
all of them away.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from scorekeeper.bookkeeping.current_game import CurrentGame, LogEntry
from scorekeeper.bookkeeping.hands.comparing import Facts, hand_facts
from scorekeeper.bookkeeping.posting import Refused, check_deal, refusal
from scorekeeper.bookkeeping.store import GameStore, UnknownGame, read_game
from scorekeeper.domain.deals import Deal, Ending, Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Problem, Severity
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.places import Findings
from scorekeeper.storage import slips as storage
from scorekeeper.storage.database import Connection
from scorekeeper.storage.slips import SlipRow

Values = Mapping[str, str]
Read = Callable[[Setup, Values], Mapping[str, Any]]
"""How the fields of the form of a deal become a document of the record."""

MOST_VERSIONS: Final = 8
"""Phones that may hand in one hand; nobody could compare more."""

_FINGERPRINT_BYTES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One hand of deal ``number`` as a phone writes it: the fields of the form of the deal."""

    number: int
    seat: Seat
    phone: str
    who: str
    fields: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The slip is in; ``repeated`` if it said the same before."""

    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """The table has gone on: ``by`` is what brought it past the deal of the slip.

    ``scored`` is the number of that deal on the sheet, if it stands there.
    """

    by: LogEntry
    scored: int | None


SlipOutcome = Kept | Refused | Late


def put_slip(store: GameStore, key: str, slip: Slip, read: Read) -> SlipOutcome:
    """Keep a hand of the next deal, unless something is wrong with that very hand.

    Raises UnknownGame.
    """
    with store.database.writing() as db:
        game = read_game(store, db, key)
        if game is None:
            raise UnknownGame(key)
        late = lateness(game, slip.number)
        if late is not None:
            return late
        problems = check_slip(game, slip.seat, read(game.sheet.setup, slip.fields))
        if problems:
            return Refused(problems=problems)
        rows = _rows_of(db, game, slip.seat)
        known = [row for row in rows if row.phone == slip.phone]
        if known and known[0].fields == dict(slip.fields):
            return Kept(repeated=True)
        if not known and len(rows) >= MOST_VERSIONS:
            return _too_many(slip.seat)
        row = SlipRow(
            number=slip.number,
            seat=slip.seat,
            phone=slip.phone,
            who=slip.who,
            fields=slip.fields,
            at=store.now(),
        )
        storage.write_slip(db, key, row)
    return Kept(repeated=False)


def _too_many(seat: Seat) -> Refused:
    text = f"{MOST_VERSIONS} phones have handed in this hand; settle on one of theirs"
    return Refused(problems=refusal("bad_value", text, at=("hands", seat)))


def drop_slip(store: GameStore, key: str, seat: Seat, phone: str) -> None:
    """Take back what a phone wrote for a seat."""
    with store.database.writing() as db:
        storage.delete_slip(db, key, seat, phone)


def take_version(store: GameStore, key: str, seat: Seat, fingerprint: str, *, read: Read) -> bool:
    """Keep one version of a hand and throw the others away; return whether there is that version.

    Raises UnknownGame.
    """
    with store.database.writing() as db:
        game = read_game(store, db, key)
        if game is None:
            raise UnknownGame(key)
        rows = _rows_of(db, game, seat)
        fingerprints = {
            row.phone: fingerprint_of(read_slip(game.sheet.setup, row, read)) for row in rows
        }
        if fingerprint not in fingerprints.values():
            return False
        for phone, other in fingerprints.items():
            if other != fingerprint:
                storage.delete_slip(db, key, seat, phone)
    return True


def _rows_of(db: Connection, game: CurrentGame, seat: Seat) -> list[SlipRow]:
    number = game.sheet.next_number
    rows = storage.read_slips(db, game.key)
    return [row for row in rows if (row.seat, row.number) == (seat, number)]


def lateness(game: CurrentGame, number: int) -> Late | None:
    """Who brought the game past deal ``number``; ``None`` while that is the next deal."""
    sheet = game.sheet
    if number == sheet.next_number and sheet.final is None:
        return None
    row = next((row for row in sheet.rows if row.number == number), None)
    facts = [entry for entry in game.log if entry.is_fact]
    by = facts[-1] if row is None else game.log[row.seq - 1]
    return Late(by=by, scored=None if row is None else row.number)


def read_slip(setup: Setup, row: SlipRow, read: Read) -> Facts:
    """What a slip says."""
    return hand_facts(setup, read_said(setup, read(setup, row.fields)), row.seat)


def fingerprint_of(facts: Facts) -> str:
    """What tells one version of a hand from another."""
    said = repr(sorted(facts.elements())).encode()
    return blake2b(said, digest_size=_FINGERPRINT_BYTES).hexdigest()


def read_said(setup: Setup, document: Mapping[str, Any]) -> Deal:
    """The deal as far as a slip tells it; what it leaves open is taken as usual."""
    asks = setup.variant.family.asks(setup.options)
    deal = DealReader(asks, setup.players).read(_with_ending(setup, document), (), Findings())
    return Deal(ending=_usual_ending(setup)) if deal is None else deal


def _usual_ending(setup: Setup) -> Ending:
    return setup.variant.family.asks(setup.options).endings[0][0]


def _with_ending(setup: Setup, document: Mapping[str, Any]) -> dict[str, Any]:
    return {"ending": str(_usual_ending(setup)), **document}


def check_slip(game: CurrentGame, seat: Seat, document: Mapping[str, Any]) -> tuple[Problem, ...]:
    """What stops the score in this hand alone, and in what its writer said of the deal."""
    setup, number = game.sheet.setup, game.sheet.next_number
    _, found = check_deal(setup, _with_ending(setup, document), number=number)
    return tuple([problem for problem in found if _concerns(problem, seat, document)])


def _concerns(problem: Problem, seat: Seat, document: Mapping[str, Any]) -> bool:
    """Whether a problem is one of this hand, and not of those that are still to come."""
    if problem.severity is not Severity.ERROR:
        return False
    match problem.at:
        case ("hands", owner, *_):
            return owner == seat
        case (str(name), *_) if name != "hands":
            # A hand without a card says that its player went out, whoever that is said to be.
            return name in document or problem.code == "nobody_out"
    return False
