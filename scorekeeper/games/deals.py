"""The deals of a game: entering, correcting, undoing, previews, and who agrees to them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

from scorekeeper.games.comparing import are_same_deal, count_suitless
from scorekeeper.games.game_store import CurrentGame, GameStore, find_figures, with_act
from scorekeeper.games.games import check_setup_after
from scorekeeper.games.phones import Slip, slips_of_next
from scorekeeper.games.players import check_seating
from scorekeeper.games.posting import (
    BAD_REASON,
    Decision,
    GameOutcome,
    Post,
    check_deal,
    game_act,
    post_act,
    post_opinion,
    read_deal,
    read_reason,
)
from scorekeeper.record.document import DEALS_MAX
from scorekeeper.rules import (
    Agreed,
    Agreement,
    Asks,
    Challenged,
    Closed,
    Corrected,
    Deal,
    Dealt,
    Figure,
    FinalSheet,
    GameDeal,
    PairScore,
    Path,
    Problem,
    ScoreSheet,
    Seat,
    SentHand,
    Setup,
    Severity,
    SheetRow,
    Table,
    Undone,
    check_and_score,
    has_error,
    make_sheet,
    refusal,
)
from scorekeeper.store.database import Connection

WeighHands: TypeAlias = Callable[[CurrentGame, Deal, Sequence[Slip]], tuple[SentHand, ...]]
"""What says which of the hands that phones have sent are knowingly left out of a deal.

