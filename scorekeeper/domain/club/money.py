"""The fees of a night, and the money of a night as it is now."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.domain.club.facts import Fee, FeeRule, Night, NightMoney, Person
from scorekeeper.domain.club.games import ClubGame

People = Mapping[str, Person]
"""The people of a club by id, in its order."""


def money_now(night: Night, people: People) -> NightMoney:
    """Return the money of a night as its games stand now, in minor units."""
    games = {game.id: game.money for game in night.games}
    return NightMoney(
        games={game: money for game, money in games.items() if money is not None},
        fees=fees_of(night, people),
    )


def fees_of(night: Night, people: People) -> dict[str, int]:
    """Return the fee of each person who played a deal at a night, in minor units."""
    fees: dict[str, int] = {}
    for person, minor in _fees_due(night, people):
        fees[person] = fees.get(person, 0) + minor
    return fees


def _fees_due(night: Night, people: People) -> Iterator[tuple[str, int]]:
    fee = night.fee or Fee()
    playing = [game for game in night.games if game.bears_fees]
    if fee.rule is FeeRule.TABLE_GAME:
        for game in playing:
            yield from _table_fee(game, fee.minor)
        return
    times = Counter([person for game in playing for person in game.people])
    for person, games in times.items():
        due = {FeeRule.PERSON_NIGHT: 1, FeeRule.PERSON_GAME: games}.get(fee.rule, 0)
        is_guest = not people[person].is_member_on(night.date)
        each = fee.guest if is_guest and fee.guest is not None else fee.minor
        yield person, due * each


def _table_fee(game: ClubGame, minor: int) -> Iterator[tuple[str, int]]:
    """Yield each person's share of a table's fee; the first pay a minor unit more if it is odd."""
    share, odd = divmod(minor, len(game.people))
    for seat, person in enumerate(game.people):
        yield person, share + (seat < odd)


def nets_of(money: NightMoney) -> dict[str, int]:
    """Return each person's money of a night: won in games, less the fee, in minor units."""
    nets = sum_money(money.games.values())
    for person, minor in money.fees.items():
        nets[person] = nets.get(person, 0) - minor
    return nets


def sum_money(moneys: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums by person."""
    sums: dict[str, int] = {}
    for money in moneys:
        for person, minor in money.items():
            sums[person] = sums.get(person, 0) + minor
    return sums


def money_between(seen: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """Return by how many minor units each person's money changed; without zeros."""
    changes = {person: now.get(person, 0) - seen.get(person, 0) for person in {**seen, **now}}
    return {person: minor for person, minor in changes.items() if minor}


def corrections_of(night: Night, now: NightMoney) -> NightMoney:
    """Return the changes since a night was closed, by game and in fees; none for an open night."""
    if night.closed is None:
        return NightMoney(games={}, fees={})
    seen = night.closed.seen
    games = {
        game.id: money_between(seen.games.get(game.id, {}), now.games.get(game.id, {}))
        for game in night.games
    }
    return NightMoney(
        games={game: money for game, money in games.items() if money},
        fees=money_between(seen.fees, now.fees),
    )
