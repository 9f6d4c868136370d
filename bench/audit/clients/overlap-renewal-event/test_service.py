import asyncio

from service import search_all


def test_several_searches_at_once():
    found = asyncio.run(search_all(["alice.archer", "novak", "ben.brook"]))
    assert found["alice.archer"] == ["Alice Archer"]
    assert found["ben.brook"] == ["Ben Brook"]
    assert "Nina Novak" in found["novak"] and "Emil Novak" in found["novak"]


def test_a_search_without_result():
    found = asyncio.run(search_all(["no such person", "alice.archer"]))
    assert found["no such person"] == []
