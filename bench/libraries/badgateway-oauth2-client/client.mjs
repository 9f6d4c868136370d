/** The fetch wrapper of the readme, which keeps and renews the token. */
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client';

export function connect({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const client = new OAuth2Client({
    server: new URL(tokenUrl).origin,
    tokenEndpoint: new URL(tokenUrl).pathname,
    authenticationMethod: 'client_secret_post',
    clientId,
    clientSecret,
  });
  const wrapper = new OAuth2Fetch({ client, getNewToken: () => client.clientCredentials() });

  async function send(path, init) {
    const response = await wrapper.fetch(apiUrl + path, { ...init, signal: AbortSignal.timeout(3_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  }

  const headers = { 'content-type': 'application/json' };
  return {
    get: (path, query) => send(`${path}?${new URLSearchParams(query)}`),
    post: (path, body) => send(path, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}
