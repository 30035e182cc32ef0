"""Finds which arrangement of a knock counts, which answer of the defender, and what it pays.

A hand is entered as cards to be arranged, as its player spread it (melds and deadwood), or as a
count of points. The knocker gets the legal arrangement worth most against the defender's best
answer; the defender gets the least deadwood by own melds and lay-offs together. Melds and lay-offs
that players entered themselves are not changed, but their cost in points is computed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from scorekeeper.rules.arrangement import (
    BIG_GIN_CARDS,
    arrangements,
    best_arrangement,
    best_knock,
    can_lay_off,
    deadwood_value,
    defend,
    lay_off_among,
)
from scorekeeper.rules.cards import Card, write_cards
from scorekeeper.rules.deals import Hand, LaidHand, Points, Seat
from scorekeeper.rules.variant import ScoreLine
from scorekeeper.rules.variants.oklahoma_gin.facts import limit_words
from scorekeeper.rules.variants.oklahoma_gin.options import GinOptions
from scorekeeper.rules.words import MINUS, write_names

# --- How a deal of Oklahoma gin ended, in facts and in words --------------------------------------


GinType = Literal["knock", "gin", "big_gin", "undercut", "dead"]

_AFTER_THE_KNOCK: Final[Mapping[GinType, str]] = {
    "knock": "",
    "gin": "for gin",
    "big_gin": "for big gin",
    "undercut": "and was undercut",
    "dead": "",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GinOutcome:
    """How a deal ended. Counts are deadwood points, the defender's after lay-offs.

    ``limit`` is the most deadwood of a knocker. ``knocker`` and the counts are ``None`` in a dead
    deal; ``winner`` is ``None`` if nobody scores. ``hands`` lacks hands of unknown cards.
    """

    type: GinType
    limit: Points
    knocker: Seat | None = None
    knocker_count: Points | None = None
    defender_count: Points | None = None
    hands: Mapping[Seat, LaidHand] = field(default_factory=dict)
    winner: Seat | None = None
    doubled: bool = False

    @property
    def name(self) -> str:
        """The name of the ending, in a word or two: ``big gin``."""
        return self.type.replace("_", " ")

    @property
    def note(self) -> str:
        """The name with anything else that changed the points: ``big gin, doubled``."""
        return f"{self.name}, doubled" if self.doubled else self.name

    @property
    def how_ended(self) -> str:
        """The words after "Ann knocked" in a sentence; empty for a plain knock."""
        return _AFTER_THE_KNOCK[self.type]

    @property
    def condition(self) -> str:
        """The limit that the upcard set, in words."""
        return limit_words(self.limit)

    def counts(self, players: Sequence[str]) -> str:
        """Return the counts of a knock in words: ``Ann 4, Bob 12 after lay-offs``."""
        if self.knocker is None:
            return ""
        knocker, defender = players[self.knocker], players[1 - self.knocker]
        after = " after lay-offs" if self._lay_offs else ""
        return f"{knocker} {self.knocker_count}, {defender} {self.defender_count}{after}"

    def count_of(self, seat: Seat) -> Points | None:
        """Return the deadwood points of one hand."""
        return self.knocker_count if seat == self.knocker else self.defender_count

    def count_words(self, seat: Seat) -> str:
        """Return how lay-offs reduced a count: ``28 − 16: 7 on the run, 9 on the set.``"""
        laid = self.hands[seat].lay_offs
        if not laid:
            return ""
        table = self.hands[Seat(1 - seat)].melds
        runs = [meld for meld in table if meld[0].rank is not meld[1].rank]
        on_runs = lay_off_among(runs, laid).lay_offs
        on_sets = [card for card in laid if card not in on_runs]
        places = [
            _place_in_words(on_runs, "run", len(runs)),
            _place_in_words(on_sets, "set", len(table) - len(runs)),
        ]
        saved = deadwood_value(laid)
        told = ", ".join([words for words in places if words])
        return f"{(self.count_of(seat) or 0) + saved} {MINUS} {saved}: {told}."

    def result(self, players: Sequence[str]) -> dict[str, Any]:
        """Return the outcome as it stands in the result of a game record, under the key ``gin``."""
        return {
            "gin": {
                "type": self.type,
                "limit": self.limit,
                "knocker_count": self.knocker_count,
                "defender_count": self.defender_count,
                "lay_offs": [str(card) for card in self._lay_offs],
                "arrangements": {
                    players[seat]: {
                        "melds": [write_cards(meld) for meld in hand.melds],
                        "deadwood": write_cards(hand.deadwood),
                    }
                    for seat, hand in self.hands.items()
                },
            }
        }

    @property
    def _lay_offs(self) -> tuple[Card, ...]:
        return tuple([card for hand in self.hands.values() for card in hand.lay_offs])


def _place_in_words(cards: Sequence[Card], kind: str, melds: int) -> str:
    """Return cards and their place in words: ``7 and 8 on the run``, ``3 and 7 on the runs``."""
    if not cards:
        return ""
    several = "s" if melds > 1 and len(cards) > 1 else ""
    return f"{write_names([card.rank.face for card in cards])} on the {kind}{several}"


# --- Scores a knock when both counts are known (Scoring) ------------------------------------------


_BONUS_REMARKS: Final[Mapping[GinType, str]] = {
    "gin": "no deadwood",
    "big_gin": "all eleven cards melded",
    "undercut": "{defender} against the knocker's {knocker}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockTerms:
    """The facts that decide a knock besides the counts.

    ``eleven`` is true if the knocker shows eleven cards, ``doubled`` if the deal counts twice.
    """

    options: GinOptions
    eleven: bool
    doubled: bool

    def type_of(self, knocker: Points, defender: Points) -> GinType:
        """Return the type of a knock with these counts; a tie may be a knock that pays nobody."""
        options = self.options
        if knocker == 0 and (options.gin_immune or defender or not options.undercut_on_tie):
            return "big_gin" if self.eleven and options.big_gin_bonus is not None else "gin"
        if defender < knocker or (defender == knocker and options.undercut_on_tie):
            return "undercut"
        return "knock"

    def net(self, knocker: Points, defender: Points) -> int:
        """Return the knocker's points minus the defender's, for these counts.

        It must not rise with the knocker's count: ``best_knock`` relies on that.
        """
        points = sum([int(line.points) for line in self.lines(knocker, defender)])
        return -points if self.type_of(knocker, defender) == "undercut" else points

    def lines(self, knocker: Points, defender: Points) -> tuple[ScoreLine, ...]:
        """Return the winner's score lines, or one line of 0 points for a tie that pays nobody."""
        kind = self.type_of(knocker, defender)
        high, low = max(knocker, defender), min(knocker, defender)
        sum_words = f"{high} − {low}"
        if kind == "knock" and knocker == defender:
            equal = f"{sum_words}: equal counts score nothing"
            return (_line("difference", 0, equal, rule="Equal counts (option)"),)
        lines = [_line("difference", high - low, sum_words)]
        bonus = {
            "gin": self.options.gin_bonus,
            "big_gin": self.options.big_gin_bonus,
            "undercut": self.options.undercut_bonus,
        }.get(kind)
        if bonus is not None:
            rule = "Big gin (option)" if kind == "big_gin" else "Scoring"
            remark = _BONUS_REMARKS[kind].format(knocker=knocker, defender=defender)
            lines.append(_line(f"{kind}_bonus", bonus, remark, rule=rule))
        if self.doubled:
            points = sum([int(line.points) for line in lines])
            remark = "a spade was turned up"
            lines.append(_line("spade_double", points, remark, rule="Spades double (option)"))
        return tuple(lines)


