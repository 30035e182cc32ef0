"""A phone in a bad network: it sends deals until they are acknowledged, however often that takes.

It drops answers, repeats what was acknowledged, and sends the next deal before the one it follows.
"""

import re
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from time import sleep
from urllib.parse import urlencode

from tests.served import Served

_HIDDEN = re.compile(r'name="(csrf_token|version)" value="([^"]+)"')
_PATIENCE = 2_000
_PAUSE = 0.02


@dataclass
class Deal:
    """A deal to be entered; no other has its points, so that it can be found in the journal."""

    points: int
    entry_id: str
    acknowledged: bool = False


@dataclass
class Writer:
    """One phone at several tables; ``tables`` are the deals that it has to bring in, by table."""

    site: Served
    tables: dict[str, list[Deal]]
    chance: Random
    cookie: str = ""
    token: str = ""
    versions: dict[str, int] = field(default_factory=dict)
    connection: HTTPConnection | None = None
    posts: int = 0
    refused: int = 0
    """How many posts were told to come again, as the database could not be written."""

    def work(self) -> None:
        """Bring all deals in, now at one table and now at another."""
        try:
            self.bring_all()
        finally:
            self.hang_up()

    def bring_all(self) -> None:
        while True:
            waiting = {
                table: [deal for deal in deals if not deal.acknowledged]
                for table, deals in self.tables.items()
            }
            waiting = {table: deals for table, deals in waiting.items() if deals}
            if not waiting:
                return
            table = self.chance.choice(sorted(waiting))
            self.bring(table, waiting[table])

    def bring(self, table: str, waiting: list[Deal]) -> None:
        """Send the first deal that waits, with the mishaps of a bad network before and after."""
        deal = waiting[0]
        if table not in self.versions:
            self.look(table)
        version = self.versions[table]
        if len(waiting) > 1 and self.chance.random() < 0.1:
            # The next one overtakes the one it was written on top of.
            self.send(table, waiting[1], version + 1)
        if self.chance.random() < 0.1:
            self.send(table, deal, version, hears=False)
        self.send(table, deal, version)
        if self.chance.random() < 0.1:
            told = [each for each in self.tables[table] if each.acknowledged]
            if told:
                self.send(table, self.chance.choice(told), version)

    def look(self, table: str) -> None:
        """Open the entry page, as often as it takes."""
        for _ in range(_PATIENCE):
            answer = self.ask("GET", f"{table}enter")
            if answer is not None and answer[0] == 200:
                return self.read(table, answer[1])
            sleep(_PAUSE)  # as a phone waits before it tries again
        raise AssertionError("the site does not come back")

    def read(self, table: str, page: str) -> None:
        """Note the hidden values of the form on a page."""
        found = dict(_HIDDEN.findall(page))
        self.token = found["csrf_token"]
        self.versions[table] = int(found["version"])

    def send(self, table: str, deal: Deal, version: int, *, hears: bool = True) -> None:
        """Post a deal; it is acknowledged where the answer says so and is heard."""
        fields = {
            "csrf_token": self.token,
            "entry_id": deal.entry_id,
            "version": str(version),
            "who": "Ann",
            "ending": "out",
            "by": "0",
            "hand0-melded_points": str(deal.points),
            "hand0-in_hand_points": "0",
            "hand1-melded_points": "50",
            "hand1-in_hand_points": "20",
        }
        self.posts += 1
        answer = self.ask("POST", f"{table}enter", urlencode(fields), hears=hears)
        if answer is None:
            self.versions.pop(table, None)
            return
        status, text = answer
        assert status in (303, 409, 503), (status, text)
        if status == 503:
            self.refused += 1
            self.versions.pop(table, None)
        elif status == 409:
            self.read(table, text)
        else:
            self.versions[table] = version + 1
            deal.acknowledged = True

    def ask(
        self, method: str, address: str, body: str = "", *, hears: bool = True
    ) -> tuple[int, str] | None:
        """Status and text of an answer; ``None`` if it was lost on the way."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            if self.connection is None:
                self.connection = HTTPConnection("127.0.0.1", self.site.port, timeout=20)
            self.connection.request(method, address, body or None, headers)
            if not hears:
                self.hang_up()
                return None
            answer = self.connection.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException):
            self.hang_up()
            return None
        self.keep_cookie(answer)
        return answer.status, text

    def keep_cookie(self, answer: HTTPResponse) -> None:
        """The session as a browser keeps it."""
        found = answer.getheader("Set-Cookie")
        if found:
            self.cookie = found.split(";")[0]

    def hang_up(self) -> None:
        """Drop the connection, and with it any answer that is under way."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