It raises RefusedAct if nobody knows of them yet.
"""
UNCHANGED: Final = "unchanged"
"""The code of the problem that a correction changes nothing."""
_TOO_MANY: Final = f"A game has at most {DEALS_MAX} deals"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPreview:
    """The score sheet as it would be with a deal, and the row of that deal."""

    sheet: ScoreSheet
    row: SheetRow


def record_deal(
    store: GameStore,
    key: str,
    post: Post,
    document: Mapping[str, Any],
    *,
    weigh_hands: WeighHands = lambda *_: (),
) -> GameOutcome:
    """Enter the next deal, given in the form of the game record; raises UnknownGame.

    The hands that phones have sent are deleted with it, so they are weighed in its transaction, in
    which no other can come. The same deal submitted by two phones is entered once, even if only one
    of them gives suits.
    """

    def decide(game: CurrentGame, db: Connection) -> Decision:
        if game.sheet.over:
            return refusal("game_over", "The game is over; no deal can be added to it")
        if game.sheet.game.closed is not None:
            return refusal("game_closed", "The game was ended early; reopen it to add a deal")
        if len(game.sheet.rows) >= DEALS_MAX:
            return refusal("bad_value", _TOO_MANY)
        read = read_deal(game, document, number=game.sheet.next_number)
        if not isinstance(read, Deal):
            return read
        return Dealt(deal=read, sent=weigh_hands(game, read, slips_of_next(db, game)))

    def duplicate(game: CurrentGame) -> int | None:
        return find_duplicate(game, post, document)

    return post_act(store, key, post, decide, duplicate=duplicate)


@game_act
def correct_deal(
    game: CurrentGame, target: int, *, document: Mapping[str, Any], reason: str
) -> Decision:
    """Replace the deal of entry ``target`` by a corrected one with the same number.

    A correction that changes nothing is refused; ``reason`` may be empty. Raises UnknownGame.
    """
    line = read_reason(reason)
    row = game.sheet.row_of(target)
    if row is None:
        return refusal("bad_value", "There is no such deal to correct", at=("target",))
    read = read_deal(game, document, number=row.number)
    if not isinstance(read, Deal):
        return (*read, *BAD_REASON) if line is None else read
    if line is None:
        return BAD_REASON
    if read == game.sheet.game.deals[row.number - 1].deal:
        return refusal(UNCHANGED, "The deal is as it was, so nothing was saved")
    return Corrected(target=target, deal=read, reason=line)


@game_act
def undo(game: CurrentGame, target: int, *, reason: str) -> Decision:
    """Take back entry ``target``, which may itself be an undo; raises UnknownGame.

    Later deals then get other numbers. It is refused if a deal would break a rule under its new
    number, because another contract applies to it.
    """
    line = read_reason(reason)
    if not 1 < target <= game.version:
        return refusal("bad_value", "There is no such entry to take back", at=("target",))
    if target in game.sheet.game.undone:
        return refusal("bad_value", "This has already been taken back", at=("target",))
    if line is None:
        return BAD_REASON
    act = Undone(target=target, reason=line)
    after = with_act(game, act, who="", at=game.created_at)  # only looked at
    return (
        check_seating(game, after)
        or check_setup_after(game, after)
        or _check_deals_after(game, after)
        or act
    )


def _check_deals_after(before: CurrentGame, after: CurrentGame) -> tuple[Problem, ...]:
    """Return the problems of an undo that makes deals illegal, or too many."""
    if len(after.sheet.rows) > DEALS_MAX:
        return refusal("bad_value", _TOO_MANY, at=("target",))
    rows = {row.seq: row for row in before.sheet.rows}
    found = []
    for row in after.sheet.rows:
        was = rows.get(row.seq)
        error = next(
            (problem for problem in row.problems if problem.severity is Severity.ERROR), None
        )
        if error is not None and not (was and has_error(was.problems)):
            text = _write_illegal(row.number, was.number if was else None, error.text)
            found.append(replace(error, at=("target",), text=text, judged_by=()))
    return tuple(found)


def _write_illegal(number: int, was: int | None, why: str) -> str:
    """Return why a deal would be illegal as deal ``number``, and what to do instead."""
    if was is None:
        return f"It would be deal {number}. {why}. Enter it again instead"
    if was == number:
        return f"Deal {number} would break a rule. {why}. Correct the deal instead"
    return f"Deal {was} would be deal {number}. {why}. Take deal {was} back first"


# --- the same deal from two phones ---------------------------------------------------------------


def deal_of_post(game: CurrentGame, post: Post) -> tuple[int, GameDeal | None]:
    """Return the number of the deal that a post enters, and the deal of that number if any."""
    deals = game.sheet.game.deals
    place = sum(deal.seq <= post.version for deal in deals)
    return place + 1, deals[place] if place < len(deals) else None


def find_duplicate(game: CurrentGame, post: Post, document: Mapping[str, Any]) -> int | None:
    """Return the entry by which somebody else has just entered the same deal, or ``None``."""
    number, entered = deal_of_post(game, post)
    if entered is None or post.version > game.version:
        return None
    if post.who and post.who == game.log[entered.seq - 1].who:
        return None  # one player's two equal deals may be two deals: the table decides
    read = read_deal(game, document, number=number)
    is_same = isinstance(read, Deal) and are_same_deal(game.sheet.setup, read, entered.deal)
    return entered.seq if is_same else None


def leaves_out_suits(game: CurrentGame, seq: int, document: Mapping[str, Any]) -> bool:
    """Tell whether a deal gives suits that the same deal, entered as ``seq``, does not give."""
    row = game.sheet.row_of(seq)
    if row is None:
        return False
    entered = game.sheet.game.deals[row.number - 1].deal
    read = read_deal(game, document, number=row.number)
    seats = [Seat(seat) for seat in range(len(entered.hands))]
    return isinstance(read, Deal) and any(
        count_suitless(read, seat) < count_suitless(entered, seat) for seat in seats
    )


# --- previews ------------------------------------------------------------------------------------


def preview_deal(
    game: CurrentGame, document: Mapping[str, Any], target: int | None = None
) -> DealPreview | tuple[Problem, ...]:
    """Return the sheet that a deal would make, or every problem of the deal.

    The deal has the form of the game record. It is the next deal, or a correction of the deal of
    entry ``target``; raises LookupError if there is no such deal.
    """
    deals = list(game.sheet.game.deals)
    place = len(deals) if target is None else _place_of(game, target)
    read = read_deal(game, document, number=place + 1)
    if not isinstance(read, Deal):
        return read
    seq = game.version + 1 if target is None else target
    order = game.sheet.game.order if target is None else deals[place].order
    deals[place : place + 1] = [GameDeal(seq=seq, deal=read, order=order)]
    sheet = make_sheet(replace(game.sheet.game, deals=tuple(deals)), game.sheet.variant)
    return DealPreview(sheet=sheet, row=sheet.rows[place])


def preview_pair(setup: Setup, pair: Mapping[str, Any]) -> PairScore | None:
    """Return the score of one pair of partners by itself; ``None`` if it has an error."""
    of_two = setup._replace(players=tuple(pair["players"]), order=())
    document = {name: fact for name, fact in pair.items() if name != "players"}
    deal, problems = check_deal(of_two, document, number=1)
    if has_error(problems):
        return None
    score = check_and_score(of_two, deal, Table(players=of_two.players, number=1)).score
    seats = tuple([Seat(setup.players.index(name)) for name in of_two.players])
    return None if score is None else PairScore(seats=seats, score=score)


def _place_of(game: CurrentGame, target: int) -> int:
    """Return the position of an entry's deal among the deals, from 0; raises LookupError."""
    for place, row in enumerate(game.sheet.rows):
        if row.seq == target:
            return place
    raise LookupError(target)


