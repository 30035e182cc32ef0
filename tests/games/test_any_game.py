"""Any game: no sequence of posts breaks it, and its record contains all of it."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorekeeper.games.deals import correct_deal, record_deal, undo
from scorekeeper.games.game_store import CurrentGame, GameStore, with_act
from scorekeeper.games.games import (
    close_game,
    export_game,
    import_game,
    open_game,
    reopen_game,
    start_game,
)
from scorekeeper.games.players import rename_player
from scorekeeper.games.posting import GameOutcome, Post, Refused, Saved
from scorekeeper.record.reading import Record, read_record
from scorekeeper.record.writing import write_deal, write_record
from scorekeeper.rules.game import Undone
from scorekeeper.rules.options import values_of
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.table_checks import has_error
from scorekeeper.rules.words import look_of
from tests.empty_database import store_at
from tests.examples import tries
from tests.games.illegal import CONTRACTS, contract_deal
from tests.games.table import opened, post
from tests.strategies import NAME, REASON, legal_deals, setups


def form_of(setup: Setup) -> dict[str, Any]:
    """Return the record without deals of a new game with this setup, with all house rules."""
    chosen = values_of(setup.options)
    form = write_record(Record(setup=setup, chosen=chosen))
    del form["deals"]
    return form


@contextmanager
def fresh_store() -> Iterator[GameStore]:
    """Yield a store for one example of a property."""
    with TemporaryDirectory() as folder:
        store = store_at(Path(folder))
        yield store
        store.close()


def sounds(name: str) -> str:
    """Return a name without case and spaces, which are not heard when it is read aloud."""
    return "".join(normalize("NFKC", name).casefold().split())


# --- a whole evening ------------------------------------------------------------------------------


class Evening(RuleBasedStateMachine):
    """A game in which people do, in any order, whatever the pages let them do."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.store = store_at(Path(self.folder.name))
        self.key = ""
        self.posts = 0

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @property
    def game(self) -> CurrentGame:
        game = open_game(self.store, self.key)
        assert game is not None
        return game

    def post(self) -> Post:
        self.posts += 1
        return Post(entry_id=f"post {self.posts}", version=self.game.version, who="Ann")

    @precondition(lambda self: not self.key)
    @rule(setup=setups())
    def start(self, setup: Setup) -> None:
        begun = start_game(self.store, form_of(setup))
        assert isinstance(begun, str), begun
        self.key = begun

    @precondition(lambda self: self.key)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        sheet = self.game.sheet
        deal = data.draw(legal_deals(sheet.setup, sheet.next_number))
        outcome = record_deal(
            self.store, self.key, self.post(), write_deal(deal, sheet.setup.players)
        )
        ended = sheet.over or sheet.game.closed is not None
        assert isinstance(outcome, Refused if ended else Saved)

    @precondition(lambda self: self.key and self.game.sheet.rows)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        sheet = self.game.sheet
        row = data.draw(st.sampled_from(sheet.rows))
        deal = data.draw(legal_deals(sheet.setup, row.number))
        document = write_deal(deal, sheet.setup.players)
        post = self.post()
        before = self.game.version
        answer = correct_deal(self.store, self.key, post, row.seq, document=document, reason="slip")
        # Only a deal that is as it was is refused.
        assert isinstance(answer, Saved) or self.game.version == before

    @precondition(lambda self: self.key and self.game.version > 1)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        game = self.game
        target = data.draw(st.integers(2, game.version))
        outcome = undo(self.store, self.key, self.post(), target, reason="slip")
        undone = Undone(target=target, reason="slip")
        after = with_act(game, undone, who="", at=game.created_at).sheet
        looks = {look_of(name) for name in after.setup.players}
        is_illegal = any(has_error(row.problems) for row in after.rows)
        refused = game.log[target - 1].undone or len(looks) < len(after.setup.players) or is_illegal
        assert isinstance(outcome, Refused if refused else Saved)

    @precondition(lambda self: self.key)
    @rule(seat=st.integers(0, 1), name=NAME)
    def rename(self, seat: int, name: str) -> None:
        players = self.game.sheet.setup.players
        outcome = rename_player(self.store, self.key, self.post(), seat, name=name)
        others = [each for at, each in enumerate(players) if at != seat]
        alike = any(sounds(name) == sounds(other) for other in others)
        assert isinstance(outcome, Refused if alike else Saved)

    @precondition(lambda self: self.key)
    @rule(settles=st.booleans(), reason=REASON)
    def close_or_reopen(self, settles: bool, reason: str) -> None:
        sheet = self.game.sheet
        if sheet.game.closed is not None:
            outcome: GameOutcome = reopen_game(self.store, self.key, self.post(), reason)
            assert isinstance(outcome, Saved)
        else:
            outcome = close_game(self.store, self.key, self.post(), reason, settles=settles)
            assert isinstance(outcome, Refused if sheet.over else Saved)

    @precondition(lambda self: self.key)
    @invariant()
    def the_journal_tells_the_same_as_the_desk(self) -> None:
        fresh = GameStore.at(self.store.database.path)
        assert open_game(fresh, self.key) == self.game
        fresh.close()

    @precondition(lambda self: self.key)
    @invariant()
    def a_record_carries_the_game(self) -> None:
        record = export_game(self.store, self.key)
        copy = import_game(self.store, json.dumps(record).encode())
        assert isinstance(copy, str), copy.problems
        assert export_game(self.store, copy) == record
        score, copied = (sheet.score for sheet in (self.game.sheet, opened(self.store, copy).sheet))
        if self.game.sheet.game.away:
            # A record does not tell who sits out the next deal.
            copied = replace(copied, next_dealer=score.next_dealer, dealer_rule=score.dealer_rule)
        assert copied == score


