"""The standings, the high scores, and people against each other."""

import re

import pytest

from scorekeeper.club.figures.figures import courses_in
from scorekeeper.club.figures.results import Choice
from scorekeeper.club.whole import club_figures
from scorekeeper.web.club.seasons import make_course, seasons_back
from tests.club_site import SiteOfClub
from tests.web.clocks import clock_set, until_evening


@pytest.fixture
def played(club: SiteOfClub) -> SiteOfClub:
    """A season: Ann wins twice, Bob once; Ann and Bob are members."""
    for name in ("Ann", "Bob"):
        club.person(name, joined="2026-01-01")
    night = club.night("2026-11-13")
    night.game("Ann", "Bob", "Cal", stake="1.00", wins="Ann")
    night.game("Ann", "Bob", stake="1.00", wins="Ann", variant="modern")
    club.night("2026-08-01").game("Bob", "Cal", wins="Bob")
    return club


def rows(text: str) -> list[str]:
    """The standings as text, a row each."""
    body = text.partition('class="standings')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [" ".join(row.split()) for row in _plain(body).split("\n\n") if row.strip()]


def _plain(html: str) -> str:
    text = re.sub(r"\s+", " ", html)
    return re.sub(r"<[^>]+>", " ", text.replace("</tr>", "\n\n"))


def test_before_the_first_game_of_a_season_there_is_one_sentence(club: SiteOfClub) -> None:
    page = club.officer.open(f"{club.member}standings")
    assert "No games counted yet this season." in page.text


