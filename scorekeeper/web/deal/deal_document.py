"""A deal as typed and as a document of the record: one into the other, by what the family asks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.asks import Ask, AskKind, Asks, HandForm
from scorekeeper.web.core.fields import NO, YES, Values, whole_or_text

Document = dict[str, Any]
NOTHING: Final = "-"
SAT_OUT: Final = "sat_out"
"""The fact of a hand that says all there is to say of it."""
_FEWEST: Final = 2
_BLANK_IS_UNKNOWN: Final = frozenset({"lay_offs"})
"""Facts of which a blank field says nothing, so that none at all has to be written."""
_LONGEST_TEXT: Final = 2_000
"""More than all cards of a table need; a longer text is no hand."""
MOST_FINES: Final = 9


def hand_field(seat: int, name: str) -> str:
    """The name of a field of a hand."""
    return f"hand{seat}-{name}"


def law_field(seat: int, law: int) -> str:
    """The name of the field that counts breaches of a law."""
    return hand_field(seat, f"law{law}")


def fine_field(seat: int, row: int, part: str) -> str:
    """The name of a field of a fine that the table set."""
    return hand_field(seat, f"fine{row}-{part}")


def is_absence(ask: Ask) -> bool:
    """Whether it is asked who sat the deal out."""
    return ask.name == SAT_OUT


def extras_of(asks: Asks, players: int) -> tuple[Ask, ...]:
    """What else is asked of a hand at a table of so many; where two play, neither can sit out."""
    return tuple([ask for ask in asks.extras if players > _FEWEST or not is_absence(ask)])


@dataclass(frozen=True, slots=True)
class DealText:
    """Reads and writes the typed form of the deals of one table."""

    asks: Asks
    players: tuple[str, ...]

    def read(self, values: Values) -> Document:
        """The document that was typed; what makes no sense stays in it, to be told as a problem."""
        values = {name: text[:_LONGEST_TEXT] for name, text in values.items()}
        document: Document = {}
        for name in ("dealer", "by"):
            if values.get(name):
                document[name] = self._name(values[name])
        if values.get("ending"):
            document["ending"] = values["ending"]
        if document.get("ending") in self.asks.ended_by_nobody:
            # A browser lets nobody take back a choice of one of several.
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

    def write(self, document: Mapping[str, Any]) -> dict[str, str]:
        """What would have to be typed for the document."""
        values = {name: str(document[name]) for name in ("ending",) if name in document}
        for name in ("dealer", "by"):
            if name in document:
                values[name] = str(self.players.index(document[name]))
        values |= _write_asks(self.asks.deal, "", document)
        for seat, name in enumerate(self.players):
            values |= self._write_hand(seat, document.get("hands", {}).get(name, {}))
        return values

    def touched(self, seat: int, values: Values) -> tuple[HandForm, ...]:
        """The ways of showing a hand that something was typed into."""
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
        extras = [ask for ask in self.asks.extras if ask.kind is not AskKind.PENALTIES]
        document |= _read_asks(extras, prefix, values)
        penalties = self._read_penalties(seat, values)
        return document | ({"penalties": penalties} if penalties else {})

    def _empty_form(self, seat: int, values: Values) -> tuple[HandForm, ...]:
        """Who went out of a game that asks for cards in hand alone has nothing to type."""
        first = self.asks.forms[0]
        only_cards_left = [ask.name for ask in first.asks] == ["in_hand"]
        return (first,) if only_cards_left and values.get("by") == str(seat) else ()

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
        values = _write_asks(self.asks.hand, hand_field(seat, ""), hand)
        row = 0
        for penalty in hand.get("penalties", ()):
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
    """How many fines were typed or sent for a hand."""
    row = 0
    while row < MOST_FINES and fine_field(seat, row, "points") in values:
        row += 1
    return row


def _read_asks(
    asks: Sequence[Ask], prefix: str, values: Values, *, blank: bool = False
) -> Document:
    """The facts that were typed; ``blank``: no card and no meld is a fact too."""
    found: Document = {}
    for ask in asks:
        text = values.get(prefix + ask.name, "").strip()
        if text or (blank and ask.kind in (AskKind.CARDS, AskKind.MELDS)):
            found[ask.name] = _read_text(ask.kind, text)
    return found


def _read_text(kind: AskKind, text: str) -> Any:
    if kind is AskKind.MELDS:
        return [line.replace(",", " ") for line in text.splitlines() if line.strip()]
    if kind is AskKind.FLAG:
        return {YES: True, NO: False}.get(text, text)
    if kind is AskKind.POINTS:
        return whole_or_text(text)
    return "" if text == NOTHING else text.replace(",", " ")


def _write_asks(asks: Sequence[Ask], prefix: str, document: Mapping[str, Any]) -> dict[str, str]:
    return {
        prefix + ask.name: _write_text(document[ask.name], ask)
        for ask in asks
        if ask.name in document and ask.kind is not AskKind.PENALTIES
    }


def _write_text(value: Any, ask: Ask) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    if value == "" and ask.name in _BLANK_IS_UNKNOWN:
        return NOTHING
    return "\n".join(value) if isinstance(value, list) else str(value)
