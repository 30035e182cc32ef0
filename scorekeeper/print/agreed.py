"""Writes who agreed to deals and to an early end: a tick in the row, a sentence, a line to sign."""

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.domain.game import Agreement
from scorekeeper.domain.journal import Closed
from scorekeeper.domain.sheet import PlayerHead, ScoreSheet, SheetRow
from scorekeeper.print.context import SignatureLine, Signatures
from scorekeeper.print.end_layout import signatures_beside_code, signatures_in_row, stacked
from scorekeeper.wording import write_names, write_sentence

_TICK: Final = "✓"


def all_agreed(row: SheetRow, times: Mapping[int, str]) -> tuple[str, ...]:
    """Return a tick with the time of the last agreement, ``✓ 21:40``, if all agreed to the deal."""
    if not (row.counts and row.agreement.complete):
        return ()
    return (_TICK + _at(max(row.agreement.agreed.values(), default=0), times),)


def say_agreed(sheet: ScoreSheet, times: Mapping[int, str]) -> str:
    """Return a sentence about deals without a tick: ``Agreed: deal 2 by Ann 21:50.``

    It names an early end as well; it is empty if there is nothing to say. ``times`` are the known
    times of entries, by their numbers.
    """
    parts = []
    for row in sheet.rows:
        if not all_agreed(row, times):
            parts += list(_say(f"deal {row.number}", row.agreement, sheet, times))
    if sheet.closing is not None:
        parts += list(_say("the early end", sheet.closing, sheet, times))
    return write_sentence(f"Agreed: {'; '.join(parts)}") if parts else ""


def say_closed(sheet: ScoreSheet, closed: Closed, by: str) -> str:
    """Return who closed the game early, and why: ``Ended early by Ann, not settled: it is late.``

    ``by`` is empty if that is not known.
    """
    leaves = sheet.ended_early and sheet.setup.settles and not closed.settles
    who, settled = f" by {by}" if by else "", ", not settled" if leaves else ""
    why = f": {closed.reason}" if closed.reason else ""
    return write_sentence(f"Ended early{who}{settled}{why}")


def meaning_of_signing(sheet: ScoreSheet) -> str:
    """Return the sentence that people sign: ``By signing I agree to these 6 deals as written.``"""
    deals = sheet.counted_deals
    what = "this deal" if deals == 1 else f"these {deals} deals" if deals else "these deals"
    return f"By signing I agree to {what} as written."


def make_signatures(sheet: ScoreSheet, times: Mapping[int, str], *, coded: bool) -> Signatures:
    """Return the lines to sign and what signing means; ``coded`` is true with a code beside."""
    names = sheet.setup.players
    return Signatures(
        lines=tuple(sign_lines(sheet, times)),
        in_row=signatures_beside_code(names) if coded else signatures_in_row(len(names)),
        stacked=stacked(names, coded=coded),
        meaning=meaning_of_signing(sheet),
    )


def sign_lines(sheet: ScoreSheet, times: Mapping[int, str]) -> Iterator[SignatureLine]:
    """Yield the line that each player signs: ``✓ agreed to 3 of 5, 21:40``, ``challenged deal 5``.

    If nobody has agreed to anything or challenged it, a line has a name and nothing else.
    """
    opinions = [each.agreement for each in sheet.rows if each.counts]
    is_asked = any(each.agreed or each.challenges for each in opinions)
    for head in sheet.heads:
        yield _sign_line(sheet, head, times) if is_asked else SignatureLine(head.name, "", "")


def _sign_line(sheet: ScoreSheet, head: PlayerHead, times: Mapping[int, str]) -> SignatureLine:
    rows = [row for row in sheet.rows if row.counts]
    agreed = [row for row in rows if head.seat in row.agreement.agreed]
    asked = [row for row in rows if head.seat in row.agreement.asked]
    open_to = [
        str(row.number)
        for row in rows
        if head.seat in [challenge.seat for challenge in row.agreement.challenges]
    ]
    deals = "deal" if len(open_to) == 1 else "deals"
    last = max([row.agreement.agreed[head.seat] for row in agreed], default=0)
    words = f"agreed to {len(agreed)} of {len(agreed) + len(asked)}" if agreed or asked else ""
    return SignatureLine(
        name=head.name,
        agreed=f"{_TICK} {words}{_at(last, times)}" if agreed else words,
        challenged=f"challenged {deals} {write_names(open_to)}" if open_to else "",
    )


def _say(
    what: str, agreement: Agreement, sheet: ScoreSheet, times: Mapping[int, str]
) -> Iterator[str]:
    players = sheet.setup.players
    if agreement.agreed:
        who = [players[seat] + _at(seq, times) for seat, seq in sorted(agreement.agreed.items())]
        yield f"{what} by {', '.join(who)}"


def say_challenges(sheet: ScoreSheet, agreement: Agreement) -> Iterator[str]:
    """Yield a sentence for each challenge: ``Challenged by Bob: “I had 35 in hand”.``"""
    for challenge in agreement.challenges:
        name = "the host" if challenge.seat is None else sheet.setup.players[challenge.seat]
        why = f": “{challenge.reason}”" if challenge.reason else ", no reason given"
        yield write_sentence(f"Challenged by {name}{why}")


def _at(seq: int, times: Mapping[int, str]) -> str:
    return f" {times[seq]}" if seq in times else ""
