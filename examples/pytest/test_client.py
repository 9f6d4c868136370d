"""The client under test has to wait while it is throttled, and to renew its token once for all of its threads."""

import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from conftest import control


class Client:
    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.token = None
        self.lock = threading.Lock()

    def users(self):
        refused = None
        for _ in range(4):
            token = self.token_after(refused)
            headers = {"Authorization": f"Bearer {token}"}
            request = urllib.request.Request(self.sandbox["apiUrl"] + "/institutions/me/users", headers=headers)
            try:
                with urllib.request.urlopen(request) as response:
                    return json.load(response)["items"]
            except urllib.error.HTTPError as error:
                if error.code == 401:
                    refused = token
                elif error.code == 429:
                    time.sleep(int(error.headers["Retry-After"]))
                else:
                    raise
        raise RuntimeError("the service refuses the client")

    def token_after(self, refused):
        """The token, or a new one if it was refused and no other thread has renewed it."""
        with self.lock:
            if self.token == refused:
                form = {
                    "grant_type": "client_credentials",
                    "client_id": self.sandbox["clientId"],
                    "client_secret": self.sandbox["clientSecret"],
                }
                with urllib.request.urlopen(self.sandbox["tokenUrl"], urllib.parse.urlencode(form).encode()) as response:
                    self.token = json.load(response)["access_token"]
            return self.token


def test_users_are_read(sandbox):
    assert len(Client(sandbox).users()) == 10


def test_the_client_waits_while_it_is_throttled(sandbox):
    throttled = {"scenario": "rate-limit-burst", "parameters": {"burst": 1, "retry-after": 1}}
    control("POST", f"/{sandbox['id']}/scenarios", throttled)
    assert len(Client(sandbox).users()) == 10
    assert control("GET", f"/{sandbox['id']}/behaviour")["passed"]


def test_the_client_renews_its_token_once_when_two_calls_are_refused_at_the_same_time(sandbox):
    client = Client(sandbox)
    client.users()
    control("POST", f"/{sandbox['id']}/scenarios", {"scenario": "token-revoked"})
    hold = control("POST", f"/{sandbox['id']}/holds", {"operation": "getUsers", "calls": 2})
    held = f"/{sandbox['id']}/holds/{hold['id']}"
    with ThreadPoolExecutor() as threads:
        both = [threads.submit(client.users) for _ in range(2)]
        control("GET", f"{held}/arrived")
        control("POST", f"{held}/release", {"call": 2})
        control("POST", f"{held}/release", {"call": 1})
    assert [len(users.result()) for users in both] == [10, 10]
    tokens = control("GET", f"/{sandbox['id']}/journal?operation=issueToken")["exchanges"]
    assert len(tokens) == 2
