"""The standings, the high scores, and people against each other."""

import pytest

from tests.club_site import SiteOfClub


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
    import re

    text = re.sub(r"\s+", " ", html)
    return re.sub(r"<[^>]+>", " ", text.replace("</tr>", "\n\n"))


def test_before_the_first_game_of_a_season_there_is_one_sentence(club: SiteOfClub) -> None:
    page = club.officer.open(f"{club.member}standings")
    assert "No game counted yet this season." in page.text


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
    assert "Autumn 2026" in autumn
    assert "2 games" in autumn
    modern = played.officer.open(f"{address}?season=all&variant=modern").text
    assert "1 game<" in modern
    members = played.officer.open(f"{address}?season=all&members=yes").text
    assert "Cal" not in "".join(rows(members))
    days = played.officer.open(f"{address}?from=2026-08-01&to=2026-08-31").text
    assert "1 August to 31 August 2026" in days
    assert "1 game<" in days


def test_people_who_have_never_met_are_not_set_against_each_other(played: SiteOfClub) -> None:
    address = f"{played.member}standings?members=yes"
    assert "Head to head" in played.officer.open(f"{address}&season=all").text
    august = played.officer.open(f"{address}&from=2026-08-01&to=2026-08-31").text
    assert "1 Bob" in " ".join(rows(august))
    assert "Head to head" not in august


def test_an_invalid_day_is_reported_at_its_field(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?from=soon")
    assert "Choose a day, or leave it empty" in page.text
    assert 'value="soon"' in page.text


@pytest.mark.parametrize("by", ["wins", "points", "money", "average"])
def test_each_order_has_its_column(played: SiteOfClub, by: str) -> None:
    page = played.officer.open(f"{played.member}standings?season=all&by={by}").text
    assert f'class="counts" aria-sort="descending">{by.title()}' in page


def test_a_record_leads_to_its_game_and_people_to_theirs(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings?season=all").text
    assert "Laws of Oklahoma" in page
    assert f'href="{played.member}games/g1"' in page
    assert f'href="{played.member}people/p1"' in page
    assert "2 : 0" in page


def test_the_tv_shows_the_same(played: SiteOfClub) -> None:
    page = played.officer.open(f"{played.member}standings/tv?season=all").text
    assert "3 games, by wins" in page
    assert "Best total" in page


def test_a_person_with_a_high_score_twice_is_named_once_and_without_a_day(
    played: SiteOfClub,
) -> None:
    night = played.night("2026-05-02")
    for _ in range(2):
        night.game("Ann", "Bob", wins="Ann")
    of_may = "standings?from=2026-05-01&to=2026-05-31"
    best = _plain(played.officer.open(played.member + of_may).text)
    best = best.partition("Best total")[2].partition("Best deal")[0]
    assert best.split() == ["Ann", "1400"]


def test_a_tv_of_the_standings_leads_to_nobody(played: SiteOfClub) -> None:
    page = played.officer.open("/club/officers/standings/tv?season=all").text
    assert rows(page)[0].startswith("1 Ann")
    assert "/people/" not in page
    assert "/games/" not in page
    assert "Sign out" not in page
