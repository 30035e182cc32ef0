"""Names that were taken out of the club, in the games where they were written."""

from datetime import UTC, datetime

from scorekeeper.bookkeeping.store.game_store import CurrentGame, replay_game, show_ids
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Act, Joined, Renamed, Started, Undone
from scorekeeper.domain.options import values_of
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.storage.journals import StoredEntry

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
OPTIONS = values_of(VARIANTS["laws"].defaults)


def game_of(*players: str, then: tuple[tuple[Act, str], ...] = ()) -> CurrentGame:
    started = Started(variant="laws", options=OPTIONS, players=players)
    acts = [(started, players[0]), *then]
    entries = [
        StoredEntry(seq=seq, act=act, entry_id=f"{seq}", who=who, at=AT)
        for seq, (act, who) in enumerate(acts, 1)
    ]
    return replay_game("key", AT, entries)


def told(game: CurrentGame) -> str:
    """All that a game says of its players, and of who wrote."""
    return repr([(entry.act, entry.who) for entry in game.log]) + repr(game.sheet.setup.players)


def test_an_id_stands_in_place_of_every_name_that_a_seat_ever_had() -> None:
    renamed = (
        (Renamed(seat=Seat(0), name="Anna"), "Ann"),
        (Renamed(seat=Seat(0), name="A."), "Anna"),
    )
    game = show_ids(game_of("Ann", "Bob", then=renamed), {Seat(0): "p7"})
    assert game.sheet.setup.players == ("p7", "Bob")
    assert [entry.who for entry in game.log] == ["p7", "p7", "p7"]
    assert "Ann" not in told(game)
    assert "A." not in told(game)


def test_a_late_player_is_shown_by_id_and_so_is_one_whose_joining_was_undone() -> None:
    acts: tuple[tuple[Act, str], ...] = (
        (Joined(name="Cal"), "Ann"),
        (Undone(target=2, reason=""), "Ann"),
        (Joined(name="cal"), "Bob"),
    )
    game = show_ids(game_of("Ann", "Bob", then=acts), {Seat(2): "p3"})
    assert game.sheet.setup.players == ("Ann", "Bob", "p3")
    assert "'Cal'" not in told(game)
    assert "'cal'" not in told(game)
    assert game.log[0].who == "Ann"


def test_an_id_that_another_player_is_called_gets_a_number() -> None:
    game = show_ids(game_of("Ann", "P7", "Cal"), {Seat(0): "p7"})
    assert game.sheet.setup.players == ("p7-2", "P7", "Cal")


def test_a_name_that_another_player_had_too_stays_where_it_says_who_wrote() -> None:
    swap = (Renamed(seat=Seat(0), name="Anna"), "Ann"), (Renamed(seat=Seat(1), name="Ann"), "Bob")
    game = show_ids(game_of("Ann", "Bob", then=swap), {Seat(0): "p7"})
    assert game.sheet.setup.players == ("p7", "Ann")
    assert [entry.who for entry in game.log] == ["Ann", "Ann", "Bob"]


def test_a_game_whose_players_all_have_names_is_unchanged() -> None:
    game = game_of("Ann", "Bob")
    assert show_ids(game, {}) is game
