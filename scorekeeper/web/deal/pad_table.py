"""The data that the deal form gives its pad: players, cards and values."""

from collections.abc import Sequence
from typing import Any, Final

from scorekeeper.games.deals import PairPlace
from scorekeeper.rules.cards import Card, Pack, Rank, Suit
from scorekeeper.rules.deals import AskKind, Asks, Points
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variant import Board, Family, KeypadFacts
from scorekeeper.web.deal.deal_text import (
    extras_of,
    is_absence,
)
from scorekeeper.wording import name_columns

PadTable = dict[str, Any]


SOMEBODY_ELSE: Final = "other"
"""The answer, on the form of one hand, that another player ended the deal. No slip holds it."""

CARD_FIELDS: Final = ("melds", "in_hand")
"""The facts of a hand that the pad with the board ``melds`` enters as cards."""

_SENDS: Final = "Score the deal"


def pad_table(
    setup: Setup, number: int, running: Sequence[int] = (), *, done: str = _SENDS
) -> PadTable | None:
    """Return the data of the pad for deal ``number``; ``None`` if the family has no pad.

    ``running`` are the totals before the deal (points). ``done`` are the words of the key that
    sends the deal.
    """
    family, options = setup.variant.family, setup.options
    if family.keypad is None:
        return None
    asks, facts = family.asks(options), family.keypad(options)
    return {
        "players": setup.players,
        "tabs": name_columns(setup.players),
        "running": tuple(running),
        "number": number,
        "terms": facts.terms,
        "done": done,
        "asks_for_all": _titles(setup),
        "asks_for": family.deal_title(options, number) if family.deal_title else "",
        **_pack(family.pack(options, len(setup.players))),
        **_words(asks, len(setup.players)),
        **_facts(facts, family.smallest_step),
        "extras": _extras(asks, len(setup.players)),
        "carried": [ask.name for ask in asks.extras if ask.kind is AskKind.CARDS],
        "penalties": _penalties(asks, facts),
    }


def pairs_table(
    setup: Setup,
    number: int,
    running: Sequence[int],
    places: Sequence[PairPlace],
    *,
    done: str = _SENDS,
) -> PadTable | None:
    """Return the data of the pad for a deal of partners: that of a deal of two, and the pairs.

    ``running`` are the totals by seat at the table; there are none where several games are played.
    """
    pairs = [
        {
            "number": place.number,
            "seats": place.seats,
            "players": place.of_two(setup).players,
            "running": [running[seat] for seat in place.seats] if running else [],
        }
        for place in places
    ]
    table = pad_table(places[0].of_two(setup), number, done=done)
    return None if table is None else {**table, "pairs": pairs}


def _titles(setup: Setup) -> list[str]:
    """Return the title of each deal, since a phone that is offline may enter several."""
    family = setup.variant.family
    if family.deal_title is None or family.deals is None:
        return []
    return [family.deal_title(setup.options, number) for number in range(1, family.deals + 1)]


def _words(asks: Asks, players: int) -> PadTable:
    forms = [ask for form in asks.forms for ask in form.asks]
    others = extras_of(asks, players)
    extras = [ask for ask in others if ask.kind is AskKind.MELDS or is_absence(ask)]
    return {
        "by_label": asks.by_label,
        "endings": [str(ending) for ending, _ in asks.endings],
        "ending_words": [label for _, label in asks.endings],
        "flags": [
            {"name": ask.name, "label": ask.label, "help": ask.help}
            for ask in asks.deal
            if ask.kind is AskKind.FLAG
        ],
        "fields": list(dict.fromkeys([ask.name for ask in (*forms, *extras)])),
    }


def _extras(asks: Asks, players: int) -> list[dict[str, str]]:
    """Return the facts of a hand that are asked besides its cards: yes or no, or one card."""
    return [
        {"name": ask.name, "label": ask.label, "help": ask.help, "kind": str(ask.kind)}
        for ask in extras_of(asks, players)
        if ask.kind in (AskKind.FLAG, AskKind.CARD) and not is_absence(ask)
    ]


