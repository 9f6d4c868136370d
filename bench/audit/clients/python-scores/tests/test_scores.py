import sys, pathlib
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import os
import unittest

from scores.service import Scores

ALICE = "party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74"
BEN = "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128"


class ScoresTest(unittest.TestCase):
    def setUp(self):
        env = os.environ
        self.scores = Scores(env["ID_EMULATOR_API_URL"], env["ID_EMULATOR_TOKEN_URL"], env["ID_EMULATOR_CLIENT_ID"], env["ID_EMULATOR_CLIENT_SECRET"])

    def test_score_of_alice(self):
        self.assertGreater(self.scores.score(ALICE), 80)

    def test_alice_beats_ben(self):
        self.assertGreater(self.scores.score(ALICE), self.scores.score(BEN))

    def test_only_alice_is_trusted(self):
        self.assertEqual(self.scores.trusted([ALICE, BEN], least=90), {ALICE})

    def test_nobody_is_perfect(self):
        self.assertEqual(self.scores.trusted([ALICE, BEN], least=101), set())

    def test_contracts(self):
        self.assertEqual(len(self.scores.contracts(ALICE)), 6)

    def test_links_for_every_contract(self):
        contracts = self.scores.contracts(ALICE)
        self.assertEqual(set(self.scores.links(contracts)), set(contracts))

    def test_address(self):
        self.assertEqual(self.scores.addresses(BEN), {"ben.brook@example.com"})
