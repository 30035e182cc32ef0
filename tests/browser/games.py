"""Games that browser tests bring to the site as records."""

import json
import re
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Page

NAMES: Final = ("Ann", "Bartholomew Longfellow", "Cal", "Dot", "Eve")
LONG: Final = "Wilhelmina Maximiliana Montgomery-Wu Abc"
_HIDDEN: Final = re.compile(
    r'type="hidden" name="(csrf_token|entry_id|version|target|number|by)" value="([^"]+)"'
)


def bring(page: Page, record: dict[str, Any]) -> str:
    """Bring a game with this record to the site, open it on the page, and return its address."""
    address = post_record(page, record)
    page.goto(address)
    return address


def post_record(page: Page, record: dict[str, Any]) -> str:
    """Bring a game with this record to the site; return its address, known to the browser."""
    return send_form(page, "/import", text=json.dumps(record))


def take_seat(phone: Page, game: str, seat: int) -> None:
    """Take a seat without looking at the page of seats, which has tests of its own."""
    send_form(phone, f"{game}seat", seat=str(seat))


def hand_in(phone: Page, game: str, seat: int, **typed: str) -> None:
    """Hand in the cards of a player without looking at the form."""
    send_form(
        phone, f"{game}hand/{seat}", **{_field(seat, name): text for name, text in typed.items()}
    )


def _field(seat: int, name: str) -> str:
    return name if name in ("ending", "upcard") else f"hand{seat}-{name}"


def door_of(host: Page, game: str) -> str:
    """Return the game's path by the players' link, as the QR code of the score sheet has it."""
    sheet = host.request.get(game).text()
    # The code names the address for phones of the house, which this machine need not have.
    found = re.search(r"<figcaption>(.+?)seat</figcaption>", sheet)
    assert found is not None, sheet
    return urlsplit(found[1]).path


def renew_host_link(page: Page, game: str) -> str:
    """Renew the host's link; return the address of the game by the new one."""
    links = send_form(page, f"{game}links", action=f"{game}links/new", role="host")
    return links.removesuffix("links")


def send_form(page: Page, address: str, *, action: str = "", **typed: str) -> str:
    """Send the form of a page without showing it, a third of the work; return where it leads."""
    form = dict(_HIDDEN.findall(page.request.get(address).text()))
    answer = page.request.post(action or address, form={**form, **typed}, max_redirects=0)
    assert answer.status == 303, answer.text()
    return urljoin(answer.url, answer.headers["location"])


