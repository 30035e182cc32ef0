"""Practice tables: the site plays the other seats, nothing of it counts, and one tap removes it.

The site's players sit there with phones of their own, and do what people do by the same functions:
they hand in their hands once the people at the table have, and agree to what was scored.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from scorekeeper.bookkeeping.access.links import Visit
from scorekeeper.bookkeeping.game.agreement import agree_to_entry, agreement_of, figures_of
from scorekeeper.bookkeeping.game.comparing import hand_facts
from scorekeeper.bookkeeping.game.games import start_game
from scorekeeper.bookkeeping.game.posting import Post
from scorekeeper.bookkeeping.hands import (
    ReadFields,
    SlipFields,
    hand_in_slip,
    read_partial_deal,
    take_back_slip,
)
from scorekeeper.bookkeeping.limits import Sender
from scorekeeper.bookkeeping.store.game_store import CurrentGame, GameStore, load_game
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import Asks, Deal, Seat
from scorekeeper.domain.draw import Draw
from scorekeeper.domain.play import NoDeal, ToPlay
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.table_checks import placed_cards
from scorekeeper.domain.variant import Problem, Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.writing import write_deal
from scorekeeper.storage.database import Connection
from scorekeeper.storage.phones import SeatRow, Slip, read_slips, taken_seats, write_seat
from scorekeeper.storage.practice import (
    is_practice,
    mark_practice,
    practice_begun_before,
    remove_practice,
)

PLAYERS: Final = ("Ann", "Bob", "Cal", "Dot")
"""Who sits at a practice table: the first is the person, the site plays the others."""
MINE: Final = Seat(0)
_TITLE: Final = "Practice"
_KEPT: Final = timedelta(days=1)
"""A practice table is removed after this time, when somebody begins another one."""
_ROUNDS: Final = 5
"""How many turns the site's players have had when somebody else ends the deal."""

WriteFields = Callable[[Setup, Seat, Mapping[str, Any]], SlipFields]
"""A function that turns a deal document into the fields of one hand's slip."""


def practised_variants() -> tuple[Variant, ...]:
    """Return the variants that the site can play."""
    return tuple([variant for variant in VARIANTS.values() if variant.family.play is not None])


def start_practice(
    store: GameStore, variant: Variant, *, entry_id: str, phone: str, sender: Sender
) -> str | tuple[Problem, ...]:
    """Start a practice table; return its key, or why it is not started.

    Practice tables of the day before are removed.
    """
    with store.database.writing() as db:
        for key in practice_begun_before(db, store.now() - _KEPT):
            remove_practice(db, key)
    names = PLAYERS[: _players_of(variant)]
    phones = [phone, *[_phone_of(Seat(seat)) for seat in range(1, len(names))]]
    return start_game(
        store,
        {"variant": variant.key, "title": _TITLE, "players": list(names)},
        entry_id=entry_id,
        phone=phone,
        sender=sender,
        join=partial(_seat_players, store, phones),
    )


def _players_of(variant: Variant) -> int:
    """Return how many sit at a practice table: as many as may play, but no partners."""
    paired = variant.family.asks(variant.defaults).paired
    allowed = [each for each in variant.family.players(variant.defaults) if each not in paired]
    return max([each for each in allowed if each <= len(PLAYERS)])


def _seat_players(store: GameStore, phones: Sequence[str], db: Connection, key: str) -> None:
    mark_practice(db, key)
    for seat, phone in enumerate(phones):
        write_seat(db, key, SeatRow(seat=Seat(seat), phone=phone, since=store.now()))


def throw_away(store: GameStore, key: str) -> bool:
    """Remove a practice table with all that was entered there; return False for any other game."""
    with store.database.writing() as db:
        if not is_practice(db, key):
            return False
        remove_practice(db, key)
    return True


def suggest_deal(game: CurrentGame) -> Deal:
    """Return the next deal of a practice table as the site would play it for everybody."""
    sheet = game.sheet
    to_play = ToPlay(
        players=len(sheet.heads),
        dealer=sheet.next_dealer or MINE,
        number=sheet.next_number,
    )
    return _play(sheet.setup, to_play, f"{game.key} {sheet.next_number}")


def deal_to_copy(visit: Visit, seat: Seat) -> Deal | None:
    """Return the deal whose hand a person at a practice table may enter, for want of cards.

    Who has handed in a hand, and who enters that of another, needs none.
    """
    if not visit.is_practice or seat != MINE or any(slip.seat == seat for slip in visit.slips):
        return None
    return suggest_deal(visit.game)


def _play(setup: Setup, to_play: ToPlay, seed: str) -> Deal:
    play = setup.variant.family.play
    if play is None:
        raise LookupError(setup.variant.key)
    return play(setup.options, to_play, Draw(seed)).deal


# --- what the site's players do -------------------------------------------------------------------


class Table(NamedTuple):
    """A practice table: the seats of the site's players, of people, and the slips of the deal."""

    game: CurrentGame
    site: tuple[Seat, ...]
    people: tuple[Seat, ...]
    slips: tuple[Slip, ...]


def let_others_act(
    store: GameStore, key: str, *, read_fields: ReadFields, write_fields: WriteFields
) -> None:
    """Let the site's players of a practice table hand in their hands, and agree to what is new."""
    table = _load_table(store, key)
    if table is None:
        return
    if table.game.sheet.final is None:
        _hand_in(store, table, read_fields, write_fields)
    for seat in table.site:
        _agree(store, table.game, seat)


