/** A command for people: it never retries, because whoever reads the error starts it again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, tokenForm, tokenUrl } from '../service.mjs';

async function read(url, init) {
  let response, text;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
    text = await response.text();
  } catch (error) {
    throw new Error(`the connection to the service failed: ${error.cause?.code ?? error.message}`, { cause: error });
  }
  const { ok, status } = response;
  if (!ok) throw new Error(`the service returned status ${status}`);
  return JSON.parse(text);
}

test('prints who somebody is', async () => {
  const { access_token: token } = await read(tokenUrl, { method: 'POST', body: tokenForm() });
  const { credentials } = await read(`${apiUrl}/institutions/me/credentials/resolve?q=alicearcher`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  assert.ok(credentials.length > 0);
});
