"""Reads one deal of a record, as the ``Asks`` of its family say: facts, cards and melds."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.record.document import Findings
from scorekeeper.rules import (
    CARD_TEXTS,
    JOKER,
    LINE_LENGTH,
    POINTS_MAX,
    TWOS_BY_COLOUR,
    Ask,
    AskKind,
    Asks,
    Card,
    Deal,
    DealtPair,
    Ending,
    Hand,
    LaidMeld,
    MeldCard,
    Path,
    Penalty,
    Seat,
    Suit,
    SuitlessCards,
    find_hidden_sign,
    quote_text,
    read_card,
    trim_line,
)

CARDS_MAX: Final = 270
"""The cards of five packs of 54, the most of any game: contract with ten players."""
_PLAIN: Final = {
    text: MeldCard(card)
    for card, text in CARD_TEXTS.items()
    if isinstance(card.suit, Suit) or card == JOKER
}
"""The meld card of each canonical text with a suit, looked up instead of parsed."""
_PENALTIES_MAX: Final = 50
"""More penalties than anybody pays in one deal; each is a line of the score."""


def without_nulls(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document without its ``null`` values, which count as absent."""
    return {key: value for key, value in document.items() if value is not None}


def refuse_unknown(
    facts: Mapping[str, Any], known: Container[str], at: Path, findings: Findings
) -> None:
    """Note a problem for each key that is not in ``known``."""
    for key in facts:
        if key not in known:
            findings.add(
                (*at, key), "unknown_field", f"{quote_text(key)} is not part of this record"
            )


def read_line(value: Any, at: Path, findings: Findings) -> str:
    """Return a line of text, trimmed; empty if there is none, or if it is not valid."""
    if value is None:
        return ""
    line = trim_line(value) if isinstance(value, str) else None
    if line is None or len(line) > LINE_LENGTH:
        return findings.refuse(
            at, "bad_value", f"This is a line of at most {LINE_LENGTH} characters", ""
        )
    hidden = find_hidden_sign(line)
    if hidden:
        return findings.refuse(
            at, "bad_value", f"This is one line without invisible signs; {hidden} is in it", ""
        )
    return line


