/** What verifications keep in memory. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { queryObjects } from 'node:v8';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { PactVerification } from '../../../src/pact/provider/pact-verification.js';
import { collectGarbage } from '../../heap-in-use.js';

function change(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

test('a verification does not keep the request that opened it', async () => {
  await using own = await startEmulator();
  const requests: WeakRef<object>[] = [];
  const watch = (message: unknown): void => {
    requests.push(new WeakRef((message as { request: object }).request));
  };
  subscribe('http.server.request.start', watch);
  for (let opened = 0; opened < 20; opened++)
    await fetch(`${own.url}/_emulator/verifications`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: '{}',
    });
  unsubscribe('http.server.request.start', watch);
  collectGarbage();
  expect(requests).toHaveLength(20);
  expect(requests.filter((request) => request.deref() !== undefined).length).toBeLessThan(10);
});

test('a verification is forgotten with its sandbox', async () => {
  await using own = await startEmulator();
  const before = queryObjects(PactVerification, { format: 'count' });
  for (let opened = 0; opened < 20; opened++) {
    await change(`${own.url}/_emulator/verifications`, {});
    own.sandboxes().at(-1)!.remove();
  }
  expect(queryObjects(PactVerification, { format: 'count' }) - before).toBeLessThan(3);
});
