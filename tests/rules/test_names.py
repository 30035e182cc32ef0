"""What a name may hold, and which names look alike."""

import pytest

from scorekeeper.rules.words import find_hidden_sign, look_of, names_alike, trim_line


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "\u5c71\u7530\u3000\u592a\u90ce",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
        "\U0001f468\u200d\U0001f373",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        "Anne\u00a0Lee",
        "\U0001f3f4\u200d\u2620\ufe0f",
    ],
)
def test_a_name_in_any_script_holds_no_hidden_sign(name: str) -> None:
    assert find_hidden_sign(name) == ""


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("Ann\nBob", "U+000A"),
        ("An\u200bn", "U+200B"),
        ("\ufeffAnn", "U+FEFF"),
        ("An\u202en", "U+202E"),
        ("An\u00adn", "U+00AD"),
        ("An\u2028n", "U+2028"),
        ("\u200dAnn", "U+200D"),
        ("Ann\u200d", "U+200D"),
        ("An\u200d\u200dn", "U+200D"),
        ("An\u200c\u200dn", "U+200C"),
        ("\U0001f3f4\U000e0067", "U+E0067"),
    ],
)
def test_a_sign_without_a_shape_is_found(name: str, sign: str) -> None:
    assert find_hidden_sign(name) == sign


@pytest.mark.parametrize(
    ("typed", "name"), [(" Ann ", "Ann"), ("\u3000Ann\u3000", "Ann"), ("Zoe\u0308", "Zo\u00eb")]
)
def test_a_line_is_trimmed_and_composed(typed: str, name: str) -> None:
    assert trim_line(typed) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann Lee", "AnnLee"),
        ("Ann", "\uff21nn"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u0631\u0636\u0627"),
        ("\u5c71\u7530\u3000\u592a\u90ce", "\u5c71\u7530 \u592a\u90ce"),
    ],
)
def test_names_that_look_alike_have_one_look(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Bo", "Bob"), ("Zoe", "Zo\u00eb")])
def test_a_letter_more_or_an_accent_is_another_look(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


def test_names_that_may_be_one_are_found_the_likeliest_first() -> None:
    others = ["Cal", "Ann-Marie", "Anna", "Zoe", "An", "Catherine", "ánn e", "Hannah"]
    assert names_alike("Anne", others, most=9)[:2] == ["ánn e", "Anna"]
    assert names_alike("Ann", others, most=9) == ["ánn e", "Anna", "An", "Ann-Marie"]
    assert names_alike("Ann", others, most=2) == ["ánn e", "Anna"]
    assert names_alike("Zoë", others, most=9) == ["Zoe"]
    assert names_alike("Katherine", others, most=9) == ["Catherine"]
    assert names_alike("Bob", others, most=9) == []
