import asyncio

from identity import Identity

ALICE = "party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74"
BEN = "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128"


def test_scores_of_several_parties():
    async def run():
        async with Identity() as identity:
            return await identity.scores([ALICE, BEN])

    scores = asyncio.run(run())
    assert scores[ALICE] > scores[BEN]


def test_a_report_reads_scores_and_credentials_together():
    async def run():
        async with Identity() as identity:
            await identity.score(ALICE)
            scores, credentials = await asyncio.gather(identity.scores([ALICE, BEN]), identity.credentials(ALICE))
            again = await identity.scores([ALICE, BEN])
            return scores, credentials, again

    scores, credentials, again = asyncio.run(run())
    assert scores == again
    assert len(credentials) >= 6
