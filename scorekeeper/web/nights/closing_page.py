"""The page that closes a night: open games, ended games, and the ways to settle it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.closing import digest_of
from scorekeeper.domain.club.facts import SettleWay
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.web.core.club_posting import ClubFields, make_club_fields
from scorekeeper.web.core.fields import NO, YES
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.phrases import winners_of
from scorekeeper.web.live.updates import LivePart
from scorekeeper.web.nights.challenged_deals import ChallengedDeal, challenged_deals
from scorekeeper.web.nights.game_links import game_address, officers_address
from scorekeeper.web.nights.game_titles import game_titles
from scorekeeper.web.nights.ways import WayPreview, previews_of
from scorekeeper.wording import without_capital, write_money, write_names, write_plural

_MOST_NAMED: Final = 4
"""The most players of a game who are all named; of more, the last ones are only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidButton:
    """The form that leaves a game out of the night, or counts it again."""

    game: str
    void: str
    club_fields: ClubFields


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingGame:
    """A game that is still open: its players and deals, and the links that help to end it."""

    id: str
    title: str
    words: str
    ways: tuple[Action, ...]
    leave_out: VoidButton | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneGame:
    """A game that is over, ended early or left out; ``put_back`` lets one left out count again."""

    title: str
    words: str
    address: str
    is_void: bool
    put_back: VoidButton | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingPage:
    """The page that closes a night, with a preview of each way to settle it.

    ``counts`` says what the previews leave out, or the fees. ``first`` leads to the first open
    game; if it is None, the night can be closed. ``seen`` is the digest of the shown figures.
    """

    template: ClassVar = "nights/closing.html"
    live: LivePart
    state: str
    problems: tuple[str, ...]
    missing: tuple[MissingGame, ...]
    challenged: tuple[ChallengedDeal, ...]
    done: tuple[DoneGame, ...]
    counts: str
    ways: tuple[WayPreview, ...]
    first: Action | None
    may_close: bool
    seen: str
    club_fields: ClubFields


def make_closing_page(
    loaded: LoadedNight,
    live: LivePart,
    *,
    is_officer: bool,
    chosen: SettleWay,
    problems: tuple[str, ...] = (),
) -> ClosingPage:
    """Return the page; ``chosen`` is the way to settle that is selected at first."""
    missing = tuple(_missing(loaded, is_officer=is_officer))
    return ClosingPage(
        live=live,
        state=f"{name_of_night(loaded.night.date)} · {_games(loaded)}",
        problems=problems,
        missing=missing,
        challenged=tuple(challenged_deals(loaded)),
        done=tuple(_done(loaded, is_officer=is_officer)),
        counts=_counts(loaded, len(missing)),
        ways=previews_of(loaded, chosen),
        first=_first(missing),
        may_close=is_officer,
        seen=digest_of(loaded.figures),
        club_fields=make_club_fields(),
    )


def _games(loaded: LoadedNight) -> str:
    return write_plural(len(loaded.night.games), "game")


def _missing(loaded: LoadedNight, *, is_officer: bool) -> Iterator[MissingGame]:
    titles = game_titles(loaded)
    for game in loaded.night.games:
        if game.state is not GameState.OPEN:
            continue
        names = _few_names([loaded.people[person].name for person in game.people])
        deals = f"after deal {game.played.deals}" if game.played.deals else "no deal yet"
        ways = (
            Action(words="Go to it", address=game_address(game.id, "table.sheet")),
            Action(words="End it early", address=officers_address(game.id, "review.ask_close")),
        )
        yield MissingGame(
            id=f"game-{game.id}",
            title=f"{titles[game.id]} is open",
            words=f"{names}, {deals}.",
            ways=tuple([way for way in ways if way.address]),
            leave_out=_void_button(game, void=True) if is_officer else None,
        )


def _few_names(names: Sequence[str]) -> str:
    """Return names that fill one line: ``Ann, Bob, Cal and 7 others``."""
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} others"]
    return write_names(names)


def _done(loaded: LoadedNight, *, is_officer: bool) -> Iterator[DoneGame]:
    titles = game_titles(loaded)
    for game in loaded.night.games:
        if game.state is GameState.OPEN:
            continue
        yield DoneGame(
            title=titles[game.id],
            words=_result(loaded, game),
            address=game_address(game.id, "table.final" if game.counts else "table.sheet"),
            is_void=game.is_void,
            put_back=_void_button(game, void=False) if game.is_void and is_officer else None,
        )


def _result(loaded: LoadedNight, game: ClubGame) -> str:
    match game.state:
        case GameState.VOID:
            return "left out"
        case GameState.EARLY:
            settled = "" if game.money is not None else ", not settled"
            return f"ended early{settled}"
        case _:
            return winners_of(loaded.games[game.id].sheet).removesuffix(".")


def _void_button(game: ClubGame, *, void: bool) -> VoidButton:
    return VoidButton(
        game=game.id,
        void=YES if void else NO,
        club_fields=make_club_fields(),
    )


def _counts(loaded: LoadedNight, missing: int) -> str:
    if missing == 1:
        return "without the open game"
    if missing:
        return f"without the {missing} open games"
    fees = loaded.figures.fees
    return f"fees {write_money(fees, loaded.club.currency)}" if fees else ""


def _first(missing: tuple[MissingGame, ...]) -> Action | None:
    """Return the button that leads to the first open game; None if there is none."""
    if not missing:
        return None
    title = missing[0].title.removesuffix(" is open")
    words = f"First finish {without_capital(title)}"
    address = missing[0].ways[0].address if missing[0].ways else f"#{missing[0].id}"
    return Action(words=words, address=address)