TestEvening = Evening.TestCase
TestEvening.settings = tries(5, stateful_step_count=12, deadline=None)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_taken_back_in_contract_the_record_can_be_read(
    store: GameStore, seed: int
) -> None:
    chance = random.Random(seed)
    key = start_game(store, {"variant": "contract", "players": ["Ann", "Bob"]})
    assert isinstance(key, str)
    for _ in range(12):
        game = opened(store, key)
        act, at = chance.choice([0, 0, 1, 2, 2]), post(game.version)
        if act == 0:
            record_deal(store, key, at, contract_deal(CONTRACTS[min(game.sheet.next_number, 5)]))
        elif act == 1 and game.sheet.rows:
            row = chance.choice(game.sheet.rows)
            document = contract_deal(chance.choice([[], CONTRACTS[min(row.number, 5)]]))
            correct_deal(store, key, at, row.seq, document=document, reason="")
        else:
            undo(store, key, at, chance.randint(2, game.version + 1), reason="")
        reading = read_record(export_game(store, key))
        assert reading.score == opened(store, key).sheet.score, reading.problems


# --- records --------------------------------------------------------------------------------------


@given(st.data())
def test_a_record_with_any_house_rules_comes_back_the_same(data: st.DataObject) -> None:
    setup = data.draw(setups())
    deals = [data.draw(legal_deals(setup, number)) for number in (1, 2)]
    document = form_of(setup) | {"deals": [write_deal(deal, setup.players) for deal in deals]}
    with fresh_store() as store:
        key = import_game(store, json.dumps(document).encode())
        assert isinstance(key, str), key.problems
        record = export_game(store, key)
        copy = import_game(store, json.dumps(record).encode())
        assert isinstance(copy, str)
        assert export_game(store, copy) == record


# --- nonsense -------------------------------------------------------------------------------------


JUNK = (
    st.none()
    | st.booleans()
    | st.integers(-5, 200)
    | st.text(max_size=3)
    | st.sampled_from(["2S", "KH KD KC", "JK=2S 2H", " Ann ", "out", "stock", "dead", "knock"])
    | st.lists(st.sampled_from(["2H 2H 2H", "", "JK JK JK", "AS 2S KS"]), max_size=2)
)


def spoil(draw: st.DrawFn, document: dict[str, Any]) -> None:
    """Replace or remove one value somewhere in a document."""
    node: Any = document
    while node:
        place = draw(st.sampled_from(list(node) if isinstance(node, dict) else range(len(node))))
        if isinstance(node[place], dict | list) and draw(st.booleans()):
            node = node[place]
        elif draw(st.booleans()):
            del node[place]
            return
        else:
            node[place] = draw(JUNK)
            return


@st.composite
def spoilt_deals(draw: st.DrawFn, setup: Setup) -> dict[str, Any]:
    """Return a legal deal of this table in which up to three values were replaced or removed."""
    document = write_deal(draw(legal_deals(setup)), setup.players)
    for _ in range(draw(st.integers(1, 3))):
        spoil(draw, document)
    return document


@given(st.data())
def test_any_document_is_saved_or_refused(data: st.DataObject) -> None:
    setup = data.draw(setups())
    with fresh_store() as store:
        key = start_game(store, form_of(setup))
        assert isinstance(key, str), key
        post = Post(entry_id="tap", version=1, who="Ann")
        outcome = record_deal(store, key, post, data.draw(spoilt_deals(setup)))
        assert isinstance(outcome, Saved | Refused)
        assert isinstance(outcome, Saved) or outcome.problems
