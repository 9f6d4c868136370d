import unittest

from board import Board


class BoardTest(unittest.IsolatedAsyncioTestCase):
    async def test_shows_three_figures(self):
        figures = await Board().figures()
        self.assertEqual(list(figures), ["users", "human-scores", "credentials"])
        self.assertTrue(all(count > 10 for count in figures.values()), figures)