def test_standings_of_all_time_by_wins(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?season=all").text
    assert "3 games" in page
    assert [row.split()[:4] for row in rows(page)] == [
        ["1", "Ann", "2", "2"],
        ["2", "Bob", "3", "1"],
        ["3", "Cal", "2", "0"],
    ]


def test_days_variant_and_members_narrow_the_standings(played: SiteOfClub) -> None:
    address = f"{played.member}standings"
    autumn = played.officer.open(f"{address}?season=2026-10-01").text
    assert "October to December 2026" in autumn
    assert "2 games" in autumn
    modern = played.officer.open(f"{address}?season=all&variant=modern").text
    assert "1 game<" in modern
    members = played.officer.open(f"{address}?season=all&members=yes").text
    assert "Cal" not in "".join(rows(members))
    days = played.officer.open(f"{address}?from=2026-08-01&to=2026-08-31").text
    assert "1 August to 31 August 2026" in days
    assert "1 game<" in days


def test_nobody_is_set_against_others_but_on_their_own_page(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?season=all").text
    assert "Head to head" not in page
    person = played.officer.open(f"{played.member}people/{played.id_of('Ann')}").text
    assert "Head to head" in person


def test_head_to_head_is_folded_away(played: SiteOfClub) -> None:
    night = played.night("2026-11-20")
    for name in ("Dot", "Eve", "Fay"):
        night.game("Ann", name, wins=name)
    page = played.officer.open(f"{played.member}people/{played.id_of('Ann')}").text
    folded = page.partition('<details class="fold" id="against">')[2].partition("</details>")[0]
    names = re.findall(r'<span class="serif">(\w+)</span>', folded)
    assert names == ["Bob", "Cal", "Dot", "Eve", "Fay"]


def test_the_line_of_a_season_says_its_year_once(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?season=2026-10-01").text
    head = page.partition("<summary>")[2].partition("</summary>")[0]
    assert " ".join(_plain(head).split()) == "October to December 2026 all variants"


def test_who_rose_since_the_night_before_is_told_in_a_season(played: SiteOfClub) -> None:
    seasons = [f"{played.member}standings?season={asked}" for asked in ("2026-10-01", "all")]
    assert "▲" not in played.officer.open(seasons[0]).text
    played.night("2026-10-20").game("Cal", "Ann", "Bob", wins="Cal")
    rise = "▲1 , up 1 place since the night before"
    first, second, third = rows(played.officer.open(seasons[0]).text)
    assert f"1 Ann {rise} 3 " in first
    assert [rise in row for row in (second, third)] == [False, False]
    assert "▲" not in played.officer.open(seasons[1]).text


def test_each_person_has_a_line_of_the_money_so_far(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?season=all").text
    assert page.count("<polyline") == 3
    assert "Money of stakes" in " ".join(_plain(page).split())
    assert "Money, night by night" in " ".join(_plain(page).split())
    points = played.officer.open(f"{played.member}standings?season=all&by=points").text
    assert "Points, night by night" in " ".join(_plain(points).split())
    courses = courses_in(club_figures(played.store), Choice(), of_money=True)
    ann, bob, cal = [played.id_of(name) for name in ("Ann", "Bob", "Cal")]
    assert {len(sums) for sums in courses.values()} == {3}  # two nights after the start
    assert courses[ann][:2] == [0, 0]  # Ann was not there in August
    assert sum(sums[-1] for sums in courses.values()) == 0
    assert courses[bob][-1] < 0
    assert courses_in(club_figures(played.store), Choice(), of_money=False)[cal][0] == 0


def test_a_course_is_drawn_from_zero_to_its_end() -> None:
    line = make_course((0, 10, -10, 5))
    assert line.path == "0,120 203,20 406,220 610,70"
    assert (line.zero_y, line.end_y) == (120, 70)
    assert make_course((0,)).path == "0,220"


def test_an_invalid_day_is_reported_at_its_field(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?from=soon")
    assert "Choose a day, or leave it empty" in page.text
    assert 'value="soon"' in page.text


@pytest.mark.parametrize("by", ["wins", "points", "money"])
def test_each_order_has_its_column(played: SiteOfClub, by: str) -> None:
    page = played.officer.open(f"{played.member}standings?season=all&by={by}").text
    assert f'class="of-{by} counts" aria-sort="descending">{by.title()}' in page
    assert "Average" not in page


def test_a_record_leads_to_its_game_and_people_to_theirs(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?season=all").text
    scores = page.partition('class="scores"')[2]
    assert re.findall(r'<th scope="col">(\w+)</th>', scores) == ["Laws", "Modern"]
    assert f'href="{played.member}games/g2"' in page
    assert f'href="{played.member}people/p1"' in page


def test_every_quarter_since_the_first_night_can_be_chosen(played: SiteOfClub) -> None:
    """The first night was on 1 August 2026."""
    with clock_set(played.site, until_evening()):
        page = played.officer.open(f"{played.member}standings").text
    offered = page.partition('name="season"')[2].partition("</select>")[0]
    quarters = re.findall(r'<option value="(\d{4}-[^"]+)"', offered)
    assert quarters == ["2026-10-01", "2026-07-01"]


def test_seasons_go_back_to_that_of_the_first_day_and_not_on_for_ever() -> None:
    first, last = "2025-12-31", "2026-07-02"
    since = ["2026-07-01", "2026-04-01", "2026-01-01", "2025-10-01"]
    assert [season.since for season in seasons_back(first, last, 9)] == since
    assert [season.since for season in seasons_back(first, last, 2)] == since[:2]


def test_high_scores_stand_in_the_order_of_variants_everywhere(club: SiteOfClub) -> None:
    """The first game played was of the second variant."""
    club.night("2026-11-13").game("Ann", "Bob", wins="Ann", variant="modern")
    club.night("2026-11-20").game("Ann", "Bob", wins="Ann")
    page = club.officer.open(f"{club.member}standings?season=all").text
    head = page.partition('<table class="scores">')[2].partition("</thead>")[0]
    assert re.findall(r'<th scope="col">([^<]+)', head) == ["Laws", "Modern"]


def test_the_tv_shows_the_same(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings/tv?season=all").text
    assert "3 games, by wins" in page
    assert page.count("<polyline") == page.count('class="rank"')
    assert "Best total" in page


def test_a_person_with_a_high_score_twice_is_named_once_and_without_a_day(
    played: SiteOfClub,
) -> None:
    night = played.night("2026-05-02")
    for _ in range(6):
        night.game("Ann", "Bob", wins="Ann")
    of_may = "standings/tv?from=2026-05-01&to=2026-05-31"
    best = _plain(played.officer.open(played.member + of_may).text)
    best = best.partition("Best total")[2].partition("Best deal")[0]
    assert best.split() == ["1400", "Ann"]
    phone = "standings?from=2026-05-01&to=2026-05-31"
    assert " people" not in _plain(played.officer.open(played.member + phone).text)


def test_a_tv_of_the_standings_leads_to_nobody(played: SiteOfClub) -> None:
    page = played.officer.open("/club/officers/standings/tv?season=all").text
    assert rows(page)[0].startswith("1 Ann")
    assert "/people/" not in page
    assert "/games/" not in page
    assert "Sign out" not in page
