"""Sentences about where a game stands: what each player needs, and what a deal changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.domain.deals import Points, Seat
from scorekeeper.domain.scoring import Setup, score_game
from scorekeeper.domain.sheet import PlayerNeeds, ScoreSheet, SheetRow, player_needs, points_to_end
from scorekeeper.wording import (
    with_capital,
    write_names,
    write_plural,
    write_points,
    write_sentence,
    write_winners,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The needs of one player in the next deal, in sentences."""

    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """One line for the whole table, and the needs of each player."""

    headline: str
    players: tuple[Need, ...]


def needs_of(sheet: ScoreSheet) -> Needs | None:
    """Return the needs of each player; ``None`` before the first deal and after the last."""
    if sheet.final is not None or not any(row.counts for row in sheet.rows):
        return None
    deals = [each.deal for each in sheet.game.deals]
    each = player_needs(sheet.setup, score_game(sheet.setup, deals))
    players = sheet.setup.players
    return Needs(
        headline=_headline(sheet, each),
        players=tuple(
            [Need(name=players[one.seat], sentences=tuple(_sentences(sheet, one))) for one in each]
        ),
    )


def _headline(sheet: ScoreSheet, each: Sequence[PlayerNeeds]) -> str:
    if sheet.variant.family.deals is not None:
        return f"{_chase(sheet, each)}; {_deals_left(sheet.setup, sheet.counted_deals)}."
    first = next(one for one in each if not one.to_lead)
    name, running = sheet.setup.players[first.seat], sheet.heads[first.seat].running
    if _must_pass(sheet.setup, running):
        return f"{name} has {write_points(running)} and must still pass it."
    step = _step_words(sheet, first)
    return f"{name} {_end_words(first)}{f'; {step}' if step else ''}."


def _chase(sheet: ScoreSheet, each: Sequence[PlayerNeeds]) -> str:
    """Return in words who is nearest behind the leader, or that all are level."""
    behind = sorted([one for one in each if one.to_lead], key=lambda one: one.to_lead)
    if not behind:
        return "All are level"
    return f"{sheet.setup.players[behind[0].seat]} is {behind[0].to_lead} behind"


def _sentences(sheet: ScoreSheet, one: PlayerNeeds) -> Iterator[str]:
    running = sheet.heads[one.seat].running
    if _must_pass(sheet.setup, running):
        yield f"Has {write_points(running)} and must still pass it."
    elif one.to_end is not None:
        yield f"{with_capital(_end_words(one))}."
    yield _lead_words(sheet, one)
    step = _step_words(sheet, one)
    if step:
        yield f"{step}."


def _step_words(sheet: ScoreSheet, one: PlayerNeeds) -> str:
    """Return the points that raise the rounded score: ``95 more rounds to 1000``.

    It is empty without rounding. A bonus that is added at the end of the game is named, since the
    rounded score includes it.
    """
    step, held = one.rounding_step, sheet.heads[one.seat].held
    if step is None:
        return ""
    named = f" with the {held} for going out concealed" if held else ""
    return f"{step.points} more rounds to {write_points(step.rounded)}{named}"


def _end_words(one: PlayerNeeds) -> str:
    if not one.to_end:
        return "is over the target, but not alone in the lead"
    return f"needs {one.to_end} more to end the game"


def _lead_words(sheet: ScoreSheet, one: PlayerNeeds) -> str:
    leaders = [head for head in sheet.heads if head.leads]
    if one.to_lead:
        behind = write_names([head.name for head in leaders])
        return write_sentence(f"Is {one.to_lead} behind {behind}")
    level = [head.name for head in leaders if head.seat != one.seat]
    if level:
        return write_sentence(f"Is level with {write_names(level)}")
    own = sheet.heads[one.seat].running
    margins = [abs(own - head.running) for head in sheet.heads if head.seat != one.seat]
    return f"Leads by {min(margins)}."


def _must_pass(setup: Setup, running: Points) -> bool:
    """Tell whether a total is exactly the target, where the target must be passed."""
    family = setup.variant.family
    return family.must_pass(setup.options) and running == family.target(setup.options)


def _deals_left(setup: Setup, played: int) -> str:
    left = (setup.variant.family.deals or 0) - played
    if left <= 0:
        return "a play-off decides"
    return f"{write_plural(left, 'deal')} {'is' if left == 1 else 'are'} left"


def meaning_of(sheet: ScoreSheet, row: SheetRow) -> str:
    """Return the state of the game after a deal: ``Ann leads by 360 and has 20 to go.``

    If later deals followed, it is ``After deal 1: Ann leads by 360 and has 20 to go.``
    """
    counting = [each for each in sheet.rows if each.counts]
    if row not in counting:
        return ""
    place = counting.index(row)
    if sheet.over and sheet.final is not None and row == counting[-1]:
        names = [sheet.setup.players[seat] for seat in sheet.final.winners]
        return f"The game is over: {write_winners(names)}."
    before = _leaders(sheet, counting[place - 1]) if place else ()
    then = "" if row == counting[-1] else f"After deal {row.number}: "
    return then + _standing(sheet, row, before, played=place + 1)


def _standing(sheet: ScoreSheet, row: SheetRow, before: Sequence[Seat], *, played: int) -> str:
    now, running = _leaders(sheet, row), _running(row)
    own = running[now[0]]
    names = [sheet.setup.players[seat] for seat in now]
    distance = _distance(sheet, own, played, has="has" if len(now) == 1 else "have")
    if len(now) > 1:
        return f"{write_names(names)} are level with {write_points(own)}{distance}."
    margin = min([abs(own - total) for seat, total in enumerate(running) if seat != now[0]])
    passed = [sheet.setup.players[seat] for seat in before if seat != now[0]]
    gained = bool(before) and now[0] not in before
    verb = f"passes {write_names(passed)} and leads" if gained else "leads"
    return f"{names[0]} {verb} by {margin}{distance}."


def _distance(sheet: ScoreSheet, own: Points, played: int, *, has: str) -> str:
    """Return in words how far the leader's ``own`` total is from the end of the game."""
    setup = sheet.setup
    if setup.variant.family.deals is not None:
        return f"; {_deals_left(setup, played)}"
    if _must_pass(setup, own):
        return f" and must still pass {write_points(own)}"
    left = points_to_end(setup, own)
    return f" and {has} {left} to go" if left else ""


def _running(row: SheetRow) -> tuple[Points, ...]:
    return tuple([cell.running or 0 for cell in row.cells])


def _leaders(sheet: ScoreSheet, row: SheetRow) -> tuple[Seat, ...]:
    running = _running(row)
    best = min(running) if sheet.variant.family.low_wins else max(running)
    return tuple([Seat(seat) for seat, total in enumerate(running) if total == best])
