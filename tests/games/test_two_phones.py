"""Two phones at one table, each with the version of the game that it saw last.

Their posts arrive late, twice, or in another order. A simple model says which outcome each post
must have and which totals the sheet must have in the end.
"""

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorekeeper.games.deals import agree_to_entry, correct_deal, figures_of, record_deal, undo
from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.games.games import open_game, start_game
from scorekeeper.games.posting import GameOutcome, Post, Refused, Saved, Stale
from scorekeeper.rules.deals import Seat
from tests.empty_database import store_at
from tests.examples import tries
from tests.games.table import out

NEVER_OVER = {"target": 1_000_000}
PLAYERS = ("Ann", "Bob", "Cal")
PHONES = st.integers(0, 1)
POINTS = st.integers(0, 40).map(lambda fives: fives * 5)


@dataclass(frozen=True)
class Intent:
    """A post that a phone sends: a new deal with these points, a correction, or an undo."""

    entry_id: str
    version: int
    points: int
    who: str
    by: str = "Ann"
    corrects: int | None = None
    takes_back: int | None = None


@dataclass
class Model:
    """The model: deals by entry, and which entries are facts."""

    deals: dict[int, tuple[str, int]] = field(default_factory=dict)
    facts: list[int] = field(default_factory=lambda: [1])
    entries: list[str] = field(default_factory=lambda: ["start"])
    writers: dict[int, str] = field(default_factory=dict)

    def expects(self, intent: Intent) -> type[GameOutcome]:
        if intent.entry_id in self.entries:
            return Saved
        if max(self.facts) > intent.version:
            return Saved if self.is_duplicate(intent) else Stale
        target = intent.corrects or intent.takes_back
        if target is not None and target not in self.deals:
            return Refused
        return Refused if self.changes_nothing(intent) else Saved

    def changes_nothing(self, intent: Intent) -> bool:
        if intent.corrects is None:
            return False
        return self.deals[intent.corrects] == (intent.by, intent.points)

    def is_duplicate(self, intent: Intent) -> bool:
        """Tell whether somebody else has entered the deal of this post, with the same facts."""
        if intent.corrects is not None or intent.takes_back is not None:
            return False
        later = [seq for seq in sorted(self.deals) if seq > intent.version]
        if not later or self.writers[later[0]] == intent.who:
            return False
        return self.deals[later[0]] == (intent.by, intent.points)

    def take(self, intent: Intent) -> None:
        self.entries.append(intent.entry_id)
        seq = len(self.entries)
        self.facts.append(seq)
        if intent.takes_back is not None:
            del self.deals[intent.takes_back]
        else:
            self.deals[intent.corrects or seq] = (intent.by, intent.points)
            self.writers.setdefault(intent.corrects or seq, intent.who)

    @property
    def totals(self) -> list[int]:
        """Return the totals: going out gives the points and 100, others have 50 less 20 in hand."""
        return [
            sum([points + 100 if by == name else 30 for by, points in self.deals.values()])
            for name in PLAYERS
        ]


class TwoPhones(RuleBasedStateMachine):
    """Posts of two phones, delivered late, twice or in another order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.store = store_at(Path(self.folder.name))
        form = {"variant": "laws", "players": list(PLAYERS), "options": NEVER_OVER}
        begun = start_game(self.store, form, entry_id="start")
        assert isinstance(begun, str)
        self.key, self.model = begun, Model()
        self.seen = [self.game, self.game]
        self.sent: list[Intent] = []

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @property
    def game(self) -> CurrentGame:
        game = open_game(self.store, self.key)
        assert game is not None
        return game

    @rule(phone=PHONES)
    def look(self, phone: int) -> None:
        self.seen[phone] = self.game

    @rule(phone=PHONES, points=POINTS, by=st.sampled_from(PLAYERS))
    def write_deal(self, phone: int, points: int, by: str) -> None:
        self.intend(phone, points=points, by=by)

    @precondition(lambda self: any(game.sheet.rows for game in self.seen))
    @rule(data=st.data(), points=POINTS, corrects=st.booleans())
    def change_deal(self, data: st.DataObject, points: int, corrects: bool) -> None:
        knowing = [phone for phone in (0, 1) if self.seen[phone].sheet.rows]
        phone = data.draw(st.sampled_from(knowing))
        target = data.draw(st.sampled_from(self.seen[phone].sheet.rows)).seq
        if corrects:
            self.intend(phone, points=points, corrects=target)
        else:
            self.intend(phone, points=0, takes_back=target)

    def intend(self, phone: int, **wish: int | str) -> None:
        version = self.seen[phone].sheet.game.facts_version
        number = len(self.sent)
        entry_id, who = f"phone {phone} {number}", PLAYERS[phone]
        self.sent.append(Intent(entry_id, version, who=who, **wish))  # type: ignore[arg-type]

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def deliver(self, data: st.DataObject) -> None:
        """Deliver any post that was ever sent, whether or not it arrived before."""
        intent = data.draw(st.sampled_from(self.sent))
        expected = self.model.expects(intent)
        was_late = max(self.model.facts) > intent.version
        outcome = self.send(intent)
        assert isinstance(outcome, expected)
        if isinstance(outcome, Saved):
            assert outcome.repeated is (was_late or intent.entry_id in self.model.entries)
            if not outcome.repeated:
                self.model.take(intent)

    def send(self, intent: Intent) -> GameOutcome:
        post = Post(entry_id=intent.entry_id, version=intent.version, who=intent.who)
        if intent.takes_back is not None:
            return undo(self.store, self.key, post, intent.takes_back, reason="slip")
        document = out(intent.by, intent.points, against=PLAYERS)
        if intent.corrects is None:
            return record_deal(self.store, self.key, post, document)
        return correct_deal(
            self.store, self.key, post, intent.corrects, document=document, reason="slip"
        )

    @precondition(lambda self: self.model.deals)
    @rule(data=st.data(), phone=PHONES)
    def agree_to_a_deal(self, data: st.DataObject, phone: int) -> None:
        """Agree to a deal, which makes nobody's post stale."""
        target = data.draw(st.sampled_from(sorted(self.model.deals)))
        entry_id = f"agreement {len(self.model.entries)}"
        post = Post(entry_id=entry_id, version=1, who="Bob")
        seen = figures_of(self.game, target)
        outcome = agree_to_entry(self.store, self.key, post, target, seats=[Seat(phone)], seen=seen)
        assert isinstance(outcome, Saved)
        self.model.entries.append(entry_id)

    @invariant()
    def every_deal_that_was_acknowledged_stands_once(self) -> None:
        assert [row.seq for row in self.game.sheet.rows] == sorted(self.model.deals)

    @invariant()
    def the_totals_are_those_of_the_model(self) -> None:
        assert [head.running for head in self.game.sheet.heads] == self.model.totals

    @invariant()
    def a_fresh_replay_tells_the_same(self) -> None:
        fresh = GameStore.at(self.store.database.path)
        assert open_game(fresh, self.key) == self.game
        fresh.close()


TestTwoPhones = TwoPhones.TestCase
TestTwoPhones.settings = tries(9, stateful_step_count=20, deadline=None)
