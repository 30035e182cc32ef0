"""The form of a new game without scripts: its first values, and each of its buttons."""

import re
from datetime import timedelta
from html import unescape

import pytest
from flask import Flask

from scorekeeper.rules.cards import JOKER, read_card
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.new_game.form_page import cut_rank, draw_for_seats, stake_steps
from tests.web.clocks import clock_set
from tests.web.deals import ANN_OUT
from tests.web.phone import Phone, Seen


def press(phone: Phone, seen: Seen, button: str, **typed: str) -> Seen:
    return phone.send(seen, {**typed, "do": button}, form=len(seen.forms) - 1)


def seats(seen: Seen) -> list[str]:
    values = seen.forms[-1].values
    names = [values.get(f"players-{seat}", "") for seat in range(8)]
    return [name for name in names if name]


def main_button(seen: Seen) -> tuple[str, str]:
    found = re.search(r'id="start-word">(.*?)</span>\s*<small id="meaning">(.*?)<', seen.text)
    assert found is not None
    return unescape(found[1]), unescape(found[2])


def chips(seen: Seen) -> list[str]:
    return re.findall(r'data-name="(.*?)"', seen.text)


def house(seen: Seen) -> str:
    found = re.search(r'id="house">(.*?)</p>', seen.text)
    assert found is not None
    return unescape(found[1])


def status_line(seen: Seen) -> str:
    found = re.search(r'id="say">(.*?)</p>', seen.text)
    assert found is not None
    return unescape(found[1])


@pytest.fixture
def known(phone: Phone) -> Phone:
    """Return a phone that remembers two games, the last one of Ann, Bob and Cal."""
    phone.start("Dot", "Eve")
    phone.start("Ann", "Bob", "Cal", **{"stake-amount": "1"})
    return phone


def test_the_first_page_is_the_form_filled_as_last_time(known: Phone) -> None:
    assert seats(known.open("/")) == ["Ann", "Bob", "Cal"]


def test_while_nothing_is_changed_the_button_says_the_same_again(known: Phone) -> None:
    assert main_button(known.open("/")) == ("Same again", "Laws · $1 per 100 · Ann, Bob, Cal")


def test_after_a_change_the_button_starts_a_game(known: Phone) -> None:
    changed = press(known, known.open("/"), "seat:Dot")
    assert main_button(changed) == ("Start the game", "Laws · $1 per 100 · Ann, Bob, Cal, Dot")


def test_a_change_taken_back_is_the_same_again(known: Phone) -> None:
    changed = press(known, known.open("/"), "seat:Dot")
    assert main_button(press(known, changed, "seat:Dot"))[0] == "Same again"


def test_the_same_again_is_one_post_from_the_first_page(known: Phone) -> None:
    home = known.open("/")
    table = known.follow(known.send(home, {}, form=len(home.forms) - 1))
    assert "Deal 1 · $1 per 100" in table.text


def test_a_form_gone_back_to_and_changed_starts_another_game(known: Phone) -> None:
    home = known.open("/")
    first = known.send(home, {}, form=len(home.forms) - 1)
    second = known.send(home, {"players-2": "Dot"}, form=len(home.forms) - 1)
    assert first.answer.location != second.answer.location


def test_people_of_all_games_of_this_phone_are_known_those_of_the_last_first(known: Phone) -> None:
    assert chips(known.open("/")) == ["Ann", "Bob", "Cal", "Dot", "Eve"]


def test_the_five_latest_people_are_offered_and_all_others_behind_a_tap(phone: Phone) -> None:
    for number in range(7):
        phone.start(f"Ann{number}x", f"Ann{number}y", f"Ann{number}z")
    offered, _, behind = phone.open("/").text.partition('id="seats"')
    names = [f"Ann{number}{letter}" for number in range(6, -1, -1) for letter in "xyz"]
    assert re.findall(r'data-name="(.*?)"', offered) == names[:5]
    assert re.findall(r'data-name="(.*?)"', behind) == names[5:]
    assert "All 21 names" in behind


def test_nobody_stands_twice_after_another_variant_was_chosen(phone: Phone) -> None:
    seen = phone.open("/")
    typed = {"players-0": "Ann", "players-1": "Bob", "do": "variant:gin150"}
    changed = phone.send(seen, typed, form=len(seen.forms) - 1).text
    assert re.findall(r"<b>(\d)</b><span>(\w+)", changed) == [("1", "Ann"), ("2", "Bob")]
    assert '<details class="more" id="seats">' in changed


def test_the_chosen_come_first_and_another_name_is_typed_beside_them(known: Phone) -> None:
    seen = press(known, press(known, known.open("/"), "seat:Ann"), "seat:Dot")
    before, _, after = seen.text.partition("+ Name")
    assert re.findall(r'data-name="(.*?)"', before) == ["Bob", "Cal", "Dot"]
    assert re.findall(r'data-name="(.*?)"', after) == ["Ann", "Eve"]


