"""Asks the people of an import for their credentials, with several workers. Nobody is asked twice."""
import os
import queue
import threading

import requests


class Client:
    def __init__(self, environ=os.environ):
        self.api = environ["ID_EMULATOR_API_URL"]
        self.environ = environ
        self.lock = threading.Lock()
        self.token = None

    def _current(self, refused=None):
        with self.lock:
            if self.token is None or self.token == refused:
                form = {
                    "grant_type": "client_credentials",
                    "client_id": self.environ["ID_EMULATOR_CLIENT_ID"],
                    "client_secret": self.environ["ID_EMULATOR_CLIENT_SECRET"],
                }
                response = requests.post(self.environ["ID_EMULATOR_TOKEN_URL"], data=form, timeout=10)
                response.raise_for_status()
                self.token = response.json()["access_token"]
            return self.token

    def call(self, method, path, **options):
        token = self._current()
        for _ in range(2):
            headers = {"Authorization": f"Bearer {token}"}
            response = requests.request(method, self.api + path, headers=headers, timeout=10, **options)
            if response.status_code != 401:
                break
            token = self._current(refused=token)
        response.raise_for_status()
        return response

    def is_asked(self, row):
        query = {"search": row["email"], "limit": 100}
        items = self.call("GET", "/institutions/me/users", params=query).json()["items"]
        return any(i["partyId"] == row["party"] and i["kycProvider"] == row["provider"] for i in items)

    def ask(self, row):
        body = {"partyId": row["party"], "providers": [row["provider"]]}
        self.call("POST", "/institutions/me/credentials/request", json=body)


class Import:
    def __init__(self, client, workers=2):
        self.client = client
        self.rows = queue.Queue()
        self.asked, self.known, self.failed = [], [], []
        self.guard = threading.Lock()
        self.claimed = set()
        self.threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in self.threads:
            thread.start()

    def add(self, row):
        self.rows.put(row)

    def finish(self):
        for _ in self.threads:
            self.rows.put(None)
        for thread in self.threads:
            thread.join(20)

    def _work(self):
        while (row := self.rows.get()) is not None:
            claim = (row["party"], row["provider"])
            with self.guard:
                first = claim not in self.claimed
                self.claimed.add(claim)
            try:
                if not first or self.client.is_asked(row):
                    self.known.append(row)
                else:
                    self.client.ask(row)
                    self.asked.append(row)
            except requests.RequestException as error:
                self.failed.append((row, str(error)))
