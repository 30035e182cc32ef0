"""The text of a typed deal, which is turned into a document of the record and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.games import PLAYERS, PairPlace, pair_places
from scorekeeper.record.document import Document, expand_deal
from scorekeeper.rules import Ask, AskKind, Asks, HandForm, Seat, Setup
from scorekeeper.web.core import NO, YES, Values, whole_or_text

NOTHING: Final = "-"
"""The text for “no card” in a field that is left blank if nobody knows its cards."""
SAT_OUT: Final = "sat_out"
"""The fact that a player took no part in a deal; the hand then has no other."""
_FEWEST: Final = 2
_LONGEST_TEXT: Final = 2_000
"""The longest text that is read, longer than all cards of a table; the rest is dropped."""
MOST_FINES: Final = 9


def hand_field(seat: int, name: str) -> str:
    """Return the name of a field of a hand."""
    return f"hand{seat}-{name}"


def law_field(seat: int, law: int) -> str:
    """Return the name of the field that counts the breaches of a law."""
    return hand_field(seat, f"law{law}")


def fine_field(seat: int, row: int, part: str) -> str:
    """Return the name of a field of a penalty that the table set itself."""
    return hand_field(seat, f"fine{row}-{part}")


def is_absence(ask: Ask) -> bool:
    """Tell whether this is the question of who sat the deal out."""
    return ask.name == SAT_OUT


def extras_of(asks: Asks, players: int) -> tuple[Ask, ...]:
    """Return the extras of a hand at this table; with two players, neither can sit out."""
    return tuple([ask for ask in asks.extras if players > _FEWEST or not is_absence(ask)])


@dataclass(frozen=True, slots=True)
class DealText:
    """Converts the deals of one table between form values and documents of the record."""

    asks: Asks
    players: tuple[str, ...]
    order: tuple[Seat, ...] = ()

    def read(self, values: Values) -> Document:
        """Return the typed document; invalid texts stay in it, and its reader reports them."""
        values = {name: text[:_LONGEST_TEXT] for name, text in values.items()}
        turns = self.order or [Seat(seat) for seat in range(len(self.players))]
        places = pair_places(self.asks, turns, values)
        if places:
            pairs = [self._read_pair(place, values) for place in places]
            return {**self._read_players(values), "pairs": pairs}
        document = self._read_players(values)
        if values.get("ending"):
            document["ending"] = values["ending"]
        if document.get("ending") in self.asks.ended_by_nobody:
            # A browser cannot clear a chosen radio button, so a player may still be chosen here.
            document.pop("by", None)
        document |= _read_asks(self.asks.deal, "", values)
        hands = {}
        for seat, name in enumerate(self.players):
            hand = self._read_hand(seat, values)
            if hand is not None:
                hands[name] = hand
        if hands or document.get("ending") not in self.asks.hands_optional:
            document["hands"] = hands
        return document

    def _read_players(self, values: Values) -> Document:
        names = [name for name in ("dealer", "by") if values.get(name)]
        return {name: self._name(values[name]) for name in names}

    def _read_pair(self, place: PairPlace, values: Values) -> Document:
        names = tuple([self.players[seat] for seat in place.seats])
        return {PLAYERS: list(names), **DealText(self.asks, names).read(place.inner(values))}

    def write(self, document: Mapping[str, Any]) -> dict[str, str]:
        """Return the form values of a document."""
        if "pairs" in document:
            return self._write_pairs(document)
        values = {name: str(document[name]) for name in ("ending",) if name in document}
        for name in ("dealer", "by"):
            if name in document:
                values[name] = str(self.players.index(document[name]))
        values |= _write_asks(self.asks.deal, "", document)
        hands = document.get("hands", {})
        for seat, name in enumerate(self.players):
            if name in hands:
                values |= self._write_hand(seat, hands[name])
                values |= self._write_empty_form(seat, hands[name], values)
        return values

    def _write_pairs(self, document: Mapping[str, Any]) -> dict[str, str]:
        values: dict[str, str] = {}
        if "dealer" in document:
            values["dealer"] = str(self.players.index(document["dealer"]))
        for number, pair in enumerate(document["pairs"]):
            one, other = [Seat(self.players.index(name)) for name in pair[PLAYERS]]
            inner = DealText(self.asks, tuple(pair[PLAYERS])).write(pair)
            values |= PairPlace(number, (one, other)).outer(inner)
        return values

    def touched(self, seat: int, values: Values) -> tuple[HandForm, ...]:
        """Return the ways to show a hand into whose fields something was typed."""
        return tuple(
            [
                form
                for form in self.asks.forms
                if any(values.get(hand_field(seat, ask.name), "").strip() for ask in form.asks)
            ]
        )

    def _name(self, text: str) -> str:
        known = text in [str(seat) for seat in range(len(self.players))]
        return self.players[int(text)] if known else text

    def _read_hand(self, seat: int, values: Values) -> Document | None:
        forms = self.touched(seat, values) or self._empty_form(seat, values)
        if not forms and values.get(hand_field(seat, SAT_OUT)) != YES:
            return None
        prefix = hand_field(seat, "")
        document: Document = {}
        for form in forms:
            document |= _read_asks(form.asks, prefix, values, blank=True)
            if (
                values.get("by") == str(seat)
                and values.get("ending") not in self.asks.ended_by_nobody
            ):
                document = {ask.name: 0 for ask in form.asks if ask.none_if_out} | document
        extras = [ask for ask in self.asks.extras if ask.kind is not AskKind.PENALTIES]
        document |= _read_asks(extras, prefix, values)
        penalties = self._read_penalties(seat, values)
        # A form has one set of penalty fields for a hand, so a family can ask for one such fact.
        return document | {name: penalties for name in self._penalty_names if penalties}

    def _empty_form(self, seat: int, values: Values) -> tuple[HandForm, ...]:
        """Return the form in which the player who ended the deal has nothing to type, if any."""
        if values.get("by") != str(seat):
            return ()
        return tuple([form for form in self.asks.forms if form.blank_if_out][:1])

    @property
    def _penalty_names(self) -> list[str]:
        return [ask.name for ask in self.asks.extras if ask.kind is AskKind.PENALTIES]

    def _read_penalties(self, seat: int, values: Values) -> list[Document]:
        penalties: list[Document] = []
        for law, _ in self.asks.penalty_laws:
            times = values.get(law_field(seat, law), "").strip() or "0"
            penalties.extend([{"law": law}] * int(times) if times in _TIMES else [{"law": times}])
        for row in range(fine_rows(seat, values)):
            points = values.get(fine_field(seat, row, "points"), "").strip()
            reason = values.get(fine_field(seat, row, "reason"), "").strip()
            if points or reason:
                read = whole_or_text(points) if points else None
                penalties.append({"points": read, "reason": reason or None})
        return penalties

    def _write_hand(self, seat: int, hand: Mapping[str, Any]) -> dict[str, str]:
        prefix = hand_field(seat, "")
        values = _write_asks(self.asks.extras, prefix, hand)
        for form in self.asks.forms:
            values |= _write_asks(form.asks, prefix, hand, blank=True)
        return values | self._write_penalties(seat, hand)

    def _write_empty_form(
        self, seat: int, hand: Mapping[str, Any], values: Values
    ) -> dict[str, str]:
        """Return the texts for “no card”, if blank fields would not be taken for a hand."""
        if self.touched(seat, values) or self._empty_form(seat, values):
            return {}
        cards = [ask.name for form in self.asks.forms for ask in form.asks if ask.name in hand]
        return {hand_field(seat, name): NOTHING for name in cards if hand[name] == ""}

    def _write_penalties(self, seat: int, hand: Mapping[str, Any]) -> dict[str, str]:
        penalties = [penalty for name in self._penalty_names for penalty in hand.get(name, ())]
        values: dict[str, str] = {}
        row = 0
        for penalty in penalties:
            if "law" in penalty:
                name = law_field(seat, penalty["law"])
                values[name] = str(int(values.get(name, "0")) + 1)
                continue
            values[fine_field(seat, row, "points")] = str(penalty["points"])
            values[fine_field(seat, row, "reason")] = penalty.get("reason", "")
            row += 1
        return values


MOST_TIMES: Final = 9
_TIMES: Final = frozenset([str(times) for times in range(MOST_TIMES + 1)])


def fine_rows(seat: int, values: Values) -> int:
    """Return how many rows of fines the form sent for a hand."""
    row = 0
    while row < MOST_FINES and fine_field(seat, row, "points") in values:
        row += 1
    return row


def _read_asks(
    asks: Sequence[Ask], prefix: str, values: Values, *, blank: bool = False
) -> Document:
    """Return the typed facts; with ``blank``, an empty field says that there is no card."""
    found: Document = {}
    for ask in asks:
        text = values.get(prefix + ask.name, "").strip()
        if text or (blank and ask.kind in (AskKind.CARDS, AskKind.MELDS)):
            found[ask.name] = _read_text(ask.kind, text)
    return found


def _read_text(kind: AskKind, text: str) -> Any:
    if kind is AskKind.MELDS:
        text = "" if text == NOTHING else text
        return [line.replace(",", " ") for line in text.splitlines() if line.strip()]
    if kind is AskKind.FLAG:
        return {YES: True, NO: False}.get(text, text)
    if kind is AskKind.POINTS:
        return whole_or_text(text)
    return "" if text == NOTHING else text.replace(",", " ")


def _write_asks(
    asks: Sequence[Ask], prefix: str, document: Mapping[str, Any], *, blank: bool = False
) -> dict[str, str]:
    return {
        prefix + ask.name: _write_text(document[ask.name], nothing="" if blank else NOTHING)
        for ask in asks
        if ask.name in document and ask.kind is not AskKind.PENALTIES
    }


def _write_text(value: Any, *, nothing: str) -> str:
    """Return the text of a fact; ``nothing`` is the text for no card."""
    if isinstance(value, bool):
        return YES if value else NO
    if value in ("", []):
        return nothing
    return "\n".join(value) if isinstance(value, list) else str(value)


def make_deal_document(setup: Setup, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the typed deal as a document of the record, with the shorthand written out."""
    asks = setup.variant.family.asks(setup.options)
    return expand_deal(DealText(asks, setup.players, setup.order).read(values), asks)


def type_deal(setup: Setup, document: Mapping[str, object]) -> dict[str, str]:
    """Return the values of the form for a deal of the record."""
    return DealText(setup.variant.family.asks(setup.options), setup.players).write(document)


def sitting_out(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the values of a new form in which these players sit out."""
    return {hand_field(seat, SAT_OUT): YES for seat in seats}
