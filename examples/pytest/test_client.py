"""The client under test has to wait while it is throttled, and to renew its token once for all of its threads."""

import http.client
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime

import pytest


class Client:
    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.token = None
        self.lock = threading.Lock()

    def users(self, refused=None):
        token = self.token_after(refused)
        url = self.sandbox.api_url + "/institutions/me/users"
        try:
            return send(urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"}))["items"]
        except urllib.error.HTTPError as error:
            if error.code != 401 or refused is not None:
                raise
            return self.users(refused=token)

    def token_after(self, refused):
        """The token, or a new one if it was refused and no other thread has renewed it."""
        with self.lock:
            if self.token == refused:
                form = {
                    "grant_type": "client_credentials",
                    "client_id": self.sandbox.client_id,
                    "client_secret": self.sandbox.client_secret,
                }
                request = urllib.request.Request(self.sandbox.token_url, urllib.parse.urlencode(form).encode())
                self.token = send(request)["access_token"]
            return self.token


def send(request):
    """The body of the response. What is throttled or broken is sent again, three times at most."""
    for attempt in (1, 2, 3):
        try:
            return send_once(request)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                raise
            time.sleep(seconds_to_wait(error.headers, attempt))
        except (OSError, http.client.HTTPException, ValueError):
            time.sleep(attempt / 2)
    return send_once(request)


def send_once(request):
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)


def seconds_to_wait(headers, attempt):
    """Retry-After has seconds or a date. A date counts from the server's clock."""
    value = headers.get("Retry-After", "")
    if value.isdigit():
        return int(value)
    try:
        return max(0, (parsedate_to_datetime(value) - parsedate_to_datetime(headers["Date"])).total_seconds())
    except (TypeError, ValueError):
        return attempt / 2


@pytest.fixture
def sandbox_options():
    # The client opens a connection for each request. Where no two are under way at once, their order is proof.
    return {"oneClient": True}


def test_the_client_waits_while_it_is_throttled(sandbox):
    sandbox.use("rate-limit-burst", {"burst": 2})
    assert len(Client(sandbox).users()) == 10
    assert sandbox.behaviour(strict=True)["passed"]


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
