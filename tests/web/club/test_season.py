"""The seasons that a club has named: added, changed, and won."""

import re
from types import SimpleNamespace

from scorekeeper.club.files import write_club_file
from scorekeeper.games.deals import record_deal
from scorekeeper.games.games import close_game
from scorekeeper.tournament.organised import seasons_of
from scorekeeper.tournament.seasons import season_figures
from scorekeeper.web.club.seasons import make_race, risen_in_season
from scorekeeper.web.core import Part
from tests.club.figures.test_seasons import SEASON, a_night
from tests.club_books import figures_of_document
from tests.club_site import ClubNight, SiteOfClub, close
from tests.games.table import opened, post, saved
from tests.organised_books import a_book
from tests.tournament.test_organising import play
from tests.web.clocks import clock_set, until_evening
from tests.web.nights.closed_nights import words_of
from tests.web.nights.test_papers import text_of
from tests.web.nights.test_rounds import NAMES, organise, plan_page, send
from tests.web.phone import Phone, Seen

SPRING = {"name": "Spring", "from": "2026-01-01", "to": "2026-03-31"}


def save(club: SiteOfClub, season: str = "", **values: str) -> Seen:
    """Type values into the form of a season, "new" unless it is named."""
    page = club.officer.open(f"{club.member}seasons?season={season or 'new'}")
    form = next(form for form in page.forms if form.action.endswith("/seasons"))
    return club.officer.post(form.action, {**form.values, **values})


def test_a_season_is_added_and_changed(club: SiteOfClub) -> None:
    assert save(club, **SPRING, scale="5, 3, 1", best="4").status == 303
    (added,) = seasons_of(club.store)
    assert (added.name, added.scale, added.best, added.ended) == ("Spring", (5, 3, 1), 4, "")
    assert save(club, added.id, ended="2026-03-30", attendance="2").status == 303
    (changed,) = seasons_of(club.store)
    assert (changed.id, changed.scale, changed.best) == (added.id, (5, 3, 1), 4)
    assert (changed.ended, changed.attendance) == ("2026-03-30", 2)


def test_of_nights_the_best_count_or_some_are_dropped(club: SiteOfClub) -> None:
    assert save(club, **SPRING, drop="2").status == 303
    (added,) = seasons_of(club.store)
    assert save(club, added.id, ended="2026-03-30").status == 303
    (changed,) = seasons_of(club.store)
    assert (changed.drop, changed.best, changed.ended) == (2, None, "2026-03-30")
    both = save(club, added.id, best="3")
    assert both.status == 422
    assert "or all but the lowest" in words_of(both)


def test_wrong_input_comes_back_with_its_problems(club: SiteOfClub) -> None:
    answer = save(club, **{**SPRING, "to": "2025-12-31"}, scale="x", attendance="-1")
    assert answer.status == 422
    assert 'value="2025-12-31"' in answer.text
    assert answer.text.count('class="problem"') >= 3
    assert seasons_of(club.store) == ()


def test_members_see_seasons_without_a_form(club: SiteOfClub) -> None:
    address = f"{club.member}seasons"
    before = Phone(club.site).open(address)
    assert "The club has not named a season yet." in words_of(before)
    save(club, **SPRING)
    after = Phone(club.site).open(f"{address}?season=new")
    assert "No night of this season is closed yet." in words_of(after)
    assert not [form for form in after.forms if form.action.endswith("/seasons")]


def test_the_leader_is_champion_once_the_season_has_ended(club: SiteOfClub) -> None:
    for name in NAMES:
        club.person(name, joined="2026-01-01")
    night = club.night("2026-02-20")
    assert organise(night, rounds="1").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    for game in night.loaded.games.values():
        play(club.store, game.key)
        version = opened(club.store, game.key).version
        saved(
            close_game(club.store, game.key, post(version, f"end of {game.key}"), "", settles=True)
        )
    save(club, **SPRING, attendance="1")
    close(night)
    words = words_of(Phone(club.site).open(f"{club.member}seasons"))
    assert "Lead" in words
    (season,) = seasons_of(club.store)
    save(club, season.id, ended="2026-03-31")
    page = Phone(club.site).open(f"{club.member}seasons")
    assert "Champion" in words_of(page)
    assert "awards.pdf" in page.text
    awards = f"{club.member}seasons/awards.pdf?season="
    assert "CHAMPION" in text_of(Phone(club.site), f"{awards}{season.id}")
    assert Phone(club.site).open(f"{awards}s99").status == 303


def test_standings_offer_the_seasons_of_the_club_and_quarters_only_without_any(
    club: SiteOfClub,
) -> None:
    with clock_set(club.site, until_evening()):
        standings = f"{club.member}standings"
        assert "October to December 2026" in club.officer.open(standings).text
        assert save(club, **SPRING).status == 303
        league = {"name": "League", "from": "2026-09-15", "to": "2026-12-20"}
        assert save(club, **league).status == 303
        spring, now = seasons_of(club.store)
        page = club.officer.open(standings).text
        assert f'<option value="{now.id}" selected>League' in page
        assert f'<option value="{spring.id}">Spring' in page
        assert "October to December" not in page
        assert (
            f'<option value="{spring.id}" selected'
            in club.officer.open(f"{standings}?season={spring.id}").text
        )