# --- the facts of a deal or a hand ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactReader:
    """Reads facts, each according to its kind, and notes problems at their places.

    ``suitless`` cards may be named without a suit; elsewhere a card without one is a problem.
    """

    suitless: SuitlessCards
    findings: Findings

    def read(self, asks: Mapping[str, Ask], facts: Mapping[str, Any], at: Path) -> dict[str, Any]:
        """Return the facts that are asked, given and readable, by name."""
        found = {
            name: _READERS[asks[name].kind](self, given, (*at, name))
            for name, given in facts.items()
            if name in asks
        }
        for ask in asks.values():
            if ask.required and ask.name not in facts:
                self.findings.add((*at, ask.name), "missing_field", f"{ask.label} is missing")
        return without_nulls(found)

    def read_one(self, value: Any, at: Path) -> Card | None:
        """Return the card that a text names, or ``None``."""
        cards = self.read_several(value, at)
        if cards is None or self.findings.is_incomplete(at):
            return None
        if len(cards) != 1:
            return self.findings.refuse(
                at, "bad_card", f"One card belongs here, not {len(cards) or 'none'}", None
            )
        return cards[0]

    def read_several(self, value: Any, at: Path) -> tuple[Card, ...] | None:
        """Return the cards in a string separated by spaces, or ``None`` if none can be read."""
        if not isinstance(value, str):
            return self.findings.refuse(
                at, "bad_value", "Cards stand in one string, parted by spaces", None
            )
        found = self._read_items(value, at, _read_plain_card)
        # A hand whose cards cannot be read is not empty.
        return tuple([item.card for item in found]) if found or not value.split() else None

    def read_melds(self, value: Any, at: Path) -> tuple[LaidMeld, ...] | None:
        """Return the melds in a list of strings, or ``None`` if it is no list."""
        if not isinstance(value, list):
            return self.findings.refuse(at, "bad_value", "Melds are a list of card strings", None)
        if len(value) > CARDS_MAX:
            return self.findings.refuse(
                at, "bad_value", f"{len(value)} melds are more than any pack has cards for", None
            )
        return tuple([self._read_meld(meld, (*at, number)) for number, meld in enumerate(value)])

    def _read_meld(self, value: Any, at: Path) -> LaidMeld:
        if isinstance(value, str):
            return tuple(self._read_items(value, at, _read_meld_card))
        return self.findings.refuse(at, "bad_value", "The cards of a meld stand in one string", ())

    def _read_items(
        self, text: str, at: Path, read: Callable[[str], MeldCard | None]
    ) -> list[MeldCard]:
        """Return the cards in a text that can be read; none if it has too many words."""
        tokens, found = text.split(), []
        if len(tokens) > CARDS_MAX:
            text = f"{len(tokens)} cards are more than any pack has"
            return self.findings.refuse(at, "bad_value", text, [])
        for token in tokens:
            plain = _PLAIN.get(token)
            item = plain or read(token)
            if item is None:
                self.findings.add(at, "bad_card", f"{quote_text(token)} is not a card")
            elif plain is not None or self._has_needed_suits(item, token, at):
                found.append(item)
        return found

    def read_flag(self, value: Any, at: Path) -> bool | None:
        if isinstance(value, bool):
            return value
        return self.findings.refuse(at, "bad_value", "This is true or false", None)

    def read_points(self, value: Any, at: Path) -> int | None:
        if type(value) is int and 0 <= value <= POINTS_MAX:
            return value
        return self.findings.refuse(
            at, "bad_value", f"Points are a whole number from 0 to {POINTS_MAX}", None
        )

    def read_penalties(self, value: Any, at: Path) -> tuple[Penalty, ...] | None:
        if not isinstance(value, list):
            return self.findings.refuse(at, "bad_value", "Penalties are a list", None)
        if len(value) > _PENALTIES_MAX:
            return self.findings.refuse(
                at, "bad_value", f"A hand has at most {_PENALTIES_MAX} penalties", None
            )
        return tuple(
            [self._read_penalty(penalty, (*at, place)) for place, penalty in enumerate(value)]
        )

    def _read_penalty(self, value: Any, at: Path) -> Penalty:
        """Return a penalty without what cannot be read, so that the next ones keep their places."""
        findings = self.findings
        if not isinstance(value, dict):
            return findings.refuse(
                at, "bad_value", "A penalty is an object with a law or points", Penalty()
            )
        facts = without_nulls(value)
        refuse_unknown(facts, {"law", "points", "reason"}, at, findings)
        if ("law" in facts) == ("points" in facts):
            code = "bad_value" if "law" in facts else "missing_field"
            return findings.refuse(at, code, "A penalty has either a law or points", Penalty())
        if "law" not in facts:
            points = self.read_points(facts["points"], (*at, "points"))
            reason = read_line(facts.get("reason"), (*at, "reason"), findings)
            return Penalty(points=points, reason=reason or None)
        if type(facts["law"]) is int:
            return Penalty(law=facts["law"])
        return findings.refuse((*at, "law"), "bad_value", "A law is a number", Penalty())

    def _has_needed_suits(self, item: MeldCard, token: str, at: Path) -> bool:
        card, name = item
        # Where some cards need no suit, a wild may stand for any rank.
        is_rank = name is not None and name.suit is None and bool(self.suitless)
        return self._has_needed_suit(card, token, at) and (
            name is None or is_rank or self._has_needed_suit(name, token, at)
        )

    def _has_needed_suit(self, card: Card, token: str, at: Path) -> bool:
        """Tell whether a card has a suit or needs none; note the problem if it does not."""
        if isinstance(card.suit, Suit) or card == JOKER or card in self.suitless:
            return True
        if self.suitless and card in TWOS_BY_COLOUR:
            text = f"{quote_text(token)} is not a card here, where twos of all suits are alike"
            self.findings.add(at, "bad_card", text)
        elif self.suitless:
            text = f"{quote_text(token)} may be black or red: write 2B or 2R, or its suit"
            self.findings.add(at, "suit_needed", text)
        else:
            texts = [CARD_TEXTS[Card(card.rank, suit)] for suit in Suit]
            text = f"{quote_text(token)} needs its suit: {', '.join(texts)}"
            self.findings.add(at, "suit_needed", text)
        return False


