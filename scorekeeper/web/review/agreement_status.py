"""The players' opinions of a deal or an early end as pages show them, and who may give one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import abort, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.access.seats import seat_history_of
from scorekeeper.bookkeeping.game.agreement import agreement_of, figures_of
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.game import Agreement
from scorekeeper.domain.journal import Agreed, Challenged, Figure, PutAway
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.web.core.access import lacks_only_seat, may, this_seat, this_visit
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.phrases import say_agreed_elsewhere
from scorekeeper.web.core.posting import EntryFields, make_entry_fields
from scorekeeper.wording import write_names, write_sentence

_FIGURES: Final = re.compile(r"(-?\d{1,9}/-?\d{1,9}( -?\d{1,9}/-?\d{1,9})*)?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlayer:
    """A player who is asked to agree; ``at`` is when the player agreed, empty if not yet."""

    name: str
    at: str
    challenges: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChallenge:
    """An open challenge: its entry, deal, challenger, time and reason.

    ``number`` is 0 for an early end. ``about`` is the seat of the hand in question and ``whose``
    its player, if the challenger named one. ``is_mine`` is true if this phone may take it back.
    """

    seq: int
    number: int
    who: str
    at: str
    reason: str
    about: Seat | None
    whose: str
    is_mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementStatus:
    """The players' opinions of entry ``target``, and what this phone may do about it.

    ``players`` are those who have a phone or an answer, ``elsewhere`` are sentences about answers
    from unexpected phones. ``seen`` are the figures on the page, to which a player agrees.
    ``asks_me`` is true if this phone's player is still asked. ``for_others`` is the text of the
    button that agrees for the others that are asked, empty if there is none.
    """

    target: int
    players: tuple[AskedPlayer, ...]
    elsewhere: tuple[str, ...]
    state: str
    challenges: tuple[ShownChallenge, ...]
    seen: str
    asks_me: bool
    for_others: str
    may_answer: bool
    offers_seat: bool
    entry_fields: EntryFields

    @property
    def own_challenge(self) -> ShownChallenge | None:
        """The first challenge against which this phone may say that the score stands."""
        return next((each for each in self.challenges if each.is_mine), None)


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


def undo_of_row(game: CurrentGame, row: SheetRow) -> Action:
    """Return the link that undoes the last correction of a deal or, without any, the deal."""
    corrections = game.sheet.game.deals[row.number - 1].corrections
    words = "Undo the correction" if corrections else f"Take deal {row.number} back"
    address = url_for("review.ask_undo", seq=corrections[-1] if corrections else row.seq)
    return Action(words=words, address=address)


def change_of_row(row: SheetRow) -> Action:
    """Return the link that changes the cards of a deal, which stays on the sheet."""
    address = url_for("deal.ask_correction", number=row.number)
    return Action(words="Change the cards", address=address)


def make_agreement_status(game: CurrentGame, target: int | None) -> AgreementStatus | None:
    """Return the players' opinions of an entry; ``None`` if it is undone or nobody is asked."""
    agreement = None if target is None else agreement_of(game, target)
    if target is None or agreement is None:
        return None
    if not (agreement.agreed or agreement.asked or agreement.challenges):
        return None
    mine, answers, row = this_seat(), may_answer(), game.sheet.row_of(target)
    return AgreementStatus(
        target=target,
        players=tuple(_asked_players(game, agreement)),
        elsewhere=say_agreed_elsewhere(seat_history_of(this_visit()), agreement, target),
        state=_state_of(game, agreement),
        challenges=tuple(_challenges(game, agreement, 0 if row is None else row.number)),
        seen=write_seen(figures_of(game, target)),
        asks_me=answers and mine in agreement.asked,
        for_others=_for_others(game, agreement) if answers else "",
        may_answer=answers,
        offers_seat=not agreement.complete and lacks_only_seat("review.agree"),
        entry_fields=make_entry_fields(game),
    )


