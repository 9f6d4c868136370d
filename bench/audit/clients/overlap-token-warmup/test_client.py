import threading
import time

import pytest

from client import Client


@pytest.fixture
def client():
    opened = Client()
    time.sleep(0.1)  # the web worker loads its templates
    yield opened
    opened.close()


def test_a_page_of_users(client):
    page = client.get("/institutions/me/users", limit=3)
    assert len(page["items"]) == 3


def test_users_and_credentials_side_by_side(client):
    found = {}

    def read(name):
        found[name] = client.get(f"/institutions/me/{name}", limit=2)["items"]

    threads = [threading.Thread(target=read, args=(name,)) for name in ("users", "credentials")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found["users"]) == len(found["credentials"]) == 2
