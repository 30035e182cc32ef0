"""The arithmetic of a club: people, nights, fees, payouts, the ledger, standings.

Facts go in, figures come out: nothing here knows how they are stored or shown. Money is in minor
units of the club's one currency, points are whole or exact fractions, dates are ISO texts, which
compare as the days do.
"""

from scorekeeper.club.figures.figures import (
    RESULTS_A_PAGE,
    Attendance,
    Charge,
    ClubFigures,
    Question,
    attendance_in,
    charges_in,
    courses_in,
    first_day,
    high_scores_in,
    results_of_person,
    standings_in,
    sum_by_night,
    telling_order,
)
from scorekeeper.club.figures.ledger import (
    LedgerEntry,
    LedgerKind,
    StatementLine,
    accounts_of_book,
    balance_of,
    lines_of_person,
    parts_of_balance,
)
from scorekeeper.club.figures.nights import (
    ADJUSTMENTS_ACCOUNT,
    CLUB_ACCOUNTS,
    FEES_ACCOUNT,
    OPENING_ACCOUNT,
    PEOPLE_PREFIX,
    POOL_ACCOUNT,
    POTS_PREFIX,
    TILL_ACCOUNT,
    NightFigures,
    PersonAtNight,
    Suggestion,
    account_of,
    account_of_pot,
    add_up,
    base_of,
    clears,
    figures_of_part,
    nets_of,
    of_people,
    organised_nights,
    plan_after,
    suggest_transfers,
    sum_by_ends,
    sum_money,
)
from scorekeeper.club.figures.results import (
    FIGURES,
    HIGH_SCORE_TITLES,
    Choice,
    HeadToHead,
    HighScore,
    HighScoreKind,
    HighScores,
    RankedBy,
    Standing,
    share_of_win,
)
from scorekeeper.club.figures.spellings import (
    JoiningFault,
    find_joining_fault,
    join_ends,
    join_money,
    join_night,
    join_night_money,
    join_party,
    join_past,
    join_people,
    join_spellings,
    meant_ids,
)