def _read_plain_card(token: str) -> MeldCard | None:
    card = read_card(token)
    return card and MeldCard(card)


def _read_meld_card(token: str) -> MeldCard | None:
    """Return a card, perhaps with the card that it stands for; None for any other text.

    No card stands for the Joker.
    """
    text, equals, name = token.partition("=")
    card, stands_for = read_card(text), read_card(name)
    if card is None or stands_for == JOKER or bool(equals) != bool(stands_for):
        return None
    return MeldCard(card, stands_for)


_READERS: Final[dict[AskKind, Callable[[FactReader, Any, Path], Any]]] = {
    AskKind.CARD: FactReader.read_one,
    AskKind.CARDS: FactReader.read_several,
    AskKind.MELDS: FactReader.read_melds,
    AskKind.POINTS: FactReader.read_points,
    AskKind.FLAG: FactReader.read_flag,
    AskKind.PENALTIES: FactReader.read_penalties,
}


# --- a deal, or a pair of it ----------------------------------------------------------------------

_SITS_OUT: Final = "sat_out"
PAIR: Final = 2
"""How many players there are in each pair of a deal of partners."""


class DealReader:
    """Reads the deals of one game; ``players`` are the names by seat."""

    def __init__(self, asks: Asks, players: tuple[str, ...]) -> None:
        self.asks = asks
        self.players = players
        self._table = _GameReader(asks, players, tuple(map(Seat, range(len(players)))))
        self._games: dict[tuple[Seat, ...], _GameReader] = {}

    def read(self, document: Any, at: Path, findings: Findings) -> Deal:
        """Return the deal in ``document`` with all facts that can be read.

        Problems are added to ``findings``; ``at`` is the place of the deal in the record.
        """
        if not isinstance(document, dict):
            return findings.refuse(at, "bad_value", "A deal is an object", self._table.blank())
        facts = without_nulls(document)
        if not self._is_in_pairs(facts):
            refuse_unknown(facts, self._table.keys, at, findings)
            return self._table.read(facts, at, findings)
        refuse_unknown(facts, {"dealer", "pairs"}, at, findings)
        dealer = self._table.read_seat(facts, "dealer", at, findings)
        pairs = self._read_pairs(facts.get("pairs"), (*at, "pairs"), findings)
        return self.asks.deal_type(ending=None, dealer=dealer, pairs=pairs)

    def _is_in_pairs(self, facts: Mapping[str, Any]) -> bool:
        """Tell whether a deal is in pairs; with a wrong number of players it may be either kind."""
        players = len(self.players)
        is_wrong = bool(self.asks.paired) and players != PAIR
        return players in self.asks.paired or (is_wrong and "pairs" in facts)

    def _read_pairs(self, value: Any, at: Path, findings: Findings) -> tuple[DealtPair, ...]:
        if value is None:
            return findings.refuse(
                at, "missing_field", "Who played whom, and how did each pair end?", ()
            )
        if not isinstance(value, list):
            return findings.refuse(at, "bad_value", "The pairs are a list", ())
        if len(value) > len(self.players):
            return findings.refuse(
                at, "bad_pairs", f"{len(value)} pairs are more than the table has players", ()
            )
        return tuple(
            [self._read_pair(pair, (*at, number), findings) for number, pair in enumerate(value)]
        )

    def _read_pair(self, document: Any, at: Path, findings: Findings) -> DealtPair:
        if not isinstance(document, dict):
            return findings.refuse(
                at,
                "bad_value",
                "A pair is an object",
                DealtPair(seats=(), deal=self.asks.deal_type(ending=None)),
            )
        facts = without_nulls(document)
        named = self._read_pair_names(facts.get("players"), (*at, "players"), findings)
        others = self._find_unnamed(facts.get("hands"), named, (*at, "hands"), findings)
        seats = (*named, *others)
        if seats not in self._games:
            self._games[seats] = _GameReader(self.asks, self.players, seats)
        game = self._games[seats]
        refuse_unknown(facts, ({"players"} | game.keys) - {"dealer"}, at, findings)
        facts.pop("dealer", None)
        return DealtPair(seats=seats, deal=game.read(facts, at, findings), unnamed=len(others))

    def _find_unnamed(
        self, hands: Any, named: Sequence[Seat], at: Path, findings: Findings
    ) -> list[Seat]:
        """Return who has a hand in a pair that does not name them; their cards are read as well."""
        found = []
        for typed in hands if isinstance(hands, dict) else ():
            name = trim_line(typed)
            seat = Seat(self.players.index(name)) if name in self.players else None
            if seat is None or seat in named or seat in found:
                continue
            found.append(seat)
            if len(named) == PAIR:
                findings.add(
                    (*at, typed), "unknown_player", f"{quote_text(typed)} does not sit in this pair"
                )
        return found

    def _read_pair_names(self, value: Any, at: Path, findings: Findings) -> list[Seat]:
        """Return the seats of the players whom a pair names."""
        if value is None:
            return findings.refuse(at, "missing_field", "Who played in this pair?", [])
        if not isinstance(value, list):
            return findings.refuse(
                at, "bad_value", "The players of a pair are a list of two names", []
            )
        names = dict(enumerate(value[:PAIR]))
        found = [self._table.read_seat(names, place, at, findings) for place in names]
        if len(value) != PAIR or (len(set(found)) < PAIR and None not in found):
            findings.add(at, "bad_pairs", "A pair is two players, one of each side")
        return list(dict.fromkeys([seat for seat in found if seat is not None]))


