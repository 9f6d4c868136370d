/** With `--errors`, Prism validates, and what violates the contract is not passed on. */

import { expect, test } from 'vitest';
import { startProxied, type UpstreamResponse } from './proxied.js';

function wrongType({ body }: UpstreamResponse): void {
  (body as { items: Record<string, unknown>[] }).items[0]!['id'] = 'seven';
}

test('with --errors, a response that violates the contract is withheld', async () => {
  await using proxied = await startProxied({ alter: wrongType, proxy: { errors: true } });
  const response = await proxied.get('/institutions/me/users?limit=3');
  expect(response.status).toBe(502);
  expect(response.type).toBe('application/problem+json');
  expect(response.body).toMatchObject({
    status: 502,
    title: 'Response not valid',
    validation: [{ location: ['response', 'body', 'items', '0', 'id'] }],
  });
});

test('with --errors, a request that violates the contract is not forwarded', async () => {
  await using proxied = await startProxied({ proxy: { errors: true } });
  const before = proxied.emulator.defaultSandbox.journal.exchanges().length;
  const response = await proxied.get('/institutions/me/users?limit=many');
  expect(response.status).toBe(422);
  expect(response.body).toMatchObject({ status: 422, validation: [{ location: ['request', 'query', 'limit'] }] });
  expect(proxied.emulator.defaultSandbox.journal.exchanges()).toHaveLength(before);
});

test('with --errors, a valid exchange is passed on', async () => {
  await using proxied = await startProxied({ proxy: { errors: true } });
  expect((await proxied.get('/institutions/me/users')).status).toBe(200);
});
