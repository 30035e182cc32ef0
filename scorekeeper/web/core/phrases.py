"""Sentences about a game, in the words that players use."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.bookkeeping.access.seats import SeatHistory, Takeover
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry, with_act
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.game import Agreement, replay
from scorekeeper.domain.journal import (
    Agreed,
    Challenged,
    Closed,
    Corrected,
    Dealt,
    Joined,
    Left,
    PutAway,
    Renamed,
    Reopened,
    Returned,
    SetupChanged,
    Started,
    Undone,
)
from scorekeeper.domain.scoring import Setup, write_ending
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import Problem
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.web.core.filters import write_moment, write_time
from scorekeeper.wording import (
    with_capital,
    without_capital,
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


# --- Sentences for the entries of a game's journal ------------------------------------------------


def describe_entry(game: CurrentGame, entry: LogEntry) -> str:
    """Return a sentence without its full stop for an entry: ``Deal 2 corrected``."""
    match entry.act:
        case Dealt():
            return f"{deal_name(game, entry.seq)} entered"
        case Corrected(target=target):
            return f"{deal_name(game, target)} corrected"
        case Undone(target=target):
            return _undo_words(game, entry, target)
        case Agreed() | Challenged() as opinion:
            return _opinion_words(game, opinion, entry)
        case Started() | Closed() | Reopened() | SetupChanged() | PutAway() as act:
            return _game_words(act, settles=game.sheet.setup.settles)
    return _player_words(_players_before(game, entry), entry.act)


def names_doer(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether the sentence for an entry says by itself who made it."""
    match entry.act:
        case Agreed(seats=seats):
            return [_players_before(game, entry)[seat] for seat in seats] == [entry.who]
        case Challenged(seat=seat):
            return seat is None or _players_before(game, entry)[seat] == entry.who
        case Undone(target=target):
            return isinstance(game.log[target - 1].act, Challenged)
    return False


def who_beside(game: CurrentGame, entry: LogEntry) -> str:
    """Return who made an entry, to stand beside its sentence; empty if not known or named there."""
    return "" if names_doer(game, entry) else entry.who


def tell_entry(game: CurrentGame, entry: LogEntry) -> str:
    """Return a sentence for an entry that names who made it: ``Deal 2 corrected by Bob.``"""
    who = who_beside(game, entry)
    return write_sentence(f"{describe_entry(game, entry)}{f' by {who}' if who else ''}")


def _undo_words(game: CurrentGame, undo: LogEntry, target: int) -> str:
    """Return the words for an undo; an undo of an undo puts an act back, and so on."""
    taken, entry = game.log[target - 1], game.log[undo.root - 1]
    if isinstance(taken.act, Challenged):
        return _stands_words(game, taken.act, undo)
    puts_back = undo.undos % 2 == 0
    if isinstance(entry.act, PutAway):
        return "The game was put away again" if puts_back else "The game was brought back"
    return f"{'Put' if puts_back else 'Taken'} back: {without_capital(describe_entry(game, entry))}"


def _opinion_words(game: CurrentGame, act: Agreed | Challenged, entry: LogEntry) -> str:
    players = _players_before(game, entry)  # a player may have been removed since
    what = without_capital(describe_target(game, act.target))
    if isinstance(act, Agreed):
        return f"{write_names([players[seat] for seat in act.seats])} agreed to {what}"
    who = entry.who or "The host" if act.seat is None else players[act.seat]
    return f"{who} challenged {what}"


def _stands_words(game: CurrentGame, act: Challenged, entry: LogEntry) -> str:
    """Return the words for the end of a challenge: by its maker, or by the host's ruling."""
    what, players = without_capital(describe_target(game, act.target)), _players_before(game, entry)
    challenger = players[act.seat] if act.seat is not None and act.seat < len(players) else ""
    if entry.who == challenger:
        return f"{challenger or 'The host'} took back the challenge of {what}"
    return f"{entry.who or 'The host'} ruled that {what} stands"


def _game_words(act: Started | Closed | Reopened | SetupChanged | PutAway, *, settles: bool) -> str:
    """Return the words for an act about the whole game; ``settles`` is true if it settles money."""
    match act:
        case Started(variant=variant):
            return f"The game began: {VARIANTS[variant].name}"
        case Closed() if not settles:
            return "The game was ended early"
        case Closed(settles=settled):
            return f"The game was ended early, {'settled' if settled else 'not settled'}"
        case Reopened():
            return "The game was reopened"
        case SetupChanged():
            return "The stake or the house rules were changed"
        case PutAway():
            return "The game was put away"


def _player_words(players: Sequence[str], act: Renamed | Joined | Left | Returned) -> str:
    match act:
        case Renamed(seat=seat, name=name):
            return f"{players[seat]} is called {name}"
        case Joined(name=name):
            return f"{name} sat down"
        case Left(seat=seat):
            return f"{players[seat]} sits out"
        case Returned(seat=seat):
            return f"{players[seat]} plays again"


def _players_before(game: CurrentGame, entry: LogEntry) -> tuple[str, ...]:
    """Return the players and their names as they were before an entry."""
    return replay([each for each in game.naming if each.seq < entry.seq]).players


