"""The demonstration: a club that has played, by the acts of people, the same for the same seed."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.app import close_site, create_app
from scorekeeper.bookkeeping.club import setting_up
from scorekeeper.bookkeeping.club.book import load_night
from scorekeeper.bookkeeping.club.files import Taken, take_book, write_club_file
from scorekeeper.bookkeeping.club.following import ClubFollower
from scorekeeper.bookkeeping.club.officers import SignedIn, sign_officer_in
from scorekeeper.bookkeeping.game.games import export_game
from scorekeeper.bookkeeping.game.posting import Refused
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.cli import main
from scorekeeper.config import load_settings
from scorekeeper.demo.acting import Chance, Clock, Stage, UnsavedError, saved, with_clock
from scorekeeper.demo.table import TablePlan, play_table
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.reading import read_record
from tests.club_site import hash_fast
from tests.real_variants import REAL_VARIANTS
from tests.web.phone import Phone

NIGHTS = 3
SEED = "6"
"""With few nights not every seed has everything."""
UNTIL = "2026-11-20"
MOST_ALIKE = 2
"""How many pages are opened whose addresses differ in an id or a number alone."""
LEAST_SHAPES = 55
PART = r"(?<=/)(\d+|[\w-]*\d[\w-]*|[\w-]{22}|officers\.\w+)(?=/|$)"
NO_PAGES = r"/static/|paper|\.pdf|sheet|record|/files?/|bundle"
"""Addresses that send a file or make one."""


def fill(folder: Path, *words: str) -> Result:
    """Run the command, with a hash of the passphrase that takes little time."""
    asked = ["--until", UNTIL, "--instance", str(folder), *words]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setting_up, "hash_passphrase", hash_fast)
        return CliRunner().invoke(main, ["demo", *asked])


@dataclass
class Demo:
    """A filled folder, its open store, and what the command said."""

    folder: Path
    store: GameStore
    said: str

    def read(self, query: str) -> list[tuple[Any, ...]]:
        with self.store.database.reading() as db:
            return list(db.execute(query).fetchall())

    def book(self) -> str:
        return write_club_file(self.store, "book", lambda *_: None)

    def secrets(self) -> set[str]:
        found = re.search(r"passphrase: (\S+)", self.said)
        assert found
        of_links = [token for (token,) in self.read("SELECT token FROM link")]
        keys = [key for (key,) in self.read("SELECT key FROM game")]
        return {*of_links, *keys, found[1], (self.folder / "secret_key").read_text()}

    def close(self) -> None:
        self.store.close()

    def records(self) -> list[str]:
        """The records of all games, those at home too, in the order in which they began."""
        keys = [key for (key,) in self.read("SELECT key FROM game ORDER BY created_at, rowid")]
        return sorted([json.dumps(export_game(self.store, key)) for key in keys])


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with closing(begin(tmp_path_factory.mktemp("demo") / "one")) as one:
        yield one


def begin(folder: Path) -> Demo:
    result = fill(folder, "--nights", str(NIGHTS), "--seed", SEED)
    assert result.exit_code == 0, result.output
    store = GameStore.at(folder / "scorekeeper.sqlite3", follower=ClubFollower())
    return Demo(folder, store, result.output)


def test_the_same_seed_makes_the_same_bytes_with_new_keys_links_and_passphrase(
    demo: Demo, tmp_path: Path
) -> None:
    with closing(begin(tmp_path / "other")) as other:
        assert other.book() == demo.book()
        assert other.records() == demo.records()
        assert other.secrets().isdisjoint(demo.secrets())


def test_its_book_is_taken_in_again_byte_for_byte(demo: Demo, tmp_path: Path) -> None:
    book = demo.book()
    with closing(GameStore.at(tmp_path / "other.sqlite3", follower=ClubFollower())) as other:
        assert isinstance(take_book(other, book.encode(), lambda *_: None), Taken)
        assert write_club_file(other, "book", lambda *_: None) == book


def test_the_doctor_finds_it_well(demo: Demo) -> None:
    result = CliRunner().invoke(main, ["doctor", "--json", "--instance", str(demo.folder)])
    of_machine = ("space", "packages", "paper", "versions")
    levels = {each["subject"]: each["level"] for each in json.loads(result.output)["checks"]}
    own = {each: level for each, level in levels.items() if each not in of_machine}
    assert {*own.values()} == {"ok"}, own


def test_the_officers_sign_in_with_the_passphrase(demo: Demo) -> None:
    found = re.search(r"passphrase: (\S+)", demo.said)
    assert found
    signed_in = sign_officer_in(demo.store, found[1], name="Ann", phone="", address="::1")
    assert isinstance(signed_in, SignedIn)


def test_everything_that_happens_at_tables_happens(demo: Demo) -> None:
    kinds = {kind for (kind,) in demo.read("SELECT DISTINCT kind FROM entry")}
    assert kinds >= {"started", "dealt", "agreed", "challenged", "corrected", "undone"}
    started = [json.loads(text) for (text,) in demo.read("SELECT payload FROM entry WHERE seq = 1")]
    assert {each["variant"] for each in started} == {*REAL_VARIANTS}
    at_home = [each for each in started if each.get("title") == "At home"]
    assert len(at_home) == len(REAL_VARIANTS)


@pytest.mark.parametrize(
    ("variant", "players", "kind"),
    [
        ("laws", ("Ann", "Bob", "Cal"), "joined"),
        ("modern", ("Ann", "Bob", "Cal", "Dot"), "left"),
        ("gin150", ("Ann", "Bob", "Cal", "Dot"), "dealt"),
        ("gin100", ("Ann", "Bob"), "dealt"),
    ],
)
def test_a_table_plays_its_plan(
    tmp_path: Path, variant: str, players: tuple[str, ...], kind: str
) -> None:
    """Late comers, leavers and partners; the game comes to an end, and its record can be read."""
    clock = Clock(date(2026, 11, 20))
    with closing(GameStore.at(tmp_path / "one.sqlite3")) as store:
        stage = Stage(store=with_clock(store, clock), clock=clock)
        plan = TablePlan(
            variant=VARIANTS[variant],
            players=players,
            played_on="2026-11-20",
            comes_late="Dot" if kind == "joined" else "",
            leaves=kind == "left",
        )
        game = stage.open(play_table(stage, plan, Chance("1")))
        assert game.sheet.final is not None
        assert kind in {type(entry.act).__name__.lower() for entry in game.log}
        assert read_record(export_game(store, game.key)).score is not None


def test_nights_are_paid_in_every_way_and_some_in_part(demo: Demo) -> None:
    ways = demo.read("SELECT settle, count(*) FROM night GROUP BY settle")
    assert {count for _, count in ways} == {NIGHTS // 3}
    assert len(ways) == 3
    acts = {kind for (kind,) in demo.read("SELECT DISTINCT kind FROM club_act")}
    assert acts >= {"paid", "night_closed", "person_changed", "came"}
    assert demo.read("SELECT count(*) FROM person WHERE left_on <> ''") == [(1,)]
    lines = [
        line
        for (night,) in demo.read("SELECT id FROM night")
        for line in load_night(demo.store, night).figures.suggestions
    ]
    assert any(0 < line.paid < line.minor for line in lines)


def test_a_night_is_organised_and_a_season_has_ended(demo: Demo) -> None:
    book = json.loads(demo.book())
    (organised,) = [each for each in book["nights"] if "organised" in each]
    assert organised["organised"]["fines"]
    assert {game["round"] for game in organised["games"]} == {1, 2}
    assert [bool(each.get("ended")) for each in book["seasons"]] == [True, False]
    assert [pot["name"] for pot in book["club"]["pots"]] == ["Jackpot"]


def test_every_page_of_it_opens_for_an_officer(demo: Demo) -> None:
    settings = load_settings(demo.folder)
    app = create_app(settings)
    phone = Phone(app)
    shown = phone.open("/officers/")
    found = re.search(r"passphrase: (\S+)", demo.said)
    assert found
    phone.send(shown, {"passphrase": found[1], "name": "Ann"})
    todo, wrong = ["/", "/club/officers/"], []
    opened: Counter[str] = Counter()
    seen: set[str] = set()
    while todo:
        address = todo.pop(0)
        shape = re.sub(PART, "*", address)
        if address in seen or opened[shape] == MOST_ALIKE:
            continue
        seen.add(address)
        opened[shape] += 1
        page = phone.open(address)
        if page.status >= 400:
            wrong.append((page.status, address))
        todo += [unescape(each) for each in re.findall(r'href="(/[^"#?]*)"', page.text)]
        todo = [each for each in todo if not re.search(NO_PAGES, each)]
    close_site(app)
    assert wrong == []
    assert len(opened) >= LEAST_SHAPES


def test_another_seed_makes_another_club(demo: Demo, tmp_path: Path) -> None:
    assert fill(tmp_path / "other", "--nights", "1", "--seed", "2").exit_code == 0
    with closing(GameStore.at(tmp_path / "other" / "scorekeeper.sqlite3")) as other:
        mine = json.loads(demo.book())["nights"][0]["games"][0]["record"]["deals"]
        theirs = json.loads(write_club_file(other, "book", lambda *_: None))
        assert theirs["nights"][0]["games"][0]["record"]["deals"] != mine


def test_a_folder_that_is_in_use_is_refused_and_stays(demo: Demo) -> None:
    before = demo.book()
    refused = fill(demo.folder)
    assert refused.exit_code == 2
    assert "in use already. Name a new folder" in refused.output
    assert demo.book() == before


@pytest.mark.parametrize("wrong", [("--nights", "0"), ("--nights", "x"), ("--until", "soon")])
def test_a_wrong_word_is_refused_before_anything_is_made(
    tmp_path: Path, wrong: tuple[str, str]
) -> None:
    assert fill(tmp_path / "new", *wrong).exit_code == 2
    assert not (tmp_path / "new").exists()


def test_an_act_that_is_refused_stops_the_demonstration() -> None:
    with pytest.raises(UnsavedError):
        saved(Refused(problems=()))
