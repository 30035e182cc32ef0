"""The hands of the next deal as they come in from the phones, and the deal that they make."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Final

from scorekeeper.bookkeeping.hands.comparing import Facts, hand_facts, what_differs
from scorekeeper.bookkeeping.hands.slips import Read, fingerprint_of, read_said
from scorekeeper.bookkeeping.links import Visit
from scorekeeper.domain.asks import AskKind, Asks
from scorekeeper.domain.deals import Deal, Ending, Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.storage.slips import SlipRow

_FINGERPRINT_BYTES: Final = 12
_YES: Final = "yes"
_SAT_OUT: Final = "sat_out"


class HandState(StrEnum):
    """How far a hand has come."""

    MISSING = "missing"
    ENTERING = "entering"
    IN = "in"
    CHECKED = "checked"
    DIFFERS = "differs"
    SITS_OUT = "sits_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """What one phone, or several alike, wrote of a hand; ``rest`` is what others do not say."""

    fingerprint: str
    phones: tuple[str, ...]
    writers: tuple[str, ...]
    at: datetime
    rest: Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedHand:
    """One player's hand, and every version of it, the oldest first."""

    seat: Seat
    name: str
    state: HandState
    versions: tuple[Version, ...]

    def is_written_by(self, phone: str) -> bool:
        """Whether a phone has handed it in."""
        return any(phone in version.phones for version in self.versions)


class Doubt(StrEnum):
    """Why hands that are in do not make a deal yet."""

    SEVERAL_OUT = "several_out"
    NOBODY_OUT = "nobody_out"
    UNEQUAL = "unequal"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """What the table still has to settle, with the fact or the players that it is about."""

    doubt: Doubt
    name: str = ""
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedHands:
    """The next deal as far as it is in. ``values`` fill the form of the whole deal.

    ``fingerprint`` tells this very deal, on top of this very game, from any other.
    """

    number: int
    hands: tuple[CollectedHand, ...]
    questions: tuple[OpenQuestion, ...]
    values: Mapping[str, str]
    fingerprint: str
    ready: bool

    @property
    def is_begun(self) -> bool:
        """Whether any hand is in, or being entered."""
        idle = (HandState.MISSING, HandState.SITS_OUT)
        return any(hand.state not in idle for hand in self.hands)

    @property
    def missing(self) -> tuple[CollectedHand, ...]:
        """The hands that are waited for."""
        waited = (HandState.MISSING, HandState.ENTERING)
        return tuple([hand for hand in self.hands if hand.state in waited])

    @property
    def is_complete(self) -> bool:
        """Whether nobody is waited for any more, even if the hands do not make a deal yet."""
        return self.ready or (self.is_begun and not self.missing)


@dataclass(frozen=True, slots=True)
class _Said:
    """A slip with what it says."""

    row: SlipRow
    deal: Deal
    facts: Facts


def collect_hands(visit: Visit, read: Read, entering: Collection[Seat] = ()) -> CollectedHands:
    """The hands of the next deal that are in; ``entering`` are seats that somebody types for."""
    game = visit.game
    setup, away = game.sheet.setup, game.sheet.game.away
    # Who came last may be gone again, with a hand that was handed in already.
    rows = [row for row in visit.slips if row.seat < len(setup.players)]
    said = [_say(setup, row, read) for row in rows]
    by_seat = {seat: [each for each in said if each.row.seat == seat] for seat in _seats(setup)}
    hands = tuple(
        [
            _hand(setup, seat, slips, sits_out=seat in away, is_entering=seat in entering)
            for seat, slips in by_seat.items()
        ]
    )
    chosen = [slips[0] for slips in by_seat.values() if slips]
    asks = setup.variant.family.asks(setup.options)
    bare = any(each.deal.ending in asks.hands_optional for each in chosen)
    all_in = bare or all(hand.state in _DONE for hand in hands)
    questions = tuple(_questions(asks, chosen, all_in=all_in))
    values = _merge(asks, chosen, [hand for hand in hands if hand.state is HandState.SITS_OUT])
    number, version = game.sheet.next_number, game.sheet.game.facts_version
    about = repr((game.key, number, version, sorted(values.items()))).encode()
    return CollectedHands(
        number=number,
        hands=hands,
        questions=questions,
        values=values,
        fingerprint=blake2b(about, digest_size=_FINGERPRINT_BYTES).hexdigest(),
        ready=all_in and not questions and all(hand.state in _SURE for hand in hands),
    )


_DONE: Final = frozenset(set(HandState) - {HandState.MISSING, HandState.ENTERING})
_SURE: Final = frozenset(set(HandState) - {HandState.DIFFERS})


