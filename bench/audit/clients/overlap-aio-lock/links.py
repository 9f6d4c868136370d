"""Verification links for many credentials, a few at a time."""
import asyncio
import os

import aiohttp


class LinkError(Exception):
    pass


class Links:
    def __init__(self, session, at_once=3, environ=os.environ):
        self.session = session
        self.environ = environ
        self.slots = asyncio.Semaphore(at_once)
        self.renewal = asyncio.Lock()
        self.token = None

    async def _token(self, refused=None):
        """The token; a new one if there is none, or if the one that was refused is still in use."""
        if self.token is not None and self.token != refused:
            return self.token
        async with self.renewal:
            if self.token is None or self.token == refused:
                form = {
                    "grant_type": "client_credentials",
                    "client_id": self.environ["ID_EMULATOR_CLIENT_ID"],
                    "client_secret": self.environ["ID_EMULATOR_CLIENT_SECRET"],
                }
                async with self.session.post(self.environ["ID_EMULATOR_TOKEN_URL"], data=form) as response:
                    if response.status != 200:
                        raise LinkError(f"no token: {response.status}")
                    self.token = (await response.json())["access_token"]
            return self.token

    async def _call(self, method, path, **options):
        token = await self._token()
        for attempt in (1, 2):
            headers = {"Authorization": f"Bearer {token}"}
            async with self.session.request(method, self.environ["ID_EMULATOR_API_URL"] + path, headers=headers, **options) as response:
                if response.status == 401 and attempt == 1:
                    token = await self._token(refused=token)
                    continue
                if response.status != 200:
                    raise LinkError(f"{path}: {response.status}")
                return await response.json()

    async def credentials(self, limit):
        return (await self._call("GET", "/institutions/me/credentials", params={"limit": str(limit)}))["items"]

    async def link(self, contract):
        async with self.slots:
            return (await self._call("POST", "/verification/generate-link", json={"contractId": contract}))["token"]

    async def check(self, token):
        async with self.session.get(f"{self.environ['ID_EMULATOR_API_URL']}/verification/check/{token}") as response:
            if response.status != 200:
                raise LinkError(f"check: {response.status}")
            return await response.json()

    async def all(self, limit):
        contracts = [item["contractId"] for item in await self.credentials(limit)]
        return dict(zip(contracts, await asyncio.gather(*map(self.link, contracts))))


async def links(limit):
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session:
        service = Links(session)
        made = await service.all(limit)
        checked = await asyncio.gather(*map(service.check, made.values()))
        return made, {contract: status["contractId"] for contract, status in zip(made, checked)}
