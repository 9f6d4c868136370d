import asyncio

from links import links


def test_each_credential_gets_its_own_link():
    made, checked = asyncio.run(links(5))
    assert len(made) == len(set(made.values())) == 5
    assert all(contract == seen for contract, seen in checked.items())
