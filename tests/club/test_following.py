"""What follows in a club from the games of its nights, in the transaction of each change."""

from pathlib import Path

import pytest

from scorekeeper.club.book.book import read_book, write_book
from scorekeeper.club.nights import (
    RefusedGame,
    change_game,
    come_to_night,
    join_night,
    put_game_in_night,
    take_game_out,
    void_game,
)
from scorekeeper.club.people import join_spelling
from scorekeeper.club.rows.nights import find_night_game
from scorekeeper.club.rows.people import load_people, person_of_phone_at
from scorekeeper.club.stored_book import load_book
from scorekeeper.games.deals import correct_deal
from scorekeeper.games.games import change_setup, start_game
from scorekeeper.games.players import assign_seat, join_player, rename_player
from scorekeeper.games.posting import Refused, post_act
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Undone
from scorekeeper.rules.variant import Problem
from tests.club.night_games import STAKE, begin, deal, post
from tests.club_site import ClubNight, SiteOfClub, begin_club, close, club_app, done, new_post
from tests.games.table import opened, out, refused, saved
from tests.only_site import close_site


def people_in(night: ClubNight, place: int = 0) -> list[str]:
    loaded = night.loaded
    return [loaded.people[person].name for person in loaded.night.games[place].people]


def test_a_game_put_into_a_night_finds_its_people_on_the_roll(club: SiteOfClub) -> None:
    ann = club.person("Ann", joined="2026-01-01")
    night = club.night()
    begin(club, "ANN", "Zoe", night=night)
    assert night.loaded.night.games[0].people[0] == ann
    assert people_in(night) == ["Ann", "Zoe"]
    zoe = next(each for each in club.store.read(load_people) if each.name == "Zoe")
    assert not zoe.is_member_on("2026-11-20")


def test_a_player_with_the_former_name_of_another_is_a_second_person(club: SiteOfClub) -> None:
    night = club.night()
    key = begin(club, "Bob", "Cal", night=night)
    saved(rename_player(club.store, key, post(club, key), 0, name="Robert"))
    # The person with this name sits here already, under another name.
    saved(join_player(club.store, key, post(club, key), name="Bob"))
    first, _, third = night.loaded.night.games[0].people
    assert first != third


def test_nobody_but_people_of_the_club_sits_in_a_seat_of_a_game(club: SiteOfClub) -> None:
    ann, night = club.person("Ann"), club.night()
    begin(club, "Ann", "Bob", night=night)
    game = night.loaded.night.games[0].id
    for seat, person in ((Seat(1), "nobody"), (Seat(2), ann)):
        outcome = change_game(club.store, new_post(), game, people={seat: person})
        assert isinstance(outcome, Refused)
        assert [(found.at, found.code) for found in outcome.problems] == [
            ((f"person-{seat}",), "unknown_person")
        ]
    assert people_in(night) == ["Ann", "Bob"]


def test_a_player_who_joins_later_is_a_person_and_undoing_it_leaves_nobody(
    club: SiteOfClub,
) -> None:
    night = club.night()
    key = begin(club, "Ann", "Bob", night=night)
    game = saved(join_player(club.store, key, post(club, key), name="Dot"))
    assert people_in(night) == ["Ann", "Bob", "Dot"]
    undo = Undone(target=game.version, reason="")
    saved(post_act(club.store, key, post(club, key), lambda *_: undo))
    saved(join_player(club.store, key, post(club, key), name="Eve"))
    assert people_in(night) == ["Ann", "Bob", "Eve"]


def test_the_next_game_of_a_table_is_in_the_same_night_with_the_same_people(
    club: SiteOfClub,
) -> None:
    night = club.night()
    key = begin(club, "Ann", "Bob", night=night)
    other = club.person("Rob")  # another than the name says sits in the seat
    game = night.loaded.night.games[0].id
    done(change_game(club.store, new_post(), game, people={Seat(1): other}))
    deal(club, key)
    following = begin(club, "Bob", "Ann", after=opened(club.store, key))
    row = club.store.read(find_night_game, key=following)
    assert row is not None
    assert row.night == night.id
    first, second = night.loaded.night.games
    assert second.people == (other, first.people[0])


