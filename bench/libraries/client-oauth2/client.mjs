/** Client credentials and `sign()` as the readme shows them. Requests by `fetch`. */
import ClientOAuth2 from 'client-oauth2';

export function connect({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const auth = new ClientOAuth2({ clientId, clientSecret, accessTokenUri: tokenUrl });
  let token;

  async function send(method, path, body) {
    if (token === undefined || token.expired()) token = await auth.credentials.getToken();
    const signed = token.sign({ method, url: apiUrl + path, headers: { 'content-type': 'application/json' } });
    const response = await fetch(signed.url, {
      method,
      body,
      headers: signed.headers,
      signal: AbortSignal.timeout(3_000),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  }

  return {
    get: (path, query) => send('GET', `${path}?${new URLSearchParams(query)}`),
    post: (path, body) => send('POST', path, JSON.stringify(body)),
  };
}
