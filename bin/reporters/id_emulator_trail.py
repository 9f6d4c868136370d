"""Tells the trail of a run when each test of pytest ran. pytest 6 to 9; a reporter that fails never fails the command."""

import json
import os
from time import time

root = os.curdir
tests = {}
compared = {}


def write(event):
    """Appends an event. The tests of one process have a file of their own."""
    try:
        with open(os.path.join(os.environ["ID_EMULATOR_RUN"], f"{os.getpid()}-cases.trail.jsonl"), "a") as trail:
            trail.write(json.dumps(event) + "\n")
    except (KeyError, OSError, TypeError, ValueError):
        pass


def pytest_configure(config):
    global root
    root = str(getattr(config, "rootpath", None) or getattr(config, "rootdir", root))


def pytest_runtest_logstart(nodeid):
    tests[nodeid] = {"type": "case", "runner": "pytest", "name": nodeid, "passed": True, "started": time() * 1000,
                     "file": os.path.join(root, nodeid.split("::")[0])}
    compared.clear()


def pytest_assertrepr_compare(config, op, left, right):
    # Kept for the report; the explanation is pytest's own.
    if op == "==":
        compared.update(expected=repr(right), actual=repr(left))


def pytest_runtest_logreport(report):
    # With pytest-xdist, the process that runs the test tells.
    test = tests.get(report.nodeid)
    if test is None or hasattr(report, "node"):
        return
    if report.failed:
        test["passed"] = False
        test["error"] = str(getattr(report, "longreprtext", report.longrepr))
        # pytest raises the error of a shared fixture again in each test: the requests of the fixture belong to none.
        if report.when == "setup":
            test["started"] = time() * 1000
        # One failed comparison, and no other error.
        if compared and report.when == "call" and "compared" not in test:
            test["compared"] = dict(compared)
    if report.skipped:
        test["skipped"] = True
    # The outcome of pytest-rerunfailures: the test failed, and runs again.
    if report.outcome == "rerun":
        test["repeated"] = True
    if report.when == "teardown":
        write({**tests.pop(report.nodeid), "ended": time() * 1000})
