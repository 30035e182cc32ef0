"""The order of play on the site: corrected on the page of players, and seen on all others."""

import json
import re

from scorekeeper.club.book.book import read_book, write_book
from scorekeeper.club.figures import ClubFigures, Question
from scorekeeper.club.stored_book import load_book
from scorekeeper.games.players import move_player
from tests.club.night_games import begin, deal, post
from tests.club_site import SiteOfClub
from tests.games.table import saved
from tests.web.phone import Phone, Seen

DEAL = {
    "ending": "out",
    "by": "0",
    **{f"hand{seat}-melded_points": str(100 - 20 * seat) for seat in range(3)},
    "hand0-in_hand_points": "0",
    "hand1-in_hand_points": "20",
    "hand2-in_hand_points": "5",
}


def words(seen: Seen) -> str:
    """Return the text of a page without its tags."""
    return " ".join(re.sub("<[^>]*>", " ", seen.text.partition("<main")[2]).split())


def move(phone: Phone, game: str, seat: int, after: str) -> Seen:
    """Open the page of players and say after whom a player plays."""
    page = phone.open(game + "players")
    forms = [
        at
        for at, form in enumerate(page.forms)
        if form.action.endswith("/move") and form.values["seat"] == str(seat)
    ]
    return phone.send(page, {f"after-{seat}": after}, form=forms[0])


def in_turn(text: str) -> list[str]:
    """Return the names in the order in which they come first."""
    places = {name: text.find(name) for name in ("Ann", "Bob", "Cal")}
    return sorted(places, key=places.__getitem__)


def test_pages_papers_and_record_have_the_corrected_order(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    assert phone.fill(game + "enter", DEAL).status == 303
    assert move(phone, game, 0, "2").status == 303
    for page in ("", "players", "deal/1", "seat?change=yes", "big", "close"):
        shown = words(phone.open(game + page))
        # The TV says first who leads.
        shown = shown.partition("Last deal")[2] or shown
        assert in_turn(shown) == ["Bob", "Cal", "Ann"], page
    writers = phone.open(game + "close").text.partition('name="who"')[2]
    assert in_turn(writers) == ["Bob", "Cal", "Ann"]
    entered = phone.open(game + "enter")
    fields = re.findall(r'name="hand(\d)-melded', entered.text)
    assert [*dict.fromkeys(fields)] == ["1", "2", "0"]
    table = json.loads(re.search(r'id="pad-table"[^>]*>(.*?)<', entered.text)[1])  # type: ignore[index]
    assert (table["players"], table["order"]) == (["Ann", "Bob", "Cal"], [1, 2, 0])
    record = json.loads(phone.open(game + "record.json").text)
    assert record["players"] == ["Bob", "Cal", "Ann"]
    assert record["deals"][0]["hands"]["Ann"] == {"melded_points": 100, "in_hand_points": 0}
    told = "The order of play is Bob, Cal, Ann"
    assert told in words(phone.open(game + "history"))
    assert phone.fill(game + "undo/3", {}).status == 303
    assert json.loads(phone.open(game + "record.json").text)["players"] == ["Ann", "Bob", "Cal"]


def test_a_place_that_is_none_is_refused_beside_its_field_and_kept(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    refused = move(phone, game, 1, "0")
    assert refused.status == 422
    assert 'id="after-1-problem"><p class="problem">Bob sits there already' in refused.text
    assert 'id="name-1-problem"' not in refused.text
    assert phone.post(f"{game}players/move", {"seat": "7"}).status == 400


def test_two_who_move_players_at_once_are_told_of_one_another(
    phone: Phone, other_phone: Phone
) -> None:
    game = phone.start("Ann", "Bob", "Cal")
    page = other_phone.open(game + "players")
    assert move(phone, game, 0, "2").status == 303
    at = next(at for at, form in enumerate(page.forms) if form.action.endswith("/move"))
    stale = other_phone.send(page, {"after-0": "1"}, form=at)
    assert stale.status == 409
    assert "The order of play is Bob, Cal, Ann" in stale.text


def test_partners_are_told_what_to_do_after_the_first_deal(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", "Cal", "Dot", variant="gin150")
    assert move(phone, game, 1, "2").status == 303
    assert "Ann, Bob" in words(phone.open(game))
    dead = {f"pair{at}-ending": "dead" for at in (0, 1)} | {
        f"pair{at}-upcard": "KD" for at in (0, 1)
    }
    assert phone.fill(game + "enter", dead).status == 303
    page = phone.open(game + "players")
    assert not [form for form in page.forms if form.action.endswith("/move")]
    assert "put the game away and begin anew." in words(page)


def test_a_night_keeps_who_sat_where_and_its_odd_cents_go_round_the_table(
    club: SiteOfClub,
) -> None:
    night = club.night(fee={"per": "table_game", "amount": "1.00"})
    key = begin(club, "Ann", "Bob", "Cal", night=night)
    deal(club, key, by="Bob", melded=100)
    ids = {name: club.id_of(name) for name in ("Ann", "Bob", "Cal")}
    assert [night.loaded.figures.money.fees[ids[name]] for name in ids] == [34, 33, 33]
    saved(move_player(club.store, key, post(club, key), 0, after=2))
    assert [night.loaded.figures.money.fees[ids[name]] for name in ids] == [33, 34, 33]
    (game,) = night.loaded.night.games
    assert game.people == (ids["Bob"], ids["Cal"], ids["Ann"])
    page = club.officer.open(f"{night.by_officer}games/{game.id}")
    for seat, name in enumerate(ids):
        label = f'<label for="person-{seat}">{name}</label>'
        chosen = page.text.partition(label)[2].partition(" selected>")[2]
        assert chosen.startswith(name)
    deal(club, key, by="Bob", melded=1100)
    assert night.loaded.night.games[0].signed_results[ids["Bob"]] > 1000
    book, records = load_book(club.store)
    document = write_book(book, records)
    assert list(document["nights"][0]["games"][0]["players"]) == ["Bob", "Cal", "Ann"]
    read = read_book(document).book
    assert read is not None
    (theirs,) = ClubFigures(read, Question()).nights
    assert theirs.money == night.loaded.figures.money