def _load_table(store: GameStore, key: str) -> Table | None:
    with store.database.reading() as db:
        game = load_game(store, db, key)
        if game is None:
            return None
        rows, number = taken_seats(db, key), game.sheet.next_number
        slips = [slip for slip in read_slips(db, key) if slip.number == number]
    playing = [row for row in rows if row.seat not in game.sheet.game.away]
    return Table(
        game=game,
        site=tuple([row.seat for row in playing if row.phone == _phone_of(row.seat)]),
        people=tuple([row.seat for row in playing if row.phone != _phone_of(row.seat)]),
        slips=tuple(slips),
    )


def _phone_of(seat: Seat) -> str:
    """Return the id of the phone of the site's player; that of a browser has no space."""
    return f"practice {seat}"


def _hand_in(
    store: GameStore, table: Table, read_fields: ReadFields, write_fields: WriteFields
) -> None:
    """Hand in the hands of the site's players once all people have, or take them back."""
    setup = table.game.sheet.setup
    theirs = [slip for slip in table.slips if slip.phone != _phone_of(slip.seat)]
    handed_in = [slip.seat for slip in theirs]
    if not {*table.people} <= {*handed_in}:
        for seat in table.site:
            take_back_slip(store, table.game.key, seat, _phone_of(seat))
        return
    told = [read_partial_deal(setup, read_fields(setup, slip.fields)) for slip in theirs]
    seats = [seat for seat in table.site if seat not in handed_in]
    is_ended = any("ending" in slip.fields for slip in theirs)
    try:
        deal = _play_rest(table.game, told, handed_in, seats, is_ended=is_ended)
    except NoDeal:
        return  # the hands of the people have too many cards; theirs to enter are the others then
    for seat in seats:
        slip = Slip(
            number=table.game.sheet.next_number,
            seat=seat,
            phone=_phone_of(seat),
            who=setup.players[seat],
            fields=write_fields(setup, seat, _document_for(deal, seat, setup.players)),
            at=store.now(),
        )
        hand_in_slip(store, table.game.key, slip, read_fields)


def _document_for(deal: Deal, seat: Seat, players: Sequence[str]) -> Mapping[str, Any]:
    """Return what one player tells of a deal: how it ended only if nobody else knows better."""
    document = write_deal(deal, players)
    knows = deal.ending is not None and deal.by in (None, seat)
    return document if knows else {"hands": document["hands"]}


def _play_rest(
    game: CurrentGame,
    told: Sequence[Deal],
    handed_in: Sequence[Seat],
    seats: Sequence[Seat],
    *,
    is_ended: bool,
) -> Deal:
    """Return the deal of the site's players, of which the hands of the people are left blank.

    Whoever hands in the hand that was suggested gets the others of that deal.
    """
    setup, players = game.sheet.setup, len(game.sheet.heads)
    suggested = suggest_deal(game)
    if all(_is_hand_of(setup, suggested, *each) for each in zip(told, handed_in, strict=True)):
        return suggested
    asks = setup.variant.family.asks(setup.options)
    to_play = ToPlay(
        players=len(seats),
        dealer=Seat(0),
        number=game.sheet.next_number,
        others=players - len(seats),
        without=tuple(_held(asks, told)),
        upcard=next((deal.upcard for deal in told if deal.upcard is not None), None),
        rounds=_ROUNDS if is_ended else None,
    )
    deal = _play(setup, to_play, repr((game.key, game.sheet.next_number, told)))
    hands = dict(zip(seats, deal.hands, strict=True))
    blank = asks.hand_type()
    return replace(
        deal,
        by=None if deal.by is None else seats[deal.by],
        hands=tuple([hands.get(Seat(seat), blank) for seat in range(players)]),
    )


def _is_hand_of(setup: Setup, suggested: Deal, told: Deal, seat: Seat) -> bool:
    """Tell whether a player has handed in the hand that was suggested, and how it ended."""
    facts, of_suggested = hand_facts(setup, (told, suggested), seat)
    return facts == of_suggested and told.by == (suggested.by if suggested.by == seat else None)


def _held(asks: Asks, told: Sequence[Deal]) -> Iterator[Card]:
    """Yield the cards of the people's hands, and the upcard; a card without a suit gets one."""
    cards = [card for deal in told for card, _ in placed_cards(deal)]
    held = Counter([card for card in cards if card not in asks.suitless])
    upcards = [deal.upcard for deal in told if deal.upcard is not None]
    held |= Counter(upcards[:1])
    for card in cards:
        if card in asks.suitless:
            held[min(asks.suitless[card], key=held.__getitem__)] += 1
    yield from held.elements()


def _agree(store: GameStore, game: CurrentGame, seat: Seat) -> None:
    """Agree as one of the site's players to every deal, and to an early end, that asks for it."""
    closed_by = game.sheet.game.closed_by
    for target in (*[row.seq for row in game.sheet.rows], *([closed_by] if closed_by else [])):
        agreement = agreement_of(game, target)
        if agreement is not None and seat in agreement.asked:
            post = Post(
                entry_id=store.new_key(),
                version=game.version,
                who=game.sheet.setup.players[seat],
                phone=_phone_of(seat),
            )
            seen = figures_of(game, target)
            agree_to_entry(store, game.key, post, target, seats=[seat], seen=seen)