def _state_of(game: CurrentGame, agreement: Agreement) -> str:
    """Return ``Waiting for you and Bob.`` or ``All agree.``; empty if no phone is asked.

    Nobody waits for players without a phone: they agree at the table.
    """
    if agreement.complete:
        return "All agree."
    mine, challengers = this_seat(), _challengers(agreement)
    others = _seats_with_phones() - {mine, *challengers}
    silent = [game.sheet.setup.players[seat] for seat in agreement.asked if seat in others]
    you = ["you"] if mine in agreement.asked and mine not in challengers else []
    if not silent:
        return "You have not agreed yet." if you else ""
    return write_sentence(f"Waiting for {write_names([*you, *silent])}")


def _for_others(game: CurrentGame, agreement: Agreement) -> str:
    """Return ``All agree`` or, if those asked have own phones, ``Agree for Bob and Cal too``.

    It is empty if no other player is asked, and on the phone that challenges.
    """
    mine, challengers = this_seat(), _challengers(agreement)
    others = [seat for seat in (*agreement.asked, *challengers) if seat != mine]
    if mine in challengers or not others:
        return ""
    if mine is None or not _seats_with_phones().intersection(others):
        return "All agree"
    asked = [game.sheet.setup.players[seat] for seat in agreement.asked if seat != mine]
    if not asked:  # the host alone challenges
        return "All agree"
    return f"Agree for {write_names(asked)}{' too' if mine in agreement.asked else ''}"


def _challengers(agreement: Agreement) -> list[Seat | None]:
    return [challenge.seat for challenge in agreement.challenges]


def _asked_players(game: CurrentGame, agreement: Agreement) -> Iterator[AskedPlayer]:
    challengers = _challengers(agreement)
    shown = _seats_with_phones().union(challengers)
    asked = [seat for seat in agreement.asked if seat in shown]
    for seat in sorted((*agreement.agreed, *asked)):
        seq = agreement.agreed.get(seat)
        at = "" if seq is None else write_time(game.log[seq - 1].at)
        name = game.sheet.setup.players[seat]
        yield AskedPlayer(name=name, at=at, challenges=seat in challengers)


def _seats_with_phones() -> set[Seat | None]:
    return {row.seat for row in this_visit().seats}


def say_not_agreed(game: CurrentGame) -> str:
    """Return which deals nobody agreed to: ``Deal 3 is not agreed yet.``

    It is empty at a table where only one phone is seated and nobody agrees to anything.
    """
    rows = [row for row in game.sheet.rows if row.counts]
    is_asked = len(this_visit().seats) > 1 or any(row.agreement.agreed for row in rows)
    open_rows = [row for row in rows if not (row.agreement.agreed or row.agreement.challenges)]
    return _say_of_deals(open_rows, "not agreed yet") if is_asked else ""


def say_challenged(game: CurrentGame) -> str:
    """Return which deals are challenged: ``Deals 2 and 3 are challenged.``; empty if none is."""
    rows = [row for row in game.sheet.rows if row.agreement.challenges]
    return _say_of_deals(rows, "challenged")


def _say_of_deals(rows: Sequence[SheetRow], words: str) -> str:
    if not rows:
        return ""
    names = write_names([str(row.number) for row in rows])
    return f"Deals {names} are {words}." if len(rows) > 1 else f"Deal {names} is {words}."


def challenges_of_deals(game: CurrentGame) -> tuple[ShownChallenge, ...]:
    """Return the open challenges of all deals."""
    rows = game.sheet.rows
    return tuple([each for row in rows for each in _challenges(game, row.agreement, row.number)])


def _challenges(
    game: CurrentGame, agreement: Agreement, number: int = 0
) -> Iterator[ShownChallenge]:
    players = game.sheet.setup.players
    for challenge in agreement.challenges:
        entry, about = game.log[challenge.seq - 1], challenge.about
        yield ShownChallenge(
            seq=challenge.seq,
            number=number,
            who=challenger_of(game, entry, challenge.seat),
            at=write_time(entry.at),
            reason=challenge.reason,
            about=about,
            whose="" if about is None or about >= len(players) else players[about],
            is_mine=may_answer() and may_take_back(game, challenge.seq),
        )


def challenger_of(game: CurrentGame, entry: LogEntry, seat: Seat | None) -> str:
    """Return the name of the player who challenged, or ``The host``."""
    return game.sheet.setup.players[seat] if seat is not None else entry.who or "The host"


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
