/** Mistakes: every status but 2xx is retried, also those that say that the request itself is wrong, and so is a refused token. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, demandedPause, pause, tokenForm, tokenUrl } from '../service.mjs';

async function persistently(url, init = {}) {
  for (let attempt = 1; ; attempt += 1) {
    let problem, wait;
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      problem = `status ${response.status}`;
      wait = demandedPause(response.headers);
    } catch (error) {
      problem = `network error ${error.message}`;
    }
    if (attempt === 4) throw new Error(`${url}: ${problem}`);
    await pause(wait ?? 100 * 2 ** attempt);
  }
}

let token;

async function get(path) {
  token ??= (await persistently(tokenUrl, { method: 'POST', body: tokenForm() })).access_token;
  return await persistently(apiUrl + path, { headers: { Authorization: `Bearer ${token}` } });
}

test('reads all users in one page', async () => {
  const { items } = await get('/institutions/me/users?limit=60');
  assert.ok(items.length > 0);
});
