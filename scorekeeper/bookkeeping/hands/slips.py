"""Slips: each is one player's hand of the next deal as one phone entered it.

A slip never replaces another phone's slip. Entering the deal deletes all of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

from scorekeeper.bookkeeping.game.comparing import Facts, hand_facts
from scorekeeper.bookkeeping.game.posting import Refused, check_deal, refusal
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.bookkeeping.store.game_store import GameStore, UnknownGame, load_game
from scorekeeper.domain.deals import Deal, Ending, Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Problem, Severity
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.places import Findings
from scorekeeper.storage.database import Connection
from scorekeeper.storage.phones import SlipRow, delete_slip, read_slips, write_slip

SlipFields = Mapping[str, str]
"""The fields of a deal's form that concern one hand, by name."""

ReadFields = Callable[[Setup, SlipFields], Mapping[str, Any]]
"""A function that turns the fields of a deal's form into a deal document of the game record."""

MOST_VERSIONS: Final = 8
"""The most phones that may hand in the same hand; nobody could compare more."""

_FINGERPRINT_BYTES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One player's hand of deal ``number`` as one phone entered it; ``who`` wrote it."""

    number: int
    seat: Seat
    phone: str
    who: str
    fields: SlipFields


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipSaved:
    """A slip that is stored; ``repeated`` is true if the phone had stored the same before."""

    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTooLate:
    """A slip for a deal that is no longer the next; ``by`` is the entry that made it too late.

    ``scored`` is the number of that deal if it is on the sheet of ``game``, which others may have
    changed since the page was asked for.
    """

    game: CurrentGame
    by: LogEntry
    scored: int | None


SlipOutcome = SlipSaved | Refused | SlipTooLate


def hand_in_slip(store: GameStore, key: str, slip: Slip, read_fields: ReadFields) -> SlipOutcome:
    """Store a slip for the next deal unless its own hand has a problem; raises UnknownGame."""
    with store.database.writing() as db:
        game = load_game(store, db, key)
        if game is None:
            raise UnknownGame(key)
        too_late = find_too_late(game, slip.number)
        if too_late is not None:
            return too_late
        problems = check_slip(game, slip.seat, read_fields(game.sheet.setup, slip.fields))
        if problems:
            return Refused(problems=problems)
        rows = _rows_of(db, game, slip.seat)
        own = [row for row in rows if row.phone == slip.phone]
        if own and own[0].fields == dict(slip.fields):
            return SlipSaved(repeated=True)
        if not own and len(rows) >= MOST_VERSIONS:
            return _refuse_version(slip.seat)
        row = SlipRow(
            number=slip.number,
            seat=slip.seat,
            phone=slip.phone,
            who=slip.who,
            fields=slip.fields,
            at=store.now(),
        )
        write_slip(db, key, row)
    return SlipSaved(repeated=False)


def _refuse_version(seat: Seat) -> Refused:
    text = f"{MOST_VERSIONS} phones have sent this hand; choose one of theirs"
    return Refused(problems=refusal("bad_value", text, at=("hands", seat)))


def take_back_slip(store: GameStore, key: str, seat: Seat, phone: str) -> None:
    """Delete the slip of a phone for a seat."""
    with store.database.writing() as db:
        delete_slip(db, key, seat, phone)


def choose_version(
    store: GameStore, key: str, seat: Seat, fingerprint: str, *, read_fields: ReadFields
) -> bool:
    """Delete all versions of a hand but one; return whether there is a version of this fingerprint.

    Raises UnknownGame.
    """
    with store.database.writing() as db:
        game = load_game(store, db, key)
        if game is None:
            raise UnknownGame(key)
        rows = _rows_of(db, game, seat)
        setup = game.sheet.setup
        deals = [read_partial_deal(setup, read_fields(setup, row.fields)) for row in rows]
        facts = hand_facts(setup, deals, seat)
        fingerprints = {
            row.phone: fingerprint_of(own) for row, own in zip(rows, facts, strict=True)
        }
        if fingerprint not in fingerprints.values():
            return False
        for phone, other in fingerprints.items():
            if other != fingerprint:
                delete_slip(db, key, seat, phone)
    return True


def _rows_of(db: Connection, game: CurrentGame, seat: Seat) -> list[SlipRow]:
    number = game.sheet.next_number
    rows = read_slips(db, game.key)
    return [row for row in rows if (row.seat, row.number) == (seat, number)]


def find_too_late(game: CurrentGame, number: int) -> SlipTooLate | None:
    """Return the entry that made slips for deal ``number`` too late; ``None`` if it is next."""
    sheet = game.sheet
    if number == sheet.next_number and sheet.final is None:
        return None
    row = next((row for row in sheet.rows if row.number == number), None)
    facts = [entry for entry in game.log if entry.is_fact]
    by = facts[-1] if row is None else game.log[row.seq - 1]
    return SlipTooLate(game=game, by=by, scored=None if row is None else row.number)


def fingerprint_of(facts: Facts) -> str:
    """Return a digest of facts, which is different for different versions of a hand."""
    text = repr(sorted(facts.elements())).encode()
    return blake2b(text, digest_size=_FINGERPRINT_BYTES).hexdigest()


def read_partial_deal(setup: Setup, document: Mapping[str, Any]) -> Deal:
    """Return the deal that a slip describes, with defaults for all that it leaves out."""
    asks = setup.variant.family.asks(setup.options)
    deal = DealReader(asks, setup.players).read(_with_ending(setup, document), (), Findings())
    return deal if deal.ending else replace(deal, ending=_default_ending(setup))


def _default_ending(setup: Setup) -> Ending:
    return setup.variant.family.asks(setup.options).endings[0][0]


def _with_ending(setup: Setup, document: Mapping[str, Any]) -> dict[str, Any]:
    return {"ending": str(_default_ending(setup)), **document}


def check_slip(game: CurrentGame, seat: Seat, document: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the errors in a slip's own hand and in its answers about the deal."""
    setup, number = game.sheet.setup, game.sheet.next_number
    _, found = check_deal(setup, _with_ending(setup, document), number=number)
    return tuple([problem for problem in found if _is_own_error(problem, seat, document)])


def _is_own_error(problem: Problem, seat: Seat, document: Mapping[str, Any]) -> bool:
    """Tell whether a problem is an error of this slip, and not of hands still to come."""
    if problem.severity is not Severity.ERROR:
        return False
    match problem.at:
        case ("hands", owner, *_):
            return owner == seat
        case (str(name), *_) if name != "hands":
            # For a hand without cards the rules miss ``by``, which this slip then does not contain.
            return name in document or problem.code == "nobody_out"
    return False
