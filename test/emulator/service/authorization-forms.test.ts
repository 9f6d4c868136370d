/** A refused access token has a reason: what the header has, where the token is, and whose it is. */

import { expect, test } from 'vitest';
import type { SandboxControl } from '../../../src/emulator/control/methods/sandbox-control.js';
import { startEmulator } from '../../../src/index.js';
import { tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 0 }));

const PATH = '/institutions/me/users';
const RULE = 'token-with-every-call';

async function newSandbox(): Promise<{ sandbox: SandboxControl; token: string }> {
  const sandbox = emulator.sandbox();
  return { sandbox, token: await tokenOf(sandbox) };
}

async function send(headers: Record<string, string>, query = ''): Promise<Response> {
  return await fetch(`${emulator.apiUrl}${PATH}${query}`, { headers });
}

test.each([
  ['a token alone', '{token}', 'has a token without the scheme "Bearer" before it'],
  ['the scheme Token', 'Token {token}', 'has the scheme "Token" where "Bearer" belongs'],
  ['the scheme JWT', 'JWT {token}', 'has the scheme "JWT" where "Bearer" belongs'],
  ['the scheme OAuth', 'OAuth {token}', 'has the scheme "OAuth" where "Bearer" belongs'],
  ['a colon', 'Bearer: {token}', 'has ":" after "Bearer" where a blank belongs'],
  ['a colon without a blank', 'Bearer:{token}', 'has ":" after "Bearer" where a blank belongs'],
  ['an equals sign', 'Bearer={token}', 'has "=" after "Bearer" where a blank belongs'],
  ['a tab', 'Bearer\t{token}', 'has "\\t" after "Bearer" where a blank belongs'],
  ['Bearer twice', 'Bearer Bearer {token}', 'has the scheme "Bearer" twice'],
  ['a quoted token', 'Bearer "{token}"', 'has quotes or brackets around the token'],
  ['a quoted value', '"Bearer {token}"', 'has quotes around its value'],
  ['two words', 'Bearer {token} {token}', 'has more than one word after "Bearer"'],
])('%s belongs to the sandbox of its token, and says what the header has', async (_, form, flaw) => {
  const { sandbox, token } = await newSandbox();
  const response = await send({ Authorization: form.replaceAll('{token}', token) });
  expect(response.status).toBe(401);
  expect(response.headers.get('Emulator-Diagnostic')).toContain('the Authorization header has');

  const exchange = sandbox.requests().at(-1)!;
  expect(exchange.diagnostics).toEqual([
    `the Authorization header ${flaw}; send "Bearer", a blank and the access token in the header Authorization (RFC 6750 section 2.1)`,
  ]);
  expect(exchange).toMatchObject({
    status: 401,
    clientId: sandbox.clientId,
    accessToken: { id: expect.any(String) as string },
  });
  expect(JSON.stringify(exchange)).not.toContain(token.split('.')[2]);

  const verdict = sandbox.behaviour().verdicts.find(({ rule }) => rule === RULE);
  expect(verdict).toMatchObject({
    verdict: 'fail',
    explanation: `Sent no access token: the Authorization header ${flaw}.`,
  });
});

test.each([
  ['Bearer', 'has nothing after "Bearer": the client had no token when it sent this'],
  ['Bearer ${TOKEN}', 'has "${TOKEN}" after "Bearer": a placeholder that no program has replaced'],
  ['Bearer {{token}}', 'has "{{token}}" after "Bearer": a placeholder that no program has replaced'],
  ['Bearer {{ token }}', 'has "{{ token }}" after "Bearer": a placeholder that no program has replaced'],
  ['Bearer $TOKEN', 'has "$TOKEN" after "Bearer": a placeholder that no program has replaced'],
  ['Bearer <token>', 'has "<token>" after "Bearer": a placeholder that no program has replaced'],
  ['${TOKEN}', 'has "${TOKEN}": a placeholder that no program has replaced'],
  ...['undefined', 'null', 'None', '[object Object]'].map((text): [string, string] => [
    `Bearer ${text}`,
    `has "${text}" after "Bearer": the client had no token when it sent this`,
  ]),
  ['undefined', 'has "undefined": the client had no token when it sent this'],
  ['', 'is empty'],
  ['Token', 'has the scheme "Token" where "Bearer" belongs'],
  ['Basic Z3Vlc3Q6Z3Vlc3Q=', 'has HTTP Basic, which only the token endpoint accepts'],
  ['sw0rdfish-of-somebody', 'has a token without the scheme "Bearer" before it'],
])('the header %j has a reason, and breaks the rule', async (value, flaw) => {
  const sandbox = emulator.sandbox();
  await send({ Authorization: value, 'Emulator-Sandbox': sandbox.id });
  const exchange = sandbox.requests().at(-1)!;
  expect(exchange.diagnostics).toEqual([
    `the Authorization header ${flaw}; send "Bearer", a blank and the access token in the header Authorization (RFC 6750 section 2.1)`,
  ]);
  expect(JSON.stringify(exchange)).not.toContain('sw0rdfish');
  expect(sandbox.behaviour().verdicts.find(({ rule }) => rule === RULE)).toMatchObject({
    verdict: 'fail',
    explanation: `Sent no access token: the Authorization header ${flaw}.`,
  });
});

test.each(['bearer {token}', 'BEARER {token}', 'Bearer   {token}'])('%j is accepted', async (form) => {
  const { token } = await newSandbox();
  expect((await send({ Authorization: form.replace('{token}', token) })).status).toBe(200);
});

test.each([
  ['X-Access-Token', (token: string) => send({ 'X-Access-Token': token }), 'the header X-Access-Token'],
  ['Cookie', (token: string) => send({ Cookie: `session=${token}` }), 'the header Cookie'],
  ['the query', (token: string) => send({}, `?access_token=${token}`), 'the query parameter access_token'],
])('a token in %s belongs to its sandbox, and says where it is', async (_, sendWith, place) => {
  const { sandbox, token } = await newSandbox();
  const response = await sendWith(token);
  expect(response.status).toBe(401);
  const [, exchange] = sandbox.requests();
  expect(exchange!.diagnostics[0]!.toLowerCase()).toBe(
    `the access token is in ${place}, where the service does not read it; send "Bearer", a blank and the access token in the header Authorization (RFC 6750 section 2.1)`.toLowerCase(),
  );
  expect(sandbox.behaviour().verdicts.find(({ rule }) => rule === RULE)).toMatchObject({ verdict: 'fail' });
});

test('a call without any token has no diagnostic of its own, and breaks the rule', async () => {
  const sandbox = emulator.sandbox();
  await send({ 'Emulator-Sandbox': sandbox.id });
  expect(sandbox.requests()[0]).toMatchObject({ status: 401, diagnostics: [] });
  expect(sandbox.behaviour().verdicts.find(({ rule }) => rule === RULE)).toMatchObject({ verdict: 'fail' });
});
