"""The client under test is `users`: it has to wait while it is throttled."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

from conftest import control


def users(sandbox):
    form = {"grant_type": "client_credentials", "client_id": sandbox["clientId"], "client_secret": sandbox["clientSecret"]}
    with urllib.request.urlopen(sandbox["tokenUrl"], urllib.parse.urlencode(form).encode()) as response:
        token = json.load(response)["access_token"]
    request = urllib.request.Request(sandbox["apiUrl"] + "/institutions/me/users", headers={"Authorization": f"Bearer {token}"})
    while True:
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)["items"]
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers["Retry-After"]))


def test_users_are_read(sandbox):
    assert len(users(sandbox)) == 10


def test_the_client_waits_while_it_is_throttled(sandbox):
    throttled = {"scenario": "rate-limit-burst", "parameters": {"burst": 1, "retry-after": 1}}
    control("POST", f"/{sandbox['id']}/scenarios", throttled)
    assert len(users(sandbox)) == 10
    assert control("GET", f"/{sandbox['id']}/behaviour")["passed"]
