"""Tells the trail of a run when each test of pytest ran."""

import json
import os

tests = {}


def write(event):
    """Appends an event. The tests of one process have a file of their own."""
    try:
        with open(os.path.join(os.environ["ID_EMULATOR_RUN"], f"{os.getpid()}-cases.trail.jsonl"), "a") as trail:
            trail.write(json.dumps(event) + "\n")
    except (KeyError, OSError):
        pass


def pytest_runtest_logreport(report):
    test = tests.setdefault(report.nodeid, {"type": "case", "runner": "pytest", "name": report.nodeid, "passed": True,
                                            "started": report.start * 1000})
    test["ended"] = report.stop * 1000
    if report.failed:
        test["passed"] = False
        test["error"] = report.longreprtext
    if report.when == "teardown":
        write(tests.pop(report.nodeid))
