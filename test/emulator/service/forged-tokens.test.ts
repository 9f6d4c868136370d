/** The development key is public, so anybody can sign tokens and seal links that this emulator would never issue. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { AccessTokens } from '../../../src/emulator/domain/tokens/access-tokens.js';
import { LinkTokens } from '../../../src/emulator/domain/tokens/link-tokens.js';
import { developmentKey } from '../../../src/emulator/domain/tokens/signing-key.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 0 }));

const key = developmentKey();
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const CLAIMS = { iss: 'urn:id-emulator:devnet', sub: 'demo-institution', sandbox: 'default', jti: 'x', exp: 9e9 };

test.each([
  ['a number as sub', { ...CLAIMS, sub: 5 }],
  ['an object as sandbox', { ...CLAIMS, sandbox: {} }],
  ['no jti', { ...CLAIMS, jti: undefined }],
  ['a text as exp', { ...CLAIMS, exp: 'tomorrow' }],
  ['no issuer', { ...CLAIMS, iss: null }],
  ['an array as claims', []],
  ['null as claims', null],
])('a signed token with %s returns 401, and the journal can be read', async (_, claims) => {
  const { emulator } = institution;
  const token = new AccessTokens(key, 'devnet').sign(`${encoded({ alg: 'EdDSA', typ: 'JWT' })}.${encoded(claims)}`);
  const users = await request(emulator.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
  expect(users.status).toBe(401);
  expect((await request(emulator.url).get('/_emulator/sandboxes/default/journal')).status).toBe(200);
  expect((await request(emulator.url).get('/_emulator/sandboxes/default/behaviour')).status).toBe(200);
});

test.each([[[]], [[200]], [[7, 100, 101]], [[0, 0, 1]], [[0, 0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4]]])(
  'a sealed link of the bytes %j is too short, and is unknown',
  async (bytes) => {
    const { emulator } = institution;
    const token = new LinkTokens(key).seal(Uint8Array.from(bytes));
    expect((await request(emulator.apiUrl).get(`/verification/check/${token}`)).status).toBe(404);
    expect((await request(emulator.url).get(`/verify/${token}`)).status).toBe(404);
    expect((await request(emulator.url).get('/_emulator/sandboxes/default/pact?consumer=c')).status).toBe(200);
  },
);
