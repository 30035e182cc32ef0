"""Records of a large book are judged by other processes, with the same outcome."""

from scorekeeper.club.book.judging import RecordJudge, judge_record
from scorekeeper.rules.scoring import EarlyEnd
from tests.club_books import change, full_book


def test_records_judged_ahead_come_out_as_those_judged_one_by_one() -> None:
    # One that cannot be scored, one ended early, one void.
    wrong = {"nights.0.games.0.record.deals.0.hands.Bob.melded_points": -5}
    document = change(full_book(), wrong)
    ahead = RecordJudge(document, many=1)
    early = [None, EarlyEnd(settles=True), None]
    games = [game for night in document["nights"] for game in night["games"]]
    # Their early ends are not told again: what was judged ahead is found by the record.
    found = [ahead.judge(game["record"], None) for game in games]
    assert found == [
        judge_record(game["record"], closed) for game, closed in zip(games, early, strict=True)
    ]