def _seats(setup: Setup) -> list[Seat]:
    return [Seat(seat) for seat in range(len(setup.players))]


def _say(setup: Setup, row: SlipRow, read: Read) -> _Said:
    deal = read_said(setup, read(setup, row.fields))
    return _Said(row, deal, hand_facts(setup, deal, row.seat))


def _hand(
    setup: Setup, seat: Seat, slips: Sequence[_Said], *, sits_out: bool, is_entering: bool
) -> CollectedHand:
    versions: dict[str, list[_Said]] = {}
    for each in slips:
        versions.setdefault(fingerprint_of(each.facts), []).append(each)
    rests = what_differs([group[0].facts for group in versions.values()]) if versions else ()
    if len(versions) > 1:
        state = HandState.DIFFERS
    elif slips:
        state = HandState.IN if len(slips) == 1 else HandState.CHECKED
    elif is_entering:
        state = HandState.ENTERING
    else:
        state = HandState.SITS_OUT if sits_out else HandState.MISSING
    return CollectedHand(
        seat=seat,
        name=setup.players[seat],
        state=state,
        versions=tuple(
            [
                Version(
                    fingerprint=fingerprint,
                    phones=tuple([each.row.phone for each in group]),
                    writers=tuple(dict.fromkeys([each.row.who for each in group])),
                    at=group[0].row.at,
                    rest=rest,
                )
                for (fingerprint, group), rest in zip(versions.items(), rests, strict=True)
            ]
        ),
    )


# --- the facts of the deal ------------------------------------------------------------------------


def _claims(chosen: Sequence[_Said]) -> list[Seat]:
    """The players of whom it was said that they ended the deal."""
    claims = [each.deal.by for each in chosen if each.deal.by is not None]
    return sorted(set(claims))


def _endings(asks: Asks, chosen: Sequence[_Said]) -> list[Ending]:
    """The endings without such a player that were said."""
    said = [each.deal.ending for each in chosen if each.row.fields.get("ending")]
    return sorted(set(said) & set(asks.ended_by_nobody))


def _questions(asks: Asks, chosen: Sequence[_Said], *, all_in: bool) -> Iterator[OpenQuestion]:
    claims, endings = _claims(chosen), _endings(asks, chosen)
    if len(claims) > 1:
        yield OpenQuestion(doubt=Doubt.SEVERAL_OUT, seats=tuple(claims))
    if claims and endings:
        yield OpenQuestion(doubt=Doubt.UNEQUAL, name="ending", seats=tuple(claims))
    if all_in and not claims and not endings:
        yield OpenQuestion(doubt=Doubt.NOBODY_OUT)
    for name in ("dealer", *_told_once(asks)):
        if len(_said_of(name, chosen)) > 1:
            yield OpenQuestion(doubt=Doubt.UNEQUAL, name=name)
    for ask in asks.deal:
        if all_in and ask.required and not _said_of(ask.name, chosen):
            yield OpenQuestion(doubt=Doubt.MISSING, name=ask.name)


def _told_once(asks: Asks) -> list[str]:
    """The facts of a deal that all who tell them have to tell alike."""
    return [ask.name for ask in asks.deal if ask.kind is not AskKind.FLAG]


def _said_of(name: str, chosen: Sequence[_Said]) -> dict[object, str]:
    """Every answer to a question of the deal, with the text that gave it first."""
    answers: dict[object, str] = {}
    for each in chosen:
        value = getattr(each.deal, name)
        if value is not None:
            answers.setdefault(value, each.row.fields[name])
    return answers


def _merge(
    asks: Asks, chosen: Sequence[_Said], sitting_out: Sequence[CollectedHand]
) -> dict[str, str]:
    """The fields of the whole form; what the phones do not agree on stays open."""
    values = {f"{_prefix(hand.seat)}{_SAT_OUT}": _YES for hand in sitting_out}
    for each in chosen:
        own = _prefix(each.row.seat)
        values |= {name: text for name, text in each.row.fields.items() if name.startswith(own)}
    claims, endings = _claims(chosen), _endings(asks, chosen)
    if len(claims) == 1 and not endings:
        values |= {"ending": str(asks.endings[0][0]), "by": str(claims[0])}
    elif len(endings) == 1 and not claims:
        values["ending"] = str(endings[0])
    for name in ("dealer", *_told_once(asks)):
        answers = _said_of(name, chosen)
        if len(answers) == 1:
            (values[name],) = answers.values()
    for ask in asks.deal:
        if ask.kind is AskKind.FLAG and any(getattr(each.deal, ask.name) for each in chosen):
            values[ask.name] = _YES
    return values


def _prefix(seat: Seat) -> str:
    return f"hand{seat}-"
