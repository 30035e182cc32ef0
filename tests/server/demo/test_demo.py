"""The club to look at: its book, whose last night was yesterday, and a night that goes on."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.club.book.book import read_book_file
from scorekeeper.club.files import write_club_file
from scorekeeper.club.following import ClubFollower
from scorekeeper.club.officers import SignedIn, sign_officer_in
from scorekeeper.club.stored_book import load_night
from scorekeeper.config import load_settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.server.app import create_app
from scorekeeper.server.demo import fill_demo, move_book
from scorekeeper.tournament.seasons import seasons_of_book
from tests.only_site import close_site
from tests.real_variants import REAL_VARIANTS
from tests.web.phone import Phone

BOOK: Final = Path(fill_demo.__code__.co_filename).with_name("demo_book.json.gz")
MOST_BYTES: Final = 120_000
MOST_ALIKE = 2
"""How many pages are opened whose addresses differ in an id or a number alone."""
LEAST_SHAPES = 60
PART = r"(?<=/)(\d+|[\w-]*\d[\w-]*|[\w-]{22}|officers\.\w+)(?=/|$)"
NO_PAGES = r"/static/|paper|\.pdf|sheet|record|/files?/|bundle"
"""Addresses that send a file or make one."""


def fill(folder: Path) -> Result:
    return CliRunner().invoke(main, ["demo", "--instance", str(folder)])


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

    def passphrase(self) -> str:
        found = re.search(r"passphrase: (\S+)", self.said)
        assert found
        return found[1]

    def close(self) -> None:
        self.store.close()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    folder = tmp_path_factory.mktemp("demo") / "one"
    result = fill(folder)
    assert result.exit_code == 0, result.output
    store = GameStore.at(folder / "scorekeeper.sqlite3", follower=ClubFollower())
    with closing(Demo(folder, store, result.output)) as one:
        yield one


@pytest.fixture(scope="module")
def another(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """Yield one that was filled soon after midnight."""
    settings = load_settings(tmp_path_factory.mktemp("demo") / "another", is_served=False)
    said = "\n".join(fill_demo(settings, datetime(2027, 1, 1, 0, 10).astimezone()))
    store = GameStore.at(settings.database, follower=ClubFollower())
    with closing(Demo(settings.instance, store, said)) as one:
        yield one


# --- its book -------------------------------------------------------------------------------------


def test_the_book_is_small() -> None:
    assert BOOK.stat().st_size <= MOST_BYTES


@pytest.mark.parametrize(
    "today",
    [
        "2028-02-29",
        *[pytest.param(day, marks=pytest.mark.long) for day in ("2030-03-31", "2024-03-01")],
    ],
)
def test_on_any_day_it_is_a_valid_book_that_ends_the_day_before(today: str) -> None:
    book = read_book_file(move_book(date.fromisoformat(today)).encode()).book
    assert book is not None
    yesterday = date.fromisoformat(today) - timedelta(days=1)
    assert book.nights[-1].date == yesterday.isoformat()
    assert seasons_of_book(book)[-1].to > today


def test_all_its_days_move_alike() -> None:
    day = re.compile(r'"(\d{4}-\d\d-\d\d)"')
    before = day.findall(gzip.decompress(BOOK.read_bytes()).decode())
    after = day.findall(move_book(date(2028, 3, 1)))
    apart = {
        date.fromisoformat(now) - date.fromisoformat(then)
        for then, now in zip(before, after, strict=True)
    }
    assert len(apart) == 1
    assert len(before) > 400


def test_it_is_taken_in_and_exported_again_but_for_tonight(another: Demo) -> None:
    before, after = json.loads(move_book(date(2026, 12, 31))), json.loads(another.book())
    assert after["nights"].pop()["date"] == "2026-12-31"
    assert after == before


def test_every_variant_and_every_way_of_paying_is_in_it(demo: Demo) -> None:
    book = json.loads(demo.book())
    games = [game for night in book["nights"] for game in night["games"]]
    assert {game["record"]["variant"] for game in games} == {*REAL_VARIANTS}
    assert any("pairs" in game["record"]["deals"][0] for game in games if game["record"]["deals"])
    assert any(game.get("void") for game in games)
    assert {night["settle"] for night in book["nights"]} == {"transfers", "bank", "carried"}
    assert any("corrected_on" in night for night in book["nights"])
    assert any("reverses" in payment for payment in book["payments"])
    assert any("left" in person for person in book["people"])
    assert book["adjustments"]


def test_nights_are_organised_and_a_season_has_ended(demo: Demo) -> None:
    book = json.loads(demo.book())
    organised = [each for each in book["nights"] if "organised" in each]
    assert all(each["organised"]["fines"] for each in organised)
    assert {game["round"] for night in organised for game in night["games"]} == {1, 2}
    assert [bool(each.get("ended")) for each in book["seasons"]] == [True, False]
    assert [pot["name"] for pot in book["club"]["pots"]] == ["Jackpot"]


def test_some_of_a_night_is_paid_in_part(demo: Demo) -> None:
    assert any(
        0 < line.paid < line.minor
        for (night,) in demo.read("SELECT id FROM night ORDER BY number DESC")
        for line in load_night(demo.store, night).figures.suggestions
    )


# --- its night of today ---------------------------------------------------------------------------


def test_tables_play_tonight_with_phones_and_somebody_waits(demo: Demo) -> None:
    (night,) = [each for each in json.loads(demo.book())["nights"] if "closed" not in each]
    loaded = load_night(demo.store, night["id"])
    assert len(loaded.waiting) == 3
    assert [len(game["record"]["deals"]) for game in night["games"]] == [4, 3, 6]
    seats = demo.read("SELECT count(*) FROM seat JOIN night_game USING (game)")
    assert seats == [(sum([len(game["players"]) for game in night["games"]]),)]
    kinds = {kind for (kind,) in demo.read("SELECT DISTINCT kind FROM entry")}
    assert kinds >= {"started", "dealt", "agreed", "challenged"}


def test_nothing_of_it_is_to_come(demo: Demo) -> None:
    now = datetime.now(UTC)
    for table in ("entry", "club_act"):
        ((first, last),) = demo.read(f"SELECT min(at), max(at) FROM {table}")
        assert now - timedelta(hours=1) < datetime.fromisoformat(first)
        assert datetime.fromisoformat(last) <= now


def test_soon_after_midnight_the_night_is_of_the_day_on_which_it_began(another: Demo) -> None:
    dates = another.read("SELECT date FROM night ORDER BY number DESC")
    assert dates[:2] == [("2026-12-31",), ("2026-12-30",)]


# --- its folder -----------------------------------------------------------------------------------


@pytest.mark.long
def test_the_doctor_finds_it_well(demo: Demo) -> None:
    result = CliRunner().invoke(main, ["doctor", "--json", "--instance", str(demo.folder)])
    of_machine = ("space", "packages", "paper", "versions")
    levels = {each["subject"]: each["level"] for each in json.loads(result.output)["checks"]}
    own = {each: level for each, level in levels.items() if each not in of_machine}
    assert {*own.values()} == {"ok"}, own


def test_the_officers_sign_in_with_the_passphrase(demo: Demo) -> None:
    signed_in = sign_officer_in(demo.store, demo.passphrase(), name="Ann", phone="", address="::1")
    assert isinstance(signed_in, SignedIn)


def test_every_page_of_it_opens_for_an_officer(demo: Demo) -> None:
    settings = load_settings(demo.folder)
    app = create_app(settings)
    phone = Phone(app)
    shown = phone.open("/officers/")
    phone.send(shown, {"passphrase": demo.passphrase(), "name": "Ann"})
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


def test_each_has_keys_links_and_a_passphrase_of_its_own(demo: Demo, another: Demo) -> None:
    def secrets(one: Demo) -> set[str]:
        found = one.read("SELECT token FROM link UNION SELECT key FROM game")
        key = (one.folder / "secret_key").read_text()
        return {*[secret for (secret,) in found], one.passphrase(), key}

    assert secrets(another).isdisjoint(secrets(demo))


def test_a_folder_that_is_in_use_is_refused_and_stays(demo: Demo) -> None:
    before = demo.book()
    refused = fill(demo.folder)
    assert refused.exit_code == 2
    assert "in use already. Name a new folder" in refused.output
    assert demo.book() == before
