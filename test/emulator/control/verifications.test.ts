/** Verifications by verifiers of other languages: they know a provider base URL and a state-change URL. */

import { openRemoteVerification } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { untilEnd } from '../../until-end.js';

const USERS = '/api/v1/institutions/me/users';
const PLACEHOLDER = { Authorization: 'Bearer placeholder' };

const emulator = await untilEnd(startEmulator());

interface UsersList {
  readonly pagination: { readonly total: number };
}

async function total(response: Response): Promise<number> {
  return ((await response.json()) as UsersList).pagination.total;
}

function change(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

test('the report says whether requests were valid and responses on contract, and which states and guesses there were', async () => {
  const verification = await openRemoteVerification({ url: emulator.url });
  const send = (target: string, init: RequestInit = {}): Promise<Response> =>
    fetch(verification.providerBaseUrl + target, { headers: PLACEHOLDER, ...init });
  const token = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'a' };
  const link = { ...PLACEHOLDER, 'Content-Type': 'application/json' };
  await change(verification.stateChangeUrl, { state: 'the institution is rate limited' });
  await send(`${USERS}?limit=0`);
  await send(USERS);
  await send(USERS, { headers: {} });
  await send('/api/v1/moon');
  await send(USERS, { method: 'DELETE' });
  await send('/oauth/token', token);
  await send('/api/v1/verification/generate-link', { method: 'POST', headers: link, body: '{"contractId":' });
  await send(`${USERS}?search=%FF`);
  await change(verification.stateChangeUrl, { state: 'scenario: malformed-json' });
  await send(USERS);
  const { interactions, text } = await verification.report();
  expect(interactions.map(({ status, requestViolations }) => [status, ...(requestViolations ?? [])])).toEqual([
    [429, 'Query /limit: expected an integer from 1 to 100, found 0.'],
    [200],
    [401, 'Header /Authorization: expected an access token, found nothing.'],
    [404, 'The path: expected one of the contract, found /api/v1/moon.'],
    [405, 'The method: expected GET or HEAD, found DELETE.'],
    [400, 'Header /Content-Type: expected application/x-www-form-urlencoded, found text/plain.'],
    [400, 'The body: expected valid JSON, found other text.'],
    [400, 'The query: expected percent-encoded UTF-8, found %FF.'],
    [200],
  ]);
  const responses = interactions.map(({ responseViolations }) => responseViolations);
  // The contract says nothing of responses to requests that it does not have.
  expect(responses.slice(0, -1)).toEqual([[], [], [], undefined, undefined, [], [], []]);
  expect(responses.at(-1)).toEqual([expect.stringContaining('The body: expected')]);
  expect(interactions[0]!.states).toEqual(['the institution is rate limited']);
  expect(interactions[0]!.restsOn).toContain('RateLimited:when');
  expect(text).toContain('Requests that the service would refuse: 7. Responses that violate the contract: 1.');
});

test('one line is enough: the default verification needs no opening', async () => {
  const control = `${emulator.url}/_emulator`;
  await change(`${control}/provider-states`, { state: 'no users exist', params: {} });
  expect(await total(await fetch(`${control}/provider${USERS}`, { headers: PLACEHOLDER }))).toBe(0);
});

test('a response has the framing of the emulator: a length, and no chunks', async () => {
  const { providerBaseUrl } = await openRemoteVerification({ url: emulator.url });
  const response = await fetch(providerBaseUrl + USERS, { headers: PLACEHOLDER });
  const length = (await response.arrayBuffer()).byteLength;
  expect(response.headers.get('content-length')).toBe(String(length));
  expect(response.headers.has('transfer-encoding')).toBe(false);
});

test('without a teardown, the next request begins with a reset sandbox', async () => {
  const { providerBaseUrl, stateChangeUrl } = await openRemoteVerification({ url: emulator.url });
  const read = async (): Promise<number> => total(await fetch(providerBaseUrl + USERS, { headers: PLACEHOLDER }));
  const before = await read();
  await change(stateChangeUrl, { consumer: 'ruby', state: 'no users exist', states: ['no users exist'] });
  expect(await read()).toBe(0);
  expect(await read()).toBe(before);
});

test('states that are set up one by one belong to one interaction until its request', async () => {
  const { providerBaseUrl, stateChangeUrl } = await openRemoteVerification({ url: emulator.url });
  await change(stateChangeUrl, { action: 'setup', state: 'party party::1 has disclosed GOOGLE' });
  await change(stateChangeUrl, { action: 'setup', state: 'exactly 2 users exist' });
  expect(await total(await fetch(providerBaseUrl + USERS, { headers: PLACEHOLDER }))).toBe(2);
  await change(stateChangeUrl, { action: 'setup', state: 'no users exist' });
  expect(await total(await fetch(providerBaseUrl + USERS, { headers: PLACEHOLDER }))).toBe(0);
});

