"""A worker of the report: reads a part of the parties and prints their scores as JSON. Each worker is a process with an
access token of its own."""
import json
import os
import sys

import requests

API = os.environ["ID_EMULATOR_API_URL"]


class Session:
    def __init__(self):
        self.http = requests.Session()
        self.login()

    def login(self):
        form = {
            "grant_type": "client_credentials",
            "client_id": os.environ["ID_EMULATOR_CLIENT_ID"],
            "client_secret": os.environ["ID_EMULATOR_CLIENT_SECRET"],
        }
        response = self.http.post(os.environ["ID_EMULATOR_TOKEN_URL"], data=form, timeout=10)
        response.raise_for_status()
        self.http.headers["Authorization"] = "Bearer " + response.json()["access_token"]

    def get(self, path, **query):
        response = self.http.get(API + path, params=query, timeout=10)
        if response.status_code == 401:
            self.login()
            response = self.http.get(API + path, params=query, timeout=10)
        response.raise_for_status()
        return response.json()


def scores(offset, limit, page=3):
    session = Session()
    found = {}
    while limit > 0:
        items = session.get("/institutions/me/human-scores", offset=offset, limit=min(page, limit))["items"]
        found.update((item["partyId"], item["humanScore"]["totalScore"]) for item in items)
        offset, limit = offset + page, limit - page
    return found


if __name__ == "__main__":
    json.dump(scores(int(sys.argv[1]), int(sys.argv[2])), sys.stdout)
