/** A script with one loop around fetch, which handles everything in its place. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, demandedPause, pause, tokenForm, tokenUrl } from '../service.mjs';

let token;

async function login() {
  const { status, body } = await send(tokenUrl, { method: 'POST', body: tokenForm() });
  if (status !== 200) throw new Error(`no access token: status ${status}`);
  token = body.access_token;
}

async function get(path) {
  if (token === undefined) await login();
  const authorized = () => ({ headers: { Authorization: `Bearer ${token}` } });
  let response = await send(apiUrl + path, authorized());
  if (response.status === 401) {
    await login();
    response = await send(apiUrl + path, authorized());
  }
  return response;
}

async function send(url, init) {
  for (let left = 4, delay = 150; ; left -= 1, delay *= 2) {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
      const text = await response.text();
      const { status, headers } = response;
      if ((status !== 429 && status < 500) || left === 0)
        return { status, body: status === 200 ? JSON.parse(text) : undefined };
      await pause(Math.max(delay, demandedPause(headers) ?? 0));
    } catch (error) {
      if (left === 0)
        throw new Error(`${url} did not respond: ${error.cause?.code ?? error.message}`, { cause: error });
      await pause(delay);
    }
  }
}

test('finds a person by name, and none by a name that nobody has', async () => {
  const { status, body } = await get('/institutions/me/credentials/resolve?q=alicearcher');
  assert.equal(status, 200, `status ${status}`);
  assert.ok(body.credentials.length > 0);
  const nobody = await get('/institutions/me/credentials/resolve?q=nobody-at-all');
  assert.ok(nobody.status === 404 || nobody.status === 200, `status ${nobody.status}`);
  assert.equal(nobody.body?.credentials.length ?? 0, 0);
});

test('reads the first users', async () => {
  const { status, body } = await get('/institutions/me/users?limit=5');
  assert.equal(status, 200, `status ${status}`);
  assert.equal(body.items.length, 5);
});
