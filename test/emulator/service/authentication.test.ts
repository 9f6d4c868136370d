import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ now: '2026-01-01T00:00:00Z' }));

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token, spoilt in several ways. */
function spoilt(token: string): Readonly<Record<string, string>> {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return {
    changed: [header, encoded({ ...claims, exp: 9_999_999_999 }), signature].join('.'),
    unsigned: `${encoded({ alg: 'none' })}.${payload}.`,
    broken: `${token.slice(0, -4)}AAAA`,
    short: token.slice(0, 40),
    long: token + 'A'.repeat(8_000),
  };
}

testExchanges(new URL('authentication.yaml', import.meta.url), async (options) => {
  const sender = await sandboxesOf(institution.emulator)(options);
  return { ...sender, values: { ...sender.values, ...spoilt(String(sender.values!['own'])) } };
});

test.each([
  ['network', { network: 'mainnet' }],
  ['client', { clientId: 'somebody-else' }],
] as const)('a token of another %s is refused', async (_, options) => {
  const other = await startInstitution({ now: '2026-01-01T00:00:00Z', ...options });
  const response = await institution.get('/institutions/me/users').auth(other.token, { type: 'bearer' });
  await other.close();
  expect(response.status).toBe(401);
});
