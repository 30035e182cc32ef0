"""Reads one deal of a record, as the ``Asks`` of its family say.

The same reader serves imported records, posted forms and stored entries. It notes every problem
with its place and returns all that it could read, so that the family can check that as well.
"""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.domain.asks import Asks
from scorekeeper.domain.deals import Deal, Ending, Hand, Seat
from scorekeeper.domain.variant import Path
from scorekeeper.record.fact_reading import present, read_asks, refuse_unknown
from scorekeeper.record.places import Findings

_SITS_OUT: Final = "sat_out"


class DealReader:
    """Reads the deals of one game; ``players`` are the names by seat."""

    def __init__(self, asks: Asks, players: tuple[str, ...]) -> None:
        self.asks = asks
        self.players = players
        self._forms = [[ask.name for ask in form.asks] for form in asks.forms]
        self._deal_asks = {ask.name: ask for ask in asks.deal}
        self._hand_asks = {ask.name: ask for ask in asks.hand}
        self._deal_keys = {"dealer", "ending", "by", "hands", *self._deal_asks}

    def read(self, document: Any, at: Path, findings: Findings) -> Deal | None:
        """Return the deal in ``document``, or ``None`` if not even its ending can be read.

        Problems are added to ``findings``; ``at`` is the place of the deal in the record.
        """
        if not isinstance(document, dict):
            findings.add(at, "bad_value", "A deal is an object")
            return None
        facts = present(document)
        refuse_unknown(facts, self._deal_keys, at, findings)
        ending = self._read_ending(facts, at, findings)
        deal_facts = read_asks(self._deal_asks, facts, at, findings, suitless=self.asks.suitless)
        dealer = self._read_seat(facts, "dealer", at, findings)
        by = self._read_seat(facts, "by", at, findings)
        hands = self._read_hands(facts, ending, at, findings)
        if ending is None:
            return None
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
        hands_optional = ending in self.asks.hands_optional
        document = facts.get("hands")
        nothing = () if hands_optional else (self.asks.hand_type(),) * len(self.players)
        if document is None:
            if not hands_optional:
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
        facts = present(document)
        refuse_unknown(facts, self._hand_asks, at, findings)
        if _SITS_OUT in self._hand_asks and facts.get(_SITS_OUT) is True:
            return self._read_absence(facts, at, findings)
        if not hands_optional:
            self._check_form(facts, at, findings)
        given = read_asks(self._hand_asks, facts, at, findings, suitless=self.asks.suitless)
        return self.asks.hand_type(**given)

    def _read_absence(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> Hand:
        """Return the hand of a player who sat the deal out; any other fact is a problem."""
        for name in self._hand_asks:
            if name in facts and name != _SITS_OUT:
                text = f"{self.players[int(at[-1])]} sat this deal out, so nothing else is told"
                findings.add((*at, name), "bad_value", text)
        return self.asks.hand_type(sat_out=True)

    def _check_form(self, facts: Mapping[str, Any], at: Path, findings: Findings) -> None:
        """Note a problem unless the facts are all those of one form and none of another."""
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
