"""Shows ids in place of names, of players whose names were taken out of the club.

A journal is never changed, so the names stay in it. They are replaced when a game is made from it:
pages, history, papers and records then show the id.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.bookkeeping.store.current_game import CurrentGame, Done, LogEntry, replay_game
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Act, Joined, Renamed, Started
from scorekeeper.domain.names import free_name, look_of


def show_ids(game: CurrentGame, ids: Mapping[Seat, str]) -> CurrentGame:
    """Return the game with an id in place of each name that the player in a seat ever had.

    The writers of entries are replaced too. An id gets a number behind it if another player has the
    same name.
    """
    if not ids:
        return game
    shown = _ShownNames.of(game, ids)
    acts = [
        Done(shown.act_of(entry), shown.writer_of(entry), entry.at, entry.phone)
        for entry in game.log
    ]
    told = replay_game(game.key, game.created_at, acts, suits_chosen_to=game.suits_chosen_to)
    return replace(told, ids=dict(ids))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ShownNames:
    """The texts that are shown in place of names: by seat, and by the look of a name (``look_of``).

    ``joined`` are the seats of players who came later, by entry.
    """

    by_seat: Mapping[Seat, str]
    by_look: Mapping[str, str]
    joined: Mapping[int, Seat]

    @classmethod
    def of(cls, game: CurrentGame, ids: Mapping[Seat, str]) -> Self:
        joined_by = game.sheet.game.joined_by
        joined = {seq: Seat(seat) for seat, seq in enumerate(joined_by) if seq > 1}
        named = [each for entry in game.log for each in _names_in(entry, joined)]
        others = {name for seat, name in named if seat not in ids}
        by_seat = {seat: free_name(each, sorted(others)) for seat, each in ids.items()}
        looks = {look_of(name): by_seat[seat] for seat, name in named if seat in ids}
        kept = {look_of(name) for name in others}
        by_look = {look: each for look, each in looks.items() if look not in kept}
        return cls(by_seat=by_seat, by_look=by_look, joined=joined)

    def act_of(self, entry: LogEntry) -> Act:
        match entry.act:
            case Started(players=players):
                names = [self.by_seat.get(Seat(seat), name) for seat, name in enumerate(players)]
                return replace(entry.act, players=tuple(names))
            case Renamed(seat=seat, name=name):
                return replace(entry.act, name=self.by_seat.get(seat, name))
            case Joined(name=name) if entry.seq in self.joined:
                return replace(entry.act, name=self.by_seat.get(self.joined[entry.seq], name))
            case Joined(name=name):
                # The joining was taken back, so it gave no seat.
                return replace(entry.act, name=self.by_look.get(look_of(name), name))
        return entry.act

    def writer_of(self, entry: LogEntry) -> str:
        return self.by_look.get(look_of(entry.who), entry.who)


def _names_in(entry: LogEntry, joined: Mapping[int, Seat]) -> Iterator[tuple[Seat, str]]:
    """Yield the names that an entry gives, with the seats that get them."""
    match entry.act:
        case Started(players=players):
            yield from ((Seat(seat), name) for seat, name in enumerate(players))
        case Renamed(seat=seat, name=name):
            yield seat, name
        case Joined(name=name) if entry.seq in joined:
            yield joined[entry.seq], name
