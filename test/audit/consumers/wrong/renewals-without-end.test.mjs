/** Mistake: each 401 is answered with a new token, without end. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, demandedPause, pause, tokenForm, tokenUrl } from '../service.mjs';

let token;

async function renewed() {
  const { access_token } = await (await send(tokenUrl, { method: 'POST', body: tokenForm() })).json();
  return access_token;
}

async function send(url, { authorized = false, ...init } = {}) {
  let response;
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    if (authorized) token ??= await renewed();
    const headers = authorized ? { Authorization: `Bearer ${token}` } : {};
    try {
      response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(2_000) });
      if (response.ok) return new Response(await response.arrayBuffer());
      if (response.status === 401 && authorized) {
        token = undefined;
        return await send(url, { authorized, ...init });
      }
    } catch (error) {
      if (attempt === 4) throw error;
    }
    await pause((response && demandedPause(response.headers)) ?? 100 * 2 ** attempt);
  }
  throw new Error(`${url}: status ${response?.status}`);
}

test('reads users', async () => {
  const response = await send(`${apiUrl}/institutions/me/users?limit=3`, { authorized: true });
  const { items } = await response.json();
  assert.equal(items.length, 3);
});