def preview_closing(game: CurrentGame) -> FinalSheet | None:
    """Return the final sheet that closing and settling the game now would give."""
    return make_sheet(replace(game.sheet.game, closed=Closed(reason="")), game.sheet.variant).final


# --- agreeing to a deal or an early end, and challenging it; play never waits for either ----------


_GONE: Final = refusal("bad_value", "It has been taken back in the meantime", at=("target",))


def agree_to_entry(
    store: GameStore,
    key: str,
    post: Post,
    target: int,
    *,
    seats: Sequence[Seat] | None,
    seen: Sequence[Figure],
) -> GameOutcome:
    """Record that players agree to a deal or an early end; raises UnknownGame.

    ``target`` is the entry of the deal or early end. ``seats`` are those that agree, ``None`` for
    all who have not agreed yet, or for everybody while the host challenges it. ``seen`` are the
    deal's figures by seat as the page showed them: if they have changed since, the post is refused.
    """

    def decide(game: CurrentGame) -> Decision:
        figures = find_figures(game, target)
        agreement = agreement_of(game, target)
        if figures is None or agreement is None:
            return _GONE
        if tuple(seen) != figures:
            return refusal(
                "bad_value",
                "It has been corrected in the meantime: check it again",
                at=("figures",),
            )
        agreeing = _agreeing(agreement, seats)
        if not agreeing:
            return refusal("bad_value", "There is nobody here to agree", at=("seats",))
        return Agreed(
            target=target,
            seats=agreeing,
            figures=tuple([figures[seat] for seat in agreeing]) if figures else (),
        )

    return post_opinion(store, key, post, decide)


