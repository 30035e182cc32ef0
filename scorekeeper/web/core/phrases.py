"""Sentences about a game, in the words that players use."""

from typing import Final

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.scoring import Setup, write_ending
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import Problem
from scorekeeper.wording import (
    with_capital,
    write_names,
    write_plural,
    write_points,
    write_sentence,
    write_stake,
    write_subject,
    write_winners,
)

_CROWD: Final = 4
_LETTERS_OF_TWO: Final = 20
"""The most letters of the first two names that leave room for “and 8 others” in a title."""


def title_of(game: CurrentGame) -> str:
    """Return the title of a game, or else its players: ``Ann, Bob and 8 others`` from four on."""
    return title_of_sheet(game.sheet)


def title_of_sheet(sheet: ScoreSheet) -> str:
    """Return the title of a game as ``title_of`` does, for one that may not be on this site."""
    names = sheet.setup.players
    if sheet.game.started.title or len(names) < _CROWD:
        return sheet.game.started.title or write_names(names)
    named = 2 if len("".join(names[:2])) <= _LETTERS_OF_TWO else 1
    return write_names([*names[:named], f"{len(names) - named} others"])


def terms_of(sheet: ScoreSheet) -> str:
    """Return the variant in short and the stake that is settled: ``Laws · $1 per 100``."""
    setup = sheet.setup
    stake = write_stake(setup.stake) if setup.stake and setup.settles else ""
    words = [sheet.variant.short_name, stake]
    return " · ".join([word for word in words if word])


def ending_of(sheet: ScoreSheet, row: SheetRow) -> str:
    """Return how a deal ended and who dealt: ``Ann went out. Cal dealt.``"""
    return f"{how_it_ended(sheet, row)}. {sheet.setup.players[row.dealer]} dealt."


def how_it_ended(sheet: ScoreSheet, row: SheetRow) -> str:
    """Return how a deal ended, without a full stop: ``Ann went out``, ``The stock ran out``."""
    return write_ending(sheet.setup, by=row.by, ending=row.ending, outcome=row.outcome)


def state_of(game: CurrentGame) -> str:
    """Return the state of a game: ``Deal 5 is next. Ann leads with 640.``"""
    return state_of_sheet(game.sheet)


def state_of_sheet(sheet: ScoreSheet) -> str:
    """Return the state of a game as ``state_of`` does, for one that may not be on this site."""
    deals = write_plural(sheet.counted_deals, "deal")
    if sheet.over and sheet.final is not None:
        return f"{winners_of(sheet)} Over after {deals}."
    if sheet.ended_early:
        return f"Ended early after {deals}."
    leaders = [head for head in sheet.heads if head.leads]
    if not leaders:
        return "Deal 1 is next."
    lead = write_subject([head.name for head in leaders], "leads", "lead")
    return f"Deal {sheet.next_number} is next. {lead} with {write_points(leaders[0].running)}."


def closed_words(game: CurrentGame) -> str:
    """Return in words who closed the game early: ``Ended early by Ann.``; empty if nobody did."""
    if game.sheet.game.closed_by is None:
        return ""
    who = who_closed(game)
    return write_sentence(f"Ended early{f' by {who}' if who else ''}")


def who_closed(game: CurrentGame) -> str:
    """Return the name of the player who closed the game early; empty if there is none."""
    seq = game.sheet.game.closed_by
    return "" if seq is None else game.log[seq - 1].who


def winners_of(sheet: ScoreSheet) -> str:
    """Return who won: ``Ann wins.``; a game ended early has no winner."""
    winners = () if sheet.final is None else sheet.final.winners
    words = write_winners([sheet.setup.players[seat] for seat in winners])
    return f"{with_capital(words)}."


def next_deal_of(sheet: ScoreSheet) -> str:
    """Return who deals next, why, and what the deal asks for; empty if no deal is next."""
    if sheet.next_dealer is None:
        return ""
    name = sheet.setup.players[sheet.next_dealer]
    wants = contract_of_next(sheet)
    if not sheet.rows:
        first = next(head.name for head in sheet.heads if head.seat not in sheet.game.away)
        return f"{name} deals first, so {first} plays first.{wants}"
    why = f": {sheet.dealer_rule}" if sheet.dealer_rule else ""
    return f"{name} deals{why}.{wants}"


def next_dealer_of(sheet: ScoreSheet) -> str:
    """Return who deals next and what the deal asks for, without the reason: ``Ann deals.``."""
    if sheet.next_dealer is None:
        return ""
    return f"{sheet.setup.players[sheet.next_dealer]} deals.{contract_of_next(sheet)}"


def contract_of_next(sheet: ScoreSheet) -> str:
    """Return what the next deal asks for, after a space; empty where deals ask for nothing."""
    asked = sheet.variant.family.deal_title
    return f" The contract is {asked(sheet.setup.options, sheet.next_number)}." if asked else ""


def house_rules_of(sheet: ScoreSheet) -> tuple[str, ...]:
    """Return the house rules that differ from the printed text, each in words."""
    return tuple([rule.words for rule in sheet.house_rules])


def problem_words(setup: Setup, problem: Problem) -> str:
    """Return the text of a problem, with the player's name if it is in a hand."""
    match problem.at:
        case ("hands", int(seat), *_) if setup.players[seat] not in problem.text:
            return f"{setup.players[seat]}: {problem.text}"
    return problem.text
