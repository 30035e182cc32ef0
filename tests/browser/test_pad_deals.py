"""Generated deals: what is pressed is what is sent, and few presses do it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import pytest
from playwright.sync_api import Browser

from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.games import export_game, record_deal, start_game
from scorekeeper.bookkeeping.outcomes import Post, Saved
from scorekeeper.domain.cards import Card, Rank, Suit
from scorekeeper.domain.deals import Deal, Hand, LaidMeld
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Table
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.expanding import expand_deal
from scorekeeper.record.places import Findings
from scorekeeper.record.writing import write_deal
from scorekeeper.web.forms.deal_form import read_deal
from tests.browser.conftest import Screens
from tests.browser.pad_deals import (
    make_contract_deal,
    make_deal,
    make_gin_deal,
    presses_of,
)
from tests.browser.pad_keys import Keys, Pressed, setup_of
from tests.browser.test_every_page import bring

EMPTY = {"format": "scorekeeper-game/1", "variant": "laws", "deals": []}
Maker = Callable[[Setup, Random], Deal]


@pytest.fixture(scope="module")
def keys(chromium: Browser, address: str) -> Iterator[Keys]:
    """The grammar on a page of the site."""
    page = Screens(chromium, address).open(360)
    yield Keys.on(page)
    page.context.close()


def document_of(setup: Setup, pressed: Pressed) -> dict[str, Any]:
    """The deal as the site takes it from the fields."""
    family = setup.variant.family
    pack = family.pack(setup.options, len(setup.players))
    return expand_deal(read_deal(setup, pressed.fields), family.asks(setup.options), pack)


def send(setup: Setup, pressed: Pressed) -> Deal:
    """The deal that the site reads from the fields."""
    findings = Findings()
    reader = DealReader(setup.variant.family.asks(setup.options), setup.players)
    deal = reader.read(document_of(setup, pressed), (), findings)
    assert deal is not None
    assert not findings.problems
    return deal


def seen(card: Card, setup: Setup) -> str:
    """A card as a table sees it in a set or in hand: no suit but where it is worth something."""
    red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    match setup.variant.family.key:
        case "oklahoma_gin":
            return str(card)
        case "contract":
            return f"{card.rank.letter}{red}" if card.rank is Rank.TWO else card.rank.letter
    return str(card) if str(card) == "QS" else card.rank.letter


def shape(laid: LaidMeld, setup: Setup) -> tuple[str, ...]:
    """A meld without what nobody asks: suits of sets, and of deuces."""
    natural = {item.card.rank for item in laid if item.card.rank not in (Rank.TWO, Rank.JOKER)}
    if len(natural) == 1:
        return ("set", *sorted([seen(item.card, setup) for item in laid]))
    places = [f"{item.card.rank.letter}={item.stands_for or item.card}" for item in laid]
    return ("run", *sorted(places))


def facts(hand: Hand, setup: Setup) -> tuple[object, ...]:
    """What a hand shows: its melds, and its other cards, in any order."""
    loose = Counter([seen(card, setup) for card in hand.in_hand or hand.cards or ()])
    return Counter([shape(meld, setup) for meld in hand.melds or ()]), loose


CASES: dict[str, tuple[int, int, Maker]] = {
    "laws": (3, 400, lambda setup, chance: make_deal(setup, chance, cards=75)),
    "modern": (5, 200, lambda setup, chance: make_deal(setup, chance, cards=80)),
    "contract": (3, 200, make_contract_deal),
    "gin150": (2, 200, make_gin_deal),
}


def kept(books: Books, setup: Setup, documents: Sequence[dict[str, Any]]) -> list[Any]:
    """The deals of an exported game into which these were entered."""
    options = {} if setup.variant.key == "contract" else {"target": 1_000_000}
    form = {"variant": setup.variant.key, "players": list(setup.players), "options": options}
    key = start_game(books, form)
    assert isinstance(key, str)
    for version, document in enumerate(documents, 1):
        post = Post(entry_id=f"{key} {version}", version=version, who="")
        assert isinstance(record_deal(books, key, post, document), Saved)
    deals: list[Any] = export_game(books, key)["deals"]
    return deals


def batched(answers: Sequence[Pressed], size: int) -> Iterator[Sequence[Pressed]]:
    for start in range(0, len(answers), size):
        yield answers[start : start + size]


@pytest.mark.parametrize("variant", CASES)
def test_what_is_pressed_is_the_deal_that_the_site_reads_and_exports(
    keys: Keys, variant: str, tmp_path: Path
) -> None:
    players, times, make = CASES[variant]
    setup = setup_of(variant, players)
    deals = [make(setup, Random(seed)) for seed in range(times)]
    answers = keys.press_all([presses_of(setup, deal) for deal in deals], setup)
    for deal, pressed in zip(deals, answers, strict=True):
        assert not pressed.refusals
        read = send(setup, pressed)
        assert (read.by, read.ending, read.upcard) == (deal.by, deal.ending, deal.upcard)
        for had, got in zip(deal.hands, read.hands, strict=True):
            assert facts(got, setup) == facts(had, setup)
    if variant == "gin150":
        return  # generated gin hands can seldom knock
    books = Books.at(tmp_path / "scorekeeper.sqlite3")
    for some in batched(answers, 5 if variant == "contract" else 20):
        documents = [document_of(setup, pressed) for pressed in some]
        sent = [write_deal(send(setup, pressed), setup.players) for pressed in some]
        assert kept(books, setup, documents) == sent
    books.close()


def test_the_points_on_the_keys_are_the_points_of_the_site(keys: Keys) -> None:
    setup = setup_of("laws")
    deals = [make_deal(setup, Random(seed), cards=75) for seed in range(100)]
    answers = keys.press_all([presses_of(setup, deal) for deal in deals], setup)
    for pressed in answers:
        verdict = setup.variant.family.judge(
            setup.options, send(setup, pressed), Table(players=setup.players, number=1)
        )
        assert verdict.score is not None, verdict.problems
        assert list(pressed.points) == [hand.points for hand in verdict.score.hands]


def taps(cards: int) -> list[int]:
    """Taps for whole deals of about so many cards, the one on Show the score among them."""
    setup = setup_of("laws")
    deals = [make_deal(setup, Random(seed), cards=cards) for seed in range(200)]
    return [len(presses_of(setup, deal)) + 1 for deal in deals]


def test_a_usual_deal_of_three_players_takes_few_taps() -> None:
    counts = taps(50)
    assert median(counts) <= 45
    assert quantiles(counts, n=10)[-1] <= 60


def test_a_table_full_of_cards_takes_less_than_a_tap_a_card() -> None:
    counts = taps(75)
    assert median(counts) <= 60
    assert quantiles(counts, n=10)[-1] <= 65


_TAP_ALL = """(presses) => {
  for (const press of presses) {
    const keys = document.querySelectorAll(`#pad [data-press="${press}"]`);
    keys[keys.length - 1].click();
  }
  return Object.fromEntries(new FormData(document.getElementById("deal")));
}"""


def test_the_page_takes_the_taps_that_were_counted(keys: Keys, screens: Screens) -> None:
    setup = setup_of("laws")
    deals = [make_deal(setup, Random(seed), cards=50) for seed in range(10)]
    answers = keys.press_all([presses_of(setup, deal) for deal in deals], setup)
    page = screens.open(360)
    game = bring(page, {**EMPTY, "players": list(setup.players)})
    for deal, pressed in zip(deals, answers, strict=True):
        page.goto(game + "enter")
        sent = page.evaluate(_TAP_ALL, presses_of(setup, deal))
        assert {name: sent.get(name) for name in pressed.fields} == dict(pressed.fields)
        page.evaluate("localStorage.clear()")
