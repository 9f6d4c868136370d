"""A client for web workers. A thread fetches the access token ahead, and renews it before it expires."""
import os
import threading
import time

import requests

EARLY = 60  # seconds


class Client:
    def __init__(self, environ=os.environ):
        self.environ = environ
        self.token = None
        self.expires = 0.0
        self.closed = threading.Event()
        self.renewal = threading.Lock()
        self.refresher = threading.Thread(target=self._refresh, daemon=True)
        self.refresher.start()

    def close(self):
        self.closed.set()
        self.refresher.join(12)

    def _fetch(self):
        form = {
            "grant_type": "client_credentials",
            "client_id": self.environ["ID_EMULATOR_CLIENT_ID"],
            "client_secret": self.environ["ID_EMULATOR_CLIENT_SECRET"],
        }
        response = requests.post(self.environ["ID_EMULATOR_TOKEN_URL"], data=form, timeout=10)
        response.raise_for_status()
        answer = response.json()
        self.expires = time.monotonic() + answer["expires_in"]
        self.token = answer["access_token"]

    def _renew(self, refused=None):
        with self.renewal:
            if self.token is None or self.token == refused or time.monotonic() > self.expires - EARLY:
                self._fetch()

    def _refresh(self):
        while not self.closed.is_set():
            try:
                self._renew()
            except requests.RequestException:
                pass  # the next call tries again, and reports it
            self.closed.wait(max(1.0, self.expires - time.monotonic() - EARLY))

    def get(self, path, **query):
        if self.token is None:
            self._renew()
        for attempt in (1, 2):
            token = self.token
            response = requests.get(
                self.environ["ID_EMULATOR_API_URL"] + path,
                params=query,
                headers={"Authorization": f"Bearer {token}"},
                timeout=10,
            )
            if response.status_code == 401 and attempt == 1:
                self._renew(refused=token)
                continue
            response.raise_for_status()
            return response.json()
