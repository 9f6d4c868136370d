/** Client credentials as the readme shows them: a new token when `expired()` says so. Requests by `fetch`. */
import { ClientCredentials } from 'simple-oauth2';

const EARLY = 30; // seconds

export function connect({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const { origin, pathname } = new URL(tokenUrl);
  const client = new ClientCredentials({
    client: { id: clientId, secret: clientSecret },
    auth: { tokenHost: origin, tokenPath: pathname },
    options: { authorizationMethod: 'body' },
  });
  let accessToken;

  async function send(path, init) {
    if (accessToken === undefined || accessToken.expired(EARLY)) accessToken = await client.getToken({});
    const headers = { ...init?.headers, authorization: `Bearer ${accessToken.token.access_token}` };
    const response = await fetch(apiUrl + path, { ...init, headers, signal: AbortSignal.timeout(3_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  }

  const headers = { 'content-type': 'application/json' };
  return {
    get: (path, query) => send(`${path}?${new URLSearchParams(query)}`),
    post: (path, body) => send(path, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}
