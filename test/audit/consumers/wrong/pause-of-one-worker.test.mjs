/** Two workers, of which each waits as it was told itself, while the other one goes on. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, demandedPause, pause, tokenForm, tokenUrl } from '../service.mjs';

const ATTEMPTS = 5;

let token;
let renewal;

async function sent(url, init) {
  for (let attempt = 1; ; attempt += 1) {
    let problem;
    let wait = 100 * 2 ** attempt;
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
      const text = await response.text();
      const { status } = response;
      if (status !== 429 && status < 500) return { status, text };
      problem = new Error(`${url} returned status ${status}`);
      wait = demandedPause(response.headers) ?? wait;
    } catch (error) {
      problem = new Error(`the connection to ${url} failed: ${error.message}`);
    }
    if (attempt === ATTEMPTS) throw problem;
    await pause(wait);
  }
}

function renewed(old) {
  if (token !== old) return token;
  renewal ??= sent(tokenUrl, { method: 'POST', body: tokenForm() })
    .then(({ status, text }) => {
      if (status !== 200) throw new Error(`no access token: status ${status}`);
      return (token = JSON.parse(text).access_token);
    })
    .finally(() => (renewal = undefined));
  return renewal;
}

async function page(path, refused) {
  const used = refused === undefined ? (token ?? (await renewed(undefined))) : await renewed(refused);
  const { status, text } = await sent(apiUrl + path, { headers: { Authorization: `Bearer ${used}` } });
  if (status === 401 && refused === undefined) return await page(path, used);
  if (status !== 200) throw new Error(`${path} returned status ${status}`);
  return JSON.parse(text);
}

test('two workers read a list', async () => {
  const paths = Array.from({ length: 16 }, (_, at) => `/institutions/me/users?limit=2&offset=${2 * at}&orderBy=id`);
  const pages = [];
  const worker = async () => {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      pages.push(await page(path));
      await pause(60);
    }
  };
  await Promise.all([worker(), worker()]);
  assert.equal(pages.length, 16);
  assert.ok(pages.every(({ items }) => items.length === 2));
});
