"""The story of a game: what its score sheet proves of who led, and who came back."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.rules.deals import Points, Seat
from scorekeeper.rules.settlement import Score
from scorekeeper.rules.sheet import ScoreSheet


class Comeback(NamedTuple):
    """The side of ``seat`` had a total of ``low``, and ``high`` after the last deal."""

    seat: Seat
    low: Points
    high: Points


class Story(NamedTuple):
    """What happened in a game from its first deal that counts to its last.

    ``ahead`` are all players of the sides that won, or that led where nobody won; ``is_level`` if
    these are several sides. ``total`` is what each has in the end, and ``margin`` how far the next
    side is behind, less than 1 where bonuses put it in front. ``led_from`` is the deal since which
    that side led alone, 0 if it did not after the last. The lead ``changes`` whenever a side leads
    alone and another one did before.
    """

    ahead: tuple[Seat, ...]
    is_level: bool
    total: Score
    margin: Score
    led_from: int
    first_deal: int
    last_deal: int
    changes: int
    comeback: Comeback | None


def find_story(sheet: ScoreSheet) -> Story | None:
    """Return the story of a game; None before a deal counts."""
    rows = [row for row in sheet.rows if row.counts]
    if not rows:
        return None
    seats = [side.seat for side in sheet.sides]
    sign = -1 if sheet.variant.family.low_wins else 1
    leaders = [_lead([sign * (row.cells[seat].running or 0) for seat in seats]) for row in rows]
    alone = [only for only, *more in leaders if not more]
    has_winner = sheet.final is not None and bool(sheet.final.winners)
    ahead = [at for at, seat in enumerate(seats) if sheet.is_ahead(seat)] or leaders[-1]
    results = [sheet.total_of(seat) if has_winner else sheet.heads[seat].running for seat in seats]
    best = max([sign * results[at] for at in ahead])
    others = [sign * result for at, result in enumerate(results) if at not in ahead]
    led = 0
    while led < len(rows) and leaders[-1 - led] == ahead and len(ahead) == 1:
        led += 1
    return Story(
        ahead=tuple([seat for at in ahead for seat in sheet.setup.sides[at]]),
        is_level=len(ahead) > 1,
        total=sign * best,
        margin=best - max(others, default=best),
        led_from=rows[-led].number if led else 0,
        first_deal=rows[0].number,
        last_deal=rows[-1].number,
        changes=len([one for one, other in pairwise(alone) if one != other]),
        comeback=_find_comeback(sheet),
    )


def _lead(totals: Sequence[Points]) -> list[int]:
    return [at for at, total in enumerate(totals) if total == max(totals)]


def _find_comeback(sheet: ScoreSheet) -> Comeback | None:
    """Return the greatest rise from below nothing, if it is worth a whole game."""
    target = sheet.variant.family.target(sheet.setup.options)
    rows = [row for row in sheet.rows if row.counts]
    rises = []
    for side in sheet.sides:
        totals = [row.cells[side.seat].running or 0 for row in rows]
        rises.append(Comeback(side.seat, min(totals), totals[-1]))
    greatest = max(rises, key=lambda rise: rise.high - rise.low)
    if target is None or greatest.low >= 0 or greatest.high - greatest.low < target:
        return None
    return greatest
