"""Calls to the identity service. The first call that is refused renews the token, the others wait for it."""
import asyncio
import os

import aiohttp


class ServiceError(Exception):
    pass


class Service:
    def __init__(self, session, environ=os.environ):
        self.session = session
        self.environ = environ
        self.token = None
        self.renewing = False
        self.renewed = asyncio.Event()

    @classmethod
    async def connect(cls, session):
        service = cls(session)
        service.token = await service._login()
        return service

    async def _login(self):
        form = {
            "grant_type": "client_credentials",
            "client_id": self.environ["ID_EMULATOR_CLIENT_ID"],
            "client_secret": self.environ["ID_EMULATOR_CLIENT_SECRET"],
        }
        async with self.session.post(self.environ["ID_EMULATOR_TOKEN_URL"], data=form) as response:
            if response.status != 200:
                raise ServiceError(f"no token: {response.status}")
            return (await response.json())["access_token"]

    async def _renew(self, refused):
        if self.token != refused:
            return
        if self.renewing:
            await self.renewed.wait()
            if self.token == refused:
                raise ServiceError("no token: the renewal failed")
            return
        self.renewing = True
        self.renewed.clear()
        try:
            self.token = await self._login()
        finally:
            self.renewing = False
            self.renewed.set()

    async def get(self, path, query=None):
        for attempt in range(2):
            token = self.token
            headers = {"Authorization": f"Bearer {token}"}
            async with self.session.get(self.environ["ID_EMULATOR_API_URL"] + path, params=query, headers=headers) as response:
                if response.status == 200:
                    return await response.json()
                if response.status != 401 or attempt == 1:
                    raise ServiceError(f"{path}: {response.status}")
            await self._renew(token)

    async def people(self, text):
        page = await self.get("/institutions/me/users", {"search": text, "limit": "20"})
        return sorted({item["fullName"] for item in page["items"]})


async def search_all(texts):
    """Searches for all texts at once; what fails is None."""
    timeout = aiohttp.ClientTimeout(total=5)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        service = await Service.connect(session)
        found = await asyncio.gather(*(service.people(text) for text in texts), return_exceptions=True)
    return {text: None if isinstance(people, Exception) else people for text, people in zip(texts, found)}
