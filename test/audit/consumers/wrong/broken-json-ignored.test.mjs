/** Mistake: a body that is no JSON counts as an empty object. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { demandedPause, pause } from '../service.mjs';

async function send(url, init) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) }).catch((cause) => ({ cause }));
    const { status = 0, headers } = response;
    if (attempt < 4 && (status === 0 || status === 429 || status >= 500)) {
      await pause((headers && demandedPause(headers)) ?? 100 * 2 ** attempt);
      continue;
    }
    if (status === 0) throw new Error(`${url}: network error ${response.cause.message}`);
    try {
      return { status, body: await response.json() };
    } catch {
      return { status, body: {} };
    }
  }
}

async function reader({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const form = () =>
    new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  const login = async () => (await send(tokenUrl, { method: 'POST', body: form() })).body.access_token;
  let token = await login();
  return async (path) => {
    const authorized = () => ({ headers: { Authorization: `Bearer ${token}` } });
    let response = await send(apiUrl + path, authorized());
    if (response.status === 401) {
      token = await login();
      response = await send(apiUrl + path, authorized());
    }
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
    return response.body;
  };
}

test('counts the credentials of a party', async (t) => {
  const sandbox = await openSandbox(t);
  const get = await reader(sandbox);
  const { credentials = [] } = await get('/institutions/me/credentials/resolve?q=alicearcher');
  assert.ok(credentials.length >= 0);
});
