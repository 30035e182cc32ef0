"""What is true of every organised night, against figures counted in the plainest way."""

import pytest

from scorekeeper.club.figures.nights import account_of_pot
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.tournament.seasons import season_figures
from tests.club_books import figures_of_document
from tests.naive_organised import naive_nights, naive_season
from tests.organised_books import RandomClub


def compare(seed: int) -> None:
    """Compare all figures of the random club with this seed."""
    book = RandomClub(seed).book()
    figures = figures_of_document(book)
    nights, held = naive_nights(book)
    for each in figures.nights:
        organised, naive = organised_figures(each), nights.get(each.night.id)
        assert (organised is None) == (naive is None)
        if organised is None or naive is None:
            continue
        assert [dict(one.points) for one in organised.rounds] == naive.points
        assert [dict(one.byes) for one in organised.rounds] == naive.byes
        assert [(one.rank, one.person) for one in organised.standing] == naive.standing
        for one in organised.standing:
            assert (one.points, one.wins, one.best) == naive.merits[one.person]
        pool = organised.pool
        assert pool.paid_in - pool.paid_out == naive.pool
        assert {who: one.sum for who, one in organised.prizes.items()} == {
            who: minor for who, minor in naive.prizes.items() if minor
        }
        for person, at_night in each.people.items():
            assert at_night.entry == naive.owed[person]
            assert at_night.prizes == naive.prizes[person]
            net = at_night.games - at_night.fee - naive.owed[person] + naive.prizes[person]
            assert at_night.net == net
        assert sum(organised.entry_postings.values()) == 0
        assert sum(organised.prize_postings.values()) == 0
        assert -organised.entry_postings["fees"] - organised.prize_postings["fees"] == naive.fees
    assert sum(figures.sums.values()) == 0
    assert {pot: -figures.sums[account_of_pot(pot)] for pot in held} == held
    for season in season_figures(figures):
        facts = next(each for each in book["seasons"] if each["id"] == season.season.id)
        rows = naive_season(book, facts, nights)
        assert [(one.rank, one.person, one.total) for one in season.rows] == [
            (row["rank"], row["person"], row["total"]) for row in rows
        ]
        champions = tuple([row["person"] for row in rows if row["rank"] == 1])
        assert season.champions == (champions if "ended" in facts else None)


@pytest.mark.parametrize(
    "seeds", [range(start, start + 20) for start in range(0, 200, 20)], ids=str
)
def test_random_nights_have_the_figures_of_the_plainest_way(seeds: range) -> None:
    for seed in seeds:
        compare(seed)
