"""One table of the demonstration: a game from its start to its end, with all that happens at it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.bookkeeping.access.seats import assign_seat
from scorekeeper.bookkeeping.game.agreement import agree_to_entry, challenge_entry, figures_of
from scorekeeper.bookkeeping.game.deals import correct_deal, record_deal, undo
from scorekeeper.bookkeeping.game.games import Join, close_game, start_game
from scorekeeper.bookkeeping.game.players import join_player, leave_table, return_to_table
from scorekeeper.bookkeeping.store.game_store import CurrentGame
from scorekeeper.demo.acting import Chance, Stage, UnsavedError, saved, seats_of
from scorekeeper.domain.deals import Deal, DealtPair, Seat
from scorekeeper.domain.options import OptionKind
from scorekeeper.domain.play import ToPlay
from scorekeeper.domain.variant import Variant
from scorekeeper.record.writing import write_deal

_MOST_DEALS = 25
"""A game that is still open then is ended early."""
_KEPT_OPTIONS = ("settlement", "scoring", "five_players")
"""House rules that the demonstration leaves as they are, or sets itself."""
_HOLLYWOOD = 30
"""In how many of a hundred games three games are played at once, where the variant allows it."""
_HOUSE_RULE = 12
"""In how many of a hundred games a house rule is another one than in print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """What is played at a table, by whom, for which stake, and who comes late or leaves early."""

    variant: Variant
    players: tuple[str, ...]
    title: str = ""
    place: str = ""
    played_on: str
    stake: Mapping[str, Any] | None = None
    comes_late: str = ""
    leaves: bool = False
    most_deals: int = _MOST_DEALS
    is_left_open: bool = False


def house_rules(variant: Variant, players: int, chance: Chance) -> dict[str, Any]:
    """Return the house rules of a table: most as printed, some others by chance."""
    chosen: dict[str, Any] = {}
    for option in variant.options:
        if option.name in _KEPT_OPTIONS or not chance.happens(_HOUSE_RULE):
            continue
        if option.kind is OptionKind.YES_NO:
            chosen[option.name] = not getattr(variant.defaults, option.name)
        elif option.kind is OptionKind.CHOICE:
            chosen[option.name] = chance.one_of([value for value, _ in option.choices])
    known = [option.name for option in variant.options]
    if players not in variant.family.players(variant.defaults) and "five_players" in known:
        chosen["five_players"] = True
    if "scoring" in known and chance.happens(_HOLLYWOOD):
        chosen["scoring"] = "hollywood"
    return chosen


def play_table(stage: Stage, plan: TablePlan, chance: Chance, join: Join | None = None) -> str:
    """Play a game to its end, and return its key."""
    options = house_rules(plan.variant, len(plan.players), chance)
    if plan.stake is not None:
        options["settlement"] = "difference"
    form = {
        "variant": plan.variant.key,
        "options": options,
        "players": list(plan.players),
        "title": plan.title,
        "place": plan.place,
        "played_on": plan.played_on,
        "stake": plan.stake,
    }
    form = {name: value for name, value in form.items() if value}
    key = start_game(stage.store, form, phone="demo 0", join=join)
    if not isinstance(key, str):
        raise UnsavedError(str(key))
    table = _Table(stage, key, plan, chance)
    table.sit_down()
    table.play()
    return key