def test_people_of_other_phones_are_not_known(known: Phone, other_phone: Phone) -> None:
    assert chips(other_phone.open("/")) == []


def test_a_name_is_known_as_it_is_written_now(known: Phone) -> None:
    game = known.start("Ann", "Bob")
    seen = known.open(game + "players")
    known.send(seen, {"name": "Bobby"}, form=2)
    assert "Bobby" in chips(known.open("/"))


def test_a_name_tapped_leaves_its_seat_and_the_others_move_up(known: Phone) -> None:
    assert seats(press(known, known.open("/"), "seat:Ann")) == ["Bob", "Cal"]


def test_names_take_seats_in_the_order_of_the_taps(known: Phone) -> None:
    seen = known.open("/")
    for name in ("Ann", "Cal", "Eve", "Ann"):
        seen = press(known, seen, f"seat:{name}")
    assert seats(seen) == ["Bob", "Eve", "Ann"]


def test_a_new_name_takes_the_next_seat(known: Phone) -> None:
    seen = press(known, known.open("/"), "look", newcomer=" Fay ")
    assert seats(seen) == ["Ann", "Bob", "Cal", "Fay"]


def test_a_new_name_that_left_its_seat_is_still_offered(known: Phone) -> None:
    seen = press(known, known.open("/"), "look", newcomer="Fay")
    assert "Fay" in chips(press(known, seen, "seat:Fay"))


def test_a_new_name_not_yet_added_plays_when_the_game_starts(known: Phone) -> None:
    home = known.open("/")
    sent = known.send(home, {"newcomer": "Fay"}, form=len(home.forms) - 1)
    assert ">Fay<" in known.follow(sent).text


def test_arrows_change_places(known: Phone) -> None:
    seen = press(known, known.open("/"), "down:0")
    assert seats(press(known, seen, "up:2")) == ["Bob", "Cal", "Ann"]


@pytest.mark.parametrize(
    "button", ["up:0", "down:99", "up:x", "nonsense", "variant:whist", "seat:"]
)
def test_a_button_that_nobody_can_press_changes_nothing(known: Phone, button: str) -> None:
    assert seats(press(known, known.open("/"), button)) == ["Ann", "Bob", "Cal"]


def test_another_variant_keeps_the_people_and_never_raises_the_stake(known: Phone) -> None:
    seen = press(known, known.open("/"), "variant:modern")
    assert main_button(seen)[1] == "Modern · $1 per 100 · Ann, Bob, Cal"


def test_a_variant_for_two_leaves_the_third_without_a_seat(known: Phone) -> None:
    seen = press(known, known.open("/"), "variant:gin150")
    assert seats(seen) == ["Ann", "Bob"]
    assert "Cal" in chips(seen)


def test_a_person_without_a_seat_is_named(known: Phone) -> None:
    seen = press(known, known.open("/"), "variant:gin150")
    assert status_line(seen) == "Gin 150 seats two: Cal has no seat."


def test_if_everybody_has_a_seat_nobody_is_named(known: Phone) -> None:
    assert status_line(press(known, known.open("/"), "variant:modern")) == ""


def test_house_rules_and_the_points_of_the_stake_are_there_on_coming_back(known: Phone) -> None:
    chosen = {"options-target": "500", "options-tie": "play_on", "stake-per": "10"}
    seen = press(known, known.open("/"), "variant:gin150", **chosen)
    assert "The house rules you chose stay with Laws." in status_line(seen)
    assert seen.forms[-1].values["options-target"] == "150"
    back = press(known, press(known, seen, "variant:modern"), "variant:laws").forms[-1].values
    assert {name: back[name] for name in chosen} == chosen


def test_a_field_that_keeps_no_terms_changes_nothing(known: Phone) -> None:
    kept = {"terms-gin150": "players-0=Eve&variant=laws&%ff=&options-target=x"}
    seen = press(known, known.open("/"), "variant:gin150", **kept)
    assert seats(seen) == ["Ann", "Bob"]
    assert main_button(seen)[1].startswith("Gin 150 ·")


def test_a_variant_comes_with_the_house_rules_it_was_last_played_with(known: Phone) -> None:
    known.start("Dot", "Eve", variant="modern", **{"options-target": "500"})
    known.start("Ann", "Bob")
    seen = press(known, known.open("/"), "variant:modern")
    assert house(seen) == "Differs: Target: 500."


def test_house_rules_as_printed_are_shown_in_one_line(phone: Phone) -> None:
    assert house(phone.open("/")) == "Game at 1000, scores rounded."


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_says_what_is_printed(phone: Phone, variant: str) -> None:
    assert re.fullmatch(r"[A-Z0-9]\S.*\.", house(phone.open(f"/new?variant={variant}")))


