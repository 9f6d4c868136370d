/** Mistake: it retries when the server fails, but takes 429 for an error of its own and gives up at once. */

import { demandedPause } from '../shared/retry-after.js';

const ATTEMPTS = 4;

export function createDirectory({ apiUrl, tokenUrl, clientId, clientSecret }) {
  let token;

  async function withRetries(send) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await send(AbortSignal.timeout(2_000));
        if (response.status < 500 || attempt === ATTEMPTS) {
          if (response.status >= 400) return { status: response.status };
          return { status: response.status, data: await response.json() };
        }
        await response.arrayBuffer();
        await sleep(demandedPause(response.headers) ?? 250 * 2 ** attempt);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await sleep(250 * 2 ** attempt);
      }
    }
  }

  async function login() {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const { status, data } = await withRetries((signal) => fetch(tokenUrl, { method: 'POST', body, signal }));
    if (status !== 200) throw new Error(`login failed with status ${status}`);
    return data.access_token;
  }

  async function get(path, isSecond = false) {
    token ??= login().catch((error) => {
      token = undefined;
      throw error;
    });
    const used = token;
    const headers = { Authorization: `Bearer ${await used}` };
    const { status, data } = await withRetries((signal) => fetch(`${apiUrl}${path}`, { headers, signal }));
    if ((status === 401 || status === 403) && !isSecond) {
      if (token === used) token = undefined;
      return await get(path, true);
    }
    if (status >= 400) throw new Error(`${path} failed with status ${status}`);
    return data;
  }

  return {
    /** Who has this e-mail address or username. */
    async find(query) {
      const { credentials } = await get(`/institutions/me/credentials/resolve?q=${encodeURIComponent(query)}`);
      return credentials.map(({ partyId, firstName, lastName }) => ({ partyId, name: `${firstName} ${lastName}` }));
    },
    credentials: (partyId) => get(`/institutions/me/credentials/${encodeURIComponent(partyId)}`),
  };
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
