"""Looks people up. The adapter retries; this module renews the access token and reads broken bodies again."""

import os
import time
from urllib.parse import quote

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

RETRY = Retry(
    total=4,
    backoff_factor=0.15,
    status_forcelist=(429, 500, 502, 503, 504),
    allowed_methods=None,
    raise_on_status=False,
)


class DeadlineAdapter(HTTPAdapter):
    def send(self, request, **options):
        options["timeout"] = options.get("timeout") or 2
        return super().send(request, **options)


class BearerAuth(requests.auth.AuthBase):
    def __init__(self, session, token_url, client_id, client_secret):
        self.session, self.token_url = session, token_url
        self.form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        self.token = None

    def __call__(self, request):
        if self.token is None:
            self.renew()
        request.headers["Authorization"] = f"Bearer {self.token}"
        return request

    def renew(self):
        self.token = read(lambda: self.session.post(self.token_url, data=self.form))["access_token"]


def read(send, attempts=3):
    """The parsed body of a response with status 200."""
    for left in reversed(range(attempts)):
        response = None
        try:
            response = send()
            response.raise_for_status()
            return response.json()
        except (requests.exceptions.ChunkedEncodingError, requests.exceptions.JSONDecodeError):
            if left == 0:
                raise
            time.sleep(0.4 / (left + 1))


class Resolver:
    def __init__(self, api_url, token_url, client_id, client_secret):
        self.api_url = api_url
        self.session = requests.Session()
        self.session.mount("http://", DeadlineAdapter(max_retries=RETRY))
        self.session.mount("https://", DeadlineAdapter(max_retries=RETRY))
        self.auth = BearerAuth(self.session, token_url, client_id, client_secret)

    def by_name(self, name):
        return self._get("/institutions/me/credentials/resolve", {"q": name})["credentials"]

    def by_party(self, party_id):
        return self._get("/institutions/me/credentials/resolve", {"partyId": party_id})["credentials"]

    def credentials(self, party_id):
        return self._get(f"/institutions/me/credentials/{quote(party_id)}")

    def _get(self, path, params=None):
        def send():
            return self.session.get(self.api_url + path, params=params, auth=self.auth)

        try:
            return read(send)
        except requests.HTTPError as error:
            if error.response.status_code != 401:
                raise
        self.auth.renew()
        try:
            return read(send)
        except requests.HTTPError:
            self.auth.token = None
            raise

    def close(self):
        self.session.close()


def from_environment():
    return Resolver(*(os.environ[f"ID_EMULATOR_{name}"] for name in "API_URL TOKEN_URL CLIENT_ID CLIENT_SECRET".split()))
