/**
 * Keeps the access token for libraries that have no OAuth of their own, so that what is found is the library's:
 * one token request at a time, a new token before the old one expires, and after 401 only if that very token was sent.
 */
const EARLY = 30_000; // ms

/** Calls `send(token)`, once more after 401. `login` returns the answer of the token endpoint. */
export function withTokens(login) {
  let current;
  let expires = 0;

  async function renew() {
    const { access_token: token, expires_in: seconds } = await login();
    expires = Date.now() + Math.max(1_000 * seconds - EARLY, 500 * seconds);
    return token;
  }

  function token() {
    if (expires !== 0 && Date.now() > expires) drop();
    current ??= renew().catch((error) => {
      drop();
      throw error;
    });
    return current;
  }

  function drop() {
    current = undefined;
    expires = 0;
  }

  return async (send) => {
    const used = await token();
    const response = await send(used);
    if (response.status !== 401) return response;
    if (current !== undefined && (await current) === used) drop();
    return await send(await token());
  };
}

export function formOf({ clientId, clientSecret }) {
  return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
}

/** The data of a response with a status below 300. */
export function dataOf({ status, data }) {
  if (status >= 300) throw new Error(`status ${status}`);
  return data;
}
