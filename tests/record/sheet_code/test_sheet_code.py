"""The sheet code of any game: there and back, of any size, and every change of it found."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import sheet_code
from scorekeeper.record.document import Bounds, parse_document
from scorekeeper.record.reading import Record, read_file, read_record
from scorekeeper.record.sheet_code import (
    PRESET,
    MissingPartsError,
    SheetCodeError,
    is_code,
    read_codes,
)
from scorekeeper.record.writing import encode_record, record_of, sheet_of, write_codes, write_record
from scorekeeper.rules.options import values_of
from tests.examples import tries
from tests.papers.games import record as whole_game
from tests.record.sheet_code import naive
from tests.strategies import TEXT, legal_deals, setups

LONGEST = 858
"""The bytes of a QR code of version 20, level L."""
ALPHABET = naive.LETTERS


def game(name: str, **changes: Any) -> Record:
    found = read_record(whole_game(name, **changes)).record
    assert found is not None
    return record_of(sheet_of(found))


LAWS, GIN = game("laws"), game("gin")


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Games of every variant with all that a record can say; not all of them are legal."""
    setup = draw(setups())
    deals = [draw(legal_deals(setup, number)) for number in range(1, draw(st.integers(1, 4)))]
    options = values_of(setup.options)
    return Record(
        setup=setup,
        chosen={name: value for name, value in options.items() if value is not None},
        title=draw(st.just("") | TEXT),
        place=draw(st.just("") | TEXT),
        played_on=draw(st.sampled_from(["", "2026-11-20"])),
        deals=tuple(deals),
    )


@tries(20)
@given(records(), st.integers(80, LONGEST), st.randoms(use_true_random=True))
def test_any_game_comes_back_from_its_codes_in_any_order(
    played: Record, longest: int, chance: Any
) -> None:
    try:
        texts = list(write_codes(played, start="http://a.b/read#", longest=longest))
    except SheetCodeError:
        texts = list(write_codes(played, longest=LONGEST))
    chance.shuffle(texts)
    document = write_record(played)
    assert read_codes("\n".join(texts)) == document
    assert naive.read(texts, PRESET) == document


def test_a_code_scores_to_the_same_figures() -> None:
    for played in (LAWS, GIN, game("contract")):
        (text,) = write_codes(played, longest=LONGEST)
        assert read_file(text.encode()) == read_file(json.dumps(write_record(played)).encode())


def test_a_usual_game_takes_one_code_with_room_to_spare() -> None:
    assert (len(LAWS.setup.players), len(LAWS.deals)) == (3, 6)
    (text,) = write_codes(LAWS, start="https://cards.example.org/read#", longest=LONGEST)
    assert len(text) <= 586  # version 16


def test_codes_are_as_few_as_can_be_and_alike_in_length() -> None:
    texts = write_codes(LAWS, start="http://a.b/read#", longest=200)
    data = [text.rpartition(".")[2] for text in texts]
    assert max([len(text) for text in texts]) <= 200
    assert len(texts) == 4
    assert max(map(len, data)) - min(map(len, data)) <= 1


def test_a_game_of_more_than_twelve_codes_has_none() -> None:
    counts: list[int] = []
    shorter = range(LONGEST, 0, -1)
    with pytest.raises(SheetCodeError, match="too long for a code: it would take 13 of them"):
        counts.extend(len(write_codes(LAWS, longest=longest)) for longest in shorter)
    assert counts[-1] == 12


def test_every_change_of_a_letter_of_the_data_is_found() -> None:
    (text,) = write_codes(GIN, longest=LONGEST)
    head, _, data = text.rpartition(".")
    for place, was in enumerate(data):
        for letter in ALPHABET.replace(was, ""):
            changed = f"{head}.{data[:place]}{letter}{data[place + 1 :]}"
            with pytest.raises(SheetCodeError, match="changed or misread"):
                read_codes(changed)


def test_every_change_of_a_head_is_found() -> None:
    texts = write_codes(GIN, longest=200)
    head = texts[0].rpartition(".")[0]
    for place in range(len(head)):
        for letter in "019afSK.#":
            changed = f"{texts[0][:place]}{letter}{texts[0][place + 1 :]}"
            if changed != texts[0]:
                with pytest.raises(SheetCodeError):
                    read_codes(f"{changed} {texts[1]}")


TWO = write_codes(GIN, longest=200)
OTHER = write_codes(replace(GIN, title="Another"), longest=200)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "There is no sheet code in this text"),
        (TWO[0], "Part 2 of 2 is missing"),
        (TWO[1], "Part 1 of 2 is missing"),
        (" ".join(write_codes(LAWS, longest=200)[1:3]), "Part 1 of 3 is missing"),
        (write_codes(LAWS, longest=150)[0], "Parts 2, 3 and 4 of 4 are missing"),
        (f"{TWO[0]} {OTHER[1]}", r"Part 2 of 2 \(\w+\) is from another sheet than part 1 of 2 \("),
        (f"{TWO[0]} {TWO[0][:-1]}", "Part 1 was given twice, and the two differ"),
        (f"{TWO[0]} {TWO[1][:-1]}", "One of the 2 parts was changed or misread"),
        ("SK2.1.1.00000000.abc", "a sheet code of version 2; a later Scorekeeper reads it"),
        ("SK1.3.2.00000000.abc", "There is no part 3 of 2"),
        ("SK1.1.13.00000000.abc", "There is no part 1 of 13"),
        ("SK0.1.1.00000000.abc", "is no part of a sheet code"),
        ("good evening", "“good” is no part of a sheet code"),
    ],
)
def test_wrong_parts_are_reported_with_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(SheetCodeError, match=told):
        read_codes(text)


