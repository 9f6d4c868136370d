"""The identity service for asyncio programs, with aiohttp."""
import asyncio
import os
from urllib.parse import quote

import aiohttp


class IdentityError(Exception):
    def __init__(self, status, text):
        super().__init__(f"{status}: {text[:80]}")
        self.status = status


class TokenCache:
    """Fetches the access token once, for everyone who waits for it."""

    def __init__(self, fetch):
        self._fetch = fetch
        self._lock = asyncio.Lock()
        self._token = None

    async def get(self):
        async with self._lock:
            if self._token is None:
                self._token = await self._fetch()
            return self._token

    def invalidate(self, refused):
        if self._token == refused:
            self._token = None


class Identity:
    def __init__(self, environ=os.environ):
        self.api = environ["ID_EMULATOR_API_URL"]
        self.token_url = environ["ID_EMULATOR_TOKEN_URL"]
        self.form = {
            "grant_type": "client_credentials",
            "client_id": environ["ID_EMULATOR_CLIENT_ID"],
            "client_secret": environ["ID_EMULATOR_CLIENT_SECRET"],
        }
        self.tokens = TokenCache(self._login)

    async def __aenter__(self):
        self.session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=8))
        return self

    async def __aexit__(self, *_):
        await self.session.close()

    async def _login(self):
        async with self.session.post(self.token_url, data=self.form) as response:
            if response.status != 200:
                raise IdentityError(response.status, await response.text())
            return (await response.json())["access_token"]

    async def get(self, path, **query):
        for attempt in (1, 2):
            token = await self.tokens.get()
            headers = {"Authorization": f"Bearer {token}"}
            async with self.session.get(self.api + path, params=query, headers=headers) as response:
                if response.status == 401 and attempt == 1:
                    self.tokens.invalidate(token)
                    continue
                if response.status != 200:
                    raise IdentityError(response.status, await response.text())
                return await response.json()

    async def score(self, party):
        item = await self.get(f"/institutions/me/human-scores/{quote(party, safe='')}")
        return item["humanScore"]["totalScore"]

    async def scores(self, parties):
        return dict(zip(parties, await asyncio.gather(*(self.score(party) for party in parties))))

    async def credentials(self, party):
        return await self.get(f"/institutions/me/credentials/{quote(party, safe='')}")
