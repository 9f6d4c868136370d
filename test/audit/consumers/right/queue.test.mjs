/** A worker that takes jobs from a queue, five at a time, and does a job again that failed on the way. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiUrl, demandedPause, pause, tokenForm, tokenUrl } from '../service.mjs';

const CONCURRENCY = 5;
const ATTEMPTS = 5;

class Temporary extends Error {
  constructor(message, wait) {
    super(message);
    this.wait = wait;
  }
}

let token;
let renewal;

function renewed(old) {
  if (token !== old) return token;
  renewal ??= persistently(() => call(tokenUrl, { method: 'POST', body: tokenForm() }))
    .then(({ access_token: value }) => (token = value))
    .finally(() => (renewal = undefined));
  return renewal;
}

async function call(url, init) {
  let response, text;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
    text = await response.text();
  } catch (error) {
    throw new Temporary(`connection to ${url} failed: ${error.message}`);
  }
  const { status, headers } = response;
  if (status === 429 || status >= 500) throw new Temporary(`${url} returned ${status}`, demandedPause(headers));
  if (!response.ok) throw Object.assign(new Error(`${url} returned ${status}`), { status });
  return JSON.parse(text);
}

async function persistently(action) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Temporary) || attempt === ATTEMPTS) throw error;
      await pause(error.wait ?? 120 * 2 ** attempt);
    }
  }
}

async function job(path) {
  const used = token ?? (await renewed(undefined));
  // The work before the request: by now another job may have found out that the token is refused.
  await pause(2);
  const send = (value) => persistently(() => call(apiUrl + path, { headers: { Authorization: `Bearer ${value}` } }));
  try {
    return await send(used);
  } catch (error) {
    if (error.status !== 401) throw error;
    return await send(await renewed(used));
  }
}

async function worked(paths) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < paths.length) {
      const at = next++;
      results[at] = await job(paths[at]);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

test('works off a queue', async () => {
  const paths = Array.from({ length: 12 }, (_, at) => `/institutions/me/users?limit=2&offset=${2 * at}&orderBy=id`);
  const pages = await worked(paths);
  assert.ok(pages.every(({ items }) => items.length === 2));
});
