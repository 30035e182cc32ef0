"""The facts that Oklahoma asks for, its numbers of players, and its pack."""

from functools import lru_cache, partial
from typing import Final

from scorekeeper.domain.asks import Ask, AskKind, Asks, HandForm
from scorekeeper.domain.cards import Pack
from scorekeeper.domain.deals import Ending
from scorekeeper.domain.variants.oklahoma.options import OklahomaOptions
from scorekeeper.domain.variants.oklahoma.values import SUITLESS

PACKS: Final = 2  # Law 1
PENALTY_LAWS: Final = (
    (17, "exposed the discard pile"),
    (18, "drew out of turn"),
    (19, "saw a card of the stock"),
)


def pack(options: OklahomaOptions, players: int) -> Pack:
    """Return two packs and one Joker, for any number of players (Law 1)."""
    return Pack(PACKS, 1 if options.joker_in_pack else 0)


def seats(options: OklahomaOptions) -> tuple[int, int]:
    """Return the least and the most players (Law 1; the modern text allows five)."""
    return 2, 5 if options.five_players else 4


@lru_cache(maxsize=64)  # a page asks this a dozen times of one game
def asks(options: OklahomaOptions) -> Asks:
    """Return the facts that are asked of a deal."""
    flag = partial(Ask, kind=AskKind.FLAG)
    deal = [
        flag(name="concealed", label="Concealed", help="Melded the whole hand in this one turn"),
        flag(name="first_turn", label="On the first turn"),
        flag(name="last_card", label="With the last card of the stock"),
        flag(name="wrong_count", label="A wrong number of cards was found after the first play"),
        flag(name="agreed_correct", label="The hand that went out was correct, all agree"),
    ]
    return Asks(
        endings=((Ending.OUT, "Somebody went out"), (Ending.STOCK, "The stock ran out")),
        by_label="Who went out",
        ended_by_nobody=frozenset({Ending.STOCK}),
        deal=tuple(deal),
        forms=_HAND_FORMS,
        extras=(
            Ask(name="penalties", kind=AskKind.PENALTIES, label="Penalties"),
            flag(name="took_pile", label="Took the pile"),
            Ask(name="discard", kind=AskKind.CARD, label="Last discard"),
            flag(name="sat_out", label="Sat out this deal"),
        ),
        penalty_laws=PENALTY_LAWS,
        suitless=SUITLESS,
    )


_HAND_FORMS: Final = (
    HandForm(
        name="cards",
        label="Cards",
        asks=(
            Ask(name="melds", kind=AskKind.MELDS, label="Melded", help="One meld a line"),
            Ask(name="in_hand", kind=AskKind.CARDS, label="In hand", help="Nothing if out"),
        ),
    ),
    HandForm(
        name="totals",
        label="Just the totals",
        asks=(
            Ask(name="melded_points", kind=AskKind.POINTS, label="Melded points"),
            Ask(name="in_hand_points", kind=AskKind.POINTS, label="Points in hand"),
        ),
    ),
)
