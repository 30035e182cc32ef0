"""The SQL of the club: people, nights, payments and their history.

Rows of facts are added, or marked with the time from which they no longer count, and never deleted;
only letters that open a night are. No total is stored. The caller opens the transaction. Money is
in minor units, a date an ISO text.
"""
