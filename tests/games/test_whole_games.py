"""Starting, opening, listing, exporting and importing games."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.games.deals import correct_deal, record_deal, undo
from scorekeeper.games.game_store import GameStore, UnknownGame
from scorekeeper.games.games import export_game, import_game, open_game, start_game
from scorekeeper.games.players import rename_player
from scorekeeper.record.reading import Reading
from scorekeeper.rules.settlement import Stake
from tests.games.conftest import EVENING
from tests.games.table import ANN_OUT, deal_times, opened, out, post, running, saved

GIN = {"variant": "gin100", "players": ["Ann", "Bob"]}
BOB_60 = out("Bob", 60, against=("Ann", "Cal"))


def imported(store: GameStore, document: object) -> str:
    key = import_game(store, json.dumps(document).encode())
    assert isinstance(key, str), key
    return key


def import_problems(store: GameStore, raw: bytes) -> list[tuple[tuple[str | int, ...], str]]:
    reading = import_game(store, raw)
    assert isinstance(reading, Reading)
    return [(problem.at, problem.code) for problem in reading.problems]


# --- starting -------------------------------------------------------------------------------------


def test_a_new_game_has_its_players_and_no_deals(store: GameStore, key: str) -> None:
    sheet = opened(store, key).sheet
    assert (sheet.setup.players, sheet.rows) == (("Ann", "Bob", "Cal"), ())


def test_a_game_keeps_what_was_said_at_its_start(store: GameStore) -> None:
    form = {
        **GIN,
        "options": {"target": 200},
        "stake": {"currency": "USD", "amount": "0.05", "per": 1},
        "title": " Friday ",
        "place": "Cavendish",
        "played_on": "2026-11-20",
    }
    key = start_game(store, form)
    assert isinstance(key, str)
    sheet = opened(store, key).sheet
    started = sheet.game.started
    assert (
        sheet.setup.options.target,
        sheet.setup.stake,
        (started.title, started.place, started.played_on),
    ) == (200, Stake(currency="USD", minor=5, per=1), ("Friday", "Cavendish", "2026-11-20"))


def test_all_options_in_force_are_written_down(store: GameStore, key: str) -> None:
    assert opened(store, key).sheet.game.started.options["going_out_bonus"] == 100


def test_the_first_entry_says_who_and_when(store: GameStore, key: str) -> None:
    entry = opened(store, key).log[0]
    assert (entry.seq, entry.who, entry.at) == (1, "Ann", EVENING)


def test_a_form_gets_all_its_problems_at_once(store: GameStore) -> None:
    form = {"variant": "gin100", "players": ["Ann", "Ann"], "options": {"moon": 1}, "place": 3}
    problems = start_game(store, form)
    assert not isinstance(problems, str)
    assert {problem.code for problem in problems} == {"bad_players", "unknown_option", "bad_value"}


def test_a_form_cannot_bring_in_deals(store: GameStore) -> None:
    key = start_game(store, {**GIN, "deals": [{}]})
    assert isinstance(key, str)
    assert opened(store, key).version == 1


def test_the_same_start_twice_is_one_game(store: GameStore) -> None:
    first = start_game(store, GIN, entry_id="tap")
    assert start_game(store, GIN, entry_id="tap") == first


def test_two_starts_are_two_games(store: GameStore) -> None:
    assert start_game(store, GIN, entry_id="tap") != start_game(store, GIN, entry_id="tip")


def test_a_start_needs_a_plain_id(store: GameStore) -> None:
    problems = start_game(store, GIN, entry_id="♠")
    assert [problem.at for problem in problems if not isinstance(problem, str)] == [("entry_id",)]


# --- opening --------------------------------------------------------------------------------------


def test_an_unknown_key_opens_nothing(store: GameStore) -> None:
    assert open_game(store, "key 99") is None


def test_a_game_reads_the_same_from_the_journal_as_from_the_cache(
    store: GameStore, key: str
) -> None:
    game = deal_times(store, key, 2)
    fresh = GameStore.at(store.database.path)
    assert open_game(fresh, key) == game
    fresh.close()


def test_a_cached_game_is_not_computed_again(store: GameStore, key: str) -> None:
    assert opened(store, key) is opened(store, key)


# --- exporting and importing ----------------------------------------------------------------------


def test_there_is_no_record_of_an_unknown_game(store: GameStore) -> None:
    with pytest.raises(UnknownGame):
        export_game(store, "key 99")


def test_an_export_has_present_names_and_standing_deals(store: GameStore, key: str) -> None:
    deal_times(store, key, 3)
    saved(undo(store, key, post(4), 2, reason="twice"))
    saved(correct_deal(store, key, post(5), 3, document=BOB_60, reason="slip"))
    saved(rename_player(store, key, post(6), 0, name="Eve"))
    record = export_game(store, key)
    assert (record["players"], [deal["by"] for deal in record["deals"]]) == (
        ["Eve", "Bob", "Cal"],
        ["Bob", "Eve"],
    )


def test_export_of_an_import_is_the_same_record(store: GameStore, key: str) -> None:
    deal_times(store, key, 3)
    saved(undo(store, key, post(4), 2, reason="twice"))
    saved(correct_deal(store, key, post(5), 3, document=BOB_60, reason="slip"))
    saved(rename_player(store, key, post(6), 0, name="Eve"))
    record = export_game(store, key)
    assert export_game(store, imported(store, record)) == record


def test_an_import_keeps_texts_and_totals(store: GameStore) -> None:
    document = {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "players": ["Ann", "Bob", "Cal"],
        "title": "Friday",
        "place": "Cavendish",
        "played_on": "2026-11-20",
        "deals": [ANN_OUT, ANN_OUT],
    }
    game = opened(store, imported(store, document))
    started = game.sheet.game.started
    assert ((started.title, started.place, started.played_on), running(game)) == (
        ("Friday", "Cavendish", "2026-11-20"),
        [400, 60, 60],
    )


def test_an_import_goes_on_where_it_stopped(store: GameStore) -> None:
    document = {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "players": ["Ann", "Bob", "Cal"],
        "deals": [ANN_OUT],
    }
    key = imported(store, document)
    assert running(saved(record_deal(store, key, post(2), ANN_OUT))) == [400, 60, 60]


def test_an_import_with_a_problem_begins_no_game(store: GameStore) -> None:
    document = {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "players": ["Ann", "Bob"],
        "deals": [{"ending": "out"}],
    }
    raw = json.dumps(document).encode()
    assert (import_problems(store, raw)[0], open_game(store, "key 1")) == (
        (("deals", 0, "hands"), "missing_field"),
        None,
    )


@pytest.mark.parametrize("raw", [b"", b"\xff", b"[" * 99, b'"Ann"', b" " * (1024 * 1024 + 1)])
def test_a_file_that_is_no_record_is_one_problem(store: GameStore, raw: bytes) -> None:
    assert import_problems(store, raw) == [((), "bad_format")]


def test_the_same_import_twice_is_one_game(store: GameStore, key: str) -> None:
    raw = json.dumps(export_game(store, key)).encode()
    assert import_game(store, raw, entry_id="tap") == import_game(store, raw, entry_id="tap")


def test_an_import_that_fails_half_way_leaves_nothing(store: GameStore, key: str) -> None:
    deal_times(store, key, 2)
    raw = json.dumps(export_game(store, key)).encode()
    first_deals_id = "after 1"  # taken by the game above, so the database refuses it
    links = ["host's link", "player's link", "viewer's link"]
    keys = iter(["first entry", "new game", *links, first_deals_id])
    with pytest.raises(Exception, match="appended once"):
        import_game(replace(store, new_key=lambda: next(keys)), raw)
    assert open_game(store, "new game") is None


def test_a_game_begins_when_it_is_entered(store: GameStore, key: str) -> None:
    later = opened(store, imported(store, export_game(store, key)))
    assert later.created_at == EVENING + timedelta(minutes=1)
