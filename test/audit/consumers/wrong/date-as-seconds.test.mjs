/** Mistake: a Retry-After that is a date is read as the number of milliseconds since 1970, and waited for in seconds. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, pause, tokenForm, tokenUrl } from '../service.mjs';

async function send(url, init) {
  for (let attempt = 1; ; attempt += 1) {
    let problem, wait;
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      problem = `status ${response.status}`;
      if (response.status < 500 && response.status !== 429)
        throw Object.assign(new Error(`${url}: ${problem}`), { status: response.status });
      const value = response.headers.get('Retry-After');
      if (value !== null) wait = 1_000 * (Number(value) || Date.parse(value));
    } catch (error) {
      if (error.status !== undefined) throw error;
      problem = `network error ${error.message}`;
    }
    if (attempt === 4) throw new Error(`${url}: ${problem}`);
    await pause(wait ?? 100 * 2 ** attempt);
  }
}

let token;
async function get(path, isSecond = false) {
  token ??= (await send(tokenUrl, { method: 'POST', body: tokenForm() })).access_token;
  try {
    return await send(apiUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  } catch (error) {
    if (error.status !== 401 || isSecond) throw error;
    token = undefined;
    return await get(path, true);
  }
}

test('reads users', async () => {
  const { items } = await get('/institutions/me/users?limit=3');
  assert.equal(items.length, 3);
});
