"""The players' opinions of a deal or an early end as pages show them, and who may give one."""

import re
from collections.abc import Mapping
from typing import Final

from flask import abort

from scorekeeper.games import CurrentGame, Role, agreement_of, figures_of, seat_history_of
from scorekeeper.rules import Agreed, Agreement, Challenged, Figure, PutAway, Seat, SheetRow
from scorekeeper.web.core import (
    AgreedElsewhere,
    Part,
    agreed_elsewhere,
    lacks_only_seat,
    make_entry_fields,
    may,
    this_seat,
    this_visit,
)

_FIGURES: Final = re.compile(r"(-?\d{1,9}/-?\d{1,9}( -?\d{1,9}/-?\d{1,9})*)?", re.ASCII)


class AgreementStatus(Part):
    """The players' opinions of entry ``target``, and what this phone may do about it.

    ``number`` is that of the deal, 0 for an early end. ``shown`` are the seats that have a phone
    or an answer, ``silent`` those with a phone, but this one, that are waited for. ``elsewhere``
    has the names of those whose answers came from an unexpected phone, by that phone, ``before``
    those who agreed before the last correction, which left their figures. ``seen`` are the figures
    on the page, to which a player agrees. ``me`` is this phone's player, empty without a seat;
    ``waits_for_me`` is true if this player gave no opinion, ``asks_me`` if the player may still
    agree. ``own_challenge`` is the entry of the first challenge against which this phone may say
    that the score stands. ``others`` are the names for which this phone may also agree: none for
    all, None if it may not.
    """

    agreement: Agreement
    asks_me: bool
    number: int


def may_answer() -> bool:
    """Tell whether this phone may agree or challenge: it needs a seat or the host's link."""
    return may("review.agree")


def may_take_back(game: CurrentGame, seq: int) -> bool:
    """Tell whether this phone may undo an entry, even if it is undone already.

    Only the player who gave an opinion may undo it, or the host; only the host may bring back a
    game that was put away. The same holds for an undo of these.
    """
    act = game.log[game.log[seq - 1].root - 1].act
    if this_visit().role is Role.HOST:
        return True
    match act:
        case PutAway():
            return False
        case Agreed(seats=seats):
            return this_seat() in seats
        case Challenged(seat=seat):
            return seat is not None and seat == this_seat()
    return may("review.take_back")


def make_agreement_status(game: CurrentGame, target: int | None) -> AgreementStatus | None:
    """Return the players' opinions of an entry; ``None`` if it is undone or nobody is asked."""
    agreement = None if target is None else agreement_of(game, target)
    if target is None or agreement is None:
        return None
    if not (agreement.agreed or agreement.asked or agreement.challenges):
        return None
    mine, answers, row = this_seat(), may_answer(), game.sheet.row_of(target)
    challengers = [challenge.seat for challenge in agreement.challenges]
    phones = {row.seat for row in this_visit().seats}
    asked = [seat for seat in agreement.asked if seat in phones or seat in challengers]
    settles = [
        challenge.seq
        for challenge in agreement.challenges
        if answers and may_take_back(game, challenge.seq)
    ]
    return AgreementStatus(
        target=target,
        number=row.number if row else 0,
        game=game,
        agreement=agreement,
        shown=tuple(sorted((*agreement.agreed, *asked))),
        silent=tuple([seat for seat in asked if seat not in (mine, *challengers)]),
        elsewhere=_find_elsewhere(agreement, target),
        before=_find_before(game, agreement, row),
        seen=write_seen(figures_of(game, target)),
        me="" if mine is None else game.sheet.setup.players[mine],
        waits_for_me=mine in agreement.asked and mine not in challengers,
        asks_me=answers and mine in agreement.asked,
        own_challenge=settles[0] if settles else None,
        others=_find_others(game, agreement, phones) if answers else None,
        may_answer=answers,
        offers_seat=not agreement.complete and lacks_only_seat("review.agree"),
        entry_fields=make_entry_fields(game),
    )


