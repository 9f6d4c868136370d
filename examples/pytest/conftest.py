"""A sandbox for each test, and what the client did in it beside a failure."""

import json
import os
import urllib.request

import pytest

CONTROL = os.environ.get("ID_EMULATOR_URL", "http://127.0.0.1:4010") + "/_emulator/sandboxes"


def control(method, path="", body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(CONTROL + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or "null")


@pytest.fixture
def sandbox(request):
    # The client opens a connection for each request. One client a test, without threads: so the order is proof.
    opened = control("POST", body={"name": request.node.nodeid, "oneClient": True})
    request.node.sandbox = opened
    yield opened
    control("DELETE", "/" + opened["id"])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.failed and call.when == "call" and hasattr(item, "sandbox"):
        exchanges = control("GET", f"/{item.sandbox['id']}/journal")["exchanges"]
        lines = [f"#{e['id']} {e['method']} {e['path']} {e['status']}" for e in exchanges]
        report.sections.append((f"sandbox {item.sandbox['id']}", "\n".join(lines)))
