import time

from importer import Client, Import

BEN = {
    "party": "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128",
    "email": "ben.brook@example.com",
    "provider": "LINKEDIN",
}
STELLA = {
    "party": "party::3c6da6232936abd357ee31fb1ebc6ffc::122051162a269e62991d4fde03ced9ffefdf5f0d454812f4237ca9a719bd525333fa",
    "email": "stella.stone@example.com",
    "provider": "LINKEDIN",
}


def test_an_import_asks_everyone():
    client = Client()
    job = Import(client)
    job.add(BEN)
    job.add(STELLA)
    time.sleep(0.6)
    job.add(dict(BEN))  # the file has him twice
    job.finish()
    assert job.failed == []
    assert client.is_asked(BEN) and client.is_asked(STELLA)
    assert {row["email"] for row in job.asked + job.known} == {"ben.brook@example.com", "stella.stone@example.com"}
