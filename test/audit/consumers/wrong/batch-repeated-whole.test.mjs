/** Mistake: if one item of a batch fails, the whole batch is sent again, so that the others have two links. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { demandedPause, pause } from '../service.mjs';

async function send(url, init, isSafe) {
  for (let attempt = 1; ; attempt += 1) {
    let response, text;
    try {
      response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
      text = await response.text();
    } catch (error) {
      response = undefined;
      if (!isSafe || attempt === 4) throw new Error(`${url}: network error ${error.message}`, { cause: error });
    }
    const wait = response && demandedPause(response.headers);
    const wasRefused = response?.status === 429 || (response?.status === 503 && wait !== undefined);
    const isTemporary = wasRefused || (isSafe && !(response?.status < 500));
    if (!isTemporary || attempt === 4)
      return { status: response.status, body: response.ok ? JSON.parse(text) : undefined };
    await pause(wait ?? 100 * 2 ** attempt);
  }
}

class Links {
  constructor(service) {
    this.service = service;
  }

  async login() {
    const { tokenUrl, clientId, clientSecret } = this.service;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const response = await send(tokenUrl, { method: 'POST', body }, true);
    if (response.status !== 200) throw new Error(`login: status ${response.status}`);
    this.token = response.body.access_token;
  }

  async batch(contractIds) {
    if (this.token === undefined) await this.login();
    const once = () =>
      send(`${this.service.apiUrl}/verification/generate-links-batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ requests: contractIds.map((contractId) => ({ contractId })) }),
      });
    let response = await once();
    if (response.status === 401) {
      await this.login();
      response = await once();
    }
    if (response.status !== 200) throw new Error(`batch: status ${response.status}`);
    return response.body.results;
  }

  async create(contractIds) {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const results = await this.batch(contractIds);
      if (results.every(({ result }) => result)) return results.map(({ result }) => result.verificationUrl);
    }
    throw new Error('the batch failed three times');
  }
}

test('makes a link for each credential', async (t) => {
  const sandbox = await openSandbox(t);
  const [{ credentials }] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const links = await new Links(sandbox).create(credentials.map(({ contractId }) => contractId));
  assert.equal(links.length, credentials.length);
});
