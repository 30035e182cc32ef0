"""Any table: whatever phones do in whatever order, every page can be shown."""

from pathlib import Path

from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scorekeeper.games.deals import agree_to_entry, agreement_of, challenge_entry, figures_of, undo
from scorekeeper.games.game_store import with_act
from scorekeeper.games.hands import hand_in_slip
from scorekeeper.games.links import Role, Visit, link_of, open_link
from scorekeeper.games.phones import Slip
from scorekeeper.games.players import (
    assign_seat,
    check_seating,
    join_player,
    joining_problems,
    leave_table,
    leaving_problems,
    release_seat,
    return_to_table,
    returning_problems,
)
from scorekeeper.games.posting import Refused, Saved
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Agreement, Closed, Dealt, Undone
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
)
from tests.club_site import club_app
from tests.examples import tries
from tests.games.test_any_game import Evening, sounds
from tests.only_site import site_of
from tests.strategies import NAME, REASON
from tests.web.phone import Phone

SEATS = st.integers(0, 5)
PHONES = st.sampled_from(["first", "second", "third"])
PAGES = (
    "",
    "history",
    "big",
    "final",
    "hands",
    "enter",
    "seat?change=yes",
    "players",
    "close",
    "setup",
    "other-rules",
)


def can_agree(agreement: Agreement | None, seat: Seat, for_all: bool) -> bool:
    """Whether there is somebody who can agree; who has is not named again by all at once."""
    if agreement is None:
        return False
    if not for_all:
        return seat in (*agreement.agreed, *agreement.asked)
    return bool(agreement.asked) or any(each.seat is None for each in agreement.challenges)


class AnyTable(Evening):
    """A game in which people with phones of their own do whatever their pages let them do."""

    def __init__(self) -> None:
        super().__init__()
        self.store.close()
        self.site = club_app(Path(self.folder.name))
        self.store = site_of(self.site).store

    def teardown(self) -> None:
        if self.key:
            self.look_at_every_page()
        super().teardown()

    def look_at_every_page(self) -> None:
        visit, phone = self.visit, Phone(self.site)
        rows = visit.game.sheet.rows
        deals = [f"deal/{row.number}" for row in rows]
        asked = [f"undo/{entry.seq}" for entry in visit.game.log[1:]]
        for role in (Role.HOST, Role.VIEWER):
            address = f"/game/{visit.links[role]}/"
            pages = (*PAGES, *deals, *asked) if role is Role.HOST else ("", "history", *deals)
            wrong = [page for page in pages if phone.open(address + page).status not in (200, 303)]
            assert wrong == []

    @property
    def visit(self) -> Visit:
        token = link_of(self.store, self.key, Role.HOST)
        assert token is not None
        return open_link(self.store, token)

    @precondition(lambda self: self.key and self.game.version > 1)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        game = self.game
        target = data.draw(st.integers(2, game.version))
        outcome = undo(self.store, self.key, self.post(), target, reason="slip")
        act = Undone(target=target, reason="slip")
        after = with_act(game, act, who="", at=game.created_at)
        names = after.sheet.setup.players
        refused = game.log[target - 1].undone or len(set(names)) < len(names)
        assert isinstance(outcome, Refused if refused or check_seating(game, after) else Saved)

    @precondition(lambda self: self.key)
    @rule(name=NAME)
    def join(self, name: str) -> None:
        game = self.game
        outcome = join_player(self.store, self.key, self.post(), name)
        alike = any(sounds(name) == sounds(other) for other in game.sheet.setup.players)
        assert isinstance(outcome, Refused if alike or joining_problems(game) else Saved)

    @precondition(lambda self: self.key)
    @rule(seat=SEATS, leaves=st.booleans())
    def sit_out_or_play_again(self, seat: int, leaves: bool) -> None:
        game = self.game
        problems = (leaving_problems if leaves else returning_problems)(game, seat)
        act = leave_table if leaves else return_to_table
        outcome = act(self.store, self.key, self.post(), seat)
        assert isinstance(outcome, Refused if problems else Saved)

    @precondition(lambda self: self.key and self.game.version > 1)
    @rule(data=st.data(), for_all=st.booleans())
    def agree_to_anything(self, data: st.DataObject, for_all: bool) -> None:
        game = self.game
        target = data.draw(self.targets())
        seat = Seat(data.draw(SEATS))
        agreement = agreement_of(game, target)
        seen = figures_of(game, target)
        seats = None if for_all else [seat]
        outcome = agree_to_entry(self.store, self.key, self.post(), target, seats=seats, seen=seen)
        assert isinstance(outcome, Saved if can_agree(agreement, seat, for_all) else Refused)
        if isinstance(outcome, Saved) and for_all:
            after = agreement_of(outcome.thing, target)
            assert after is not None
            assert after.complete

    @precondition(lambda self: self.key and self.game.version > 1)
    @rule(data=st.data(), reason=REASON)
    def challenge_anything(self, data: st.DataObject, reason: str) -> None:
        game = self.game
        target = data.draw(self.targets())
        heads = [Seat(head.seat) for head in game.sheet.heads]
        seat = data.draw(st.sampled_from([None, *heads]))
        outcome = challenge_entry(
            self.store, self.key, self.post(), target, seat=seat, reason=reason
        )
        stands = agreement_of(game, target) is not None
        assert isinstance(outcome, Saved if stands else Refused)

    def targets(self) -> st.SearchStrategy[int]:
        """Choose mostly entries that can be agreed to or challenged, undone or not."""
        log = self.game.log
        things = [entry.seq for entry in log if isinstance(entry.act, Dealt | Closed)]
        return st.sampled_from([*things, *things, log[-1].seq])

    @precondition(lambda self: self.key)
    @rule(seat=SEATS, phone=PHONES, is_me=st.booleans())
    def sit(self, seat: int, phone: str, is_me: bool) -> None:
        if seat < len(self.game.sheet.heads):
            has_it = assign_seat(self.store, self.key, phone, Seat(seat), is_me=is_me)
            holders = {row.seat: row.phone for row in self.visit.seats}
            assert (holders[Seat(seat)] == phone) is has_it
        else:
            release_seat(self.store, self.key, Seat(seat - 4))
        phones = [row.phone for row in self.visit.seats]
        assert len(set(phones)) == len(phones)

    @precondition(lambda self: self.key)
    @rule(seat=SEATS, phone=PHONES, cards=st.sampled_from(["4", "4 5 9", "KH", "7D 8D"]))
    def hand_in(self, seat: int, phone: str, cards: str) -> None:
        sheet = self.game.sheet
        if seat < len(sheet.heads):
            fields = {f"hand{seat}-{field}": cards for field in ("in_hand", "cards")}
            slip = Slip(
                number=sheet.next_number,
                seat=Seat(seat),
                phone=phone,
                who="",
                fields=fields,
                at=self.store.now(),
            )
            hand_in_slip(self.store, self.key, slip, make_deal_document)


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = tries(
    3,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=[HealthCheck.large_base_example],  # an evening begins with its deals
)