test('an unknown state is refused, and so is its request if the verifier sends it anyway', async () => {
  const { providerBaseUrl, stateChangeUrl } = await openRemoteVerification({ url: emulator.url });
  const refused = await change(stateChangeUrl, { state: 'no user exist' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('did you mean \\"no users exist\\"');
  expect((await fetch(providerBaseUrl + USERS, { headers: PLACEHOLDER })).status).toBe(422);
  expect((await fetch(providerBaseUrl + USERS, { headers: PLACEHOLDER })).status).toBe(200);
});

test.each([
  ['pact-jvm', { state: 'no users exist', params: {}, action: 'setup' }],
  [
    'the verifier of Rust, in pact-python, pact-go and PactNet',
    { action: 'setup', params: {}, state: 'no users exist' },
  ],
  ['pact-ruby', { consumer: 'web', state: 'no users exist', states: ['no users exist'], params: {} }],
])('a state change as %s sends it is understood', async (_, body) => {
  const verification = await openRemoteVerification({ url: emulator.url });
  expect((await change(verification.stateChangeUrl, body)).status).toBe(200);
  expect(await total(await fetch(verification.providerBaseUrl + USERS, { headers: PLACEHOLDER }))).toBe(0);
});

test.each([
  ['malformed JSON', { 'Content-Type': 'application/json' }, '{"state": "no users exist"'],
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'state=no+users+exist'],
  ['JSON of another shape', { 'Content-Type': 'application/json' }, '{"state": 5}'],
])('a state change that is %s is refused, and so is its request', async (_, headers, body) => {
  const verification = await openRemoteVerification({ url: emulator.url });
  const refused = await fetch(verification.stateChangeUrl, { method: 'POST', headers, body });
  expect([400, 415, 422]).toContain(refused.status);
  const { status } = await fetch(verification.providerBaseUrl + USERS, { headers: PLACEHOLDER });
  expect(status).toBe(422);
  expect((await verification.report()).verdict).toBe('failed');
  await change(verification.stateChangeUrl, { state: 'no users exist', params: {}, action: 'setup' });
  expect(await total(await fetch(verification.providerBaseUrl + USERS, { headers: PLACEHOLDER }))).toBe(0);
});

test('the URLs of a verification carry a secret in place of the control token, and reach its sandbox only', async () => {
  await using guarded = await startEmulator({ controlToken: 'secret' });
  const address = { url: guarded.url, controlToken: 'secret' };
  const verification = await openRemoteVerification(address, { variants: { 'error-body': 'problem' } });
  expect((await change(verification.stateChangeUrl, { state: 'no users exist' })).status).toBe(200);
  const withoutSecret = `${guarded.url}/_emulator/verifications/${verification.id}/provider`;
  for (const url of [
    withoutSecret,
    withoutSecret.replace('/prov', 'x/prov'),
    withoutSecret.replace('/prov', '.x/prov'),
  ]) {
    expect((await change(`${url}-states`, { state: 'no users exist' })).status).toBe(401);
    expect((await fetch(url + USERS, { headers: PLACEHOLDER })).status).toBe(401);
  }
  const unknown = await fetch(`${verification.providerBaseUrl}/api/v1/verification/check/none`);
  expect(unknown.headers.get('Content-Type')).toContain('application/problem+json');
  expect((await fetch(`${guarded.url}/_emulator/verifications/${verification.id}`)).status).toBe(401);
  expect(guarded.sandbox().requests().length).toBe(0);
});

test('with a control token, the default verification is closed, and says how to open another', async () => {
  await using guarded = await startEmulator({ controlToken: 'secret' });
  const token = `grant_type=client_credentials&client_id=${guarded.clientId}&client_secret=wrong`;
  const control = `${guarded.url}/_emulator`;
  const responses = [
    await fetch(`${control}/provider${USERS}`, { headers: PLACEHOLDER }),
    await fetch(`${control}/provider${USERS}`, { headers: { Authorization: 'Bearer secret' } }),
    await fetch(`${control}/provider/oauth/token`, { method: 'POST', body: new URLSearchParams(token) }),
    await fetch(`${control}/verifications/default/provider${USERS}`, { headers: PLACEHOLDER }),
    await change(`${control}/provider-states`, { state: 'no users exist' }),
    await fetch(`${control}/verifications/default`, { headers: { Authorization: 'Bearer secret' } }),
  ];
  for (const response of responses)
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringContaining('POST /_emulator/verifications'),
    ]);
  expect(guarded.sandboxes()).toHaveLength(1);
});

test('a state change with the control token is accepted', async () => {
  await using guarded = await startEmulator({ controlToken: 'secret' });
  const { id } = await openRemoteVerification({ url: guarded.url, controlToken: 'secret' });
  const send = (body: object) =>
    fetch(`${guarded.url}/_emulator/verifications/${id}/provider-states`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret' },
      body: JSON.stringify(body),
    });
  expect((await send({ state: 'no users exist' })).status).toBe(200);
});

test('a form that pact-js sends on as JSON is taken for the form that it was, which journal and report say', async () => {
  const { id, providerBaseUrl } = await openRemoteVerification({ url: emulator.url });
  const response = await fetch(`${providerBaseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }),
  });
  expect(response.status).toBe(200);
  const note = 'the form, which the verifier had sent as JSON, was sent on as a form';
  const report = (await (await fetch(`${emulator.url}/_emulator/verifications/${id}`)).json()) as {
    interactions: readonly { adaptations: readonly string[] }[];
  };
  expect(report.interactions[0]!.adaptations).toContain(note);
  expect(
    emulator
      .sandboxes()
      .find((sandbox) => sandbox.id === id)!
      .requests()
      .at(-1)!.diagnostics,
  ).toContain(note);
});

test.each(['{"grant_type":1}', '["client_credentials"]', 'grant_type=%7B%7D'])(
  'a form that is no JSON object of texts is sent as it is: %s',
  async (body) => {
    const { providerBaseUrl } = await openRemoteVerification({ url: emulator.url });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${providerBaseUrl}/oauth/token`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
  },
);
