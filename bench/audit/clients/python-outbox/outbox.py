"""Asks for a credential of everybody whose request was rejected: at most once each, whatever happens in between."""

import email.utils
import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.parse

TABLES = """
CREATE TABLE IF NOT EXISTS outbox (party TEXT PRIMARY KEY, state TEXT NOT NULL, note TEXT);
CREATE TABLE IF NOT EXISTS progress (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""


class Broken(Exception):
    """No whole response came."""


class GaveUp(Exception):
    pass


class Service:
    def __init__(self):
        self.base = urllib.parse.urlsplit(os.environ["ID_EMULATOR_API_URL"])
        self.login_path = urllib.parse.urlsplit(os.environ["ID_EMULATOR_TOKEN_URL"]).path
        self.connection = http.client.HTTPConnection(self.base.hostname, self.base.port, timeout=2)
        self.token = None

    def call(self, method, path, body=None):
        for renewed in (False, True):
            if self.token is None:
                self.token = self.login()
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
            payload = json.dumps(body) if body else None
            status, answer = self.insist(method, self.base.path + path, payload, headers, method == "GET")
            if status != 401:
                return status, answer
            self.token = None
        return status, answer

    def login(self):
        form = {"grant_type": "client_credentials"}
        for name in ("client_id", "client_secret"):
            form[name] = os.environ[f"ID_EMULATOR_{name.upper()}"]
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        status, answer = self.insist("POST", self.login_path, urllib.parse.urlencode(form), headers, True)
        if status != 200:
            raise GaveUp(f"no access token: status {status}")
        return answer["access_token"]

    def insist(self, method, path, payload, headers, is_harmless):
        """429 and 503 with Retry-After mean that nothing was done. Everything else is repeated only if harmless."""
        for attempt in range(4):
            pause = 0.12 * 2**attempt
            try:
                status, answer, after = self.once(method, path, payload, headers)
            except Broken:
                if not is_harmless or attempt == 3:
                    raise
            else:
                again = status == 429 or (status >= 500 and is_harmless) or (status == 503 and after)
                if not again or attempt == 3:
                    return status, answer
                if after:
                    pause = float(after) if after.isdigit() else until(after)
            time.sleep(pause)

    def once(self, method, path, payload, headers):
        try:
            self.connection.request(method, path, payload, headers)
            response = self.connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if response.status == 200 else None, response.headers["Retry-After"]
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.connection.close()
            raise Broken(f"{method} {path}: {error!r}") from error


def until(date):
    return max(0.0, email.utils.parsedate_to_datetime(date).timestamp() - time.time() + 1)


def fill(database, service):
    (offset,) = database.execute("SELECT coalesce(max(value), 0) FROM progress").fetchone()
    while True:
        query = f"reqStatus=REJECTED&orderBy=id&orderType=ASC&limit=3&offset={offset}"
        status, page = service.call("GET", f"/institutions/me/users?{query}")
        if status != 200:
            raise GaveUp(f"users: status {status}")
        with database:
            for user in page["items"]:
                if user.get("partyId"):
                    database.execute("INSERT OR IGNORE INTO outbox VALUES (?, 'new', NULL)", (user["partyId"],))
            offset += len(page["items"])
            database.execute("INSERT OR REPLACE INTO progress VALUES ('offset', ?)", (offset,))
        if not page["items"] or offset >= min(6, page["pagination"]["total"]):
            return


def flush(database, service):
    for (party,) in database.execute("SELECT party FROM outbox WHERE state = 'new' ORDER BY rowid LIMIT 3").fetchall():
        mark(database, party, "unsure")
        status, _ = service.call("POST", "/institutions/me/credentials/request", {"partyId": party, "providers": ["REDDIT"]})
        mark(database, party, "sent" if status == 204 else "refused" if status < 500 else "unsure", f"status {status}")


def mark(database, party, state, note=None):
    with database:
        database.execute("UPDATE outbox SET state = ?, note = ? WHERE party = ?", (state, note, party))


def main(file):
    database = sqlite3.connect(file)
    database.executescript(TABLES)
    service = Service()
    fill(database, service)
    flush(database, service)
    for state, count in database.execute("SELECT state, count(*) FROM outbox GROUP BY state ORDER BY state"):
        print(f"{state}: {count}")
    for party, note in database.execute("SELECT party, note FROM outbox WHERE state IN ('refused', 'unsure')"):
        print(f"look after {party}: {note}", file=sys.stderr)
    return 1 if database.execute("SELECT 1 FROM outbox WHERE state IN ('refused', 'unsure')").fetchone() else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except (Broken, GaveUp) as error:
        sys.exit(f"outbox: {error}")
