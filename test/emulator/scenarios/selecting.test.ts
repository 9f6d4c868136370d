import request from 'supertest';
import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());

testExchanges(new URL('selecting.yaml', import.meta.url), sandboxesOf(institution.emulator));

const users = (selection: string) => institution.get('/institutions/me/users').set('Emulator-Scenario', selection);

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