def test_the_next_game_of_a_table_whose_night_is_closed_is_in_no_night(club: SiteOfClub) -> None:
    night = club.night()
    key = begin(club, "Ann", "Bob", night=night)
    deal(club, key)
    close(night)
    following = begin(club, "Ann", "Bob", after=opened(club.store, key))
    assert club.store.read(find_night_game, key=following) is None


def test_a_game_can_be_begun_in_a_night_and_moved_to_another(club: SiteOfClub) -> None:
    night, later = club.night(), club.night()
    key = begin(club, "Ann", "Cal", join=join_night(club.store, new_post(), night.id, label="2"))
    (game,) = night.loaded.night.games
    assert game.table == "2"
    before = night.loaded.change_number
    done(put_game_in_night(club.store, new_post(), key, later.id))
    assert night.loaded.night.games == ()
    assert night.loaded.change_number > before
    assert [each.id for each in later.loaded.night.games] == [game.id]
    done(take_game_out(club.store, new_post(), game.id))
    assert club.store.read(find_night_game, key=key) is None


def test_a_post_sent_twice_is_one_act(club: SiteOfClub) -> None:
    night, post = club.night(), new_post()
    key = begin(club, "Ann", "Bob")
    first = put_game_in_night(club.store, post, key, night.id)
    again = put_game_in_night(club.store, post, key, night.id)
    assert done(first) == done(again)
    assert [getattr(each, "repeated", None) for each in (first, again)] == [False, True]


# --- a night that is closed -----------------------------------------------------------------------


def closed_night(club: SiteOfClub) -> tuple[ClubNight, str]:
    night = club.night()
    key = begin(club, "Ann", "Bob", night=night)
    deal(club, key)
    close(night)
    return night, key


def correct(club: SiteOfClub, key: str, melded: int) -> object:
    game = opened(club.store, key)
    document = out("Ann", melded, against=("Ann", "Bob"))
    return correct_deal(
        club.store,
        key,
        post(club, key),
        game.sheet.rows[0].seq,
        document=document,
        reason="counted again",
    )


def test_a_correction_after_the_closing_stands_with_its_day(club: SiteOfClub) -> None:
    night, key = closed_night(club)
    assert night.loaded.night.corrected_on == ""
    assert not isinstance(correct(club, key, 1400), Refused)
    loaded = night.loaded
    assert loaded.night.corrected_on != ""
    assert loaded.figures.is_corrected
    assert sum(each.correction for each in loaded.figures.people.values()) == 0


def test_a_correction_that_would_open_a_game_of_a_closed_night_is_refused(
    club: SiteOfClub,
) -> None:
    night, key = closed_night(club)
    version = opened(club.store, key).version
    ((_, code, text),) = refused(correct(club, key, 200))  # type: ignore[arg-type]
    assert (code, "Its night is closed" in text or "night of this game is closed" in text) == (
        "night_closed",
        True,
    )
    assert opened(club.store, key).version == version
    assert not night.loaded.figures.is_corrected


def test_a_game_made_void_after_the_closing_is_a_correction(club: SiteOfClub) -> None:
    night, _ = closed_night(club)
    done(void_game(club.store, new_post(), night.loaded.night.games[0].id, void=True))
    assert night.loaded.figures.is_corrected
    assert night.loaded.night.corrected_on != ""


def test_a_game_of_a_closed_night_stays_there(club: SiteOfClub) -> None:
    night, key = closed_night(club)
    elsewhere = club.night()
    (game,) = night.loaded.night.games
    for outcome in (
        take_game_out(club.store, new_post(), game.id),
        put_game_in_night(club.store, new_post(), key, elsewhere.id),
        put_game_in_night(club.store, new_post(), begin(club, "Ann", "Bob"), night.id),
    ):
        assert isinstance(outcome, Refused)
        assert [each.code for each in outcome.problems] == ["night_closed"]


# --- phones and books -----------------------------------------------------------------------------