def _penalties(asks: Asks, facts: KeypadFacts) -> PadTable | None:
    """Return the laws that fine and what a breach costs; ``None`` if no penalties are asked."""
    if not any(ask.kind is AskKind.PENALTIES for ask in asks.extras):
        return None
    return {"points": facts.penalty, "laws": asks.penalty_laws}


def _pack(pack: Pack) -> PadTable:
    return {"copies": pack.copies, "jokers": pack.jokers}


def _facts(facts: KeypadFacts, step: Points) -> PadTable:
    rules = facts.rules
    twos = [Card(Rank.TWO, suit) in rules.wilds for suit in Suit]
    return {
        "board": facts.board,
        "run_min": rules.run_min,
        "set_max": rules.set_max,
        "ace_low": rules.ace_low,
        "ace_both_ends": rules.ace_both_ends,
        "min_naturals": rules.min_naturals,
        "wild_twos": any(twos),
        "split_twos": any(twos) and not all(twos),
        "spade_queen": facts.in_hand["QS"] != facts.in_hand["Q"],
        "dealt": facts.dealt,
        "melded": facts.melded,
        "in_hand": facts.in_hand,
        "limits": facts.limits,
        "step": step,
        "doubling": str(facts.doubling or ""),
        "apart": facts.apart,
        "bonuses": [
            {"points": bonus.points, "needs": bonus.needs, "unless": bonus.unless}
            for bonus in facts.bonuses
        ],
    }


def pad_hand(
    table: PadTable,
    seat: int,
    endings: Sequence[tuple[str, str]],
    ask: str,
    *,
    is_mine: bool,
    is_told: bool,
) -> PadTable:
    """Return the data of the pad for one hand of the deal of ``table``.

    ``endings`` are the answers to the question ``ask``, with words; the first is that this player
    ended the deal. ``is_told`` is true if another hand says how it ended. The board of melds takes
    cards at once and offers the answers as chips; the board of whole hands asks the question first.
    """
    one = {
        **table,
        "only": seat,
        "mine": is_mine,
        "done": send_words(table["players"][seat], is_mine=is_mine),
        "question": ask,
        "endings": [ending for ending, _ in endings],
        "ending_words": [words for _, words in endings],
    }
    if table["board"] != Board.MELDS:
        return one
    (_, mine), *others = endings
    ways = [(f"end:{ending}", words) for ending, words in others if ending != SOMEBODY_ELSE]
    offered = [] if is_told else [(f"by:{seat}", mine), *ways]
    return {**one, "ending": SOMEBODY_ELSE, "offered": offered}


def pad_single_hand(family: Family, options: Any, *, name: str, done: str) -> PadTable | None:
    """Return the data of the pad for one hand without a game: its cards and no other fact.

    The number of players is not known, so the pack is that of the most players.
    """
    if family.keypad is None:
        return None
    most = family.players(options)[-1]
    return {
        **_facts(family.keypad(options), family.smallest_step),
        **_pack(family.pack(options, most)),
        "players": (name,),
        "tabs": (name,),
        "running": (0,),
        "number": 0,
        "terms": "",
        "done": done,
        "asks_for_all": (),
        "asks_for": "",
        "by_label": "",
        "ending": SOMEBODY_ELSE,
        "endings": (SOMEBODY_ELSE,),
        "ending_words": ("",),
        "flags": (),
        "fields": CARD_FIELDS,
        "extras": (),
        "carried": (),
        "penalties": None,
        "bonuses": (),
        "dealt": 0,
        "only": 0,
        "mine": True,
    }


def send_words(name: str, *, is_mine: bool) -> str:
    """Return the words of the button that sends one hand."""
    return "Send my cards" if is_mine else f"Send {name}’s cards"
