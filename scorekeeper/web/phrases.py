"""Sentences that pages say of a game, in the table's language."""

import re
from typing import Final

from scorekeeper.bookkeeping.outcomes import LogEntry, OpenGame
from scorekeeper.domain.journal import (
    Closed,
    Corrected,
    Dealt,
    Renamed,
    Reopened,
    Started,
    Undone,
)
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.wording import write_names, write_points, write_stake

_GIN: Final = {
    "gin": "for gin",
    "big_gin": "for big gin",
    "undercut": "and was undercut",
    "knock": "",
    "dead": "",
}


def title_of(game: OpenGame) -> str:
    """What the table is called, or who sits at it."""
    return game.sheet.game.started.title or write_names(game.sheet.setup.players)


def terms_of(sheet: ScoreSheet) -> str:
    """The variant and the stake: ``Laws of Oklahoma · $1.00 per 100``."""
    stake = sheet.setup.stake
    words = [sheet.variant.name, write_stake(stake) if stake else ""]
    return " · ".join([word for word in words if word])


def ending_of(sheet: ScoreSheet, row: SheetRow) -> str:
    """How a deal ended and who dealt it: ``Ann went out. Cal dealt.``"""
    players = sheet.setup.players
    if row.by is None:
        asks = sheet.variant.family.asks(sheet.setup.options)
        ended = dict(asks.endings).get(row.ending, "Nobody went out")
    else:
        how = _GIN[row.gin.type] if row.gin else ""
        ended = f"{players[row.by]} {out_word(sheet)} {how}".strip()
    return f"{ended}. {players[row.dealer]} dealt."


def out_word(sheet: ScoreSheet) -> str:
    """What the one who ends a deal did: ``went out``, ``knocked``."""
    return sheet.variant.family.asks(sheet.setup.options).by_label.removeprefix("Who ")


def state_of(game: OpenGame) -> str:
    """Where a game stands: ``Deal 5 is next. Ann leads with 640.``"""
    sheet = game.sheet
    if sheet.over and sheet.final is not None:
        count = len([row for row in sheet.rows if row.counts])
        return f"{winners_of(sheet)} Over after {_deals(count)}."
    if sheet.game.closed is not None:
        return f"Closed after {_deals(len(sheet.rows))}."
    leaders = [head for head in sheet.heads if head.leads]
    if not leaders:
        return "Deal 1 is next."
    names = write_names([head.name for head in leaders])
    verb = "leads" if len(leaders) == 1 else "lead"
    points = write_points(leaders[0].running)
    return f"Deal {sheet.next_number} is next. {names} {verb} with {points}."


def winners_of(sheet: ScoreSheet) -> str:
    """Who won: ``Ann wins.``; nobody does where the table stopped early."""
    if sheet.final is None or not sheet.final.winners:
        return "Nobody wins."
    names = [sheet.setup.players[seat] for seat in sheet.final.winners]
    return f"{write_names(names)} {'wins' if len(names) == 1 else 'win'}."


def next_deal_of(sheet: ScoreSheet) -> str:
    """Who deals next; empty when nobody does."""
    if sheet.next_dealer is None:
        return ""
    name = sheet.setup.players[sheet.next_dealer]
    asked = sheet.variant.family.deal_title
    wants = f" It asks for {asked(sheet.setup.options, sheet.next_number)}." if asked else ""
    if not sheet.rows:
        return f"{name} deals first, so {sheet.setup.players[0]} plays first.{wants}"
    why = f": {sheet.dealer_rule}" if sheet.dealer_rule else ""
    return f"{name} deals{why}.{wants}"


def house_rules_of(sheet: ScoreSheet) -> tuple[str, ...]:
    """The house rules that differ from the printed text, each in words."""
    return tuple(
        [f"{rule.option.label}: {rule.option.words(rule.value)}" for rule in sheet.house_rules]
    )


def act_of(game: OpenGame, entry: LogEntry) -> str:
    """What an entry of the journal did, in one sentence."""
    match entry.act:
        case Dealt():
            return f"{deal_name(game, entry.seq)} entered"
        case Corrected(target=target):
            return f"{deal_name(game, target)} corrected"
        case Undone(target=target):
            return _undo_of(game, target)
        case Renamed(seat=seat, name=name):
            return f"{game.sheet.game.started.players[seat]} is called {name}"
    return _course_of(entry.act)


def _undo_of(game: OpenGame, target: int) -> str:
    """What an undo did; an undo of an undo put something back, and so on."""
    entry, puts_back = game.log[target - 1], False
    while isinstance(entry.act, Undone):
        entry, puts_back = game.log[entry.act.target - 1], not puts_back
    return f"{'Put' if puts_back else 'Taken'} back: {_lower(act_of(game, entry))}"


def _course_of(act: Started | Closed | Reopened) -> str:
    match act:
        case Started(variant=variant):
            return f"The game began: {VARIANTS[variant].name}"
        case Closed(settles=settles):
            return f"The game was closed early, {'settled' if settles else 'not settled'}"
        case Reopened():
            return "The game was reopened"


def leaving_of(game: OpenGame, seq: int) -> str:
    """What leaves the sheet with a deal: ``It leaves the sheet with Ann 220 and Bob 65.``"""
    players = game.sheet.setup.players
    for row in game.sheet.rows:
        if row.seq == seq and row.counts:
            points = [write_points(cell.points or 0) for cell in row.cells]
            leaving = [f"{name} {text}" for name, text in zip(players, points, strict=True)]
            return f"It leaves the sheet with {write_names(leaving)}."
    return ""


def deal_name(game: OpenGame, seq: int) -> str:
    """The deal that an entry brought in, by its number, or by the one it would have again."""
    return f"Deal {1 + sum([row.seq < seq for row in game.sheet.rows])}"


def rule_anchor(citation: str) -> str:
    """Where a rules page tells the rule of a citation: ``law-4-by-option``."""
    return re.sub("[^a-z0-9]+", "-", citation.lower()).strip("-")


def _deals(count: int) -> str:
    return f"{count} deal" if count == 1 else f"{count} deals"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
