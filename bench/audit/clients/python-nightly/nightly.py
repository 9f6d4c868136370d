"""Copies users into a table, page by page, and goes on where the last night ended."""

import email.utils
import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PAGE = 100


class GivenUp(Exception):
    pass


def pause_of(headers, attempt):
    given = headers.get("Retry-After") if headers else None
    if given is None:
        return 0.25 * 2**attempt
    if given.isdigit():
        return int(given)
    return max(0, email.utils.parsedate_to_datetime(given).timestamp() - time.time() + 1)


def fetch(request):
    for attempt in range(4):
        headers = None
        try:
            with urllib.request.urlopen(request, timeout=2) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                raise
            problem, headers = f"status {error.code}", error.headers
        except (OSError, http.client.HTTPException, ValueError) as error:
            problem = repr(error)
        time.sleep(pause_of(headers, attempt))
    raise GivenUp(f"{request.full_url}: {problem}")


def login():
    form = {
        "grant_type": "client_credentials",
        "client_id": os.environ["ID_EMULATOR_CLIENT_ID"],
        "client_secret": os.environ["ID_EMULATOR_CLIENT_SECRET"],
    }
    return fetch(urllib.request.Request(os.environ["ID_EMULATOR_TOKEN_URL"], urllib.parse.urlencode(form).encode()))[
        "access_token"
    ]


class Api:
    token = None

    def get(self, path):
        for again in (True, False):
            self.token = self.token or login()
            request = urllib.request.Request(
                os.environ["ID_EMULATOR_API_URL"] + path, headers={"Authorization": f"Bearer {self.token}"}
            )
            try:
                return fetch(request)
            except urllib.error.HTTPError as error:
                self.token = None
                if error.code != 401 or not again:
                    raise GivenUp(f"{path}: status {error.code}") from error


def run(file):
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT, status TEXT)")
    database.execute("CREATE TABLE IF NOT EXISTS progress (one INTEGER PRIMARY KEY, offset INTEGER)")
    (offset,) = database.execute("SELECT coalesce(max(offset), 0) FROM progress").fetchone()
    api = Api()
    while True:
        page = api.get(f"/institutions/me/users?orderBy=id&orderType=ASC&offset={offset}&limit={PAGE}")
        with database:
            for user in page["items"]:
                row = (user["id"], user.get("fullName"), user.get("status"))
                database.execute("INSERT OR REPLACE INTO users VALUES (?, ?, ?)", row)
            offset += len(page["items"])
            database.execute("INSERT OR REPLACE INTO progress VALUES (1, ?)", (offset,))
        if not page["items"] or offset >= page["pagination"]["total"]:
            break
    (count,) = database.execute("SELECT count(*) FROM users").fetchone()
    print(f"{count} users")


if __name__ == "__main__":
    try:
        run(sys.argv[1])
    except GivenUp as error:
        print(f"nightly: {error}", file=sys.stderr)
        sys.exit(1)
