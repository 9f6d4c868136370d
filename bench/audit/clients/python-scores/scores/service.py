"""Human scores and verification links for the loan desk; urllib3 only."""
import json
import logging
import time
import urllib.parse
from email.utils import parsedate_to_datetime

import urllib3
from urllib3.util import Retry, Timeout

log = logging.getLogger("scores")
LONGEST_WAIT = 20


class ServiceError(Exception):
    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


class PatientRetry(Retry):
    """Waits as long as Retry-After says, plus a growing pause, and not at all if that were too long."""

    def sleep(self, response=None):
        attempt = len(self.history)
        told = self.get_retry_after(response) if response is not None else None
        if told is not None and told > LONGEST_WAIT:
            raise ServiceError(f"told to wait {told:.0f} s", response.status)
        time.sleep((told or 0) + 0.15 * 2**attempt)



READS = PatientRetry(total=3, status_forcelist=(429, 500, 502, 503, 504), raise_on_status=False, allowed_methods=("GET", "POST"))
# A write is sent again only if the service has refused it unread.
WRITES = PatientRetry(total=3, connect=0, read=0, other=0, status_forcelist=(429,), raise_on_status=False, allowed_methods=("POST",))


class Scores:
    def __init__(self, api_url, token_url, client_id, client_secret):
        self.api_url = api_url
        self.token_url = token_url
        self.client = (client_id, client_secret)
        self.http = urllib3.PoolManager(timeout=Timeout(connect=1.5, read=2.5), maxsize=4)
        self.token, self.renew_at = None, 0.0

    def _json(self, response):
        try:
            return json.loads(response.data.decode("utf-8"))
        except ValueError as error:
            raise ServiceError("the answer is no JSON", response.status) from error

    def _send(self, method, url, retries, **kwargs):
        try:
            return self.http.request(method, url, retries=retries, enforce_content_length=True, **kwargs)
        except urllib3.exceptions.HTTPError as error:
            raise ServiceError(f"no answer ({type(error).__name__})") from error

    def _again(self, send):
        """Reads again if the body was cut off or is no JSON: urllib3 retries only what goes wrong before the body."""
        for attempt in range(3):
            try:
                return send()
            except ServiceError as error:
                if attempt == 2 or error.status not in (None, 200):
                    raise
                time.sleep(0.3 * 2**attempt)

    def _bearer(self):
        if self.token is None or time.monotonic() >= self.renew_at:
            form = urllib.parse.urlencode({"grant_type": "client_credentials", "client_id": self.client[0], "client_secret": self.client[1]})
            headers = {"Content-Type": "application/x-www-form-urlencoded"}

            def ask():
                response = self._send("POST", self.token_url, READS, body=form, headers=headers)
                if response.status != 200:
                    raise ServiceError("login failed", response.status)
                return self._json(response)

            answer = self._again(ask)
            if not isinstance(answer, dict) or not isinstance(answer.get("access_token"), str):
                raise ServiceError("login without a token")
            try:
                lifetime = float(answer.get("expires_in") or 60)
            except (TypeError, ValueError):
                lifetime = 60.0
            self.token, self.renew_at = answer["access_token"], time.monotonic() + lifetime * 0.9
        return {"Authorization": "Bearer " + self.token}

    def _authorized(self, method, path, retries, **kwargs):
        extra = kwargs.pop("headers", {})
        response = self._send(method, self.api_url + path, retries, headers={**extra, **self._bearer()}, **kwargs)
        if response.status == 401:
            self.token = None
            response = self._send(method, self.api_url + path, retries, headers={**extra, **self._bearer()}, **kwargs)
            if response.status == 401:
                self.token = None
        return response

    def _get(self, path, **query):
        def ask():
            response = self._authorized("GET", path, READS, fields=query or None)
            if response.status != 200:
                raise ServiceError(f"{path}: {response.status}", response.status)
            return self._json(response)

        return self._again(ask)

    def _post(self, path, body):
        response = self._authorized("POST", path, WRITES, body=json.dumps(body), headers={"Content-Type": "application/json"})
        if response.status >= 300:
            raise ServiceError(f"{path}: {response.status}", response.status)
        return self._json(response)

    def score(self, party_id):
        answer = self._get("/institutions/me/human-scores/" + urllib.parse.quote(party_id, safe=""))
        score = (answer.get("humanScore") or {}) if isinstance(answer, dict) else {}
        if not isinstance(score, dict) or not isinstance(score.get("totalScore"), (int, float)):
            raise ServiceError("a score without a number")
        return score["totalScore"]

    def trusted(self, party_ids, least=50):
        """Those of the parties whose score is high enough."""
        answer = self._get("/institutions/me/human-scores", partyIds=",".join(party_ids), limit=100)
        items = answer.get("items") if isinstance(answer, dict) else None
        if not isinstance(items, list):
            raise ServiceError("no list of scores")
        good = set()
        for item in items:
            score = (item or {}).get("humanScore") or {}
            if isinstance(score.get("totalScore"), (int, float)) and score["totalScore"] >= least:
                good.add(item.get("partyId"))
        return good

    def contracts(self, party_id):
        answer = self._get("/institutions/me/credentials/" + urllib.parse.quote(party_id, safe=""))
        if not isinstance(answer, list):
            raise ServiceError("no list of credentials")
        return [c["contractId"] for c in answer if isinstance(c, dict) and isinstance(c.get("contractId"), str)]

    def addresses(self, party_id):
        """The e-mail addresses that the credentials of a party show, in lower case."""
        answer = self._get("/institutions/me/credentials/" + urllib.parse.quote(party_id, safe=""))
        if not isinstance(answer, list):
            raise ServiceError("no list of credentials")
        shown = ((c.get("metadata") or {}).get("email") for c in answer if isinstance(c, dict))
        return {address.lower() for address in shown if isinstance(address, str)}

    def links(self, contract_ids):
        """A link for each contract; raises if one of them could not be made."""
        answer = self._post("/verification/generate-links-batch", {"requests": [{"contractId": c} for c in contract_ids]})
        results = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(results, list):
            raise ServiceError("no results")
        links = {r.get("contractId"): r["result"].get("verificationUrl") for r in results if isinstance(r, dict) and r.get("result")}
        missing = [c for c in contract_ids if not links.get(c)]
        if missing:
            raise ServiceError(f"no link for {len(missing)} of {len(contract_ids)} contracts")
        return links
