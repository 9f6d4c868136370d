import unittest

import resolver


class ResolverTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.resolver = resolver.from_environment()
        cls.addClassCleanup(cls.resolver.close)

    def test_there_and_back(self):
        forward = self.resolver.by_name("benbrook")
        self.assertTrue(forward)
        backward = self.resolver.by_party(forward[0]["partyId"])
        self.assertGreaterEqual(len(backward), len(forward))

    def test_strangers(self):
        self.assertEqual(self.resolver.by_name("nobody at all"), [])

    def test_credentials_belong_to_the_party(self):
        party = self.resolver.by_name("benbrook")[0]["partyId"]
        self.assertEqual({one["partyId"] for one in self.resolver.credentials(party)}, {party})