def test_a_part_may_be_scanned_twice_and_stand_with_or_without_an_address() -> None:
    both = f"{TWO[1]}\n\thttps://cards.example.org/read#{TWO[0]}  {TWO[1]} "
    assert read_codes(both) == write_record(GIN)


def test_missing_parts_are_counted() -> None:
    with pytest.raises(MissingPartsError) as error:
        read_codes(" ".join(write_codes(LAWS, longest=150)[:2]))
    assert (error.value.given, error.value.count) == (2, 4)


def code_of(data: bytes) -> str:
    text = urlsafe_b64encode(data).rstrip(b"=").decode()
    return f"SK1.1.1.{zlib.crc32(data):08x}.{text}"


def packed(document: Any) -> str:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=PRESET)
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    return code_of(compressor.compress(text) + compressor.flush())


@pytest.mark.parametrize(
    "text",
    [
        code_of(b""),
        code_of(b"\xff" * 40),
        code_of(encode_record(GIN)[:-1]),
        code_of(encode_record(GIN) + b"more"),
        packed(b" " * 1_100_000),
        packed(b"{" * 5_000),
        packed(b"\xff\xfe"),
        packed([]),
        packed({"players": "Ann", "deals": 5}),
        packed({"players": [1], "deals": []}),
        packed({"players": ["x" * 41], "deals": []}),
        packed({"players": ["Ann"], "deals": [7]}),
        packed({"players": ["Ann"], "deals": [{"by": 1}]}),
        packed({"players": ["Ann"], "deals": [{"by": -1}]}),
        packed({"players": ["Ann"], "deals": [{"by": True}]}),
        packed({"players": ["Ann"], "deals": [{"hands": [{}, {}]}]}),
        packed({"players": ["Ann"], "deals": [{"hands": [{"in_hand": "~"}]}]}),
        packed({"players": ["Ann"], "deals": [{"hands": [{"in_hand": "A="}]}]}),
        packed({"players": ["Ann"], "deals": [{"hands": [{"in_hand": "=A"}]}]}),
    ],
)
def test_made_up_codes_hold_no_game(text: str) -> None:
    with pytest.raises(SheetCodeError):
        read_codes(text)
    (problem,) = read_file(text.encode()).problems
    assert (problem.code, problem.at) == ("bad_format", ())


@tries(60)
@given(
    st.text(max_size=60)
    | st.from_regex(r"SK[012]\.\d{1,2}\.\d{1,2}\.[0-9a-f]{8}\.[\w-]{1,40}", fullmatch=True)
    | st.binary(max_size=60).map(code_of)
)
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(SheetCodeError):
        read_codes(text)
    assert read_file(text.encode(errors="replace")).problems


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"SK1.1.1.00000000.abc", True),
        (b" \n https://a.b/read#SK2.", True),
        (b'{"format": "SK1."}', False),
        (b"[SK1.]", False),
        (b"", False),
    ],
)
def test_a_code_is_distinguished_from_json(raw: bytes, expected: bool) -> None:
    assert is_code(raw) is expected


DEALS = {"variant": "laws", "players": ["A", "B"]}


@pytest.mark.parametrize(
    "text",
    [
        packed(DEALS | {"deals": [{}] * 340_000}),
        packed(DEALS | {"deals": [{}] * 501}),
        packed(DEALS | {"deals": [[]] * 80_000}),
        packed(DEALS | {"deals": [], "title": "x" * 300_000}),
        code_of(encode_record(GIN)) + " again" * 50,
    ],
)
def test_a_code_is_no_larger_unpacked_than_a_game_can_be(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def parse(raw: bytes, bounds: Bounds) -> Any:
        seen.append(raw.count(b"{"))
        return parse_document(raw, bounds)

    monkeypatch.setattr(sheet_code, "parse_document", parse)
    with pytest.raises(SheetCodeError, match="more than"):
        read_codes(text)
    assert sum(seen) < 1_000


@pytest.mark.parametrize("points", [[5], range(0, 500, 5)])
def test_a_game_of_as_many_deals_as_there_may_be_comes_back(points: Sequence[int]) -> None:
    players = [f"Player {seat}" for seat in range(5)]
    chance = Random(7)
    deals = [
        {"ending": "stock", "hands": [{"in_hand_points": chance.choice(points)} for _ in players]}
        for _ in range(500)
    ]
    document = {"variant": "laws", "players": players, "deals": deals}
    assert len(read_codes(packed(document))["deals"]) == 500
