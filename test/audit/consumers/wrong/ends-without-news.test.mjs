/** A paging iterator that ends with the first page on which nothing is new. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { demandedPause, pause } from '../service.mjs';

class Pages {
  #service;
  #token;

  constructor(service) {
    this.#service = service;
  }

  async *all(path) {
    const seen = new Set();
    for (let offset = 0, total = Infinity; offset < total;) {
      const { items, pagination } = await this.#get(`${path}?offset=${offset}&limit=100`);
      const news = items.filter(({ id }) => !seen.has(id));
      if (news.length === 0) return;
      for (const item of news) {
        yield item;
        seen.add(item.id);
      }
      offset += items.length;
      total = pagination.total;
    }
  }

  async #get(path, isSecond = false) {
    this.#token ??= await this.#login();
    const response = await this.#send(this.#service.apiUrl + path, {
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    if (response.status === 401 && !isSecond) {
      this.#token = undefined;
      return await this.#get(path, true);
    }
    if (response.status !== 200) throw new Error(`${path} returned status ${response.status}`);
    return response.json();
  }

  async #login() {
    const { tokenUrl, clientId, clientSecret } = this.#service;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    return (await this.#send(tokenUrl, { method: 'POST', body })).json().access_token;
  }

  async #send(url, init) {
    let problem;
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      let wait = 100 * 2 ** attempt;
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
        const { status, headers } = response;
        const text = await response.text();
        if (status < 400 || status === 401) return { status, json: () => JSON.parse(text) };
        problem = `status ${status}`;
        if (status < 500 && status !== 429) break;
        wait = demandedPause(headers) ?? wait;
      } catch (error) {
        problem = `network error ${error.cause?.code ?? error.message}`;
      }
      if (attempt < 5) await pause(wait);
    }
    throw new Error(`${url}: ${problem}`);
  }
}

test('reads every user', async () => {
  const emulator = await startEmulator({ port: 0 });
  try {
    const ids = [];
    for await (const { id } of new Pages(emulator).all('/institutions/me/users')) ids.push(id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length > 20);
  } finally {
    await emulator.close();
  }
});
