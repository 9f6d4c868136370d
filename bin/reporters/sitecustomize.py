"""Tells the trail of a run when each test of unittest ran. Python imports a file of this name before every program."""

import os
import sys


def import_hidden():
    """Imports the file of the same name that this one hides."""
    here = os.path.dirname(os.path.abspath(__file__))
    own, paths = sys.modules.pop(__name__), sys.path[:]
    sys.path[:] = [path for path in paths if os.path.abspath(path) != here]
    try:
        import sitecustomize
    except ImportError:
        sys.modules[__name__] = own
    finally:
        sys.path[:] = paths


def report_unittest():
    from time import time
    from unittest import TestResult

    from id_emulator_trail import write

    start, stop, started = TestResult.startTest, TestResult.stopTest, {}

    def start_test(result, test):
        started[test] = time() * 1000
        start(result, test)

    def stop_test(result, test):
        try:
            failed = [text for one, text in result.failures + result.errors if getattr(one, "test_case", one) is test]
            file = getattr(sys.modules.get(type(test).__module__), "__file__", None)
            event = {"type": "case", "runner": "unittest", "name": test.id(), "file": file, "passed": not failed}
            if any(one is test for one, _ in result.skipped):
                event["skipped"] = True
            write({**event, "started": started.pop(test), "ended": time() * 1000, **({"error": failed[0]} if failed else {})})
        except Exception:
            # The result of another library tells something else.
            pass
        stop(result, test)

    TestResult.startTest, TestResult.stopTest = start_test, stop_test


import_hidden()
if "unittest" in getattr(sys, "orig_argv", []):
    report_unittest()
