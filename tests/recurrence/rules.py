"""The days of a schedule, as python-dateutil computes them from RFC 5545 rules.

A rule of RFC 5545 leaves out days that a month does not have, while a task on the 31st is due on the last day of a
shorter month. That is expressed by the last of several days: the 28th to the 31st, of which only the last counts
(BYSETPOS=-1). BYSETPOS counts per year in a yearly rule, so each month gets a rule of its own, and the number of
occurrences is cut from their union.
"""

from dateutil.rrule import DAILY, MONTHLY, SU, WEEKLY, YEARLY, rrule, rruleset, weekday

FREQUENCIES = {"DAILY": DAILY, "WEEKLY": WEEKLY, "MONTHLY": MONTHLY, "YEARLY": YEARLY}


def days(start, schedule, until):
    """Every day from the start to the last one."""
    end = schedule.get("end_date")
    last = min(until, end) if end else until
    union = rruleset(cache=False)
    for rule in rules(start, schedule, last):
        union.rrule(rule)
    count = schedule.get("occurrences")
    found = [day.date() for day in union][: count if count else None]
    return [day for day in found if day not in schedule.get("exceptions", [])]


def rules(start, schedule, last):
    frequency = schedule["frequency"]
    common = {"dtstart": midnight(start), "until": midnight(last), "interval": schedule["interval"], "wkst": SU}
    weekdays = [day - 1 for day in schedule.get("days_of_week", [])]
    if frequency == "DAILY":
        return [rrule(DAILY, **common)]
    if frequency == "WEEKLY":
        return [rrule(WEEKLY, byweekday=weekdays or None, **common)]
    if frequency == "MONTHLY":
        return [rrule(MONTHLY, **within(start, schedule, weekdays), **common)]
    months = schedule.get("months_of_year") or [start.month]
    return [rrule(YEARLY, bymonth=month, **within(start, schedule, weekdays), **common) for month in sorted(set(months))]


def within(start, schedule, weekdays):
    """Which days of a month."""
    weeks = schedule.get("weeks_of_month", [])
    if weeks:
        chosen = weekdays or range(7)
        return {"byweekday": [weekday(day)(week) for day in chosen for week in weeks]}
    if weekdays:
        return {"byweekday": weekdays}
    if start.day > 28:
        return {"bymonthday": list(range(28, start.day + 1)), "bysetpos": -1}
    return {"bymonthday": start.day}


def midnight(day):
    from datetime import datetime

    return datetime(day.year, day.month, day.day)
