from tests.club_site import SiteOfClub
from tests.web.phone import Phone


def test_the_board_shows_the_tables_of_the_night(club: SiteOfClub) -> None:
    night = club.night()
    night.game("Ann", "Bob", wins="Ann", stake="1", label="Table 1")
    page = Phone(club.site).open(night.join)
    assert page.status == 200, page.text
    assert "Ann, Bob" in page.text
    figures = night.loaded.figures
    assert sum(each.net for each in figures.people.values()) == 0
    assert {each.net > 0 for each in figures.people.values()} == {True, False}
