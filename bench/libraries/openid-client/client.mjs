/** Client credentials, and protected resources, as the readme shows them. */
import * as client from 'openid-client';

const EARLY = 30; // seconds

export function connect({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const config = new client.Configuration(server, clientId, clientSecret);
  client.allowInsecureRequests(config);
  config.timeout = 3;
  let tokens;

  async function send(method, path, body, headers) {
    if (tokens === undefined || tokens.expiresIn() < EARLY) tokens = await client.clientCredentialsGrant(config);
    const url = new URL(apiUrl + path);
    const response = await client.fetchProtectedResource(config, tokens.access_token, url, method, body, headers);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  }

  return {
    get: (path, query) => send('GET', `${path}?${new URLSearchParams(query)}`),
    post: (path, body) => send('POST', path, JSON.stringify(body), new Headers({ 'content-type': 'application/json' })),
  };
}
