"""A Session of requests with urllib3's Retry, as the page on transport adapters shows it. requests has no OAuth."""
import threading

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry


class Client:
    def __init__(self, api_url, token_url, client_id, client_secret):
        self.api_url = api_url
        self.token_url = token_url
        self.form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        self.session = requests.Session()
        retries = Retry(
            total=3,
            backoff_factor=0.1,
            status_forcelist=[429, 500, 502, 503, 504],
            allowed_methods={"GET"},
        )
        self.session.mount("http://", HTTPAdapter(max_retries=retries))
        self.lock = threading.Lock()
        self.token = None

    def login(self, refused):
        with self.lock:
            if self.token is None or self.token == refused:
                response = self.session.post(self.token_url, data=self.form, timeout=3)
                response.raise_for_status()
                self.token = response.json()["access_token"]
            return self.token

    def send(self, method, path, **options):
        token = None
        for _ in range(2):
            token = self.login(refused=token)
            headers = {"Authorization": f"Bearer {token}"}
            response = self.session.request(method, self.api_url + path, headers=headers, timeout=3, **options)
            if response.status_code != 401:
                break
        response.raise_for_status()
        return response.json()

    def get(self, path, query):
        return self.send("GET", path, params=query)

    def post(self, path, body):
        return self.send("POST", path, json=body)


connect = Client
