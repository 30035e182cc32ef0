"""The arithmetic of a club: people, nights, fees, payouts, the ledger, standings.

Facts go in, figures come out: nothing here knows how they are stored or shown. Money is in minor
units of the club's one currency, points are whole or exact fractions, dates are ISO texts, which
compare as the days do.
"""