class _Table:
    """A game while it is played."""

    def __init__(self, stage: Stage, key: str, plan: TablePlan, chance: Chance) -> None:
        self.stage, self.key, self.plan, self.chance = stage, key, plan, chance
        self.store = stage.store
        self.each_agrees = chance.happens(30)
        """Whether everybody agrees on a phone of their own, or one for all."""

    def sit_down(self) -> None:
        """Give phones their seats: one that stands for the table, or one each."""
        for seat in range(len(self.plan.players) if self.each_agrees else 1):
            assign_seat(self.store, self.key, f"demo {seat}", Seat(seat), is_me=False)

    def play(self) -> None:
        """Play deals until the game is over, or until the table stops."""
        for number in range(1, self.plan.most_deals + 1):
            game = self.stage.open(self.key)
            if game.sheet.final is not None:
                return
            self.stage.clock.go_on(self.chance.between(300, 540))
            self._enter(game)
            self._change_players(number)
        game = self.stage.open(self.key)
        if game.sheet.final is None and not self.plan.is_left_open:
            saved(close_game(self.store, self.key, self.stage.post(game, 0), "late", settles=True))

    # --- deals ------------------------------------------------------------------------------------

    def _enter(self, game: CurrentGame) -> None:
        """Enter the next deal; now and then it is wrong at first, or taken back."""
        document = self._document_of(game, self._deal(game))
        writer = self.chance.one_of(seats_of(game))
        wrong = _without_a_card(document) if self.chance.happens(7) else None
        post = self.stage.post(game, writer)
        game = saved(record_deal(self.store, self.key, post, wrong or document))
        if wrong is not None:
            self._correct(game, document)
        elif self.chance.happens(3):
            self._take_back(game, document, writer)
        self._agree()

    def _deal(self, game: CurrentGame) -> Deal:
        """Return the deal that those who are there play out."""
        sheet, seats = game.sheet, seats_of(game)
        if len(seats) in sheet.variant.family.asks(sheet.setup.options).paired:
            return Deal(ending=None, pairs=tuple(self._pairs(game)))
        dealer = seats.index(sheet.next_dealer) if sheet.next_dealer in seats else 0
        deal = self._play_out(game, len(seats), dealer)
        hands = dict(zip(seats, deal.hands, strict=True))
        absent = sheet.variant.family.asks(sheet.setup.options).hand_type(sat_out=True)
        return replace(
            deal,
            by=None if deal.by is None else seats[deal.by],
            hands=tuple([hands.get(head.seat, absent) for head in sheet.heads]),
        )

    def _play_out(self, game: CurrentGame, players: int, dealer: int) -> Deal:
        setup = game.sheet.setup
        play = setup.variant.family.play
        if play is None:
            raise UnsavedError(setup.variant.key)
        number = game.sheet.next_number
        to_play = ToPlay(players=players, dealer=Seat(dealer), number=number)
        return play(setup.options, to_play, self.chance).deal

    def _pairs(self, game: CurrentGame) -> Iterator[DealtPair]:
        """Yield what each pair of partners plays; opponents change from deal to deal."""
        seats, number = seats_of(game), game.sheet.next_number
        ours, theirs = seats[::2], seats[1::2]
        for place, seat in enumerate(ours):
            other = theirs[(place + number) % len(theirs)]
            yield DealtPair(seats=(seat, other), deal=self._play_out(game, 2, number % 2))

    def _document_of(self, game: CurrentGame, deal: Deal) -> dict[str, Any]:
        return dict(write_deal(deal, game.sheet.setup.players))

    def _correct(self, game: CurrentGame, document: Mapping[str, Any]) -> None:
        """Challenge the deal just entered, and correct it."""
        target, seats = game.version, seats_of(game)
        by, other = seats[0], seats[-1]
        reason = "a card is missing"
        post = self.stage.post(game, other)
        saved(challenge_entry(self.store, self.key, post, target, seat=other, reason=reason))
        self.stage.clock.go_on(60)
        post = self.stage.post(self.stage.open(self.key), by)
        reason = "one card was left out"
        saved(correct_deal(self.store, self.key, post, target, document=document, reason=reason))

    def _take_back(self, game: CurrentGame, document: Mapping[str, Any], writer: Seat) -> None:
        """Take the deal just entered back, and enter it anew."""
        post = self.stage.post(game, writer)
        game = saved(undo(self.store, self.key, post, game.version, reason="sent too early"))
        self.stage.clock.go_on(60)
        saved(record_deal(self.store, self.key, self.stage.post(game, writer), document))

    def _agree(self) -> None:
        """Agree to the latest deal: each alone, or one phone for all; some forget it."""
        game = self.stage.open(self.key)
        row = game.sheet.rows[-1]
        asked = row.agreement.asked
        if self.each_agrees:
            for seat in [each for each in asked if self.chance.happens(85)]:
                self._agree_as(self.stage.open(self.key), row.seq, [seat])
        elif asked and self.chance.happens(80):
            self._agree_as(game, row.seq, None)

    def _agree_as(self, game: CurrentGame, target: int, seats: Sequence[Seat] | None) -> None:
        post = self.stage.post(game, seats[0] if seats else 0)
        seen = figures_of(game, target)
        saved(agree_to_entry(self.store, self.key, post, target, seats=seats, seen=seen))

    # --- players ----------------------------------------------------------------------------------

    def _change_players(self, number: int) -> None:
        """Let somebody come late, and somebody go and perhaps return."""
        game = self.stage.open(self.key)
        if game.sheet.final is not None:
            return
        post = self.stage.post(game, 0)
        last = len(game.sheet.heads) - 1
        if number == 2 and self.plan.comes_late:
            saved(join_player(self.store, self.key, post, self.plan.comes_late))
        elif number == 3 and self.plan.leaves:
            saved(leave_table(self.store, self.key, post, last))
        elif number == 5 and last in game.sheet.game.away and self.chance.happens(50):
            saved(return_to_table(self.store, self.key, post, last))


def _without_a_card(document: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a deal with a card left out of a hand that stays, None if there is no such hand."""
    for name, hand in document.get("hands", {}).items():
        held = str(hand.get("in_hand", "")).split()
        if name != document.get("by") and len(held) > 1:
            hands = {**document["hands"], name: {**hand, "in_hand": " ".join(held[1:])}}
            return {**document, "hands": hands}
    return None
