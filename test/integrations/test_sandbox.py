"""What integrations/python/pytest_id_emulator.py offers beside what examples/pytest uses."""

import json
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import pytest
from pytest_id_emulator import EmulatorError

NEW_YEAR = datetime(2026, 1, 1, tzinfo=timezone.utc)


def token_of(sandbox):
    form = {
        "grant_type": "client_credentials",
        "client_id": sandbox.client_id,
        "client_secret": sandbox.client_secret,
    }
    with urllib.request.urlopen(sandbox.token_url, urllib.parse.urlencode(form).encode()) as response:
        return json.load(response)["access_token"]


def status_of_users(sandbox, token=None):
    headers = {"Authorization": f"Bearer {token or token_of(sandbox)}"}
    request = urllib.request.Request(sandbox.api_url + "/institutions/me/users", headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_scenario_ends_after_so_many_calls(sandbox):
    token = token_of(sandbox)
    activation = sandbox.use("server-error", count=1)
    assert activation["scenario"] == "server-error"
    assert [status_of_users(sandbox, token) for _ in range(2)] == [500, 200]


def test_a_selection_replaces_the_scenarios(sandbox):
    sandbox.use("server-error")
    sandbox.select("rate-limit-burst;burst=1")
    assert status_of_users(sandbox) == 429
    sandbox.select("")
    assert status_of_users(sandbox) == 200


def test_a_held_call_fails(sandbox):
    token = token_of(sandbox)
    hold = sandbox.hold("getUsers")
    with ThreadPoolExecutor() as threads:
        call = threads.submit(status_of_users, sandbox, token)
        hold.arrived()[0].fail()
    assert isinstance(call.exception(), OSError)


def test_the_end_of_a_hold_releases_its_calls(sandbox):
    hold = sandbox.hold("issueToken", calls=2, at="request")
    with ThreadPoolExecutor() as threads:
        calls = [threads.submit(token_of, sandbox) for _ in range(2)]
        assert len(hold.arrived()) == 2
        assert sandbox.requests() == []
        hold.end()
    assert [bool(call.result()) for call in calls] == [True, True]


def test_the_clock_is_set_stopped_moved_and_started(sandbox):
    clock = sandbox.clock
    assert clock.freeze(NEW_YEAR) == clock.now() == NEW_YEAR
    assert clock.advance("-15m") == NEW_YEAR - timedelta(minutes=15)
    assert clock.set("2026-06-01T00:00:00Z") == clock.freeze() == datetime(2026, 6, 1, tzinfo=timezone.utc)
    assert clock.thaw() < clock.now() + timedelta(seconds=1)


def test_the_judge_is_strict_if_asked_to(sandbox):
    assert not sandbox.behaviour()["passed"]
    assert sandbox.behaviour(strict=True, allowEmpty=True)["passed"]


def test_requests_are_chosen_and_a_bundle_is_given(sandbox):
    token_of(sandbox)
    assert len(sandbox.requests(status=200)) == 1
    assert sandbox.bundle()["format"] == "id-emulator-bundle"


def test_a_call_that_is_refused_says_why(sandbox):
    with pytest.raises(EmulatorError, match="422 .*server-errors") as refused:
        sandbox.use("server-errors")
    assert refused.value.status == 422


def test_a_sandbox_that_the_test_has_removed_is_no_error(sandbox):
    sandbox.remove()


@pytest.mark.parametrize("sandbox_options", [{"population": 3, "seed": 7}])
def test_a_sandbox_has_the_options_of_the_test(sandbox):
    shown = sandbox.control("GET", "")
    assert (shown["population"], shown["seed"]) == (3, 7)
    assert shown["name"].endswith("test_a_sandbox_has_the_options_of_the_test[sandbox_options0]")


def test_another_sandbox_has_other_credentials(emulator, sandbox):
    other = emulator.sandbox()
    assert other.client_id != sandbox.client_id
    other.remove()
