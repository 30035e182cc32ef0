"""Short ways to begin and play games of a night."""

from scorekeeper.club.nights import put_game_in_night
from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import CurrentGame
from scorekeeper.games.games import start_game
from scorekeeper.games.posting import Post
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.games.table import opened, out, saved

STAKE = {"currency": "USD", "amount": "1", "per": 100}


def post(club: SiteOfClub, key: str, who: str = "") -> Post:
    game = opened(club.store, key)
    return Post(entry_id=new_post().entry_id, version=game.version, who=who)


def begin(club: SiteOfClub, *players: str, night: ClubNight | None = None, **more: object) -> str:
    form = {"variant": "laws", "players": list(players), "stake": STAKE}
    key = start_game(club.store, form, **more)  # type: ignore[arg-type]
    assert isinstance(key, str)
    if night is not None:
        done(put_game_in_night(club.store, new_post(), key, night.id))
    return key


def deal(club: SiteOfClub, key: str, by: str = "Ann", melded: int = 1100) -> CurrentGame:
    names = tuple(opened(club.store, key).sheet.setup.players)
    document = out(by, melded, against=names)
    return saved(record_deal(club.store, key, post(club, key), document))
