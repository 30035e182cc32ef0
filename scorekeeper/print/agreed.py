"""Who agreed to each deal and to an early end, and when, in one sentence under the sheet."""

from collections.abc import Iterator, Mapping

from scorekeeper.domain.consent import Consent
from scorekeeper.domain.sheet import ScoreSheet


def say_agreed(sheet: ScoreSheet, times: Mapping[int, str]) -> str:
    """Who agreed to what: ``Agreed: deal 1 by all, 21:40; deal 2 by Ann 21:50.``

    It is empty where nobody said anything. ``times`` are those of entries, as far as known.
    """
    parts = []
    for row in sheet.rows:
        if row.counts or row.consent.objections:
            parts += list(_say(f"deal {row.number}", row.consent, sheet, times))
    if sheet.closing is not None:
        parts += list(_say("the early end", sheet.closing, sheet, times))
    return f"Agreed: {'; '.join(parts)}." if parts else ""


def _say(what: str, consent: Consent, sheet: ScoreSheet, times: Mapping[int, str]) -> Iterator[str]:
    players = sheet.setup.players
    if consent.complete:
        yield f"{what} by all{_at(max(consent.agreed.values(), default=0), times, ', ')}"
    elif consent.agreed:
        who = [players[seat] + _at(seq, times, " ") for seat, seq in sorted(consent.agreed.items())]
        yield f"{what} by {', '.join(who)}"
    for objection in consent.objections:
        name = "the host" if objection.seat is None else players[objection.seat]
        yield f"{what} challenged by {name}: “{objection.reason}”"


def _at(seq: int, times: Mapping[int, str], before: str) -> str:
    return f"{before}{times[seq]}" if seq in times else ""
