"""Digests of the club's facts: what appends one, what is found, and what leaves with a name."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import close_site
from scorekeeper.bookkeeping.club.files import write_club_file
from scorekeeper.bookkeeping.club.people import take_name_out
from scorekeeper.storage.database import open_database
from scorekeeper.storage.fact_digests import FactWatch, changed_facts
from tests.club_site import SiteOfClub, begin_club, club_app, done, new_post


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    site = club_app(tmp_path)
    yield site
    close_site(site)


@pytest.fixture
def club(site: Flask) -> SiteOfClub:
    return begin_club(site)


def chain(club: SiteOfClub) -> list[tuple[int, str, str, str, str]]:
    with club.store.database.reading() as db:
        assert changed_facts(db) == ()
        return db.execute("SELECT * FROM fact_digest ORDER BY number").fetchall()


def test_an_act_appends_a_digest_of_itself_and_of_what_it_changed(club: SiteOfClub) -> None:
    before = chain(club)
    person = club.person("Ann")
    parts = [(part, key) for _, part, key, *_ in chain(club)[len(before) :]]
    assert parts[1:] == [("person", f'["{person}"]')]
    assert parts[0][0] == "club_act"


def test_what_is_rolled_back_leaves_no_digest(club: SiteOfClub) -> None:
    before = chain(club)
    with suppress(LookupError), club.store.database.writing() as db:
        db.execute("UPDATE club SET till = 7")
        raise LookupError
    with club.store.database.writing() as db:
        db.execute("UPDATE game SET pulse = 1")
    assert chain(club) == before


def test_a_connection_that_is_not_the_program_s_appends_nothing_and_is_found(
    club: SiteOfClub,
) -> None:
    with closing(sqlite3.connect(club.store.database.path, isolation_level=None)) as other:
        other.execute("UPDATE club SET till = 7")
    club.person("Ann")  # the next act does not cover it up
    with club.store.database.reading() as db:
        found = ("The row of the club was changed outside the program: restore a backup.",)
        assert changed_facts(db) == found


def test_with_a_name_go_its_salt_and_whatever_could_prove_it(club: SiteOfClub) -> None:
    person = club.person("Ann")
    with club.store.database.reading() as db:
        salt = "SELECT salt FROM person WHERE id = ?"
        assert len(db.execute(salt, (person,)).fetchone()[0]) == 32
    before = chain(club)
    done(take_name_out(club.store, new_post(), person))
    after = chain(club)
    assert after[: len(before)] == before
    assert [part for _, part, *_ in after[len(before) :]] == ["club_act", "person"]
    with club.store.database.reading() as db:
        assert db.execute(salt, (person,)).fetchone() == ("",)
    # The same person without the salt has another digest, so that trying names proves nothing.
    with closing(open_database(club.store.database.path)) as own:
        watch = FactWatch(own)
        watch.begin()
        own.execute("UPDATE person SET name = 'Ann' WHERE id = ?", (person,))
        watch.end()
        (guess,) = own.execute("SELECT content FROM fact_digest ORDER BY number DESC").fetchone()
        own.rollback()
    assert guess not in [content for *_, content, _ in before]


def test_a_book_has_no_digest(club: SiteOfClub) -> None:
    club.person("Ann")
    book = write_club_file(club.store, "book", lambda *_: None)
    digests = [text for *_, content, digest in chain(club) for text in (content, digest)]
    assert not any(text in book for text in digests)
    assert "salt" not in book


@pytest.mark.parametrize(
    "change", ["UPDATE fact_digest SET key = ''", "DELETE FROM fact_digest WHERE number = 1"]
)
def test_a_digest_is_never_changed_nor_deleted(club: SiteOfClub, change: str) -> None:
    with (
        pytest.raises(sqlite3.IntegrityError, match="never"),
        club.store.database.writing() as db,
    ):
        db.execute(change)
