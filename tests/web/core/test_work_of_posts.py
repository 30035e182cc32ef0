"""What a post may cost: twice as much of anything is at most twice the work."""

from functools import partial

import pytest

from tests.steps import count_steps
from tests.web.deals import ANN_OUT
from tests.web.phone import Phone

AT_MOST = 2.2
LINES = {
    "runs": ("enter", "4C 5C 6C\n"),
    "wilds": ("enter", "*******222222\n"),
    "no cards": ("enter/preview", "X 99\n"),
    "wilds of a hand that is too late": ("hand/0", "*******222222\n"),
}


@pytest.mark.parametrize("kind", LINES)
def test_twice_as_many_lines_are_at_most_twice_the_work(phone: Phone, kind: str) -> None:
    page, line = LINES[kind]
    game = phone.start("Ann", "Bob")
    form = phone.open(game + page.removesuffix("/preview")).forms[0].values
    phone.enter_first(game, ANN_OUT)
    few, many = (
        count_steps(partial(phone.post, game + page, {**form, "hand0-melds": line * times}))
        for times in (40, 80)
    )
    assert many < AT_MOST * few


def test_twice_as_many_unknown_fields_are_at_most_twice_the_work(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    form = phone.open(game + "enter").forms[0].values
    few, many = (
        count_steps(
            partial(phone.post, game + "enter", {**form, **{f"a{i}": "1" for i in range(times)}})
        )
        for times in (400, 800)
    )
    assert many < AT_MOST * few
