import request from 'supertest';
import { expect, test } from 'vitest';
import { startInstitution, tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());

const users = '/institutions/me/users';

function withAuthorization(value: string) {
  return request(institution.emulator.apiUrl).get(users).set('Authorization', value);
}

test('a request without a token is challenged without a reason', async () => {
  const response = await request(institution.emulator.apiUrl).get(users);
  expect(response.status).toBe(401);
  expect(response.headers['www-authenticate']).toBe('Bearer realm="institution"');
});

test('another scheme is challenged without a reason', async () => {
  const response = await withAuthorization('Basic ZGVtbzpkZW1v');
  expect(response.status).toBe(401);
  expect(response.headers['www-authenticate']).toBe('Bearer realm="institution"');
});

test('the scheme may be written in any case', async () => {
  const response = await withAuthorization(`bEaReR ${institution.token}`);
  expect(response.status).toBe(200);
});

const changed = (token: string): string => {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url'), signature].join(
    '.',
  );
};
const unsigned = (token: string): string =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]!}.`;

test.each([
  ['changed', changed],
  ['unsigned', unsigned],
  ['with a broken signature', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['cut short', (token: string) => token.slice(0, 40)],
  ['of several kilobytes', (token: string) => token + 'A'.repeat(8_000)],
  ['no token at all', () => 'nonsense'],
  ['empty', () => ''],
  ['in characters that tokens do not have', () => '<script>'],
])('a token that is %s is invalid', async (_, tamper) => {
  const response = await withAuthorization(`Bearer ${tamper(institution.token)}`);
  expect(response.status).toBe(401);
  expect(response.body).toMatchObject({ error: 'unauthorized' });
  expect(response.headers['www-authenticate']).toMatch(
    /^Bearer realm="institution", error="invalid_token", error_description="[^"]+"$/,
  );
});

test('a token of one network is refused on the other', async () => {
  const mainnet = await startInstitution({ network: 'mainnet' });
  const response = await withAuthorization(`Bearer ${mainnet.token}`);
  await mainnet.close();
  expect(response.status).toBe(401);
});

test('a token of another client is refused', async () => {
  const other = await startInstitution({ clientId: 'somebody-else' });
  const response = await withAuthorization(`Bearer ${other.token}`);
  await other.close();
  expect(response.status).toBe(401);
});

test('a token that has expired is refused', async () => {
  const early = await startInstitution({ now: '2026-01-01T00:00:00Z' });
  const late = await startInstitution({ now: '2026-01-01T01:00:00Z' });
  const response = await request(late.emulator.apiUrl).get(users).auth(early.token, { type: 'bearer' });
  await Promise.all([early.close(), late.close()]);
  expect(response.status).toBe(401);
  expect(response.body).toMatchObject({ message: 'The access token has expired.' });
});

test('a token is valid until the second of its expiry', async () => {
  const early = await startInstitution({ now: '2026-01-01T00:00:00Z' });
  const late = await startInstitution({ now: '2026-01-01T00:59:59Z' });
  const response = await request(late.emulator.apiUrl).get(users).auth(early.token, { type: 'bearer' });
  await Promise.all([early.close(), late.close()]);
  expect(response.status).toBe(200);
});

test('all tokens that have not expired are valid at the same time', async () => {
  const another = await tokenOf(institution.emulator);
  expect((await withAuthorization(`Bearer ${another}`)).status).toBe(200);
  expect((await withAuthorization(`Bearer ${institution.token}`)).status).toBe(200);
});