def empty_game(variant: str, players: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """Return the record of a game before its first deal."""
    first = {"format": "scorekeeper-game/1", "variant": variant, "players": list(players)}
    return {**first, "deals": [], **more}


def total(melded: int, in_hand: int) -> dict[str, int]:
    """Return a hand in totals."""
    return {"melded_points": melded, "in_hand_points": in_hand}


def game_over() -> dict[str, Any]:
    """Return the record of a game that is over, with all that is hard to show.

    Five players, long names, totals below zero, a concealed hand, money, one deal in cards.
    """
    ann, bart, *others = NAMES
    cards: dict[str, Any] = {name: total(0, 140) for name in others}
    cards[ann] = {"melds": ["8S 9S 2D=TS JS QS KS", "KH KD JK=KC", "5H 5C 5S 5D"], "in_hand": ""}
    cards[bart] = {"melds": ["9C TC JC"], "in_hand": "AS 7D 2H QD 8H 6C 3C 4H 4D 6D"}
    cards[bart]["penalties"] = [{"points": 25, "reason": "spilled beer"}]
    last: dict[str, Any] = {name: total(0, 900) for name in NAMES} | {ann: total(900, 0)}
    return {
        "format": "scorekeeper-game/1",
        "variant": "modern",
        "options": {"rounding": "nearest_100"},
        "players": list(NAMES),
        "stake": {"currency": "EUR", "amount": "1.00", "per": 100},
        "deals": [
            {"ending": "out", "by": ann, "concealed": True, "hands": cards},
            {"ending": "out", "by": ann, "hands": last},
        ],
    }


def five() -> dict[str, Any]:
    """Return a game of five players, one of a long name, after one deal in cards."""
    record = game_over()
    record["deals"] = record["deals"][:1]
    return record


def game_of(*names: str) -> dict[str, Any]:
    """Return a game by the laws after two deals; the last player is far below zero."""
    hands = {name: total(40 + 5 * seat, 20) for seat, name in enumerate(names)}
    return {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "players": list(names),
        "deals": [
            {"ending": "out", "by": names[0], "hands": {**hands, names[0]: total(110, 0)}},
            {"ending": "stock", "hands": {**hands, names[-1]: total(0, 1130)}},
        ],
    }


def forty_deals() -> dict[str, Any]:
    """Return a game of four, two of long names, after forty deals; three are far below zero."""
    names = ("Ann", "Bartholomew Longfellow-Smythe", "Cal", "Wilhelmina of Castle Rackrent")
    deals = [
        {
            "ending": "out",
            "by": "Ann",
            "concealed": number % 9 == 0,
            "hands": {name: total(0, 105 + 5 * number) for name in names} | {"Ann": total(20, 0)},
        }
        for number in range(40)
    ]
    return empty_game("laws", names) | {"options": {"target": 50_000}, "deals": deals}


def ten_players() -> dict[str, Any]:
    """Return a contract game of ten players that is over, with money."""
    names = (*NAMES, *[f"{name} the younger" for name in ("Ann", "Bob", "Cal", "Dot", "Eve")])
    hands = {name: {"in_hand_points": 15 + 5 * seat} for seat, name in enumerate(names)}
    deals = [
        {"ending": "out", "by": name, "hands": hands | {name: {"in_hand_points": 0}}}
        for name in names[:5]
    ]
    stake = {"currency": "USD", "amount": "1.00", "per": 1}
    options = {"settlement": "difference"}
    return empty_game("contract", names) | {"options": options, "stake": stake, "deals": deals}


def hollywood(deals: int = 6) -> dict[str, Any]:
    """Return the first deals of a Hollywood game, which one with a long name loses."""
    won = (("Ann", 30), ("Ann", 25), (LONG, 40), ("Ann", 35), (LONG, 20), ("Ann", 28), ("Ann", 60))
    return {
        "format": "scorekeeper-game/1",
        "variant": "gin100",
        "options": {
            "scoring": "hollywood",
            "box_bonus": 25,
            "game_bonus": 100,
            "shutout": "double_total",
        },
        "players": ["Ann", LONG],
        "stake": {"currency": "USD", "amount": "0.01", "per": 1},
        "deals": [_knock(winner, points) for winner, points in won[:deals]],
    }


def partners(*names: str) -> dict[str, Any]:
    """Return a game of partners after one deal in which both sides won a pair."""
    one, other, *_ = names
    cards = {
        one: {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        other: {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    }
    pairs = [
        {"players": [one, other], "upcard": "7D", "ending": "knock", "by": one, "hands": cards}
    ]
    for first, second in zip(names[2::2], names[3::2], strict=True):
        hands = {first: {"deadwood_points": 9}, second: {"deadwood_points": 5}}
        pairs.append(
            {
                "players": [first, second],
                "upcard": "KS",
                "ending": "knock",
                "by": first,
                "hands": hands,
            }
        )
    return empty_game("gin150", names, deals=[{"pairs": pairs}])


def _knock(winner: str, points: int) -> dict[str, Any]:
    hands = {name: {"deadwood_points": points + 2} for name in ("Ann", LONG)}
    hands[winner] = {"deadwood_points": 2}
    return {"upcard": "KD", "ending": "knock", "by": winner, "hands": hands}


def gin_game() -> dict[str, Any]:
    """Return a game of gin after one knock, in cards."""
    hands = {
        "Ann": {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        LONG: {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    }
    return {
        "format": "scorekeeper-game/1",
        "variant": "gin150",
        "players": ["Ann", LONG],
        "deals": [{"upcard": "7D", "ending": "knock", "by": "Ann", "hands": hands}],
    }
