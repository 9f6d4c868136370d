import request from 'supertest';
import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());

const users = (selection: string) => institution.get('/institutions/me/users').set('Emulator-Scenario', selection);

test('without a selection no scenario is applied', async () => {
  const response = await institution.get('/institutions/me/users');
  expect(response.status).toBe(200);
  expect(response.headers['emulator-scenario-applied']).toBeUndefined();
});

test('the response names the applied scenario', async () => {
  const response = await users('token-expired');
  expect(response.headers['emulator-scenario-applied']).toBe('token-expired');
});

test('a scenario that does not affect the operation changes nothing', async () => {
  const response = await users('check-token-unknown');
  expect(response.status).toBe(200);
  expect(response.headers['emulator-scenario-applied']).toBeUndefined();
});

test('an empty selection is no selection', async () => {
  expect((await users('')).status).toBe(200);
});

test.each([
  ['an unknown scenario', 'token-expierd', 'There is no scenario "token-expierd"; did you mean "token-expired"?'],
  [
    'an unknown parameter',
    'rate-limit-burst;bust=1',
    'Scenario "rate-limit-burst" has no parameter "bust"; did you mean "burst"?',
  ],
  [
    'a parameter of another type',
    'rate-limit-burst;burst="two"',
    'Parameter "burst" of scenario "rate-limit-burst" takes an integer from 1 on, not two.',
  ],
  [
    'a parameter out of range',
    'batch-partial-failure;share=1.5',
    'Parameter "share" of scenario "batch-partial-failure" takes a number from 0 to 1, not 1.5.',
  ],
  ['no list', 'rate-limit-burst;;', 'is not a list of scenarios'],
  ['a list inside the list', '(token-expired)', 'a list inside the list is not allowed'],
])('%s is a problem that lists the valid values', async (_, selection, detail) => {
  const response = await users(selection);
  expect(response.status).toBe(400);
  expect(response.type).toBe('application/problem+json');
  expect((response.body as { detail: string }).detail).toContain(detail);
});

test('all mistakes of a selection are reported, and no part of it is applied', async () => {
  const response = await users('nonsense, rate-limit-burst;a=1;b=2');
  expect((response.body as { mistakes: string[] }).mistakes).toHaveLength(3);
});

test.each([
  [
    'the same scenario 500 times',
    'latency,'.repeat(499) + 'latency',
    '500 scenarios are selected; at most 100 can be active together.',
  ],
  [
    '500 activations of a scenario',
    Array.from({ length: 500 }, (_, at) => `latency;activation=a${at}`).join(', '),
    '500 scenarios are selected; at most 100 can be active together.',
  ],
  ['the same scenario 90 times', 'latency,'.repeat(89) + 'latency', ' 3,995 more mistakes are not shown.'],
  ['90 unknown names', 'none,'.repeat(89) + 'none', ' 80 more mistakes are not shown.'],
  ['3,000 unknown parameters', `latency${';a=1;b=2;c=3'.repeat(1_000)}`, 'Scenario "latency" has no parameter "a"'],
  ['a name of 15,000 characters', 'n'.repeat(15_000), 'There is no scenario "nnn'],
  ['a text of 15,000 characters that is not a list', `"${'n'.repeat(15_000)}`, 'is not a list of scenarios'],
])('an invalid selection has a short error response: %s', async (_, selection, detail) => {
  const response = await users(selection);
  expect(response.status).toBe(400);
  expect((response.body as { detail: string }).detail).toContain(detail);
  expect(response.text.length).toBeLessThan(40_000);
});

test('a selection in a client ID has at most 16,384 characters', async () => {
  const { tokenUrl, clientId, clientSecret } = institution.emulator;
  const response = await request(tokenUrl)
    .post('')
    .type('form')
    .send({
      grant_type: 'client_credentials',
      client_id: clientId + '+latency'.repeat(100_000),
      client_secret: clientSecret,
    });
  expect(response.status).toBe(400);
  expect((response.body as { detail: string }).detail).toBe(
    'The selection has 899998 characters; at most 16384 are allowed.',
  );
});

test('an invalid selection is reported before the token is checked', async () => {
  const response = await request(institution.emulator.apiUrl)
    .get('/institutions/me/users')
    .set('Emulator-Scenario', 'nonsense');
  expect(response.status).toBe(400);
});

test('a scenario does not replace a missing token', async () => {
  const response = await request(institution.emulator.apiUrl)
    .get('/institutions/me/users')
    .set('Emulator-Scenario', 'rate-limit-burst');
  expect(response.status).toBe(401);
});

test('a scenario chosen at start applies to every request', async () => {
  const throttled = await startInstitution({ scenario: 'rate-limit-burst;burst=2' });
  const statuses = [];
  for (let call = 0; call < 3; call++) statuses.push((await throttled.get('/institutions/me/users')).status);
  await throttled.close();
  expect(statuses).toEqual([429, 429, 200]);
});

test('an emulator does not start with an unknown scenario', async () => {
  await expect(startInstitution({ scenario: 'nonsense' })).rejects.toThrow(
    'option scenario: There is no scenario "nonsense"',
  );
});

test('two emulators in one process have separate counters', async () => {
  const other = await startInstitution();
  const selection = 'rate-limit-burst;burst=1;activation=apart';
  const statuses = [
    (await users(selection)).status,
    (await other.get('/institutions/me/users').set('Emulator-Scenario', selection)).status,
    (await users(selection)).status,
  ];
  await other.close();
  expect(statuses).toEqual([429, 429, 200]);
});

/** Header and diagnostics of three calls of the users list with a selection. */
async function threeCalls(selection: string) {
  const spent = [];
  for (let call = 0; call < 3; call++) spent.push((await users(selection)).headers['emulator-scenario-spent'] ?? '');
  return spent;
}

test.each([
  ['rate-limit-burst;burst=1;activation=spent', ['', 'rate-limit-burst', 'rate-limit-burst']],
  ['rate-limit-burst;burst=1;after=1;activation=spent', ['', '', 'rate-limit-burst']],
  [
    'server-error;times=1;activation=spent, rate-limit-burst;burst=1;activation=spent2',
    ['', 'server-error', 'server-error, rate-limit-burst'],
  ],
  ['rough-start;activation=spent', ['', '', '']],
  ['latency;activation=spent;from="0s";to="1ms"', ['', '', '']],
  ['variant;error-body=text', ['', '', '']],
])('%s is named when it is used up', async (selection, spent) => {
  expect(await threeCalls(selection)).toEqual(spent);
});

test('a scenario that is used up is in the diagnostics, with a way to begin again', async () => {
  const selection = 'rate-limit-burst;burst=1;activation=in-diagnostics';
  await users(selection);
  await users(selection);
  const [exchange] = institution.emulator.defaultSandbox.requests().slice(-1);
  expect(exchange).toMatchObject({
    status: 200,
    scenarios: [],
    diagnostics: [
      'the scenario "rate-limit-burst" of the header is used up; ";activation=<name>" starts another count',
    ],
  });
});

test('why a selection is refused is in the diagnostics, which the log shows', async () => {
  const { headers } = await users('token-expierd');
  expect(headers['emulator-diagnostic']).toContain('did you mean \\"token-expired\\"?');
  const [exchange] = institution.emulator.defaultSandbox.requests().slice(-1);
  expect(exchange).toMatchObject({
    refusedByEmulator: true,
    diagnostics: ['There is no scenario "token-expierd"; did you mean "token-expired"?'],
  });
});
