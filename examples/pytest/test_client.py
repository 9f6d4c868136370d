"""The client under test has to wait while it is throttled, and to renew its token once for all of its threads."""

import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest


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
            request = urllib.request.Request(self.sandbox.api_url + "/institutions/me/users", headers=headers)
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
                    "client_id": self.sandbox.client_id,
                    "client_secret": self.sandbox.client_secret,
                }
                with urllib.request.urlopen(self.sandbox.token_url, urllib.parse.urlencode(form).encode()) as response:
                    self.token = json.load(response)["access_token"]
            return self.token


@pytest.fixture
def sandbox_options():
    # The client opens a connection for each request. One client a test, without threads: so the order is proof.
    return {"oneClient": True}


def test_the_client_waits_while_it_is_throttled(sandbox):
    sandbox.use("rate-limit-burst", {"burst": 1, "retry-after": 1})
    assert len(Client(sandbox).users()) == 10
    assert sandbox.behaviour()["passed"]


def test_the_client_renews_its_token_when_it_has_expired(sandbox):
    client = Client(sandbox)
    client.users()
    sandbox.clock.advance("2h")
    client.users()
    assert len(sandbox.requests(operation="issueToken")) == 2


def test_the_client_renews_its_token_once_when_two_calls_are_refused_at_the_same_time(sandbox):
    client = Client(sandbox)
    client.users()
    sandbox.use("token-revoked")
    hold = sandbox.hold("getUsers", calls=2)
    with ThreadPoolExecutor() as threads:
        both = [threads.submit(client.users) for _ in range(2)]
        first, second = hold.arrived()
        second.release()
        first.release()
    assert [len(users.result()) for users in both] == [10, 10]
    assert len(sandbox.requests(operation="issueToken")) == 2
