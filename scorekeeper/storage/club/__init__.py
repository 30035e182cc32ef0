"""The only place that knows the SQL of the club: people, nights, payments and their history.

Rows are added, or marked with the time from which they count no more, and never deleted. No total
is stored. The caller opens the transaction. Money is in minor units, a date an ISO text.
"""