def person_of_phone(night: ClubNight, phone: str) -> str | None:
    with night.club.store.database.reading() as db:
        return person_of_phone_at(db, night.id, phone)


def test_a_phone_is_the_person_of_the_seat_that_it_took_last(club: SiteOfClub) -> None:
    night = club.night()
    first = begin(club, "Ann", "Bob", night=night)
    assign_seat(club.store, first, "a phone", Seat(1), is_me=False)
    bob = night.loaded.night.games[0].people[1]
    assert person_of_phone(night, "a phone") == bob
    second = begin(club, "Cal", "Ann", night=night)
    assign_seat(club.store, second, "a phone", Seat(0), is_me=False)
    cal = night.loaded.night.games[1].people[0]
    assert person_of_phone(night, "a phone") == cal
    assert person_of_phone(night, "another") is None


def test_a_night_changes_with_its_games_and_with_nothing_else(club: SiteOfClub) -> None:
    night, other = club.night(), club.night()
    key = begin(club, "Ann", "Bob", night=night)
    before, there = night.loaded.change_number, other.loaded.change_number
    deal(club, key, melded=200)
    deal(club, begin(club, "Cal", "Dot"), "Cal", 200)
    assert night.loaded.change_number > before
    assert other.loaded.change_number == there


def test_the_whole_book_can_be_written_and_read_again(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    club = begin_club(site, till="20.00", defaults={"fee": {"per": "table_game", "amount": "2"}})
    later = club.night("2026-11-21", fee={"per": "person_night", "amount": "2", "guest": "3"})
    night = club.night("2026-11-20", place="Back room", settle="transfers")
    for each in (later, night):
        deal(club, begin(club, "Ann", "Bob", night=each))
    close(night)
    book, records = load_book(club.store)
    close_site(site)
    reading = read_book(write_book(book, records))
    assert reading.book == book
    assert [each.date for each in book.nights] == ["2026-11-20", "2026-11-21"]
    assert reading.problems == ()


EUROS = {**STAKE, "currency": "EUR"}


def begin_for_euros(club: SiteOfClub, **more: object) -> str | tuple[Problem, ...]:
    form = {"variant": "laws", "players": ["Ann", "Bob"], "stake": EUROS}
    return start_game(club.store, form, **more)  # type: ignore[arg-type]


def test_a_game_for_money_of_another_kind_comes_into_no_night(club: SiteOfClub) -> None:
    night = club.night()
    key = begin_for_euros(club)
    assert isinstance(key, str)
    refused_put = put_game_in_night(club.store, new_post(), key, night.id)
    assert isinstance(refused_put, Refused)
    assert [each.code for each in refused_put.problems] == ["other_currency"]
    with pytest.raises(RefusedGame):
        begin_for_euros(club, join=join_night(club.store, new_post(), night.id))
    first = begin(club, "Ann", "Bob", night=night)
    deal(club, first)
    following = begin_for_euros(club, after=opened(club.store, first))
    assert isinstance(following, str)
    assert club.store.read(find_night_game, key=following) is None


def test_a_game_of_a_night_is_not_changed_to_money_of_another_kind(club: SiteOfClub) -> None:
    night = club.night()
    key = begin(club, "Ann", "Bob", night=night)
    outcome = change_setup(club.store, key, post(club, key), {"stake": EUROS})
    assert [code for _, code, _ in refused(outcome)] == ["other_currency"]
    setup = opened(club.store, key).sheet.setup
    assert setup.stake is not None
    assert setup.stake.currency == "USD"


def test_a_person_who_came_under_another_spelling_waits_no_longer(club: SiteOfClub) -> None:
    night, hal = club.night(), club.person("Hal")
    done(come_to_night(club.store, new_post(), night.id, "Hall", is_another=True))
    done(come_to_night(club.store, new_post(), night.id, "Ida"))
    done(join_spelling(club.store, new_post(), club.id_of("Hall"), hal))
    assert [each.person for each in night.loaded.waiting] == [hal, club.id_of("Ida")]
    night.game("Hal", "Bob", wins="Bob")
    assert [each.person for each in night.loaded.waiting] == [club.id_of("Ida")]
