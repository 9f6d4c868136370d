"""What a client of the service does every day. Each library is integrated in the client.py beside this file."""
import os
import threading
import unittest

from client import connect


def client_of(environ):
    names = ("API_URL", "TOKEN_URL", "CLIENT_ID", "CLIENT_SECRET")
    return connect(*(environ[f"ID_EMULATOR_{name}"] for name in names))


CLIENT = client_of(os.environ)


def contract_ids(limit):
    page = CLIENT.get("/institutions/me/credentials", {"limit": limit})
    return [item["contractId"] for item in page["items"]]


class Suite(unittest.TestCase):
    def test_reads_users(self):
        page = CLIENT.get("/institutions/me/users", {"limit": 3})
        self.assertEqual(len(page["items"]), 3)

    def test_reads_all_pages_of_scores(self):
        parties, total, offset = set(), 1, 0
        while offset < total:
            page = CLIENT.get("/institutions/me/human-scores", {"limit": 100, "offset": offset})
            parties.update(item["partyId"] for item in page["items"])
            total = page["pagination"]["total"]
            offset += 100
        self.assertEqual(len(parties), total)

    def test_finds_a_person(self):
        found = CLIENT.get("/institutions/me/credentials/resolve", {"q": "benbrook"})
        self.assertEqual(found["credentials"][0]["username"], "benbrook")

    def test_creates_a_link(self):
        (contract_id,) = contract_ids(1)
        link = CLIENT.post("/verification/generate-link", {"contractId": contract_id})
        self.assertRegex(link["verificationUrl"], "^http")

    def test_creates_links_in_a_batch(self):
        requests = [{"contractId": contract_id} for contract_id in contract_ids(3)]
        answer = CLIENT.post("/verification/generate-links-batch", {"requests": requests})
        tokens = [item["result"]["token"] for item in answer["results"]]
        self.assertEqual(len(tokens), 3)

    def test_reads_four_pages_at_once_with_a_new_client(self):
        client = client_of(os.environ)
        pages = []

        def read(offset):
            pages.append(client.get("/institutions/me/users", {"limit": 2, "offset": offset}))

        threads = [threading.Thread(target=read, args=(offset,)) for offset in (0, 2, 4, 6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([len(page["items"]) for page in pages], [2, 2, 2, 2])


if __name__ == "__main__":
    unittest.main()
