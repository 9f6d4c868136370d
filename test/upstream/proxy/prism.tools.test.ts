/** With `--prism`, remarks say where Prism judges a message otherwise; the contract's own validators decide. */

import { expect, test } from 'vitest';
import { startProxied, type UpstreamResponse } from './proxied.js';

function wrongType({ body }: UpstreamResponse): void {
  (body as { items: Record<string, unknown>[] }).items[0]!['id'] = 'seven';
}

test('Prism remarks on a request that it alone accepts, and the request is refused', async () => {
  await using proxied = await startProxied({ proxy: { prism: true, errors: true } });

  const response = await proxied.get('/institutions/me/users?offset=1e1');

  expect(response.status).toBe(422);
  expect(proxied.reported.at(-1)!.notes).toContain('Prism finds no violation in this request.');
});

test('Prism remarks on a response that it alone refuses, and the response is passed on', async () => {
  const gateway = (response: UpstreamResponse): void => {
    response.status = 504;
  };
  await using proxied = await startProxied({ alter: gateway, proxy: { prism: true, errors: true } });

  const response = await proxied.get('/institutions/me/users');

  expect(response.status).toBe(504);
  expect(proxied.reported.at(-1)).toMatchObject({
    violations: [],
    notes: [expect.stringMatching(/^Prism alone finds a violation: response/)],
  });
});

test('Prism remarks on nothing where it agrees', async () => {
  await using proxied = await startProxied({ alter: wrongType, proxy: { prism: true } });

  await proxied.get('/institutions/me/users?limit=3');

  const { violations, notes } = proxied.reported.at(-1)!;
  expect(violations).toHaveLength(1);
  expect(notes).toEqual([]);
});
