"""Reading one deal of a record, driven by what its family asks.

The same reader takes an imported record, a posted form and a stored entry. Every problem is noted
at its place; what could be read is kept, so that the family can check it in the same pass.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any, Final

from scorekeeper.domain.asks import Ask, AskKind, Asks
from scorekeeper.domain.cards import CARD_TEXTS, JOKER, Card, read_card
from scorekeeper.domain.deals import Deal, Ending, Hand, LaidMeld, MeldCard, Penalty, Seat
from scorekeeper.domain.options import POINTS_MAX
from scorekeeper.domain.variant import Path
from scorekeeper.record.places import Findings

_REASON_LENGTH: Final = 200
CARDS_MAX: Final = 270
"""Five packs of 54, which ten players of contract share, hold no more."""
_PLAIN: Final = {text: MeldCard(card) for card, text in CARD_TEXTS.items()}
"""Most cards of most melds, ready made."""


class DealReader:
    """Reads deals of one game: what its family asks, and who sits where."""

    def __init__(self, asks: Asks, players: tuple[str, ...]) -> None:
        self.asks = asks
        self.players = players
        self._forms = [[ask.name for ask in form.asks] for form in asks.forms]
        self._deal_asks = {ask.name: ask for ask in asks.deal}
        every = (*[ask for form in asks.forms for ask in form.asks], *asks.extras)
        self._hand_asks = {ask.name: ask for ask in every}
        self._deal_keys = {"dealer", "ending", "by", "hands", *self._deal_asks}

    def read(self, document: Any, at: Path, findings: Findings) -> Deal | None:
        """The deal in ``document``, or ``None`` where not even its ending can be read."""
        if not isinstance(document, dict):
            findings.add(at, "bad_value", "A deal is an object")
            return None
        facts = _present(document)
        _refuse_unknown(facts, self._deal_keys, at, findings)
        ending = self._read_ending(facts, at, findings)
        deal_facts = _read_asks(self._deal_asks, facts, at, findings)
        dealer = self._read_seat(facts, "dealer", at, findings)
        by = self._read_seat(facts, "by", at, findings)
        hands = self._read_hands(facts, ending, at, findings)
        if ending is None:
            return None
        if by is not None and ending in self.asks.nobody:
            findings.add((*at, "by"), "bad_value", f"Nobody ends a deal that ended {ending}")
            by = None
        return Deal(ending=ending, by=by, dealer=dealer, hands=hands, **deal_facts)

    def _read_ending(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> Ending | None:
        endings = [str(ending) for ending, _ in self.asks.endings]
        # An ending that an option rules out is told by the family, which knows why.
        allowed = {str(ending): ending for ending in {*self.asks.nobody, *map(Ending, endings)}}
        value = facts.get("ending")
        if value is None:
            findings.add((*at, "ending"), "missing_field", "How did the deal end?")
        elif isinstance(value, str) and value in allowed:
            return allowed[value]
        else:
            text = f"A deal ends {' or '.join(endings)}"
            findings.add((*at, "ending"), "bad_value", text)
        return None

    def _read_seat(
        self, facts: Mapping[str, Any], name: str, at: Path, findings: Findings
    ) -> Seat | None:
        value = facts.get(name)
        if value is None:
            return None
        if isinstance(value, str) and value.strip() in self.players:
            return Seat(self.players.index(value.strip()))
        findings.add((*at, name), "unknown_player", f"{value!r} does not sit at this table")
        return None

    def _read_hands(
        self, facts: Mapping[str, Any], ending: Ending | None, at: Path, findings: Findings
    ) -> tuple[Hand, ...]:
        at = (*at, "hands")
        bare = ending in self.asks.bare
        document = facts.get("hands")
        nothing = () if bare else (Hand(),) * len(self.players)
        if document is None:
            if not bare:
                findings.add(at, "missing_field", "The hands of this deal are missing")
            return nothing
        if not isinstance(document, dict):
            findings.add(at, "bad_value", "The hands are an object, one entry a player")
            return nothing
        by_name: dict[str, Any] = {}
        for name, hand in document.items():
            if name.strip() not in self.players:
                findings.add((*at, name), "unknown_player", f"{name!r} does not sit at this table")
            elif name.strip() in by_name:
                findings.add((*at, name), "bad_value", f"{name.strip()} has two hands here")
            by_name[name.strip()] = hand
        return tuple(
            [
                self._read_hand(by_name.get(name), (*at, seat), findings, bare=bare)
                for seat, name in enumerate(self.players)
            ]
        )

    def _read_hand(self, document: Any, at: Path, findings: Findings, *, bare: bool) -> Hand:
        if document is None:
            if not bare:
                name = self.players[int(at[-1])]
                findings.add(at, "missing_hand", f"{name} still has to show a hand")
            return Hand()
        if not isinstance(document, dict):
            findings.add(at, "bad_value", "A hand is an object")
            return Hand()
        facts = _present(document)
        _refuse_unknown(facts, self._hand_asks, at, findings)
        if not bare:
            self._check_form(facts, at, findings)
        return Hand(**_read_asks(self._hand_asks, facts, at, findings))

    def _check_form(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> None:
        """A hand is shown in exactly one form, and wholly."""
        form = max(self._forms, key=lambda names: sum([name in facts for name in names]))
        missing = [name for name in form if name not in facts]
        others = {
            name for names in self._forms for name in names if name in facts and name not in form
        }
        if not missing and not others:
            return
        ways = ", or ".join([" and ".join(names) for names in self._forms])
        for name in missing:
            findings.add((*at, name), "missing_field", f"A hand needs {ways}")
        for name in sorted(others):
            findings.add((*at, name), "bad_value", f"A hand is either {ways}, not both")


def _present(document: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if value is not None}


def _refuse_unknown(
    facts: Mapping[str, Any], known: Container[str], at: Path, findings: Findings
) -> None:
    for key in facts:
        if key not in known:
            findings.add((*at, key), "unknown_field", f"{key!r} is not part of this record")


def _read_asks(
    asks: Mapping[str, Ask], facts: Mapping[str, Any], at: Path, findings: Findings
) -> dict[str, Any]:
    found = {}
    for name, given in facts.items():
        if name in asks:
            value = _READERS[asks[name].kind](given, (*at, name), findings)
            if value is not None:
                found[name] = value
    for ask in asks.values():
        if ask.required and ask.name not in facts:
            findings.add((*at, ask.name), "missing_field", f"{ask.label} is missing")
    return found


def _read_flag(value: Any, at: Path, findings: Findings) -> bool | None:
    if isinstance(value, bool):
        return value
    findings.add(at, "bad_value", "This is true or false")
    return None


def _read_points(value: Any, at: Path, findings: Findings) -> int | None:
    if type(value) is int and 0 <= value <= POINTS_MAX:
        return value
    findings.add(at, "bad_value", f"Points are a whole number from 0 to {POINTS_MAX}")
    return None


def _read_card_field(value: Any, at: Path, findings: Findings) -> Card | None:
    cards = _read_cards(value, at, findings)
    if cards is not None and len(cards) != 1 and not findings.concern(at):
        findings.add(at, "bad_card", "This is one card")
    return cards[0] if cards else None


def _read_cards(value: Any, at: Path, findings: Findings) -> tuple[Card, ...] | None:
    """The cards in a string parted by spaces; ``None`` if it is no string at all."""
    if not isinstance(value, str):
        findings.add(at, "bad_value", "Cards stand in one string, parted by spaces")
        return None
    tokens = value.split()
    if len(tokens) > CARDS_MAX:
        findings.add(at, "bad_value", f"{len(tokens)} cards are more than any pack has")
        return ()
    found = []
    for token in tokens:
        card = read_card(token)
        if card is None:
            findings.add(at, "bad_card", f"{token!r} is not a card")
        else:
            found.append(card)
    return tuple(found)


def _read_melds(value: Any, at: Path, findings: Findings) -> tuple[LaidMeld, ...] | None:
    if not isinstance(value, list):
        findings.add(at, "bad_value", "Melds are a list of card strings")
        return None
    if len(value) > CARDS_MAX:
        findings.add(at, "bad_value", f"{len(value)} melds are more than any pack has cards for")
        return None
    return tuple(
        [_read_meld_text(each, (*at, number), findings) for number, each in enumerate(value)]
    )


def _read_meld_text(value: Any, at: Path, findings: Findings) -> LaidMeld:
    if not isinstance(value, str):
        findings.add(at, "bad_value", "The cards of a meld stand in one string")
        return ()
    tokens = value.split()
    if len(tokens) > CARDS_MAX:
        findings.add(at, "bad_value", f"{len(tokens)} cards are more than any pack has")
        return ()
    found = []
    for token in tokens:
        item = _PLAIN.get(token) or _read_meld_card(token)
        if item is None:
            findings.add(at, "bad_card", f"{token!r} is not a card")
        else:
            found.append(item)
    return tuple(found)


def _read_meld_card(token: str) -> MeldCard | None:
    """A card with or without what it stands for, which is never the Joker."""
    text, equals, name = token.partition("=")
    card, stands_for = read_card(text), read_card(name)
    if card is None or stands_for == JOKER or bool(equals) != bool(stands_for):
        return None
    return MeldCard(card, stands_for)


def _read_penalties(value: Any, at: Path, findings: Findings) -> tuple[Penalty, ...] | None:
    if not isinstance(value, list):
        findings.add(at, "bad_value", "Penalties are a list")
        return None
    read = [_read_penalty(each, (*at, number), findings) for number, each in enumerate(value)]
    return tuple([penalty for penalty in read if penalty is not None])


def _read_penalty(value: Any, at: Path, findings: Findings) -> Penalty | None:
    if not isinstance(value, dict):
        findings.add(at, "bad_value", "A penalty is an object with a law or points")
        return None
    facts = _present(value)
    _refuse_unknown(facts, {"law", "points", "reason"}, at, findings)
    if ("law" in facts) == ("points" in facts):
        code = "bad_value" if "law" in facts else "missing_field"
        findings.add(at, code, "A penalty has either a law or points")
        return None
    if "law" in facts:
        return _read_law(facts["law"], (*at, "law"), findings)
    points = _read_points(facts["points"], (*at, "points"), findings)
    reason = facts.get("reason")
    if reason is not None and not _is_reason(reason):
        text = f"A reason is a line of at most {_REASON_LENGTH} characters"
        findings.add((*at, "reason"), "bad_value", text)
        return None
    return None if points is None else Penalty(points=points, reason=reason)


def _is_reason(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _REASON_LENGTH and value.isprintable()


def _read_law(value: Any, at: Path, findings: Findings) -> Penalty | None:
    if type(value) is int:
        return Penalty(law=value)
    findings.add(at, "bad_value", "A law is a number")
    return None


_READERS: Final[dict[AskKind, Callable[[Any, Path, Findings], Any]]] = {
    AskKind.CARD: _read_card_field,
    AskKind.CARDS: _read_cards,
    AskKind.MELDS: _read_melds,
    AskKind.POINTS: _read_points,
    AskKind.FLAG: _read_flag,
    AskKind.PENALTIES: _read_penalties,
}
