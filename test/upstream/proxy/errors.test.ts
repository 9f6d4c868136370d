/** With `--errors`, what violates the contract is not passed on; what violates it is decided as without. */

import { expect, test } from 'vitest';
import { type Proxied, startProxied, type UpstreamResponse } from './proxied.js';

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
  const before = proxied.emulator.defaultSandbox.requests().length;
  const response = await proxied.get('/institutions/me/users?limit=many');
  expect(response.status).toBe(422);
  expect(response.body).toMatchObject({ status: 422, validation: [{ location: ['request', 'query', 'limit'] }] });
  expect(proxied.emulator.defaultSandbox.requests()).toHaveLength(before);
});

test('with --errors, a valid exchange is passed on', async () => {
  await using proxied = await startProxied({ proxy: { errors: true } });
  expect((await proxied.get('/institutions/me/users')).status).toBe(200);
});

/** Queries of the list of users, with the rule that each breaks. */
const REFUSED = [
  ['limit=', 'type'],
  ['limit=%205', 'type'],
  ['limit=1&limit=2', 'repeated'],
  ['offset=1e1', 'type'],
  ['search=%zz', 'encoding'],
  ['search=%ff', 'encoding'],
  ['status=NOPE', 'enum'],
] as const;

test.each(REFUSED)('with --errors, ?%s breaks the same rule as without', async (query, rule) => {
  await using reporting = await startProxied();
  await using failing = await startProxied({ proxy: { errors: true } });

  const path = `/institutions/me/users?${query}`;
  await reporting.get(path);
  const refused = await failing.get(path);

  expect(refused.status).toBe(422);
  expect(requestRules(failing)).toEqual([rule]);
  expect(requestRules(reporting)).toEqual([rule]);
});

function requestRules({ reported }: Proxied): string[] {
  const violations = reported.at(-1)!.violations.filter(({ location }) => location[0] === 'request');
  return violations.map(({ code }) => code);
}

test.each([405, 502, 504])('with --errors, %i of what stands in front of the service is passed on', async (status) => {
  const gateway = (response: UpstreamResponse): void => {
    response.status = status;
    response.headers = { 'Content-Type': 'text/html' };
    response.body = '<html></html>';
  };
  await using proxied = await startProxied({ alter: gateway, proxy: { errors: true } });

  const response = await proxied.get('/institutions/me/users');

  expect(response.status).toBe(status);
  expect(response.text).toBe('<html></html>');
});