class _GameReader:
    """Reads what is asked of a deal, or of a pair of it; ``seats`` are those who play in it."""

    def __init__(self, asks: Asks, table: tuple[str, ...], seats: tuple[Seat, ...]) -> None:
        self.asks = asks
        self.seats = seats
        self.players = tuple([table[seat] for seat in seats])
        self._where = "at this table" if len(seats) == len(table) else "in this pair"
        self._forms = [[ask.name for ask in form.asks] for form in asks.forms]
        self._form_facts = frozenset([name for names in self._forms for name in names])
        self._whole_forms = [frozenset(names) for names in self._forms]
        self._deal_asks = {ask.name: ask for ask in asks.deal}
        self._hand_asks = {ask.name: ask for ask in asks.hand}
        self._blank_hands: tuple[Hand, ...] = (asks.hand_type(),) * len(seats)
        self.keys = {"dealer", "ending", "by", "hands", *self._deal_asks}

    def blank(self) -> Deal:
        """Return a deal of which no fact is known."""
        return self.asks.deal_type(ending=None, hands=self._blank_hands)

    def read(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> Deal:
        """Return the deal with all facts that can be read.

        In it the players are numbered from 0; in places of problems they have their seats.
        """
        ending = self._read_ending(facts, at, findings)
        deal_facts = FactReader(self.asks.suitless, findings).read(self._deal_asks, facts, at)
        dealer = self.read_seat(facts, "dealer", at, findings)
        by = self.read_seat(facts, "by", at, findings)
        hands = self._read_hands(facts, ending, at, findings)
        if by is not None and ending in self.asks.ended_by_nobody:
            findings.add((*at, "by"), "bad_value", f"Nobody ends a deal that ended {ending}")
            by = None
        return self.asks.deal_type(ending=ending, by=by, dealer=dealer, hands=hands, **deal_facts)

    def _read_ending(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> Ending | None:
        endings = [str(ending) for ending, _ in self.asks.endings]
        # An ending that an option forbids is read here; the family refuses it and says why.
        allowed = {
            str(ending): ending for ending in {*self.asks.ended_by_nobody, *map(Ending, endings)}
        }
        value, at = facts.get("ending"), (*at, "ending")
        if value is None:
            return findings.refuse(at, "missing_field", "How did the deal end?", None)
        if isinstance(value, str) and value in allowed:
            return allowed[value]
        return findings.refuse(
            at,
            "bad_value",
            f"The ending is {' or '.join([repr(ending) for ending in endings])}",
            None,
        )

    def read_seat(
        self, facts: Mapping[Any, Any], name: str | int, at: Path, findings: Findings
    ) -> Seat | None:
        """Return the number of the player whom a fact names, None if there is no such player."""
        value = facts.get(name)
        if value is None:
            return None
        if isinstance(value, str) and trim_line(value) in self.players:
            return Seat(self.players.index(trim_line(value)))
        return findings.refuse(
            (*at, name), "unknown_player", f"{quote_text(value)} does not sit {self._where}", None
        )

    def _read_hands(
        self, facts: Mapping[str, Any], ending: Ending | None, at: Path, findings: Findings
    ) -> tuple[Hand, ...]:
        at = (*at, "hands")
        # While the ending is not known, it may be one that needs no hands.
        hands_optional = ending in self.asks.hands_optional or (
            ending is None and bool(self.asks.hands_optional)
        )
        document = facts.get("hands")
        nothing = () if hands_optional else self._blank_hands
        if document is None:
            if not hands_optional:
                findings.add(at, "missing_field", "The hands of this deal are missing")
            return nothing
        if not isinstance(document, dict):
            return findings.refuse(
                at, "bad_value", "The hands are an object, one entry a player", nothing
            )
        by_name: dict[str, Any] = {}
        for typed, hand in document.items():
            name = trim_line(typed)
            if name not in self.players:
                findings.add(
                    (*at, typed),
                    "unknown_player",
                    f"{quote_text(typed)} does not sit {self._where}",
                )
            elif name in by_name:
                findings.add((*at, typed), "bad_value", f"{name} has two hands here")
                findings.mark_incomplete((*at, self.seats[self.players.index(name)]))
            by_name[name] = hand
        return tuple(
            [
                self._read_hand(
                    by_name.get(name), (*at, seat), findings, hands_optional=hands_optional
                )
                for seat, name in zip(self.seats, self.players, strict=True)
            ]
        )

    def _read_hand(
        self, document: Any, at: Path, findings: Findings, *, hands_optional: bool
    ) -> Hand:
        if document is None:
            if not hands_optional:
                findings.add(at, "missing_hand", f"{self._name_at(at)} still has to show a hand")
            return self.asks.hand_type()
        if not isinstance(document, dict):
            return findings.refuse(at, "bad_value", "A hand is an object", self.asks.hand_type())
        facts = without_nulls(document)
        refuse_unknown(facts, self._hand_asks, at, findings)
        if _SITS_OUT in self._hand_asks and facts.get(_SITS_OUT) is True:
            return self._read_absence(facts, at, findings)
        found = FactReader(self.asks.suitless, findings).read(self._hand_asks, facts, at)
        if not hands_optional:
            # Cards that are given in two ways are counted once.
            for name in self._check_form(facts, at, findings):
                found.pop(name, None)
        return self.asks.hand_type(**found)

    def _name_at(self, at: Path) -> str:
        """Return the name of the player whose hand is at a place."""
        return self.players[self.seats.index(Seat(int(at[-1])))]

    def _read_absence(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> Hand:
        """Return the hand of a player who sat the deal out; any other fact is a problem."""
        for name in self._hand_asks:
            if name in facts and name != _SITS_OUT:
                findings.add(
                    (*at, name),
                    "bad_value",
                    f"{self._name_at(at)} sat this deal out, so nothing else is told",
                )
        return self.asks.hand_type(sat_out=True)

    def _check_form(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> set[str]:
        """Note a problem unless the facts are all those of one form and none of another.

        Return the names of the facts that belong to another form.
        """
        if facts.keys() & self._form_facts in self._whole_forms:
            return set()
        form = max(self._forms, key=lambda names: sum([name in facts for name in names]))
        missing = [name for name in form if name not in facts]
        others = {
            name for names in self._forms for name in names if name in facts and name not in form
        }
        ways = ", or ".join([" and ".join(names) for names in self._forms])
        for name in missing:
            findings.add((*at, name), "missing_field", f"A hand needs {ways}")
        for name in sorted(others):
            findings.add((*at, name), "bad_value", f"A hand is either {ways}, not both")
        return others
