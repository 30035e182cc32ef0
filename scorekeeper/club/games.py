"""What a club keeps of a game: its state, results, money, and the hands of its deals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.deals import Ending, Highlight, Points, Seat
from scorekeeper.rules.scoring import EarlyEnd, GameScore, ScoredDeal, Setup
from scorekeeper.rules.settlement import Pair, Score


class GameState(StrEnum):
    """How far a game got; a game that is over or was ended early counts."""

    VOID = "void"
    OVER = "over"
    EARLY = "early"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameName:
    """The name of a game in the club: the key of its variant, and its table's name."""

    variant: str
    label: str


class PlayedHand(NamedTuple):
    """One hand of a deal that counts: its points, and its player's running total after it.

    ``is_out`` is true if its player went out, or knocked.
    """

    deal: int
    seat: Seat
    is_out: bool
    points: Points
    running: Points
    highlights: tuple[Highlight, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """The figures of one game by seat; ``deal_winners`` has those who won each deal.

    ``state`` follows from its deals, so it is never void. ``results`` are the final totals, None
    while the game is open; ``net`` is None where no money is settled. ``deals`` is the number of
    deals up to the end; ``hands`` has none of a player who sat out.
    """

    variant: str
    low_wins: bool
    state: GameState
    deals: int
    results: tuple[Score, ...] | None
    winners: tuple[Seat, ...]
    net: tuple[int, ...] | None
    pairs: tuple[Pair, ...]
    hands: tuple[PlayedHand, ...]
    deal_winners: tuple[tuple[Seat, ...], ...] = ()
    holds_high_scores: bool = True
    """Whether one person and one game stand behind a figure, unlike with partners or Hollywood."""

    def without_money(self) -> "PlayedGame":
        """Return the game as if it had no stake."""
        return replace(self, net=None, pairs=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGame:
    """A game of a night: ``people`` are the ids of its players by seat.

    ``closed_early`` is what the club says; the game's own record may say it instead. ``round`` is
    the number of the round that it belongs to, None if it is no part of an organised night.
    """

    id: str
    people: tuple[str, ...]
    played: PlayedGame
    table: str = ""
    round: int | None = None
    is_void: bool = False
    closed_early: EarlyEnd | None = None

    @property
    def name(self) -> GameName:
        """The name of the game."""
        return GameName(variant=self.played.variant, label=self.table)

    @property
    def state(self) -> GameState:
        """The state of the game in the club."""
        return GameState.VOID if self.is_void else self.played.state

    @property
    def counts(self) -> bool:
        """Whether the game has results that count."""
        return self.state in (GameState.OVER, GameState.EARLY)

    @property
    def bears_fees(self) -> bool:
        """Whether fees are due: a deal was played, and the game is not void."""
        return self.played.deals > 0 and not self.is_void

    @property
    def results(self) -> tuple[Score, ...] | None:
        """The results by seat, None unless the game counts."""
        return self.played.results if self.counts else None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners; nobody wins a game that is not over."""
        return self.played.winners if self.counts else ()

    @property
    def signed_results(self) -> Mapping[str, Score]:
        """The results by person, the higher the better; none unless the game counts."""
        sign = -1 if self.played.low_wins else 1
        return dict(
            zip(self.people, [sign * result for result in self.results or ()], strict=False)
        )

    @property
    def money(self) -> Mapping[str, int] | None:
        """The net of each person in minor units, None where there is no money."""
        if not self.counts or self.played.net is None:
            return None
        return dict(zip(self.people, self.played.net, strict=True))


def figures_of_game(setup: Setup, score: GameScore) -> PlayedGame:
    """Return what a club keeps of a game without errors."""
    counted = [deal for deal in score.deals if deal.score is not None]
    finish, settlement = score.finish, score.settlement
    state = GameState.OPEN
    if finish is not None:
        state = GameState.OVER if score.over else GameState.EARLY
    return PlayedGame(
        variant=setup.variant.key,
        low_wins=setup.variant.family.low_wins,
        state=state,
        deals=len(counted),
        results=tuple([hand.total for hand in finish.hands]) if finish else None,
        winners=finish.winners if finish else (),
        net=settlement.net if settlement else None,
        pairs=settlement.pairs if settlement else (),
        hands=tuple([hand for deal in counted for hand in _hands_of(setup, deal)]),
        deal_winners=tuple([_winners_of_deal(deal) for deal in counted]),
        holds_high_scores=not (setup.has_partners or score.has_columns),
    )


def _winners_of_deal(deal: ScoredDeal) -> tuple[Seat, ...]:
    """Return who scored, in a family where one does, of partners the side; else who went out."""
    if deal.score is not None and deal.score.pairs:
        hands = enumerate(deal.score.hands)
        return tuple([Seat(seat) for seat, hand in hands if hand.points > 0])
    outcome = deal.score.outcome if deal.score else None
    by = outcome.winner if outcome else deal.deal.by
    has_winner = outcome is not None or deal.deal.ending is Ending.OUT
    return (by,) if has_winner and by is not None else ()


def _hands_of(setup: Setup, deal: ScoredDeal) -> Iterator[PlayedHand]:
    if deal.score is None or deal.running is None:
        return
    highlights = list(setup.variant.family.highlights(deal.deal, deal.score))
    for place, (hand, running) in enumerate(zip(deal.score.hands, deal.running, strict=True)):
        seat = Seat(place)
        if deal.deal.is_played_by(seat):
            yield PlayedHand(
                deal=deal.number,
                seat=seat,
                is_out=deal.deal.is_ended_by(seat),
                points=hand.points,
                running=running,
                highlights=tuple([highlight for who, highlight in highlights if who == seat]),
            )