def _line(reason: str, points: Points, remark: str, *, rule: str = "Scoring") -> ScoreLine:
    return ScoreLine(reason=reason, points=points, remark=remark, rule=rule)


RefusalCode = Literal["knock_over_limit", "wrong_card_count", "no_layoff_on_gin", "illegal_lay_off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockSide:
    """The knocker's or defender's result: deadwood points and, if they are known, the cards."""

    points: Points
    laid: LaidHand | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalKnock:
    """A legal knock; the costs are the points that each player loses by their own spread.

    ``missed_gin`` is true if the knocker's cards could have been laid as gin. ``is_least_cost`` is
    true if ``knocker_cost`` may be still higher, as nobody knows what the defender laid off. Then
    ``least`` is the deadwood that the knocker would have with the melds that lie in it laid too,
    None if there are none; what that costs depends on what the defender could have laid off.
    """

    knocker: KnockSide
    defender: KnockSide
    knocker_cost: Points
    defender_cost: Points
    missed_gin: bool
    is_least_cost: bool
    least: Points | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockRefusal:
    """The reason why a knock is not legal: a code, a sentence for people and the limit.

    ``better`` says how the same cards could have been laid within the limit, if they could.
    """

    code: RefusalCode
    text: str
    limit: Points
    better: str = ""


def all_cards(hand: Hand) -> tuple[Card, ...]:
    """Return all cards of a hand, none if only its count is known."""
    if hand.cards is not None:
        return hand.cards
    melded = [item.card for meld in hand.melds or () for item in meld]
    return (*melded, *(hand.deadwood or ()))


def resolve_knock(
    knocker: Hand, defender: Hand, *, limit: Points, terms: KnockTerms
) -> LegalKnock | KnockRefusal:
    """Return the knock that counts, or why it is not legal.

    The caller has checked that no card occurs twice and that entered melds are legal. ``limit`` is
    the most deadwood points of the knocker.
    """
    refusal = check_limit(knocker, limit, eleven=terms.eleven)
    if refusal is not None:
        return refusal
    sides = _knocker_sides(knocker, limit, eleven=terms.eleven)
    refusal = _check_lay_offs(defender, sides, limit)
    if refusal is not None:
        return refusal
    best = _best(sides, knocker, defender, limit=limit, terms=terms)
    net = terms.net(best[0].points, best[1].points)
    missed_gin = best[0].points > 0 and _is_gin(knocker)
    is_count = defender.deadwood_points is not None
    return LegalKnock(
        knocker=best[0],
        defender=best[1],
        knocker_cost=_knocker_cost(net, knocker, defender, limit=limit, terms=terms),
        defender_cost=net - terms.net(best[0].points, _unbound_answer(best[0], defender)),
        missed_gin=missed_gin,
        is_least_cost=missed_gin and is_count,
        least=_with_melds_left(knocker) if is_count and not missed_gin else None,
    )


def _with_melds_left(knocker: Hand) -> Points | None:
    """Return the deadwood with the melds that were left in it laid too; None if it has none."""
    best = best_arrangement(knocker.deadwood or ())
    return best.points if best.melds else None


def check_limit(hand: Hand, limit: Points, *, eleven: bool) -> KnockRefusal | None:
    """Return why a hand may not knock within the limit, by its own cards; None if it may."""
    least = _least(hand)
    if eleven and least:
        text = f"{BIG_GIN_CARDS} cards: take out the discard"
        return KnockRefusal(code="wrong_card_count", text=text, limit=limit)
    if least > limit:
        text = f"Knocked with {least}, the limit is {limit}"
        better = _better_words(hand, limit)
        return KnockRefusal(code="knock_over_limit", text=text, limit=limit, better=better)
    return None


def _better_words(hand: Hand, limit: Points) -> str:
    """Return how the cards of a spread could have been laid; empty if not within the limit."""
    if hand.deadwood is None:
        return ""
    least = best_arrangement(all_cards(hand)).points
    if least > limit:
        return ""
    return f"Laid otherwise, {f'these cards leave {least}' if least else 'these cards are gin'}"


def _least(hand: Hand) -> Points:
    """Return the least deadwood points of a knocker; cards that were spread stay as they lie."""
    if hand.cards is not None:
        return best_arrangement(hand.cards).points
    if hand.deadwood is not None:
        return deadwood_value(hand.deadwood)
    return hand.deadwood_points or 0


def _is_gin(hand: Hand) -> bool:
    """Tell whether the cards of a hand, if they are known, can be laid without deadwood."""
    cards = all_cards(hand)
    return bool(cards) and best_arrangement(cards).points == 0


def _knocker_sides(hand: Hand, limit: Points, *, eleven: bool) -> Sequence[KnockSide]:
    """Return the possible sides of a knocker who may knock, the least deadwood first."""
    if hand.cards is not None:
        return [
            _side(arrangement) for arrangement in arrangements(hand.cards, 0 if eleven else limit)
        ]
    return [KnockSide(points=_least(hand), laid=_lay_as_spread(hand))]


def _side(laid: LaidHand) -> KnockSide:
    return KnockSide(points=laid.points, laid=laid)


def _lay_as_spread(hand: Hand) -> LaidHand | None:
    """Return the hand as its player spread it, or None if it was not entered that way."""
    if hand.melds is None or hand.deadwood is None:
        return None
    melds = tuple([tuple([item.card for item in meld]) for meld in hand.melds])
    return LaidHand(melds=melds, deadwood=hand.deadwood, points=deadwood_value(hand.deadwood))


def _check_lay_offs(
    defender: Hand, sides: Sequence[KnockSide], limit: Points
) -> KnockRefusal | None:
    """Return a refusal if the defender's lay-offs fit on no possible side of the knocker."""
    if not defender.lay_offs:
        return None
    if sides[0].points == 0:
        return KnockRefusal(code="no_layoff_on_gin", text="Nobody lays off on gin", limit=limit)
    spelled = write_cards(defender.lay_offs)
    loose = defender.deadwood if defender.deadwood is not None else defender.cards or ()
    if len(set(defender.lay_offs)) < len(defender.lay_offs) or not set(loose).issuperset(
        defender.lay_offs
    ):
        text = f"{spelled} must be among the defender’s own cards"
        return KnockRefusal(code="illegal_lay_off", text=text, limit=limit)
    if not any(_carries(side, defender.lay_offs) for side in sides):
        fit = "does not fit" if len(defender.lay_offs) == 1 else "do not all fit"
        text = f"{spelled} {fit} on the knocker’s melds"
        return KnockRefusal(code="illegal_lay_off", text=text, limit=limit)
    return None


def _carries(side: KnockSide, lay_offs: tuple[Card, ...]) -> bool:
    return side.laid is not None and can_lay_off(side.laid.melds, lay_offs)


def _best(
    sides: Sequence[KnockSide], knocker: Hand, defender: Hand, *, limit: Points, terms: KnockTerms
) -> tuple[KnockSide, KnockSide]:
    """Return the knocker's side that is worth most, and the defender's; of equals the first."""
    if knocker.cards is not None and defender.cards is not None and defender.lay_offs is None:
        knock = best_knock(knocker.cards, defender.cards, limit=limit, net=terms.net)
        if knock is not None:
            return _side(knock.arrangement), _side(knock.defence)
    if defender.lay_offs:
        sides = [side for side in sides if _carries(side, defender.lay_offs)]
    shown = [(side, _answer(side, defender)) for side in sides]
    return max(shown, key=lambda pair: terms.net(pair[0].points, pair[1].points))


def _answer(side: KnockSide, defender: Hand) -> KnockSide:
    """Return the defender's side: the best that keeps the defender's own spread and lay-offs."""
    if defender.deadwood_points is not None:
        return KnockSide(points=defender.deadwood_points)
    own = _lay_as_spread(defender)
    if defender.lay_offs is not None:
        return _with_lay_offs(defender, own, defender.lay_offs)
    table = () if side.laid is None or side.points == 0 else side.laid.melds
    if own is None:
        return _side(defend(table, defender.cards or ()))
    return _side(replace(lay_off_among(table, own.deadwood), melds=own.melds))


def _with_lay_offs(defender: Hand, own: LaidHand | None, lay_offs: tuple[Card, ...]) -> KnockSide:
    """Return the defender's side with exactly these cards laid off."""
    if own is None:
        best = best_arrangement([card for card in defender.cards or () if card not in lay_offs])
        return _side(replace(best, lay_offs=lay_offs))
    left = tuple([card for card in own.deadwood if card not in lay_offs])
    points = deadwood_value(left)
    return _side(LaidHand(melds=own.melds, lay_offs=lay_offs, deadwood=left, points=points))


def _unbound_answer(side: KnockSide, defender: Hand) -> Points:
    """Return the defender's points with the melds and lay-offs that the program would choose."""
    if defender.deadwood_points is not None:
        return defender.deadwood_points
    return _answer(side, Hand(cards=all_cards(defender))).points


def _knocker_cost(
    net: int, knocker: Hand, defender: Hand, *, limit: Points, terms: KnockTerms
) -> Points:
    """Return the points that the knocker's own spread loses, compared with the best spread.

    A defender who chose lay-offs is taken to answer the best spread as well as possible. If only
    the defender's count is known, only gin can be compared, because nobody lays off on it.
    """
    if knocker.melds is None:
        return 0
    if defender.deadwood_points is not None:
        return terms.net(0, defender.deadwood_points) - net if _is_gin(knocker) else 0
    free = Hand(cards=all_cards(knocker))
    sides = _knocker_sides(free, limit, eleven=terms.eleven)
    answers = [replace(defender, lay_offs=None)]
    if _check_lay_offs(defender, sides, limit) is None:
        answers.append(defender)
    shown = [_best(sides, free, answer, limit=limit, terms=terms) for answer in answers]
    return max([terms.net(mine.points, theirs.points) for mine, theirs in shown]) - net
