"""OAuth2Session of Authlib for requests, as its page on client credentials shows it."""
from authlib.integrations.requests_client import OAuth2Session


class Client:
    def __init__(self, api_url, token_url, client_id, client_secret):
        self.api_url = api_url
        self.token_url = token_url
        self.session = OAuth2Session(
            client_id,
            client_secret,
            token_endpoint_auth_method="client_secret_post",
            token_endpoint=token_url,
            grant_type="client_credentials",
        )

    def send(self, method, path, **options):
        if self.session.token is None:
            self.session.fetch_token(self.token_url, timeout=3)
        response = self.session.request(method, self.api_url + path, timeout=3, **options)
        response.raise_for_status()
        return response.json()

    def get(self, path, query):
        return self.send("GET", path, params=query)

    def post(self, path, body):
        return self.send("POST", path, json=body)


connect = Client
