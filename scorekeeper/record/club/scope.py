"""The facts of a club book that are known while it is read: its currency, its ids, its days."""

from dataclasses import dataclass, field
from typing import Final

from scorekeeper.domain.names import quote_text
from scorekeeper.domain.variant import Path, Problem
from scorekeeper.record.club.judging import RecordJudge
from scorekeeper.record.places import Findings

BEFORE_OPENING: Final = "The club’s money is counted from a later day on"


class KnownIds:
    """The ids of one kind; if one could not be read, ``is_whole`` is false and none is unknown.

    ``kind`` is what messages call them, and ends the code of the problem.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.is_whole = True
        self._ids: set[str] = set()

    def __contains__(self, each: str) -> bool:
        return each in self._ids

    def add(self, each: str) -> None:
        """Note an id."""
        self._ids.add(each)

    def check(self, each: str, at: Path, findings: Findings) -> str:
        """Return an id if it is known; else an empty text, after noting the problem at ``at``."""
        if each in self._ids:
            return each
        if each and self.is_whole:
            text = f"There is no {self.kind} {quote_text(each)} in this book"
            findings.add(at, f"unknown_{self.kind}", text)
        return ""


@dataclass(slots=True, kw_only=True)
class BookScope:
    """The facts of a book that were read so far.

    ``judge`` judges its game records; ``currency`` is empty while it is not known. ``meant`` has
    the id that each spelling means, ``meant_at`` the place that says so; ``refused`` are spellings
    that cannot mean their person. ``nights`` are the dates of nights by id.
    """

    judge: RecordJudge
    findings: Findings = field(default_factory=Findings)
    warnings: list[Problem] = field(default_factory=list)
    currency: str = ""
    opened: str = ""
    people: KnownIds = field(default_factory=lambda: KnownIds("person"))
    night_ids: KnownIds = field(default_factory=lambda: KnownIds("night"))
    game_ids: KnownIds = field(default_factory=lambda: KnownIds("game"))
    meant: dict[str, str] = field(default_factory=dict)
    meant_at: dict[str, Path] = field(default_factory=dict)
    nights: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)

    def person(self, each: str) -> str:
        """Return the id of the person that an id means."""
        return self.meant.get(each, each)

    def refuse_joining(self, spelling: str) -> None:
        """Note, once, that another spelling cannot mean the same person."""
        if spelling in self.refused:
            return
        self.refused.add(spelling)
        text = "These two paid each other, so they are not the same person"
        self.findings.add(self.meant_at[spelling], "bad_merge", text)

    def check_order(self, earlier: str, later: str, at: Path, text: str) -> None:
        """Note a problem at ``at`` if the later of two days comes before the earlier one."""
        if earlier and later and later < earlier:
            self.findings.add(at, "date_order", text)
