/** Everything at once with Promise.all, and one promise of a token for all of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, demandedPause, pause, tokenForm, tokenUrl } from '../service.mjs';

let current;

/** A function that returns the promise of a token: a new one if it is still that of the caller. */
function token(refused) {
  if (current === undefined || current === refused) {
    const mine = tried(tokenUrl, { method: 'POST', body: tokenForm() }).then(async (response) => {
      if (!response.ok) throw new Error(`no access token: status ${response.status}`);
      return JSON.parse(response.text).access_token;
    });
    mine.catch(() => {
      if (current === mine) current = undefined;
    });
    current = mine;
  }
  return current;
}

async function get(path, refused) {
  const used = token(refused);
  const response = await tried(apiUrl + path, { headers: { Authorization: `Bearer ${await used}` } });
  if (response.status === 401 && refused === undefined) return await get(path, used);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return JSON.parse(response.text);
}

async function tried(url, init, attempt = 1) {
  const retry = async (wait) => {
    await pause(wait + Math.random() * 50);
    return await tried(url, init, attempt + 1);
  };
  let response, text;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
    text = await response.text();
  } catch (error) {
    if (attempt < 5) return await retry(100 * 2 ** attempt);
    throw new Error(`${url}: network error ${error.cause?.code ?? error.name}`, { cause: error });
  }
  const { ok, status, headers } = response;
  if (attempt < 5 && (status === 429 || status >= 500))
    return await retry(demandedPause(headers) ?? 100 * 2 ** attempt);
  return { ok, status, text };
}

test('shows a dashboard', async () => {
  const [users, scores, credentials, ...found] = await Promise.all([
    get('/institutions/me/users?limit=10'),
    get('/institutions/me/human-scores?limit=10'),
    get('/institutions/me/credentials?limit=10'),
    ...['alicearcher', 'benbrook', 'nobody-at-all'].map((name) =>
      get(`/institutions/me/credentials/resolve?q=${name}`),
    ),
  ]);
  assert.equal(users.items.length, 10);
  assert.equal(scores.items.length, 10);
  assert.equal(credentials.items.length, 10);
  assert.equal(found.length, 3);
});