@pytest.mark.parametrize(
    ("typed", "button", "then"),
    [
        ("1.00", "more", "2.00"),
        ("1.00", "less", "0.50"),
        ("", "more", "0.05"),
        ("0.05", "less", ""),
        ("0,30", "more", "0.50"),
        ("100.00", "more", "100.00"),
    ],
)
def test_the_stake_goes_by_usual_steps(phone: Phone, typed: str, button: str, then: str) -> None:
    seen = press(phone, phone.open("/new"), button, **{"stake-amount": typed})
    assert seen.forms[0].values["stake-amount"] == then


def test_the_steps_have_the_digits_of_the_currency() -> None:
    assert (stake_steps("JPY")[1], stake_steps("EUR")[1], stake_steps("KWD")[1]) == (5, 5, 50)


def test_a_stake_in_no_currency_stays_as_typed(phone: Phone) -> None:
    typed = {"stake-amount": "1", "stake-currency": "XYZ"}
    seen = press(phone, phone.open("/new"), "more", **typed)
    assert seen.forms[0].values["stake-amount"] == "1"


def test_the_same_game_again_by_its_address(known: Phone) -> None:
    game = known.start("Eve", "Dot", variant="gin100").split("/")[2]
    known.start("Ann", "Bob")
    seen = known.open(f"/new?again={game}")
    assert main_button(seen) == ("Same again", "Gin 100 · Eve, Dot")


def test_a_game_this_phone_does_not_know_fills_nothing(known: Phone, other_phone: Phone) -> None:
    game = known.start("Ann", "Bob").split("/")[2]
    assert seats(other_phone.open(f"/new?again={game}")) == []


def test_a_game_under_way_says_where_it_stands(known: Phone) -> None:
    known.fill(known.start("Ann", "Bob") + "enter", ANN_OUT)
    assert re.search(r"Deal 2 is next\. Ann leads with \d+\.", known.open("/").text)


def test_the_draw_seats_everybody_and_says_who_deals(known: Phone) -> None:
    seen = press(known, known.open("/"), "draw")
    assert sorted(seats(seen)) == ["Ann", "Bob", "Cal"]
    assert f"{seats(seen)[-1]} drew the lowest card and deals first." in seen.text


def test_in_a_draw_the_lowest_card_deals_and_the_next_sits_at_the_left() -> None:
    names = {f"players-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Dot"))}
    for _ in range(50):
        drawn = draw_for_seats(names).draw
        assert drawn is not None
        *others, dealer = [cut_rank(card) for _, card in drawn.cuts]
        assert [dealer, *others] == sorted([dealer, *others])
        assert len({card for _, card in drawn.cuts}) == 4


def test_everybody_can_draw_any_seat() -> None:
    names = {"players-0": "Ann", "players-1": "Bob", "players-2": "Cal"}
    orders = set()
    for _ in range(200):
        seated = draw_for_seats(names).values
        orders.add(tuple([seated[seat] for seat in names]))
    assert len(orders) == 6


def test_a_draw_among_nobody_seats_nobody(phone: Phone) -> None:
    assert "drew the lowest" not in press(phone, phone.open("/new"), "draw").text


def test_in_a_cut_the_joker_is_low_the_ace_high_and_spades_above_clubs() -> None:
    cards = [JOKER, *[read_card(text) for text in ("2C", "2S", "KH", "AD")]]
    ranks = [cut_rank(card) for card in cards if card is not None]
    assert ranks == sorted(ranks)
    assert len(ranks) == 5


def test_a_new_game_is_played_on_the_day_of_the_sites_clock(site: Flask, phone: Phone) -> None:
    with clock_set(site, timedelta(days=400)) as store:
        seen = phone.open("/new")
        assert seen.forms[-1].values["played_on"] == store.today()


def test_a_fifth_seat_is_offered_only_where_five_may_play(phone: Phone) -> None:
    def offered(**values: str) -> int:
        shown = press(phone, phone.open("/new"), "look", **values).forms[-1].values
        return sum([f"players-{seat}" in shown for seat in range(8)])

    assert offered() == 4
    assert offered(**{"options-five_players": "yes"}) == 5


def test_partners_that_are_not_named_are_asked_for(phone: Phone) -> None:
    """Two of the four seats of partners were left empty: who plays is not guessed."""
    form = press(phone, phone.open("/new"), "variant:gin150")
    form = press(phone, form, "number:4")
    names = {"players-0": "Ann", "players-1": "Bob"}
    seen = phone.send(form, names, form=len(form.forms) - 1)
    assert (
        seen.text.count("Name this player, or choose fewer players above") == 2 * 2
    )  # on top as well
    assert seats(seen) == ["Ann", "Bob"]
