"""pytest fixtures of id-emulator: one emulator for all tests, and a sandbox for each test.

A sandbox is an institution of its own: with credentials, world, clock, scenarios and journal. So tests can run in
parallel, and none has to clean up. The report of a failed test shows what its client did.

The emulator is the one at ID_EMULATOR_URL, which `id-emulator exec -- pytest` sets. Without the variable, the program
`id-emulator` is started: the one in `node_modules/.bin`, or else on the PATH.

Members of bodies and names of options are those of the control plane: spec/control.yaml in the repository.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Iterator

import pytest

#: Seconds to wait for a response of the control plane. The longest one, `Hold.arrived`, takes 3.
TIMEOUT = 30
#: The most exchanges in the report of a failed test: the last ones explain a failure best.
SHOWN_EXCHANGES = 50
#: Where npm installs programs, as a path in which to look.
INSTALLED = os.path.join("node_modules", ".bin")
#: The longest name of a sandbox.
LONGEST_NAME = 200

_OPENED: pytest.StashKey[_Opened] = pytest.StashKey()


class EmulatorError(Exception):
    """There is no emulator, or it has refused a call. The message says why.

    `status` is the status of the response; None if there is none.
    """

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status


class Emulator:
    """An emulator that runs. `url` is its scheme, host and port."""

    def __init__(self, url: str):
        self.url = url.rstrip("/")
        # An emulator beside the tests is never behind a proxy of the environment.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def sandbox(self, **options: Any) -> Sandbox:
        """Opens a sandbox with these options of `CreateSandbox`, such as seed=7, population=20 or oneClient=True."""
        return Sandbox(self, self.control("POST", "/sandboxes", options))

    def control(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        """Calls the control plane, and returns the body of the response; None if it has none.

        :param path: below `/_emulator`, such as `/sandboxes/s1/reset`
        :raises EmulatorError: if the emulator refuses the request, or does not respond
        """
        url = f"{self.url}/_emulator{path}"
        if query:
            # The control plane reads `true`, not Python's `True`.
            texts = {name: json.dumps(value) if isinstance(value, bool) else value for name, value in query.items()}
            url += "?" + urllib.parse.urlencode(texts, doseq=True)
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        token = os.environ.get("ID_EMULATOR_CONTROL_TOKEN")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                return json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            raise EmulatorError(f"{method} {url}: {error.code} {_detail_of(error.read())}", error.code) from None
        except OSError as error:
            raise EmulatorError(f"{method} {url}: {error}") from error


class Sandbox:
    """An institution of its own. Its methods raise EmulatorError if the emulator refuses them."""

    def __init__(self, emulator: Emulator, opened: dict[str, Any]):
        self.emulator = emulator
        self.id: str = opened["id"]
        #: Base URL of the API, and the token endpoint.
        self.api_url: str = opened["apiUrl"]
        self.token_url: str = opened["tokenUrl"]
        self.client_id: str = opened["clientId"]
        self.client_secret: str = opened["clientSecret"]
        self.clock = Clock(self)

    def control(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        """Calls the control plane as `Emulator.control` does, with a path of this sandbox, such as `/world/parties`."""
        return self.emulator.control(method, f"/sandboxes/{self.id}{path}", body, query)

    def use(self, scenario: str, parameters: dict[str, Any] | None = None, **end: Any) -> dict[str, Any]:
        """Activates a scenario in addition to the active ones, and returns the activation.

        :param parameters: by the names in the scenario: `{"burst": 2, "retry-after": 1}`
        :param end: when it ends: `count=10` calls. A duration is a keyword of Python: `**{"for": "30s"}`
        """
        activated = self.control("POST", "/scenarios", {"scenario": scenario, "parameters": parameters or {}, **end})
        return activated["activated"][0]

    def select(self, selection: str) -> None:
        """Replaces the active scenarios by a selection, such as `rate-limit-burst;burst=2, latency`; empty for none."""
        self.control("PUT", "/scenarios", {"select": selection})

    def hold(self, operation: str, **options: Any) -> Hold:
        """Holds the next calls of an operation, such as `getUsers`: their responses, until the test releases them.

        :param options: of `OpenHold`: calls=2, at="request", limit and endsAfter in milliseconds
        """
        return Hold(self, self.control("POST", "/holds", {"operation": operation, **options})["id"])

    def requests(self, **query: Any) -> list[dict[str, Any]]:
        """The exchanges so far, oldest first. The query chooses some: operation="issueToken", status=401."""
        return self.control("GET", "/journal", query=query)["exchanges"]

    def behaviour(self, **options: Any) -> dict[str, Any]:
        """The verdicts of the judge. `passed` is true if the client has sent requests and broken no rule.

        :param options: strict=True, so that suspected rules fail, too; allowEmpty=True, if no request is right
        """
        return self.control("GET", "/behaviour", query=options)

    def bundle(self) -> dict[str, Any]:
        """The exchanges and the states around them, for `id-emulator inspect`."""
        return self.control("GET", "/bundle")

    def remove(self) -> None:
        """Removes the sandbox."""
        self.control("DELETE", "")


class Clock:
    """The time of a sandbox. Tokens, links and credentials expire by it. A time is a datetime, or ISO 8601 text."""

    def __init__(self, sandbox: Sandbox):
        self._sandbox = sandbox

    def now(self) -> datetime:
        """The time now, in UTC."""
        return _time_of(self._sandbox.control("GET", "/clock"))

    def advance(self, by: str) -> datetime:
        """Moves the clock forward or back: `2h`, `-15m`, `PT2H`. Returns the new time."""
        return _time_of(self._sandbox.control("POST", "/clock/advance", {"by": by}))

    def set(self, time: datetime | str) -> datetime:
        """Sets the time. The clock runs, or is stopped, as before."""
        return _time_of(self._sandbox.control("PUT", "/clock", {"time": _text_of(time)}))

    def freeze(self, time: datetime | str | None = None) -> datetime:
        """Stops the clock, now or at a time."""
        body = {} if time is None else {"time": _text_of(time)}
        return _time_of(self._sandbox.control("POST", "/clock/freeze", body))

    def thaw(self) -> datetime:
        """Lets the clock run again from its current time."""
        return _time_of(self._sandbox.control("POST", "/clock/thaw"))


class Hold:
    """Calls that wait until the test releases them. In a test with asyncio, call its methods in a thread."""

    def __init__(self, sandbox: Sandbox, id: str):
        self._sandbox = sandbox
        self.id = id

    def arrived(self) -> list[HeldCall]:
        """Waits up to 3 s for as many calls as the hold stops, and returns them in the order in which they came.

        :raises EmulatorError: if fewer have arrived; the message lists what has, and says why if that is known
        """
        held = self._sandbox.control("GET", f"/holds/{self.id}/arrived")["held"]
        return [HeldCall(self, call["call"]) for call in held]

    def end(self) -> None:
        """Lets its calls go on in the order in which they came, and holds no more."""
        self._sandbox.control("DELETE", f"/holds/{self.id}")


class HeldCall:
    """A call that a hold has stopped."""

    def __init__(self, hold: Hold, call: int):
        self._hold = hold
        self._call = call

    def release(self) -> None:
        """Lets the call go on. Returns when its response was handed to the socket."""
        self._hold._sandbox.control("POST", f"/holds/{self._hold.id}/release", {"call": self._call})

    def fail(self, how: str = "connection-reset") -> None:
        """Ends the connection of the call in place of its response: `connection-reset` or `connection-closed`."""
        self._hold._sandbox.control("POST", f"/holds/{self._hold.id}/fail", {"call": self._call, "as": how})


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """The emulator at ID_EMULATOR_URL, or one that is started. `emulator.sandbox()` opens more sandboxes."""
    _except_this_machine()
    url = os.environ.get("ID_EMULATOR_URL")
    if url:
        yield Emulator(url)
    else:
        with _started() as url:
            yield Emulator(url)


@pytest.fixture
def sandbox_options() -> dict[str, Any]:
    """Options of the sandbox of each test: `{"seed": 7, "oneClient": True}`. Override it, or parametrize it."""
    return {}


@pytest.fixture
def sandbox(
    emulator: Emulator,
    sandbox_options: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Sandbox]:
    """The test's own institution. It is opened before the test, and removed after it."""
    before = emulator.control("GET", "/sandboxes/default")["exchanges"]
    opened = emulator.sandbox(**{"name": request.node.nodeid[-LONGEST_NAME:], **sandbox_options})
    request.node.stash[_OPENED] = _Opened(opened, before, tmp_path_factory)
    yield opened
    try:
        opened.remove()
    except EmulatorError as error:
        # The test may have removed it.
        if error.status != 404:
            raise


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Shows beside a failure what the client did."""
    report = (yield).get_result()
    opened = item.stash.get(_OPENED, None)
    if report.failed and opened is not None and call.when != "teardown":
        report.sections.append((f"sandbox {opened.sandbox.id}", opened.explanation()))


def _except_this_machine() -> None:
    """Lets no client of the tests ask a proxy of the environment for the emulator. Some programs read one name only."""
    proxies = urllib.request.getproxies_environment()
    known = proxies.pop("no", "")
    if not proxies:
        return
    if known != "*":
        known = ",".join([*filter(None, [known]), "localhost,127.0.0.1,::1"])
    os.environ.update(no_proxy=known, NO_PROXY=known)


@contextmanager
def _started() -> Iterator[str]:
    """Starts the program on a free port, gives its URL, and ends it."""
    program = shutil.which("id-emulator", path=INSTALLED) or shutil.which("id-emulator")
    if program is None:
        raise EmulatorError("id-emulator is neither in node_modules/.bin nor on the PATH: install it there")
    command = [program, "start", "--port", "0", "--log", "json"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        # It ends without a line if it cannot start. Standard error, which is that of pytest, has the reason.
        line = process.stdout.readline()
        # It goes on if nobody reads its log.
        process.stdout.close()
        if not line:
            raise EmulatorError(f"{program} start has ended with exit code {process.wait()}")
        yield json.loads(line)["url"]
    finally:
        process.terminate()
        process.wait()


class _Opened:
    """The sandbox of a test, and what explains its failure."""

    def __init__(self, sandbox: Sandbox, before: int, folders: pytest.TempPathFactory):
        self.sandbox = sandbox
        #: Number of the last exchange of the default sandbox before the test.
        self._before = before
        self._folders = folders

    def explanation(self) -> str:
        try:
            return "\n".join(self._lines())
        except EmulatorError as error:
            # The test may have removed its sandbox. Its own failure is what counts.
            return str(error)

    def _lines(self) -> Iterator[str]:
        """The last exchanges, and the rules that they break or seem to break."""
        exchanges = self.sandbox.requests()
        if len(exchanges) > SHOWN_EXCHANGES:
            yield f"... {len(exchanges) - SHOWN_EXCHANGES} earlier"
        yield from _lines_of(exchanges[-SHOWN_EXCHANGES:])
        unidentified = self._unidentified()
        if unidentified:
            yield "Requests that identified no sandbox, perhaps of another test:"
            yield from _lines_of(unidentified)
        for verdict in self.sandbox.behaviour()["verdicts"]:
            if verdict["verdict"] in ("fail", "suspected"):
                yield from _lines_of_verdict(verdict)
        if exchanges:
            npx = "npx --no-install " if shutil.which("id-emulator", path=INSTALLED) else ""
            yield f"Look at it: {npx}id-emulator inspect {self._kept_bundle()}"
        else:
            yield "The client sent no request."

    def _unidentified(self) -> list[dict[str, Any]]:
        """Requests that were refused: a client forgot its token, or has another one. The default sandbox has them."""
        journal = self.sandbox.emulator.control("GET", "/sandboxes/default/journal", query={"after": self._before})
        exchanges = journal["exchanges"]
        refused = [exchange for exchange in exchanges if exchange["status"] == 401 or "operation" not in exchange]
        return [exchange for exchange in refused if "clientId" not in exchange]

    def _kept_bundle(self) -> Path:
        path = self._folders.mktemp("id-emulator") / "bundle.json"
        path.write_text(json.dumps(self.sandbox.bundle()))
        return path


def _lines_of(exchanges: list[dict[str, Any]]) -> Iterator[str]:
    for exchange in exchanges:
        query = exchange["query"] and "?" + exchange["query"]
        line = f"#{exchange['id']} {exchange['method']} {exchange['path']}{query} {exchange['status']}"
        if "ending" in exchange["response"]:
            line += f"  response: {exchange['response']['ending']}"
        yield line + "".join(f"  [{applied['scenario']}]" for applied in exchange["scenarios"])
        yield from (f"  {diagnostic}" for diagnostic in exchange["diagnostics"])


def _lines_of_verdict(verdict: dict[str, Any]) -> Iterator[str]:
    kind = "Broken" if verdict["verdict"] == "fail" else "Suspected"
    yield f"{kind} rule {verdict['rule']}: {verdict['title']}"
    for offence in verdict["offences"]:
        yield f"  {offence['what']} (exchanges {offence['exchanges']})"
    if "doubt" in verdict:
        yield f"  not proven: {verdict['doubt']}"
    yield f"  basis: {verdict['basis']}"
    if "remedy" in verdict:
        yield f"  remedy: {verdict['remedy']}"


def _detail_of(body: bytes) -> str:
    """What the problem details say, or the body itself if it is none."""
    try:
        return json.loads(body)["detail"]
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")


def _time_of(clock: dict[str, Any]) -> datetime:
    # Before Python 3.11, `fromisoformat` does not read Z.
    return datetime.fromisoformat(clock["time"].replace("Z", "+00:00"))


def _text_of(time: datetime | str) -> str:
    # A datetime without a zone is local time; the control plane needs a zone.
    return time if isinstance(time, str) else time.astimezone().isoformat()
