"""Proofs of a copy: a fault is told each time, and one bad game does not stop the proof."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.games import game_store
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.journals import StoredEntry, append
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.journal import Agreed, Figure
from scorekeeper.store.backups import BackupKind, find_backups, make_backup
from scorekeeper.store.digests import FIRST, digest_entry
from scorekeeper.store.proofs import Proof
from tests.games.conftest import EVENING
from tests.games.table import deal_times


def prove_next(store: GameStore, folder: Path) -> Proof:
    return make_backup(store.database.path, folder, BackupKind.ASKED, EVENING)[1]


def test_an_unreadable_game_is_reported_each_time_and_no_older_backup_is_deleted(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    deal_times(store, key, 1)
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('other', '')")
        row = ("other", 1, "e", "started", "{}", "", "2026-11-20T20:00:00+00:00", "")
        db.execute(
            "INSERT INTO entry (game, seq, entry_id, kind, payload, who, at, phone, digest)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, digest_entry(FIRST, row)),
        )
    proofs = [prove_next(store, tmp_path / "backups") for _ in range(7)]
    sentence = "Entry 1 of the game other… cannot be read by this version of the program."
    assert [proof.unreadable for proof in proofs] == [(sentence,)] * 7
    assert len(find_backups(tmp_path / "backups")) == 7


def test_figures_that_differ_from_those_agreed_to_are_reported_each_time(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    deal_times(store, key, 1)
    with store.database.writing() as db:
        agreed = Agreed(target=2, seats=(Seat(0),), figures=(Figure(190, 0),))
        append(db, key, StoredEntry(seq=3, act=agreed, entry_id="a", who="", at=EVENING), seats=3)
    first, second = (prove_next(store, tmp_path / "backups") for _ in range(2))
    assert first.recounted == second.recounted != ()


def test_a_game_that_cannot_be_replayed_keeps_no_other_from_its_backup(
    store: GameStore, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_store, "VARIANTS", {})  # as if the variant were unknown
    proof = prove_next(store, tmp_path / "backups")
    assert proof.unreadable == (f"The game {key[:6]}… cannot be replayed (KeyError).",)