def _find_elsewhere(agreement: Agreement, target: int) -> dict[AgreedElsewhere, tuple[str, ...]]:
    by_phone: dict[AgreedElsewhere, tuple[str, ...]] = {}
    for answer in agreed_elsewhere(seat_history_of(this_visit()), agreement, target):
        phone = answer._replace(name="")
        by_phone[phone] = (*by_phone.get(phone, ()), answer.name)
    return by_phone


def _find_before(game: CurrentGame, agreement: Agreement, row: SheetRow | None) -> tuple[str, ...]:
    corrected = max(game.sheet.corrections_of(row.number), default=0) if row else 0
    players = game.sheet.setup.players
    return tuple([players[seat] for seat, by in sorted(agreement.agreed.items()) if by < corrected])


def find_asked(game: CurrentGame) -> AgreementStatus | None:
    """Return the opinions of a deal for which this phone is asked in a game under way.

    It is the first that was corrected, else the last one.
    """
    if game.sheet.final is not None:
        return None
    rows = [row for row in game.sheet.rows[:-1] if game.sheet.corrections_of(row.number)]
    asking = [make_agreement_status(game, row.seq) for row in (*rows, *game.sheet.rows[-1:])]
    return next((asks for asks in asking if asks and asks.asks_me and asks.waits_for_me), None)


def _find_others(
    game: CurrentGame, agreement: Agreement, phones: set[Seat]
) -> tuple[str, ...] | None:
    """Return for whom this phone may agree too; none if nobody else has an own phone.

    It is None if no other player is asked, and on the phone that challenges.
    """
    mine, challengers = this_seat(), [challenge.seat for challenge in agreement.challenges]
    objecting = find_objecting(agreement)
    others = [seat for seat in (*agreement.asked, *challengers) if seat not in (mine, *objecting)]
    if mine in challengers or not others:
        return None
    if not objecting and (mine is None or not phones.intersection(others)):
        return ()
    # None are left if only the host challenges.
    return tuple(
        [
            game.sheet.setup.players[seat]
            for seat in agreement.asked
            if seat not in (mine, *objecting)
        ]
    )


def find_objecting(agreement: Agreement) -> frozenset[Seat]:
    """Return the players who challenge and have a phone: nobody agrees for them on another one."""
    phones = {row.seat for row in this_visit().seats}
    return frozenset(
        [challenge.seat for challenge in agreement.challenges if challenge.seat in phones]
    )


def deals_not_agreed(game: CurrentGame) -> tuple[int, ...]:
    """Return the numbers of the deals that nobody agreed to or challenged.

    Of a corrected deal all who have a phone are asked. There are none at a table where only one
    phone is seated and nobody agrees to anything.
    """
    rows, phones = game.sheet.rows, {row.seat for row in this_visit().seats}
    if len(this_visit().seats) < 2 and not any(row.agreement.agreed for row in rows if row.counts):
        return ()
    return tuple([row.number for row in rows if row.counts and _is_open(game, row, phones)])


def _is_open(game: CurrentGame, row: SheetRow, phones: set[Seat]) -> bool:
    agreement = row.agreement
    waits = game.sheet.corrections_of(row.number) and phones.intersection(agreement.asked)
    return not agreement.challenges and bool(waits or not agreement.agreed)


def write_seen(figures: tuple[Figure, ...]) -> str:
    """Return figures as the text of a field, by seat: points, then points held to the end."""
    return " ".join([f"{figure.points}/{figure.held}" for figure in figures])


def read_seen(values: Mapping[str, str]) -> tuple[Figure, ...]:
    """Return the figures in a posted form, none for an early end; answer 400 if invalid."""
    text = values.get("seen", "")
    if not _FIGURES.fullmatch(text):
        abort(400)
    pairs = [part.split("/") for part in text.split()]
    return tuple([Figure(int(points), int(held)) for points, held in pairs])
