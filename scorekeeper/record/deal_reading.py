"""Reads one deal of a record, as the ``Asks`` of its family say.

The same reader serves imported records, posted forms and stored entries. It notes every problem
with its place and returns all that it could read, so that the family can check that as well. A
problem that a family finds then counts only if no fact that it rests on had a problem itself
(``Findings.is_uncertain``).
"""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.domain.asks import Asks
from scorekeeper.domain.deals import Deal, Ending, Hand, Seat
from scorekeeper.domain.names import quote_text, trim_line
from scorekeeper.domain.variant import Path
from scorekeeper.record.fact_reading import read_asks, refuse_unknown, without_nulls
from scorekeeper.record.places import Findings

_SITS_OUT: Final = "sat_out"


class DealReader:
    """Reads the deals of one game; ``players`` are the names by seat."""

    def __init__(self, asks: Asks, players: tuple[str, ...]) -> None:
        self.asks = asks
        self.players = players
        self._forms = [[ask.name for ask in form.asks] for form in asks.forms]
        self._form_facts = frozenset([name for names in self._forms for name in names])
        self._whole_forms = [frozenset(names) for names in self._forms]
        self._deal_asks = {ask.name: ask for ask in asks.deal}
        self._hand_asks = {ask.name: ask for ask in asks.hand}
        self._deal_keys = {"dealer", "ending", "by", "hands", *self._deal_asks}

    def read(self, document: Any, at: Path, findings: Findings) -> Deal:
        """Return the deal in ``document`` with all facts that can be read.

        Problems are added to ``findings``; ``at`` is the place of the deal in the record.
        """
        if not isinstance(document, dict):
            findings.add(at, "bad_value", "A deal is an object")
            return self.asks.deal_type(ending=None, hands=self._blank_hands())
        facts = without_nulls(document)
        refuse_unknown(facts, self._deal_keys, at, findings)
        ending = self._read_ending(facts, at, findings)
        deal_facts = read_asks(self._deal_asks, facts, at, findings, suitless=self.asks.suitless)
        dealer = self._read_seat(facts, "dealer", at, findings)
        by = self._read_seat(facts, "by", at, findings)
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
        value = facts.get("ending")
        if value is None:
            findings.add((*at, "ending"), "missing_field", "How did the deal end?")
        elif isinstance(value, str) and value in allowed:
            return allowed[value]
        else:
            text = f"The ending is {' or '.join([repr(ending) for ending in endings])}"
            findings.add((*at, "ending"), "bad_value", text)
        return None

    def _read_seat(
        self, facts: Mapping[str, Any], name: str, at: Path, findings: Findings
    ) -> Seat | None:
        value = facts.get(name)
        if value is None:
            return None
        if isinstance(value, str) and trim_line(value) in self.players:
            return Seat(self.players.index(trim_line(value)))
        findings.add(
            (*at, name), "unknown_player", f"{quote_text(value)} does not sit at this table"
        )
        return None

    def _read_hands(
        self, facts: Mapping[str, Any], ending: Ending | None, at: Path, findings: Findings
    ) -> tuple[Hand, ...]:
        at = (*at, "hands")
        # While the ending is not known, it may be one that needs no hands.
        hands_optional = ending in self.asks.hands_optional or (
            ending is None and bool(self.asks.hands_optional)
        )
        document = facts.get("hands")
        nothing = () if hands_optional else self._blank_hands()
        if document is None:
            if not hands_optional:
                findings.add(at, "missing_field", "The hands of this deal are missing")
            return nothing
        if not isinstance(document, dict):
            findings.add(at, "bad_value", "The hands are an object, one entry a player")
            return nothing
        by_name: dict[str, Any] = {}
        for typed, hand in document.items():
            name = trim_line(typed)
            if name not in self.players:
                text = f"{quote_text(typed)} does not sit at this table"
                findings.add((*at, typed), "unknown_player", text)
            elif name in by_name:
                findings.add((*at, typed), "bad_value", f"{name} has two hands here")
                findings.mark_incomplete((*at, self.players.index(name)))
            by_name[name] = hand
        return tuple(
            [
                self._read_hand(
                    by_name.get(name), (*at, seat), findings, hands_optional=hands_optional
                )
                for seat, name in enumerate(self.players)
            ]
        )

    def _read_hand(
        self, document: Any, at: Path, findings: Findings, *, hands_optional: bool
    ) -> Hand:
        if document is None:
            if not hands_optional:
                name = self.players[int(at[-1])]
                findings.add(at, "missing_hand", f"{name} still has to show a hand")
            return self.asks.hand_type()
        if not isinstance(document, dict):
            findings.add(at, "bad_value", "A hand is an object")
            return self.asks.hand_type()
        facts = without_nulls(document)
        refuse_unknown(facts, self._hand_asks, at, findings)
        if _SITS_OUT in self._hand_asks and facts.get(_SITS_OUT) is True:
            return self._read_absence(facts, at, findings)
        found = read_asks(self._hand_asks, facts, at, findings, suitless=self.asks.suitless)
        if not hands_optional:
            # Cards that are told in two ways are counted once.
            for name in self._check_form(facts, at, findings):
                found.pop(name, None)
        return self.asks.hand_type(**found)

    def _blank_hands(self) -> tuple[Hand, ...]:
        """Return a hand without facts for each player."""
        return (self.asks.hand_type(),) * len(self.players)

    def _read_absence(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> Hand:
        """Return the hand of a player who sat the deal out; any other fact is a problem."""
        for name in self._hand_asks:
            if name in facts and name != _SITS_OUT:
                text = f"{self.players[int(at[-1])]} sat this deal out, so nothing else is told"
                findings.add((*at, name), "bad_value", text)
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
