"""Hypothesis strategies for tables, house rules, acts and the legal deals of every variant.

Deals are legal by construction, so that a test that draws one need not throw any away.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from hypothesis import strategies as st

from scorekeeper.rules.cards import NATURAL_CARDS
from scorekeeper.rules.deals import (
    Ask,
    AskKind,
    Asks,
    Deal,
    DealtPair,
    Ending,
    Hand,
    LaidMeld,
    MeldCard,
    Penalty,
    Seat,
)
from scorekeeper.rules.game import (
    Act,
    Agreed,
    Challenged,
    Closed,
    Corrected,
    Dealt,
    Entry,
    Figure,
    Joined,
    Left,
    PutAway,
    Renamed,
    Reopened,
    Reordered,
    Returned,
    SetupChanged,
    Started,
    Undone,
)
from scorekeeper.rules.options import Option, OptionKind, OptionValue, values_of
from scorekeeper.rules.scoring import Setup, with_options
from scorekeeper.rules.settlement import Stake
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.variants.contract.facts import contract_of
from scorekeeper.rules.variants.oklahoma_gin.facts import knock_limit
from scorekeeper.rules.words import look_of, trim_line
from tests.suits import strip_suits
from tests.table_packs import TablePack

CAST = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")

VARIANT = st.sampled_from(list(VARIANTS.values()))
TEXT = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20).map(trim_line)
NAME = st.sampled_from(CAST) | st.sampled_from("01234") | TEXT
REASON = st.sampled_from(["a slip of the pen", "the table agrees"]) | TEXT
STAKE = st.builds(
    Stake,
    currency=st.sampled_from(["USD", "EUR", "JPY"]),
    minor=st.integers(1, 10_000),
    per=st.sampled_from([1, 10, 100]),
)
FIVES = st.integers(0, 60).map(lambda count: 5 * count)


def option_values(option: Option) -> st.SearchStrategy[OptionValue]:
    """Values that an option accepts."""
    if option.kind is OptionKind.YES_NO:
        return st.booleans()
    if option.kind is OptionKind.CHOICE:
        return st.sampled_from([value for value, _ in option.choices])
    numbers = st.integers(option.least, 2000)
    return numbers | st.none() if option.may_be_off else numbers


def chosen_options(variant: Variant) -> st.SearchStrategy[dict[str, OptionValue]]:
    """House rules as a record names them: any of them, or none."""
    every = {option.name: option_values(option) for option in variant.options}
    return st.fixed_dictionaries({}, optional=every)


@st.composite
def setups(draw: st.DrawFn, variants: st.SearchStrategy[Variant] = VARIANT) -> Setup:
    """A table of a variant, with house rules, players and perhaps a stake."""
    variant = draw(variants)
    options = with_options(variant, draw(st.just({}) | chosen_options(variant)))
    count = draw(st.sampled_from(list(variant.family.players(options))))
    names = draw(st.lists(NAME, min_size=count, max_size=count, unique_by=look_of))
    return Setup(variant, options, tuple(names), draw(st.none() | STAKE))


@st.composite
def starts(draw: st.DrawFn, setup: Setup) -> Started:
    """The first act of a game at this table."""
    return Started(
        variant=setup.variant.key,
        options=values_of(setup.options),
        players=setup.players,
        stake=setup.stake,
        title=draw(st.just("") | TEXT),
        place=draw(st.just("") | TEXT),
        played_on=draw(st.sampled_from(["", "2026-11-20"])),
    )


def seats(setup: Setup) -> st.SearchStrategy[Seat]:
    """A seat at this table."""
    return st.sampled_from([Seat(seat) for seat in range(len(setup.players))])


def legal_deals(setup: Setup, number: int = 1) -> st.SearchStrategy[Deal]:
    """Deals that this table could enter as deal ``number``; unlikely ones too, never wrong ones.

    Half of them give no suit that is not needed.
    """
    families = {"contract": _contract, "oklahoma_gin": _gin}
    deals = families.get(setup.variant.family.key, _melding)(setup, number)
    return deals | deals.map(partial(strip_suits, setup))


RANDOMS = st.randoms(use_true_random=True)
"""One seed a deal: packs that Hypothesis shuffles card by card take most of the time of a test."""


# --- the families ---------------------------------------------------------------------------------


@st.composite
def _melding(draw: st.DrawFn, setup: Setup, number: int) -> Deal:
    """Whatever a melding family asks for, given in any way that it allows."""
    asks = setup.variant.family.asks(setup.options)
    playing = draw(st.permutations([Seat(seat) for seat in range(len(setup.players))]))
    if "sat_out" in [ask.name for ask in asks.hand]:
        # Most deals are played by all; two at least have to.
        playing = playing[: draw(st.just(len(playing)) | st.integers(2, len(playing)))]
    ending = draw(st.sampled_from([ending for ending, _ in asks.endings]))
    by = None if ending in asks.ended_by_nobody else draw(st.sampled_from(playing))
    pack = TablePack(setup, draw(RANDOMS))
    hands = [
        draw(_melding_hand(pack, asks, out=by == seat))
        if seat in playing
        else asks.hand_type(sat_out=True)
        for seat in range(len(setup.players))
    ]
    flags: dict[str, Any] = {ask.name: by is not None and draw(st.booleans()) for ask in asks.deal}
    dealer = draw(st.none() | st.sampled_from(playing))
    return asks.deal_type(ending=ending, by=by, dealer=dealer, hands=tuple(hands), **flags)


@st.composite
def _melding_hand(draw: st.DrawFn, pack: TablePack, asks: Asks, *, out: bool) -> Hand:
    form = draw(st.sampled_from(asks.forms))
    extras = [ask for ask in asks.extras if ask.name != "sat_out"]
    # Cards in hand come first: melds could leave none in a single pack.
    ordered = sorted([*form.asks, *extras], key=lambda ask: ask.kind is not AskKind.CARDS)
    facts = {ask.name: _fact(draw, pack, ask, asks=asks, out=out) for ask in ordered}
    if form.name == "totals":
        facts.pop("discard", None)
    return asks.hand_type(**facts)


def _fact(draw: st.DrawFn, pack: TablePack, ask: Ask, *, asks: Asks, out: bool) -> Any:
    """A fact of a hand; whoever is out holds no card, and everybody else one or more."""
    match ask.kind:
        case AskKind.CARDS:
            return () if out else pack.take(draw(st.integers(1, 5)))
        case AskKind.CARD:
            return next(iter(pack.take(draw(st.integers(0, 1)))), None)
        case AskKind.MELDS:
            return pack.melds(3)
        case AskKind.POINTS:
            least = 5 if ask.name == "in_hand_points" else 0
            return 0 if out and least else least + draw(FIVES)
        case AskKind.PENALTIES:
            return tuple(draw(st.lists(_penalties(asks), max_size=2)))
    return draw(st.none() | st.booleans())


def _penalties(asks: Asks) -> st.SearchStrategy[Penalty]:
    laws = st.sampled_from([law for law, _ in asks.penalty_laws])
    return st.builds(Penalty, law=laws) | st.builds(Penalty, points=FIVES, reason=st.none() | TEXT)


@st.composite
def _contract(draw: st.DrawFn, setup: Setup, number: int) -> Deal:
    may_run_out = setup.options.stock_out == "hand_ends"
    by = draw(st.none() | seats(setup) if may_run_out else seats(setup))
    pack = TablePack(setup, draw(RANDOMS))
    laid = _contract_melds(pack, number) if draw(st.booleans()) else None
    hands = []
    for seat in range(len(setup.players)):
        if seat == by:
            hands.append(Hand(in_hand=(), laid_down=True if laid else None, melds=laid))
        elif draw(st.booleans()):
            hands.append(Hand(in_hand_points=5 + draw(FIVES)))
        else:
            hands.append(Hand(in_hand=pack.take(2), laid_down=draw(st.none() | st.booleans())))
    return Deal(
        ending=Ending.STOCK if by is None else Ending.OUT,
        by=by,
        dealer=draw(st.none() | seats(setup)),
        hands=tuple(hands),
    )


def _contract_melds(pack: TablePack, number: int) -> tuple[LaidMeld, ...] | None:
    """Melds that hold the contract of the deal, if the pack has them."""
    contract = contract_of(number)
    melds = [pack.set_of(3) for _ in range(contract.sets)]
    melds += [pack.run_of(4) for _ in range(contract.runs)]
    if not all(melds):
        return None
    return tuple([tuple([MeldCard(card) for card in meld]) for meld in melds])


@st.composite
def _gin(draw: st.DrawFn, setup: Setup, number: int) -> Deal:
    dealer = draw(st.none() | seats(setup))
    if not setup.has_partners:
        return replace(draw(_gin_of_two(setup)), dealer=dealer)
    first, second = [draw(st.permutations(side)) for side in setup.sides]
    pairs = [
        DealtPair(seats=tuple(draw(st.permutations(pair))), deal=draw(_gin_of_two(setup)))
        for pair in zip(first, second, strict=True)
    ]
    return Deal(ending=None, dealer=dealer, pairs=tuple(pairs))


@st.composite
def _gin_of_two(draw: st.DrawFn, setup: Setup) -> Deal:
    pack = TablePack(setup, draw(RANDOMS))
    upcard = draw(st.sampled_from(NATURAL_CARDS))
    if draw(st.integers(0, 4)) == 0:
        return Deal(ending=Ending.DEAD, upcard=upcard)
    by = draw(st.sampled_from([Seat(0), Seat(1)]))
    knocker = draw(_knocker(pack, knock_limit(setup.options, upcard)))
    totals = st.builds(Hand, deadwood_points=st.integers(0, 98))
    defender = draw(totals) if draw(st.booleans()) else Hand(cards=pack.take(10))
    hands = (knocker, defender) if by == 0 else (defender, knocker)
    return Deal(ending=Ending.KNOCK, by=by, upcard=upcard, hands=hands)


@st.composite
def _knocker(draw: st.DrawFn, pack: TablePack, limit: int) -> Hand:
    """A hand that may knock: gin, or as little deadwood as the upcard allows."""
    melds = [pack.run_of(4), pack.set_of(3), pack.set_of(3)]
    if not all(melds) or draw(st.booleans()):
        return Hand(deadwood_points=draw(st.integers(0, limit)))
    if draw(st.booleans()):
        return Hand(cards=tuple([card for meld in melds for card in meld]))
    laid = tuple([tuple([MeldCard(card) for card in meld]) for meld in melds])
    return Hand(melds=laid, deadwood=())


# --- journals -------------------------------------------------------------------------------------


def later_acts(
    setup: Setup, entries: int, deals: st.SearchStrategy[Deal] | None = None
) -> st.SearchStrategy[Act]:
    """Any act but the first, with targets that may or may not be among so many entries."""
    targets = st.integers(-1, entries + 2)
    deals = legal_deals(setup) if deals is None else deals
    seated = seats(setup)
    figures = st.builds(Figure, points=FIVES, held=FIVES)
    agreed = st.builds(
        Agreed,
        target=targets,
        seats=st.tuples(seated),
        figures=st.tuples(figures) | st.just(()),
    )
    # Nobody joins gin for two, four or six, so nobody is asked how its deals would look for three.
    may_come = len(setup.players) + 1 in setup.variant.family.players(setup.options)
    comes = [st.builds(Joined, name=NAME)] if may_come else []
    # Partners may change places before their first deal alone, or its pairs would be of one side.
    turns = list(map(Seat, range(len(setup.players))))
    moved = st.permutations(turns).map(lambda order: Reordered(order=tuple(order)))
    return st.one_of(
        *comes,
        *([] if setup.has_partners else [moved]),
        st.builds(Left, seat=seated),
        st.builds(Returned, seat=seated),
        agreed,
        st.builds(Challenged, target=targets, seat=st.none() | seated, reason=REASON),
        st.builds(Dealt, deal=deals),
        st.builds(Corrected, target=targets, deal=deals, reason=REASON),
        st.builds(Undone, target=targets, reason=REASON),
        st.builds(Renamed, seat=seats(setup), name=NAME),
        st.builds(Closed, reason=REASON, settles=st.booleans()),
        st.builds(Reopened, reason=REASON),
        st.just(SetupChanged(options=values_of(setup.options))),
        st.just(PutAway()),
    )


@st.composite
def journals(draw: st.DrawFn, most: int = 8) -> tuple[Entry, ...]:
    """The entries of a game in which anything was done, sensible or not."""
    setup = draw(setups())
    # Few deals that come again and again: laying one out takes longer than the rest of a journal.
    deals = st.sampled_from(draw(st.lists(legal_deals(setup), min_size=1, max_size=2)))
    acts = draw(st.lists(later_acts(setup, most, deals), max_size=most))
    return tuple([Entry(seq, act) for seq, act in enumerate([draw(starts(setup)), *acts], 1)])
