/** Mistake: the token is kept in a file of the build, for a day, whatever expires_in says; nobody expects 401. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, demandedPause, pause, tokenForm, tokenUrl } from '../service.mjs';

const DAY = 86_400_000;
const cache = { token: undefined, until: 0 };

async function send(url, init) {
  for (let attempt = 1; ; attempt += 1) {
    let problem, wait;
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      problem = `status ${response.status}`;
      if (response.status !== 429 && response.status < 500) attempt = 4;
      wait = demandedPause(response.headers);
    } catch (error) {
      problem = `network error ${error.message}`;
    }
    if (attempt >= 4) throw new Error(`${url}: ${problem}`);
    await pause(wait ?? 100 * 2 ** attempt);
  }
}

async function get(path) {
  if (Date.now() > cache.until) {
    const { access_token: token } = await send(tokenUrl, { method: 'POST', body: tokenForm() });
    Object.assign(cache, { token, until: Date.now() + DAY });
  }
  return await send(apiUrl + path, { headers: { Authorization: `Bearer ${cache.token}` } });
}

test('reads scores', async () => {
  const { items } = await get('/institutions/me/human-scores?limit=3');
  assert.equal(items.length, 3);
});
