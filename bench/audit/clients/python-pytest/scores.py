"""Scores of parties, read with requests."""

import email.utils
import os
import random
import time

import requests

ATTEMPTS = 4
TIMEOUT = (2, 2)


class ServiceError(Exception):
    """The service did not give what was asked for."""


class ScoreClient:
    def __init__(self, api_url, token_url, client_id, client_secret):
        self.api_url, self.token_url = api_url, token_url
        self.credentials = {"client_id": client_id, "client_secret": client_secret}
        self.session = requests.Session()
        self.token = None

    def score(self, party_id):
        response = self._get(f"/institutions/me/human-scores/{party_id}")
        if response.status_code == 404:
            return None
        return response.json()["humanScore"]["totalScore"]

    def all_scores(self, page=50):
        scores, offset = {}, 0
        while True:
            body = self._get("/institutions/me/human-scores", params={"offset": offset, "limit": page}).json()
            for item in body["items"]:
                scores[item["partyId"]] = item["humanScore"]["totalScore"]
            offset += len(body["items"])
            if not body["items"] or offset >= body["pagination"]["total"]:
                return scores

    def _get(self, path, params=None):
        for renewed in (False, True):
            if self.token is None:
                self.token = self._login()
            headers = {"Authorization": f"Bearer {self.token}"}
            response = self._send("GET", self.api_url + path, params=params, headers=headers)
            if response.status_code == 401:
                self.token = None
                if not renewed:
                    continue
            if response.status_code not in (200, 404):
                raise ServiceError(f"{path}: status {response.status_code}")
            return response
        raise ServiceError(path)

    def _login(self):
        form = {"grant_type": "client_credentials", **self.credentials}
        response = self._send("POST", self.token_url, data=form)
        if response.status_code != 200:
            raise ServiceError(f"no access token: status {response.status_code}")
        return response.json()["access_token"]

    def _send(self, method, url, **options):
        for attempt in range(1, ATTEMPTS + 1):
            pause = 0.2 * 2**attempt + random.random() / 10
            try:
                response = self.session.request(method, url, timeout=TIMEOUT, **options)
                if response.status_code == 200:
                    response.json()
                if response.status_code != 429 and response.status_code < 500:
                    return response
                problem = f"status {response.status_code}"
                pause = wait_of(response.headers.get("Retry-After"), pause)
            except (requests.ConnectionError, requests.Timeout) as error:
                problem = str(error)
            except requests.RequestException as error:
                problem = f"unreadable: {error}"
            if attempt < ATTEMPTS:
                time.sleep(pause)
        raise ServiceError(f"{method} {url} failed {ATTEMPTS} times: {problem}")


def wait_of(header, default):
    if header is None:
        return default
    if header.isdigit():
        return int(header)
    return max(0, email.utils.parsedate_to_datetime(header).timestamp() - time.time() + 1)


def from_environment():
    names = ("API_URL", "TOKEN_URL", "CLIENT_ID", "CLIENT_SECRET")
    return ScoreClient(*(os.environ[f"ID_EMULATOR_{name}"] for name in names))