def play_until_the_bell(night: ClubNight) -> None:
    """Play a round whose games nobody wins; the last of each table has most points."""
    assert organise(night, rounds="1").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    store = night.club.store
    for table, game in enumerate(night.loaded.games.values()):
        names = [head.name for head in game.sheet.heads]
        points = {
            name: {"melded_points": 50 * at + 10 * table, "in_hand_points": 5}
            for at, name in enumerate(names)
        }
        points[names[-1]]["in_hand_points"] = 0
        deal = {"ending": "out", "by": names[-1], "hands": points}
        now = post(game.version, f"deal of {game.key}")
        version = saved(record_deal(store, game.key, now, deal)).version
        saved(close_game(store, game.key, post(version, f"end of {game.key}"), "", settles=True))


def check_ranks(club: SiteOfClub, page: str) -> None:
    """Check the ranks of standings without a win on their page, and those that are exported."""
    assert re.findall(r'<td class="rank">(\d+)</td>', page) == ["1", "2", "3", "4"]
    assert ">Wins<" not in page
    exported = write_club_file(club.store, "standings", lambda *_: None).splitlines()[1:]
    names = re.findall(r'people/\w+"><span>(\w+)', page)
    ranked = [row.split(",") for row in exported]
    assert [(rank, name) for rank, _, name, *_ in ranked] == list(zip("1234", names, strict=True))


def test_standings_of_a_season_begin_with_its_table(club: SiteOfClub) -> None:
    """The bell ended the games, so that nobody has won one: they are by points."""
    for name in NAMES:
        club.person(name, joined="2026-01-01")
    night = club.night("2026-02-20")
    phone = Phone(club.site)
    phone.open(club.member)
    phone.send(phone.open(night.join), {"person": club.id_of("Ann")})
    play_until_the_bell(night)
    standings = f"{club.member}standings?season="
    before = phone.open(f"{standings}all").text
    assert 'aria-sort="descending">Points' in before
    check_ranks(club, before)
    # Nobody is asked to rank by wins where there are none.
    by_wins = phone.open(f"{standings}all&by=wins").text
    assert 'aria-sort="descending">Points' in by_wins
    assert "by=wins" not in by_wins
    assert "ended early or by the bell has no winner, and counts as no win" in by_wins
    person = words_of(phone.open(f"{club.member}people/{club.id_of('Ann')}"))
    assert "1 game, January to March" in person
    assert "1 of 2, round 1" in person or "2 of 2, round 1" in person
    save(club, **SPRING, attendance="1")
    close(night)
    (season,) = seasons_of(club.store)
    page = phone.open(f"{standings}{season.id}").text
    assert "since the night before" not in page
    assert 0 < page.index('<caption class="vh">Spring') < page.index("Standings by points")
    assert f'seasons?season={season.id}"' in page
    assert "Each night attended adds 1 point." in page
    paper = text_of(phone, f"{club.member}standings.pdf?season={season.id}")
    assert 0 < paper.index("For attendance") < paper.index("All games") < paper.index("Best deal")
    tv = phone.open(f"{club.member}standings/tv?season={season.id}").text
    assert "1 night" in tv
    assert tv.count("<polyline") == 4
    assert re.findall(r'<td class="of-money counts">([^<]+)', tv) == ["5", "4", "3", "2"]
    by_points = phone.open(f"{club.member}standings/tv?season={season.id}&by=points").text
    assert "by points" in by_points
    (told,) = re.findall(r"You are (\w+) of 4, with (\d) points", phone.open("/").text)
    ranks = {"first": "5", "second": "4", "third": "3", "fourth": "2"}
    assert ranks[told[0]] == told[1]


def raced(**points: tuple[int, ...]) -> Part:
    """Return the race of people by the points of their nights, in the order of their sums."""
    counts = max(map(len, points.values()))
    nights = [SimpleNamespace(night=SimpleNamespace(id=str(at))) for at in range(counts)]
    rows = [
        SimpleNamespace(
            person=name,
            rank=rank,
            nights={
                str(at): SimpleNamespace(points=one, counts=True) for at, one in enumerate(own)
            },
        )
        for rank, (name, own) in enumerate(points.items(), 1)
    ]
    table = SimpleNamespace(season=SimpleNamespace(attendance=0), nights=nights, rows=rows)
    return make_race(table, {name: name for name in points}, "Eve")  # type: ignore[arg-type]


def test_a_season_is_told_as_a_race() -> None:
    race = raced(Bob=(1, 4), Ann=(3, 1), Cal=(0, 2), Dot=(0, 1), Eve=(0, 0))
    assert [line.places for line in race.lines] == [(1, 0), (0, 1), (2, 2), (3, 3), (4, 4)]
    assert [line.is_in_ink for line in race.lines] == [True, True, True, False, True]


def test_a_long_name_of_a_race_stands_whole_on_two_lines_and_takes_room_from_the_others() -> None:
    race = raced(**{"Ann": (3, 1), "Bartholomew Longfellow": (1, 2)})
    assert [line.label for line in race.lines] == [("Ann",), ("Bartholomew", "Longfellow")]
    assert (race.high, race.wide < raced(Ann=(3, 1), Bob=(1, 2)).wide) == (2, True)


def test_who_rose_in_a_season_is_told_from_its_second_night_on() -> None:
    nights = a_night(1, ann=300, bob=20, cal=10), a_night(2, cal=300, ann=20, bob=10)
    risen = []
    for count in (1, 2):
        club = figures_of_document(a_book(*nights[:count], seasons=[SEASON]))
        risen.append(risen_in_season(season_figures(club)[0], club.people))
    assert risen == [{}, {"cal": 1}]
