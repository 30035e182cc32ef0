"""What an ended game gives is stored beside it, and is never taken for truth."""

import json
import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.club.figures.figures import standings_in
from scorekeeper.club.figures.results import Choice, RankedBy, Standing
from scorekeeper.club.files import find_club_problems
from scorekeeper.club.nights import open_night, put_game_in_night
from scorekeeper.club.played import (
    Played,
    played_game,
    read_text,
    rules_digest,
    seal,
    write_played,
    write_text,
)
from scorekeeper.club.rows.nights import games_of_nights
from scorekeeper.club.whole import club_figures
from scorekeeper.games.deals import undo
from scorekeeper.games.game_store import CurrentGame, GameStore, replay_journal
from scorekeeper.games.games import import_game
from scorekeeper.games.journals import load_journal, read_version
from scorekeeper.games.posting import Post
from scorekeeper.record.reading import read_record
from tests.club.random_club import RandomClub
from tests.club.test_whole import club_store
from tests.club_books import tallied_game
from tests.club_site import done
from tests.empty_database import store_at
from tests.games.table import opened, saved

CASES = sorted(Path(__file__).parents[1].joinpath("cases").glob("*.json"))
ROWS = "SELECT game, digest, figures FROM played_game"


def rows(store: GameStore) -> dict[str, tuple[str, str]]:
    with store.database.reading() as db:
        found = db.execute(ROWS).fetchall()
    return {game: (digest, figures) for game, digest, figures in found}


def change(store: GameStore, statement: str) -> None:
    with store.database.writing() as db:
        db.execute(statement)


def problems(store: GameStore) -> list[str]:
    with store.database.reading() as db:
        return [*find_club_problems(store, db)]


def standings(store: GameStore) -> list[Standing]:
    """The standings as a start finds them: nothing is in memory."""
    again = GameStore.at(store.database.path)
    found = standings_in(club_figures(again), Choice(), RankedBy.WINS)[0]
    again.close()
    return found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A club with one night and one game, which Ann has won."""
    store = club_store(tmp_path)
    club = RandomClub(store, random.Random(1))
    night = done(open_night(store, club.post(), {"date": "2026-11-20"}))
    key = import_game(store, json.dumps(tallied_game(1200, 20)).encode())
    assert isinstance(key, str)
    done(put_game_in_night(store, club.post(), key, night))
    yield store
    store.close()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameStore]:
    store = store_at(tmp_path_factory.mktemp("games"))
    yield store
    store.close()


RECORDS = {
    case.stem: record
    for case in CASES
    if read_record(record := json.loads(case.read_text())["record"]).record is not None
}


@pytest.mark.parametrize("case", RECORDS)
def test_what_a_game_of_any_variant_gives_is_read_as_it_was_written(
    case: str, games: GameStore
) -> None:
    key = import_game(games, json.dumps(RECORDS[case]).encode())
    assert isinstance(key, str)
    for game in (opened(games, key), _half(games, key)):
        given = Played(played_game(game, None), has_end=True)
        assert read_text(write_text(given)) == given


def _half(store: GameStore, key: str) -> CurrentGame:
    """The game as it was in the middle."""
    with store.database.reading() as db:
        journal = load_journal(db, key)
    assert journal is not None
    return replay_journal(journal, to=(1 + len(journal.entries)) // 2)


def test_a_game_that_ended_is_not_replayed_at_the_next_start(store: GameStore) -> None:
    before = standings(store)
    assert [each.games for each in before] == [1, 1]
    change(store, "DROP TRIGGER entry_is_not_changed")
    change(store, "UPDATE entry SET payload = '{}' WHERE seq = 2")  # as no program can read it
    assert standings(store) == before


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE played_game SET figures = replace(figures, '1200', '2200')",
        "UPDATE played_game SET figures = 'nothing'",
        "UPDATE played_game SET figures = CAST(x'70ff' AS TEXT)",
        "UPDATE played_game SET digest = ''",
        "DELETE FROM played_game",
    ],
)
def test_what_is_damaged_or_foreign_is_replayed_and_stored_again(
    store: GameStore, damage: str
) -> None:
    before, stored = standings(store), rows(store)
    assert len(stored) == 1
    change(store, damage)
    assert standings(store) == before
    assert rows(store) == stored


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("rules/scoring.py", True),
        ("rules/variants/oklahoma_gin/knock.py", True),
        ("club/facts.py", True),
        ("club/figures/ledger.py", False),
        ("hearing/words.py", False),
    ],
)
def test_what_other_rules_gave_counts_for_nothing(tmp_path: Path, file: str, counts: bool) -> None:
    package = tmp_path / "scorekeeper"
    source = Path(scorekeeper.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = rules_digest(package)
    with package.joinpath(file).open("a") as changed:
        changed.write("# changed")
    rules_digest.cache_clear()
    assert (rules_digest(package) != before) == counts


def test_what_a_game_gave_before_it_went_on_counts_for_nothing(store: GameStore) -> None:
    (key,) = rows(store)
    game = opened(store, key)
    post = Post(entry_id="undone", version=game.version)
    saved(undo(store, key, post, game.version, reason=""))
    assert opened(store, key).sheet.final is None
    assert standings(store) == []


def test_the_check_of_the_club_names_a_game_of_which_something_else_is_stored(
    store: GameStore,
) -> None:
    standings(store)
    assert problems(store) == []
    ((key, (_, text)),) = rows(store).items()
    found = read_text(text)
    false = write_text(found._replace(game=replace(found.game, deals=7)))
    with store.database.writing() as db:
        (row,), version = games_of_nights(db, ["n1"]), read_version(db, key)
        assert version is not None
        write_played(db, {key: (seal(version, row, false), false)})
    assert problems(store) == [
        "What is stored of game g1 of 2026-11-20 is not what its deals give."
    ]
