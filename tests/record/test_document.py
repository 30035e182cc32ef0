"""From bytes to JSON: what is refused before a record is read."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.record.document import DocumentError, parse_document

MEBIBYTE = 1024 * 1024
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    # Lone surrogates are refused by their own test.
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=3
        )
    ),
    max_leaves=12,
)


def refusal(raw: bytes) -> str:
    with pytest.raises(DocumentError) as caught:
        parse_document(raw)
    return str(caught.value)


def is_parsed_or_refused_in_words(raw: bytes) -> bool:
    """Whether no other exception comes out."""
    try:
        parse_document(raw)
    except DocumentError as refused:
        return bool(str(refused))
    return True


def lists(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def objects(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


def depth_of(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max([depth_of(each) for each in value.values()], default=0)
    if isinstance(value, list):
        return 1 + max([depth_of(each) for each in value], default=0)
    return 0


def test_an_object_is_parsed() -> None:
    assert parse_document(b'{"players": ["Ann"]}') == {"players": ["Ann"]}


def test_a_mark_at_the_beginning_is_passed_over() -> None:
    assert parse_document(b"\xef\xbb\xbf{}") == {}


def test_text_beyond_ascii_is_parsed() -> None:
    assert parse_document('"Zoë ♠"'.encode()) == "Zoë ♠"


def test_a_whole_surrogate_pair_is_parsed() -> None:
    assert parse_document(b'"\\ud83c\\udca1"') == "\U0001f0a1"


def test_a_mebibyte_is_not_too_large() -> None:
    assert parse_document(b"[" + b" " * (MEBIBYTE - 2) + b"]") == []


def test_a_byte_more_is_too_large() -> None:
    assert refusal(b"[" + b" " * (MEBIBYTE - 1) + b"]") == "The record is larger than 1 MiB"


@pytest.mark.parametrize("nested", [lists, objects])
def test_eight_levels_are_not_too_deep(nested: Any) -> None:
    assert depth_of(parse_document(nested(8))) == 8


@pytest.mark.parametrize("nested", [lists, objects])
def test_nine_levels_are_too_deep(nested: Any) -> None:
    assert refusal(nested(9)) == "The record is nested deeper than 8 levels"


@pytest.mark.parametrize("nested", [lists, objects])
def test_a_hundred_thousand_levels_are_too_deep(nested: Any) -> None:
    assert refusal(nested(100_000)) == "The record is nested deeper than 8 levels"


def test_a_hundred_thousand_open_brackets_are_refused() -> None:
    assert refusal(b"[" * 100_000)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_constants_beyond_json_are_refused(constant: str) -> None:
    assert refusal(b'{"per": %s}' % constant.encode()) == (
        f"The record is not JSON: {constant} is no number of it"
    )


def test_a_key_twice_in_an_object_is_refused() -> None:
    raw = b'{"Ann": 1, "Ann": 2}'
    assert refusal(raw) == "The record has the key “Ann” twice in one object"


def test_a_key_in_two_objects_is_parsed() -> None:
    assert parse_document(b'[{"Ann": 1}, {"Ann": 2}]') == [{"Ann": 1}, {"Ann": 2}]


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert refusal(b"9" * 5000) == "The record holds a number that is too long"


@pytest.mark.parametrize("raw", [b'"\\ud800"', b'{"\\udfff": 1}', b'["a", {"b": "\\ud800x"}]'])
def test_half_a_surrogate_pair_is_refused(raw: bytes) -> None:
    assert refusal(raw) == "The record is not UTF-8 text"


@pytest.mark.parametrize("raw", [b"\xff\xfe{\x00}\x00", b'"\xe9"', b"\xed\xa0\x80", b"\x80"])
def test_what_is_not_utf_8_is_refused(raw: bytes) -> None:
    assert refusal(raw) == "The record is not UTF-8 text"


@pytest.mark.parametrize("raw", [b"", b" ", b"{", b"{'a': 1}", b"[1,]", b"nul", b"{} {}", b"01"])
def test_what_is_not_json_is_refused_with_its_place(raw: bytes) -> None:
    text = refusal(raw)
    assert text.startswith("The record is not JSON: ")
    assert "line 1, column " in text


@settings(max_examples=100)
@given(st.binary(max_size=60))
def test_any_bytes_are_parsed_or_refused(raw: bytes) -> None:
    assert is_parsed_or_refused_in_words(raw)


@settings(max_examples=100)
@given(st.text(alphabet='{}[]",:0123456789eE+-. \\u\ntrufalsn', max_size=40))
def test_anything_like_json_is_parsed_or_refused(text: str) -> None:
    assert is_parsed_or_refused_in_words(text.encode())


@settings(max_examples=100)
@given(JSON)
def test_json_is_parsed_if_it_is_not_too_deep(value: Any) -> None:
    raw = json.dumps(value).encode()
    if depth_of(value) <= 8:
        assert parse_document(raw) == value
    else:
        assert "deeper" in refusal(raw)
