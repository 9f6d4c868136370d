"""One client asks again after 429, the other does not; both use the sandbox of the emulator beside the tests."""

import json
import os
import time
import unittest
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def token():
    form = {
        "grant_type": "client_credentials",
        "client_id": os.environ["ID_EMULATOR_CLIENT_ID"],
        "client_secret": os.environ["ID_EMULATOR_CLIENT_SECRET"],
    }
    with urlopen(os.environ["ID_EMULATOR_TOKEN_URL"], urlencode(form).encode(), timeout=30) as response:
        return json.load(response)["access_token"]


TOKEN = token()


def users():
    url = os.environ["ID_EMULATOR_API_URL"] + "/institutions/me/users"
    with urlopen(Request(url, headers={"Authorization": "Bearer " + TOKEN}), timeout=30) as response:
        return json.load(response)["items"]


def patient_users():
    while True:
        try:
            return users()
        except HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers.get("Retry-After", "1")))


class Users(unittest.TestCase):
    def tearDown(self):
        # Requests are told apart by their times.
        time.sleep(0.05)

    def test_1_reads_users_once(self):
        self.assertEqual(len(users()), 10)

    def test_2_reads_users_until_it_has_them(self):
        self.assertEqual(len(patient_users()), 10)


if __name__ == "__main__":
    unittest.main()
