import unittest

from links import Links


class LinksTest(unittest.TestCase):
    def setUp(self):
        self.links = Links()

    def test_makes_a_link_for_each(self):
        contracts = self.links.contracts(4)
        made = self.links.make(contracts)
        self.assertEqual(list(made), contracts)
        self.assertEqual(len(set(made.values())), 4)

    def test_lists_contracts(self):
        self.assertEqual(len(self.links.contracts(2)), 2)


if __name__ == "__main__":
    unittest.main()
