#!/usr/bin/env python3
"""What an independent reader finds in the calendar feed: every occurrence of a weekly task for a year, on its day and at
the time that clocks in the zone of the instance show, before and after they change."""

import datetime
import urllib.error
import urllib.request
from zoneinfo import ZoneInfo

from icalendar import Calendar

from server import Server

# Clocks change by an hour in the north, by an hour in the south, by half an hour, and never.
ZONES = ["Europe/Paris", "America/New_York", "Pacific/Auckland", "Australia/Lord_Howe", "Asia/Kolkata"]
NAME = "Revue des accès; “tous les comptes”, \\ et " + "très " * 25 + "long"


def expect(truth, message):
    if not truth:
        raise SystemExit(f"tests/calendar/check.py: {message}")


def fetch(url, headers=None):
    request = urllib.request.Request(url, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def main():
    with Server() as server:
        token = server.token("calendar")

        def call(method, path, body=None, wanted=(200, 201, 204)):
            status, answer = server.request(method, path, token, body)
            expect(status in wanted, f"{method} {path}: {status} {answer}")
            return answer

        root = call("GET", "/api/iam/current-user/")
        today = datetime.date.fromisoformat(root["today"])
        task = {
            "name": NAME, "folder": root["root_folder_id"], "is_recurrent": True, "assigned_to": [root["actor_id"]],
            "task_date": str(today), "schedule": {"frequency": "WEEKLY", "interval": 1},
        }
        call("POST", "/api/task-templates/", task)
        planned = call("GET", f"/api/task-nodes/?limit=500&due_date__lte={today + datetime.timedelta(days=365)}")
        days = sorted(datetime.date.fromisoformat(node["due_date"]) for node in planned["results"])
        expect(len(days) >= 52, f"{len(days)} occurrences are planned")

        def feed(calendar):
            made = call("POST", "/api/iam/auth-tokens/", {"name": "calendar", "expiry": None, "calendar": calendar})
            status, headers, body = fetch(server.url + made["calendar_path"])
            expect(status == 200 and headers["Content-Type"] == "text/calendar; charset=utf-8", f"{status} {headers}")
            again = fetch(server.url + made["calendar_path"], {"If-None-Match": headers["ETag"]})
            expect(again[0] == 304 and not again[2], f"nothing has changed, but: {again[0]}")
            call("DELETE", f"/api/iam/auth-tokens/{made['id']}/")
            expect(fetch(server.url + made["calendar_path"])[0] == 404, "a revoked feed is still there")
            events = [part for part in Calendar.from_ical(body).walk("VEVENT")]
            expect(all(str(event["SUMMARY"]).startswith(NAME) for event in events), events[0]["SUMMARY"])
            expect(len({str(event["UID"]) for event in events}) == len(events), "two events have one id")
            return sorted(event["DTSTART"].dt for event in events)

        expect(feed({}) == days, "whole days")
        for name in ZONES:
            call("PATCH", "/api/settings/general/", {"time_zone": name})
            local = [start.astimezone(ZoneInfo(name)) for start in feed({"at": "09:00"})]
            expect([at.date() for at in local] == days, f"{name}: the days differ")
            expect({at.time() for at in local} == {datetime.time(9)}, f"{name}: {sorted({at.time() for at in local})}")
    print(f"calendar: {len(days)} occurrences in {len(ZONES)} zones are where icalendar expects them")


main()
