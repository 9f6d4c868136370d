import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';
import { claimsOf } from '../../control/controlled-emulator.js';

const institution = await untilEnd(startInstitution({ clientId: 'demo:institution', clientSecret: 'a+b c%ü' }));

const open = sandboxesOf(institution.emulator);
const encoded = Buffer.from(['demo:institution', 'a+b c%ü'].map(encodeURIComponent).join(':')).toString('base64');
testExchanges(new URL('issue-token.yaml', import.meta.url), async () => ({ ...(await open({})), values: { encoded } }));

test('the token lives exactly as long as expires_in says, and was not issued in the future', async () => {
  const short = await startInstitution({ tokenTtl: 60, now: '2026-01-31T09:00:00.250Z' });
  const second = Date.parse('2026-01-31T09:00:00Z') / 1_000;
  expect(claimsOf(short.token)).toMatchObject({ iat: second, exp: second + 60.25 });
  const users = (): Promise<number> => short.get('/institutions/me/users').then(({ status }) => status);
  short.emulator.defaultSandbox.clock.advance('PT59.999S');
  expect(await users()).toBe(200);
  short.emulator.defaultSandbox.clock.advance('PT0.001S');
  expect(await users()).toBe(401);
  await short.close();
});

test('the token contains network, client and sandbox', () => {
  expect(claimsOf(institution.token)).toMatchObject({
    iss: 'urn:id-emulator:devnet',
    sub: 'demo:institution',
    sandbox: 'default',
  });
});

test('a token signed with HMAC over the public key is refused', async () => {
  const [, payload] = institution.token.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');
  const signature = createHmac('sha256', 'key').update(`${header}.${payload!}`).digest('base64url');
  const response = await institution
    .get('/institutions/me/users')
    .auth(`${header}.${payload!}.${signature}`, { type: 'bearer' });
  expect(response.status).toBe(401);
});
