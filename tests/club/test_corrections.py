"""Which acts correct a night that is closed, and which do not."""

from scorekeeper.club.nights import void_game
from scorekeeper.club.people import join_spelling
from scorekeeper.club.rows.nights import mark_corrected
from scorekeeper.games.deals import undo
from scorekeeper.games.games import close_game
from tests.club.night_games import begin, deal, post
from tests.club_site import SiteOfClub, close, done, new_post
from tests.games.table import saved


def test_a_closed_night_is_corrected_when_the_only_deal_that_bore_a_fee_is_undone(
    club: SiteOfClub,
) -> None:
    night = club.night(fee={"per": "person_night", "amount": "1.00"})
    key = begin(club, "Ann", "Bob", night=night)
    deal(club, key, melded=100)
    saved(close_game(club.store, key, post(club, key), "", settles=False))
    close(night)
    saved(undo(club.store, key, post(club, key), 2, reason=""))
    assert night.loaded.night.corrected_on
    assert sum(night.loaded.figures.corrections.fees.values()) == -200


def test_joining_spellings_is_no_correction_of_a_closed_night(club: SiteOfClub) -> None:
    night = club.night()
    key = begin(club, "Ann", "Gus", night=night)
    deal(club, key)
    close(night)
    done(void_game(club.store, new_post(), night.loaded.night.games[0].id, void=True))
    with club.store.database.writing() as db:
        mark_corrected(db, night.id, "2026-11-21", club.store.now())
    meant = club.person("Gustav")
    done(join_spelling(club.store, new_post(), club.id_of("Gus"), meant))
    assert meant in night.loaded.figures.people
    assert night.loaded.night.corrected_on == "2026-11-21"