def _agreeing(agreement: Agreement, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Return the seats that an agreement names; the host's challenge is only settled by all."""
    both = sorted((*agreement.agreed, *agreement.asked))
    if seats is not None:
        return tuple([seat for seat in both if seat in seats])
    hosts = any(challenge.seat is None for challenge in agreement.challenges)
    return tuple(both) if hosts else agreement.asked


def challenge_entry(
    store: GameStore,
    key: str,
    post: Post,
    target: int,
    *,
    seat: Seat | None,
    reason: str,
    about: Seat | None = None,
) -> GameOutcome:
    """Record that somebody challenges a deal or an early end; raises UnknownGame.

    ``seat`` is ``None`` if a host without a seat challenges. ``about`` is the seat of the hand
    that is not right, if the challenger names one; ``reason`` may be empty.
    """
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        if agreement_of(game, target) is None:
            return _GONE
        if line is None:
            return BAD_REASON
        return Challenged(target=target, seat=seat, about=about, reason=line)

    return post_opinion(store, key, post, decide)


def agreement_of(game: CurrentGame, target: int) -> Agreement | None:
    """Return who agreed to or challenged a deal or early end; ``None`` if it was taken back."""
    if game.sheet.closing is not None and target == game.sheet.game.closed_by:
        return game.sheet.closing
    return next((row.agreement for row in game.sheet.rows if row.seq == target), None)


def figures_of(game: CurrentGame, target: int) -> tuple[Figure, ...]:
    """Return the figures of a deal, by seat; empty for an early end or a deal taken back."""
    return find_figures(game, target) or ()


# --- the fields of a deal of partners: each pair has those of a deal of two -----------------------
# They have names of their own: ``pair1-upcard`` is the upcard of the second pair. The hands have
# the names that they have in any deal, ``hand2-cards``, whoever plays whom: ``pair1-players``.


Values = Mapping[str, str]
"""The texts of a form by the names of its fields."""

DEALER: Final = "dealer"
PLAYERS: Final = "players"
_OF_PAIR: Final = 2
_HAND: Final = re.compile(r"hand(\d+)(?=-|$)")
_NAMED: Final = re.compile(rf"pair\d+-{PLAYERS}")


class PairPlace(NamedTuple):
    """A pair of a form: its number, from 0, and the seats of its two players at the table."""

    number: int
    seats: tuple[Seat, Seat]

    def field(self, name: str) -> str:
        """Return the name of a field of a deal of two in the form of the whole deal.

        Who dealt is a question to the whole table.
        """
        hand = _HAND.match(name)
        if name == DEALER:
            return name
        if hand is None:
            return f"pair{self.number}-{name}"
        return f"hand{self.seats[int(hand[1])]}{name[hand.end() :]}"

    def inner(self, values: Values) -> dict[str, str]:
        """Return the values of the whole deal's form as those of a deal of two."""
        prefix, places = f"pair{self.number}-", {seat: at for at, seat in enumerate(self.seats)}
        found = {}
        for name, text in values.items():
            hand = _HAND.match(name)
            if hand is not None and int(hand[1]) in places:
                found[f"hand{places[Seat(int(hand[1]))]}{name[hand.end() :]}"] = text
            elif name.startswith(prefix):
                found[name.removeprefix(prefix)] = text
        return found

    def outer(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the values of a deal of two as those of the whole deal's form."""
        own = {self.field(name): text for name, text in values.items()}
        return own | {self.field(PLAYERS): write_seats(self.seats)}

    def of_two(self, setup: Setup) -> Setup:
        """Return the setup of the pair as a game of two."""
        return setup._replace(players=tuple([setup.players[seat] for seat in self.seats]), order=())

    def inner_path(self, at: Path) -> Path | None:
        """Return a place of a record in a deal of two; None if it is not in this pair."""
        match at:
            case ("pairs", self.number, *rest) if rest[:1] != [PLAYERS]:
                return self._inner_hand(rest)
            case ("hands", int(seat), *_) if seat in self.seats:
                return self._inner_hand(at)
        return None

    def _inner_hand(self, at: Sequence[str | int]) -> Path:
        match at:
            case ("hands", int(seat), *rest) if seat in self.seats:
                return ("hands", self.seats.index(Seat(seat)), *rest)
        return tuple(at)


def pair_places(asks: Asks, turns: Sequence[Seat], values: Values) -> tuple[PairPlace, ...]:
    """Return the pairs of a form; none unless so many players play in pairs.

    ``turns`` are the seats in order of play. Where it is not said who plays whom, partners play
    those who sit after them.
    """
    if len(turns) not in asks.paired:
        return ()
    return tuple(
        [
            PairPlace(number, _read_seats(values, number, turns))
            for number in range(len(turns) // _OF_PAIR)
        ]
    )


def place_of(places: Sequence[PairPlace], seat: Seat) -> PairPlace | None:
    """Return the pair in which a player sits, None if there are no pairs or none has the player."""
    return next((place for place in places if seat in place.seats), None)


def _read_seats(values: Values, number: int, turns: Sequence[Seat]) -> tuple[Seat, Seat]:
    typed = values.get(f"pair{number}-{PLAYERS}", "").split()
    known = [str(seat) for seat in turns]
    if len(typed) == _OF_PAIR and all(text in known for text in typed):
        return Seat(int(typed[0])), Seat(int(typed[1]))
    return turns[_OF_PAIR * number], turns[_OF_PAIR * number + 1]


def write_seats(seats: Sequence[Seat]) -> str:
    return " ".join([str(seat) for seat in seats])


def say_who_ended(setup: Setup, values: Values, seat: Seat, ending: str) -> dict[str, str]:
    """Return the values that say that a player ended the deal; with partners, the pair's deal."""
    places = pair_places(setup.variant.family.asks(setup.options), setup.turns, values)
    place = place_of(places, seat)
    if place is None:
        return {"by": str(seat), "ending": ending}
    return {place.field("by"): str(place.seats.index(seat)), place.field("ending"): ending}


def write_pairs(places: Sequence[PairPlace]) -> dict[str, str]:
    """Return the values that say who plays whom."""
    return {place.field(PLAYERS): write_seats(place.seats) for place in places}


def named_pairs(values: Values) -> dict[str, str]:
    """Return only those values of a form or a slip that say who plays whom."""
    return {name: text for name, text in values.items() if _NAMED.fullmatch(name)}


def change_opponent(places: Sequence[PairPlace], seat: Seat, other: Seat) -> tuple[PairPlace, ...]:
    """Return the pairs with ``other`` against the player in ``seat``; their opponents swap."""
    own = place_of(places, seat)
    before = next((other for other in own.seats if other != seat), other) if own else other
    swapped = {before: other, other: before}
    return tuple(
        [
            PairPlace(number, (swapped.get(one, one), swapped.get(two, two)))
            for number, (one, two) in places
        ]
    )


def pairs_before(sheet: ScoreSheet) -> dict[str, str]:
    """Return the values that say who plays whom as in the deal before; none at its start."""
    before = sheet.rows[-1].pairs if sheet.rows else ()
    return {f"pair{at}-{PLAYERS}": write_seats(pair.seats) for at, pair in enumerate(before)}
