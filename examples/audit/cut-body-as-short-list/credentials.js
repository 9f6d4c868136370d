/** Mistake: a list whose body is cut off is taken for a short page, and a short page for the last one. */

import { demandedPause } from '../shared/retry-after.js';
import { request } from '../shared/request.js';
import { streamItems } from './stream-items.js';

const LIMIT = 20;
const ATTEMPTS = 5;

export function credentialReader({ apiUrl, tokenUrl, clientId, clientSecret }) {
  let token;

  async function login() {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const { ok, status, data } = await request(tokenUrl, { method: 'POST', body, repeatable: true });
    if (!ok) throw new Error(`no access token: ${status}`);
    return data.access_token;
  }

  async function page(offset) {
    const url = new URL(`${apiUrl}/institutions/me/credentials?offset=${offset}&limit=${LIMIT}`);
    let renewed = false;
    for (let attempt = 1; ; attempt += 1) {
      token ??= await login();
      let result;
      try {
        result = await streamItems(url, { headers: { authorization: `Bearer ${token}` } });
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await sleep(200 * 2 ** attempt);
        continue;
      }
      const { status, headers, items } = result;
      if (status === 200) return items;
      if ((status === 401 || status === 403) && !renewed) {
        token = undefined;
        renewed = true;
      } else if ((status === 429 || status >= 500) && attempt < ATTEMPTS) {
        await sleep(demandedPause(headers) ?? 200 * 2 ** attempt);
      } else {
        throw new Error(`${url.pathname}: the service returned ${status}`);
      }
    }
  }

  return async function* credentials() {
    for (let offset = 0; ; offset += LIMIT) {
      const items = await page(offset);
      yield* items;
      if (items.length < LIMIT) return;
    }
  };
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
