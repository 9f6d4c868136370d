"""Makes verification links in threads. A lock guards the token; a link that may exist already is not made again."""

import concurrent.futures
import email.utils
import http.client
import json
import os
import threading
import time
import urllib.parse


class Unsure(Exception):
    """The service may have made the link."""


class Refused(Exception):
    pass


class Links:
    def __init__(self):
        self.api = urllib.parse.urlsplit(os.environ["ID_EMULATOR_API_URL"])
        self.lock = threading.Lock()
        self.token = None

    def make(self, contract_ids):
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            return dict(zip(contract_ids, pool.map(self._link, contract_ids)))

    def contracts(self, count):
        status, body = self._call("GET", f"/institutions/me/credentials?limit={count}")
        if status != 200:
            raise Refused(f"credentials: status {status}")
        return [item["contractId"] for item in body["items"]]

    def _link(self, contract_id):
        status, body = self._call("POST", "/verification/generate-link", {"contractId": contract_id})
        if status not in (200, 201):
            raise Refused(f"link of {contract_id[:8]}: status {status}")
        return body["verificationUrl"]

    def _call(self, method, path, json_body=None):
        payload = None if json_body is None else json.dumps(json_body)
        for _ in range(2):
            token = self._token()
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            status, body = self._send(method, self.api.path + path, payload, headers, method == "GET")
            if status != 401:
                return status, body
            with self.lock:
                if self.token == token:
                    self.token = None
        return status, body

    def _token(self):
        with self.lock:
            if self.token is None:
                form = urllib.parse.urlencode(
                    {
                        "grant_type": "client_credentials",
                        "client_id": os.environ["ID_EMULATOR_CLIENT_ID"],
                        "client_secret": os.environ["ID_EMULATOR_CLIENT_SECRET"],
                    }
                )
                headers = {"Content-Type": "application/x-www-form-urlencoded"}
                status, body = self._send("POST", "/oauth/token", form, headers, True)
                if status != 200:
                    raise Refused(f"login: status {status}")
                self.token = body["access_token"]
            return self.token

    def _send(self, method, path, payload, headers, safe):
        problem = None
        for attempt in range(4):
            pause = 0.2 * 2**attempt
            connection = http.client.HTTPConnection(self.api.hostname, self.api.port, timeout=2)
            try:
                connection.request(method, path, payload, headers)
                response = connection.getresponse()
                text = response.read()
                status = response.status
                if status < 400:
                    return status, json.loads(text)
                if status != 429 and (status < 500 or not safe):
                    return status, None
                problem = f"status {status}"
                given = response.getheader("Retry-After")
                if given and given.isdigit():
                    pause = int(given)
                elif given:
                    pause = max(0, email.utils.parsedate_to_datetime(given).timestamp() - time.time() + 1)
            except (OSError, http.client.HTTPException) as error:
                if not safe:
                    raise Unsure(f"{path}: {error!r}") from error
                problem = repr(error)
            finally:
                connection.close()
            time.sleep(pause)
        raise Refused(f"{method} {path}: {problem}")
