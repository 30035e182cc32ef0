"""Own hands of partners: each pair on its own phones, scored when every pair has ended."""

import re

from flask import Flask

from tests.web.partners import DEAL, bring
from tests.web.phone import Form, Phone, Seen

HANDS = (
    {"ending": "knock", "upcard": "KD", "hand0-deadwood_points": "4"},
    {"ending": "other", "hand1-deadwood_points": "34"},
    {"ending": "knock", "upcard": "KS", "hand0-deadwood_points": "9"},
    {"ending": "other", "hand1-deadwood_points": "5"},
)


def own_form(page: Seen, seat: int) -> Form:
    return next(each for each in page.forms if each.action.endswith(f"hand/{seat}"))


def hand_in(phone: Phone, game: str, seat: int, **changed: str) -> int:
    form = own_form(phone.open(f"{game}hand/{seat}"), seat)
    return phone.post(form.action, {**form.values, **HANDS[seat], **changed}).status


def words(phone: Phone, game: str) -> str:
    return " ".join(phone.open(game + "hands").text.split())


def plain(text: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", text).split())


def test_a_hand_is_asked_as_in_a_game_of_two(phone: Phone) -> None:
    page = phone.open(bring(phone) + "hand/3").text
    assert "Against Cal" in page
    assert 'name="hand1-deadwood_points"' in page
    assert "hand2" not in page


def test_the_pair_that_is_done_waits_for_the_other(phone: Phone) -> None:
    game = bring(phone)
    for seat in (0, 1):
        assert hand_in(phone, game, seat) == 303
    assert "Cal and Dot still play. Ann is 30 up." in words(phone, game)
    assert "Score the deal" not in words(phone, game)


def test_the_hands_of_all_pairs_make_the_deal(phone: Phone) -> None:
    game = bring(phone)
    for seat in range(4):
        assert hand_in(phone, game, seat) == 303
    page = phone.open(game + "hands")
    form = next(at for at, each in enumerate(page.forms) if "fingerprint" in each.values)
    assert "30 − 14 = 16 for Ann and Cal." in phone.follow(phone.send(page, {}, form=form)).text


def test_a_dead_pair_needs_no_hands_and_the_other_pair_does(phone: Phone) -> None:
    game = bring(phone)
    dead = {"ending": "dead", "upcard": "KS", "hand0-deadwood_points": ""}
    assert hand_in(phone, game, 2, **dead) == 303
    assert "Score the deal" not in words(phone, game)
    for seat in (0, 1):
        hand_in(phone, game, seat)
    assert "Score the deal" in words(phone, game)


def test_both_of_a_pair_cannot_have_knocked(phone: Phone) -> None:
    game = bring(phone)
    hand_in(phone, game, 2)
    hand_in(phone, game, 3, ending="knock", upcard="KS")
    assert "Cal – Dot. Who knocked: Cal or Dot?" in words(phone, game)


def test_two_versions_of_a_hand_are_compared(phone: Phone, site: Flask) -> None:
    game = bring(phone)
    hand_in(phone, game, 3)
    other = Phone(site)
    hand_in(other, game, 3, **{"hand1-deadwood_points": "6"})
    assert "2 versions" in words(phone, game)


def test_a_hand_that_cannot_knock_is_refused_at_its_field(phone: Phone) -> None:
    game = bring(phone)
    page = phone.open(f"{game}hand/2")
    form = next(each for each in page.forms if each.action.endswith("hand/2"))
    typed = {**form.values, **HANDS[2], "upcard": "ZZ"}
    refused = phone.post(form.action, typed)
    assert refused.status == 422
    assert 'href="#upcard"' in refused.text
    assert refused.forms


def test_a_hand_that_was_sent_comes_back_to_be_changed(phone: Phone) -> None:
    game = bring(phone)
    hand_in(phone, game, 3)
    page = phone.open(f"{game}hand/3")
    form = next(each for each in page.forms if each.action.endswith("hand/3"))
    assert form.values["hand1-deadwood_points"] == "5"


def test_a_dead_pair_is_told_to_the_other_player_of_it(phone: Phone, site: Flask) -> None:
    game = bring(phone)
    dot = Phone(site)
    open_form = dot.open(game + "hand/3")
    hand_in(phone, game, 2, ending="dead", **{"hand0-deadwood_points": ""})
    assert "Dot dead: no cards needed" in plain(phone.open(game + "hands").text)
    assert "Waiting for Ann and Bob." in words(phone, game)
    # The form is filled with what Cal said, and one that was open before may be sent as it is.
    form = own_form(dot.open(game + "hand/3"), 3)
    assert (form.values["ending"], form.values["upcard"]) == ("dead", "KS")
    assert dot.post(form.action, {**own_form(open_form, 3).values, "ending": "other"}).status == 303
    hand_in(phone, game, 0)
    hand_in(phone, game, 1)
    page = phone.open(game + "hands")
    form_at = next(at for at, each in enumerate(page.forms) if "fingerprint" in each.values)
    scored = phone.follow(phone.send(page, {}, form=form_at)).text
    assert "Dead: no points in this pair." in scored


def test_own_hands_are_of_the_opponents_that_their_players_name(phone: Phone) -> None:
    game = bring(phone, DEAL)
    page = phone.open(game + "hand/0?against=3")
    assert "Against Dot" in page.text
    form = own_form(page, 0)
    assert phone.post(form.action, {**form.values, **HANDS[0]}).status == 303
    # The others' forms follow it, and the fourth hand makes the deal.
    assert "Against Cal" in phone.open(game + "hand/1").text
    for seat, typed in ((1, HANDS[3]), (2, HANDS[2]), (3, HANDS[1])):
        assert hand_in(phone, game, seat, **typed) == 303
    page = phone.open(game + "hands")
    form_at = next(at for at, each in enumerate(page.forms) if "fingerprint" in each.values)
    scored = plain(phone.follow(phone.send(page, {}, form=form_at)).text)
    assert "Ann – Dot" in scored
    assert "30 − 14 = 16 for Ann and Cal." in scored
    assert "Against Dot" in phone.open(game + "hand/0").text


def test_hands_that_name_other_opponents_are_asked_about(phone: Phone) -> None:
    game = bring(phone)
    late = own_form(phone.open(game + "hand/1"), 1)
    form = own_form(phone.open(game + "hand/0?against=3"), 0)
    phone.post(form.action, {**form.values, **HANDS[0]})
    phone.post(late.action, {**late.values, **HANDS[1]})
    assert "Who plays whom: the hands do not agree." in words(phone, game)
    mended = own_form(phone.open(game + "hand/1?against=2"), 1)
    phone.post(mended.action, mended.values)
    assert "Who plays whom" not in words(phone, game)
    assert [phone.open(f"{game}hand/0?against={of}").status for of in ("2", "0", "9", "x")] == [
        *[404] * 4,
    ]


def test_every_hand_of_partners_may_say_who_of_the_table_dealt(phone: Phone) -> None:
    game = bring(phone)
    for seat in range(4):
        assert hand_in(phone, game, seat, dealer="2" if seat < 2 else "") == 303
    assert own_form(phone.open(game + "hand/1"), 1).values["dealer"] == "2"
    hand_in(phone, game, 1, dealer="3")
    assert "Who dealt: the hands do not agree." in words(phone, game)
    hand_in(phone, game, 1, dealer="2")
    page = phone.open(game + "hands")
    form = next(at for at, each in enumerate(page.forms) if "fingerprint" in each.values)
    assert "Ann and Cal dealt." in phone.follow(phone.send(page, {}, form=form)).text