def describe_undo(game: CurrentGame, seq: int) -> str:
    """Return what the undo of an entry would do, in one or two sentences.

    ``Take back deal 3? Ann 220 and Bob 65 come off the sheet.``
    """
    entry, row = game.log[seq - 1], game.sheet.row_of(seq)
    if row is not None:
        points = _points_of(game, row)
        off = f" {points} come off the sheet." if points else ""
        return f"Take back {without_capital(deal_name(game, seq))}?{off}"
    words = write_sentence(describe_entry(game, entry))
    if not isinstance(entry.act, Corrected):
        return words
    after = with_act(game, Undone(target=seq, reason=""), who="", at=entry.at)
    row = after.sheet.row_of(entry.act.target)
    points = _points_of(after, row) if row else ""
    return f"{words} Without that it is {points}." if points else words


def _points_of(game: CurrentGame, row: SheetRow) -> str:
    """Return the points of a deal: ``Ann 220 and Bob 65``; empty if it does not count."""
    players = game.sheet.setup.players
    played = [cell for cell in row.cells if row.counts and not cell.sat_out]
    points = [f"{players[cell.seat]} {write_points(cell.points or 0)}" for cell in played]
    return write_names(points) if points else ""


def deal_name(game: CurrentGame, seq: int) -> str:
    """Return ``Deal`` with the number of an entry's deal, or the one it would have if restored."""
    return f"Deal {1 + sum([row.seq < seq for row in game.sheet.rows])}"


def describe_target(game: CurrentGame, target: int) -> str:
    """Return the words for an opinion's subject: ``Deal 3`` or ``The early end``."""
    is_end = 0 < target <= len(game.log) and isinstance(game.log[target - 1].act, Closed)
    return "The early end" if is_end else deal_name(game, target)


def puts_back(game: CurrentGame, seq: int) -> bool:
    """Tell whether undoing entry ``seq`` restores another entry, as undoing an undo does."""
    return game.log[seq - 1].undos % 2 == 1


# --- Sentences about the phones of a game: on which one somebody acted, and seats taken over ------
# A phone's id is never shown, only its number in the game.


def words_of_phone(history: SeatHistory, entry: LogEntry) -> str:
    """Return on which phone an entry was made: ``on phone 3, without a seat``.

    It is empty if that says nothing: for the phone of the player who made the entry, for the only
    phone of the game, and if the phone is not known.
    """
    if isinstance(entry.act, Started) or not history.knows_phone_of(entry):
        return ""
    seat = history.seat_of(entry)
    if seat is not None:
        agrees = entry.act.seats if isinstance(entry.act, Agreed) else (seat,)
        return "" if set(agrees) <= {seat} else f"on {_name(history, seat)}’s phone"
    if history.began(entry.phone):
        return "on the phone that began the game"
    return f"on phone {history.numbers[entry.phone]}, without a seat"


def name_of_phone(words: str) -> str:
    """Return the words of ``words_of_phone`` as a name: ``Phone 3, without a seat``."""
    name = words.removeprefix("on ")
    return with_capital(name)


def takeover_words(history: SeatHistory, takeover: Takeover, own: str) -> str:
    """Return the words for a seat taken over: ``Another phone took Bob’s seat``.

    ``own`` is the phone that is told; it may be the one that took the seat.
    """
    taker = "This" if history.numbers.get(own) == takeover.taker else "Another"
    return f"{taker} phone took {_name(history, takeover.seat)}’s seat"


def say_takeovers(history: SeatHistory, own: str) -> tuple[str, ...]:
    """Return a sentence for each seat that was ever taken over, with the last time that it was.

    ``own`` is the phone that is told.
    """
    last = {each.seat: each for each in history.takeovers}
    return tuple(
        [
            f"{takeover_words(history, last[seat], own)}, {write_moment(last[seat].at)}."
            for seat in sorted(last)
        ]
    )


def say_agreed_elsewhere(
    history: SeatHistory, agreement: Agreement, target: int
) -> tuple[str, ...]:
    """Return a sentence for each agreement that came from an unexpected phone.

    Either the phone had taken the seat just before, or the player has a phone and it was another.
    """
    found = [
        _agreed_elsewhere(history, seat, history.game.log[seq - 1], target)
        for seat, seq in sorted(agreement.agreed.items())
    ]
    return tuple([text for text in found if text])


def say_of_paper(history: SeatHistory) -> tuple[str, ...]:
    """Return these sentences for all deals and an early end, for a paper.

    Each names its subject: ``Deal 2: Bob agreed on Ann’s phone.``
    """
    sheet = history.game.sheet
    told = [(f"Deal {row.number}", row.agreement, row.seq) for row in sheet.rows]
    if sheet.closing is not None and sheet.game.closed_by is not None:
        told.append(("The early end", sheet.closing, sheet.game.closed_by))
    return tuple(
        [
            f"{what}: {text}"
            for what, agreement, target in told
            for text in say_agreed_elsewhere(history, agreement, target)
        ]
    )


def _agreed_elsewhere(history: SeatHistory, seat: Seat, entry: LogEntry, target: int) -> str:
    lately = history.taken_lately(seat, entry, target)
    if lately is not None:
        return (
            f"{_name(history, seat)} agreed on a phone that took the seat at {write_time(lately)}."
        )
    own = history.holders_at(entry.seq).get(seat, entry.phone)
    place = "" if own == entry.phone else words_of_phone(history, entry)
    return f"{_name(history, seat)} agreed {place}." if place else ""


def _name(history: SeatHistory, seat: Seat) -> str:
    """Return the name in a seat, or its number if the player's joining was taken back."""
    players = history.game.sheet.setup.players
    return players[seat] if seat < len(players) else f"player {seat + 1}"
