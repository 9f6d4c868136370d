/** When a scenario fires: the conditions of scenario files, each with its own file. */

import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { startInstitution, type Institution } from '../../institution.js';
import { responseTo, goodCalls, statusesOf, type GoodCall, type GoodCalls } from './good-calls.js';
import { folderOf, scenarioFile } from './scenario-folder.js';

const EVERYWHERE =
  '[issueToken, getUsers, getHumanScores, getHumanScoreByPartyId, getCredentials, getCredentialByPartyId, resolveCredentials, createCredentialsRequest, generateVerificationLink, generateVerificationLinksBatch, checkVerificationStatus]';
const FAULT = 'fault: { answer: { status: 500, error: internal_error, message: Made to fail. } }';

interface Prepared extends AsyncDisposable {
  readonly institution: Institution;
  readonly good: GoodCalls;
}

/** An institution of an emulator with these scenarios: the lines of their files by name. */
async function preparedWith(
  scenarios: Readonly<Record<string, string>>,
  options: EmulatorOptions = {},
  operations = EVERYWHERE,
): Promise<Prepared> {
  const folder = await folderOf(
    Object.fromEntries(
      Object.entries(scenarios).map(([name, lines]) => [`${name}.yaml`, scenarioFile(name, lines, operations)]),
    ),
  );
  const institution = await startInstitution({ population: 20, ...options, scenarios: folder.path });
  const end = async (): Promise<void> => {
    await institution.close();
    await folder[Symbol.asyncDispose]();
  };
  return { institution, good: await goodCalls(institution), [Symbol.asyncDispose]: end };
}

/** The statuses of the given number of getUsers calls under a scenario with these lines. */
async function statusesWhen(lines: string, calls: number, options: EmulatorOptions = {}): Promise<number[]> {
  await using prepared = await preparedWith({ mine: lines }, options);
  return await statusesOf(prepared.institution, prepared.good.getUsers, 'mine', calls);
}

test.each([
  ['without conditions it fires on every call', FAULT, [500, 500, 500, 500]],
  ['skip lets calls pass first', `when: { skip: 2 }\n${FAULT}`, [200, 200, 500, 500]],
  ['times ends it', `when: { times: 2 }\n${FAULT}`, [500, 500, 200, 200]],
  ['skip and times make a window', `when: { skip: 1, times: 2 }\n${FAULT}`, [200, 500, 500, 200, 200]],
  [
    'every: n fires on the first call and on each n-th call after it',
    `when: { every: 3 }\n${FAULT}`,
    [500, 200, 200, 500, 200, 200, 500],
  ],
  [
    'every counts from the calls that were skipped, and times counts how often it fires',
    `when: { skip: 1, every: 2, times: 2 }\n${FAULT}`,
    [200, 500, 200, 500, 200, 200, 200],
  ],
  ['times 0 never fires', `when: { times: 0 }\n${FAULT}`, [200, 200]],
  ['probability 0 never fires', `when: { probability: 0 }\n${FAULT}`, [200, 200, 200, 200]],
  ['probability 1 always fires', `when: { probability: 1 }\n${FAULT}`, [500, 500, 500, 500]],
])('%s', async (_, lines, expected) => {
  expect(await statusesWhen(lines, expected.length)).toEqual(expected);
});

test('probability fires on about its share of the calls', async () => {
  const failed = (await statusesWhen(`when: { probability: 0.25 }\n${FAULT}`, 100)).filter(
    (status) => status === 500,
  ).length;
  expect(failed).toBeGreaterThan(15);
  expect(failed).toBeLessThan(35);
});

test('probability draws from the seed: the same seed selects the same calls, another seed others', async () => {
  const lines = `when: { probability: 0.5 }\n${FAULT}`;
  const draws = [
    await statusesWhen(lines, 30, { seed: 3 }),
    await statusesWhen(lines, 30, { seed: 3 }),
    await statusesWhen(lines, 30, { seed: 4 }),
  ];
  expect(draws[1]).toEqual(draws[0]);
  expect(draws[2]).not.toEqual(draws[0]);
});

const NOW = '2026-01-31T09:00:00Z';

test.each([
  ['inside two times', "{ from: '2026-01-31T08:00:00Z', until: '2026-01-31T10:00:00Z' }", 500],
  ['before them', "{ from: '2026-01-31T09:00:01Z', until: '2026-01-31T10:00:00Z' }", 200],
  ['after them', "{ from: '2026-01-31T08:00:00Z', until: '2026-01-31T08:59:59Z' }", 200],
  ['at the first moment', `{ from: '${NOW}' }`, 500],
  ['at the moment of the end', `{ until: '${NOW}' }`, 200],
  ['inside times of another offset', "{ from: '2026-01-31T10:59:00+02:00', until: '2026-01-31T11:01:00+02:00' }", 500],
  ['inside durations after the start', '{ from: 0s, until: PT1H }', 500],
  ['before a duration after the start', '{ from: 10m }', 200],
  ['before the end alone', '{ until: 10m }', 500],
])('between fires if the clock is in the interval: %s', async (_, between, status) => {
  expect(await statusesWhen(`when: { between: ${between} }\n${FAULT}`, 1, { now: NOW })).toEqual([status]);
});

test('between fires from the given duration after the start', async () => {
  await using prepared = await preparedWith({ mine: `when: { between: { from: 400ms } }\n${FAULT}` });
  const { institution, good } = prepared;
  await expect
    .poll(async () => (await responseTo(institution, good.getUsers, 'mine')).status, { interval: 50 })
    .toBe(500);
});

test.each([
  ['a string', 'string', '"10m"', 200],
  ['a duration', 'duration', '"10m"', 200],
  ['a duration that has passed', 'duration', '"0s"', 500],
])('between takes a parameter that is %s', async (_, type, value, status) => {
  const lines = `parameters: { start: { type: ${type}, description: When it starts. } }\nwhen: { between: { from: '{start}' } }\n${FAULT}`;
  await using prepared = await preparedWith({ mine: lines }, { now: NOW });
  expect(await statusesOf(prepared.institution, prepared.good.getUsers, `mine;start=${value}`, 1)).toEqual([status]);
});

const [ben, alice] = [cast('Ben'), cast('Alice')];
const contractId = ben.credentials[0]!.contractId;

const withQuery = (call: GoodCall, path: string): GoodCall => ({ ...call, path: call.path + path });

test.each<[what: string, pattern: string, met: (good: GoodCalls) => GoodCall, passed: (good: GoodCalls) => GoodCall]>([
  [
    'a party by its ID',
    `party: '${ben.partyId}'`,
    ({ getCredentialByPartyId }) => getCredentialByPartyId,
    ({ getUsers }) => getUsers,
  ],
  [
    'a party among partyIds',
    `party: '${ben.partyId}'`,
    ({ getCredentials }) => withQuery(getCredentials, `?partyIds=${alice.partyId},${ben.partyId}`),
    ({ getCredentials }) => withQuery(getCredentials, `?partyIds=${alice.partyId}`),
  ],
  [
    'a party by its username',
    `party: '${ben.partyId}'`,
    ({ resolveCredentials }) => resolveCredentials,
    ({ resolveCredentials }) => ({
      ...resolveCredentials,
      path: resolveCredentials.path.replace('benbrook', 'alicearcher'),
    }),
  ],
  [
    'a party by its credential',
    `party: '${ben.partyId}'`,
    ({ generateVerificationLink }) => generateVerificationLink,
    ({ generateVerificationLinksBatch }) => generateVerificationLinksBatch,
  ],
  [
    'a party by a link to its credential',
    `party: '${ben.partyId}'`,
    ({ checkVerificationStatus }) => checkVerificationStatus,
    ({ getUsers }) => getUsers,
  ],
  [
    'a requested provider',
    'provider: REDDIT',
    ({ createCredentialsRequest }) => createCredentialsRequest,
    ({ createCredentialsRequest }) => ({
      ...createCredentialsRequest,
      body: createCredentialsRequest.body!.replace('REDDIT', 'GOOGLE'),
    }),
  ],
  [
    'the provider of a credential',
    'provider: GITHUB',
    ({ generateVerificationLink }) => generateVerificationLink,
    ({ generateVerificationLink }) => ({
      ...generateVerificationLink,
      body: JSON.stringify({ contractId: alice.credentials[0]!.contractId }),
    }),
  ],
  [
    'a contract ID',
    `contract: '${contractId}'`,
    ({ generateVerificationLink }) => generateVerificationLink,
    ({ generateVerificationLinksBatch }) => generateVerificationLinksBatch,
  ],
  [
    'a contract ID in a batch',
    `contract: '${alice.credentials[2]!.contractId}'`,
    ({ generateVerificationLinksBatch }) => generateVerificationLinksBatch,
    ({ generateVerificationLink }) => generateVerificationLink,
  ],
  [
    'a client',
    'client: demo-institution',
    ({ getUsers }) => getUsers,
    ({ issueToken }) => ({
      ...issueToken,
      body: issueToken.body!.replace('demo-institution', 'demo-institution%2Btoken-expired'),
    }),
  ],
  [
    'a query parameter',
    'query: { reqStatus: PENDING }',
    ({ getUsers }) => withQuery(getUsers, '?reqStatus=PENDING'),
    ({ getUsers }) => withQuery(getUsers, '?reqStatus=APPROVED'),
  ],
  [
    'a member of the body',
    "body: { contractId: '" + contractId + "' }",
    ({ generateVerificationLink }) => generateVerificationLink,
    ({ generateVerificationLinksBatch }) => generateVerificationLinksBatch,
  ],
  [
    'a member of a form',
    'body: { grant_type: client_credentials }',
    ({ issueToken }) => issueToken,
    ({ getUsers }) => getUsers,
  ],
])('request matches %s', async (_, pattern, met, passed) => {
  await using prepared = await preparedWith({ mine: `when: { request: { ${pattern} } }\n${FAULT}` });
  const { institution, good } = prepared;
  expect((await responseTo(institution, met(good), 'mine')).status).toBe(500);
  expect((await responseTo(institution, passed(good), 'mine')).status).toBeLessThan(300);
});

test('request matches only if all of its conditions match', async () => {
  await using prepared = await preparedWith({
    mine: `when: { request: { party: '${ben.partyId}', provider: REDDIT } }\n${FAULT}`,
  });
  const {
    institution,
    good: { createCredentialsRequest, getCredentialByPartyId },
  } = prepared;
  expect(await statusesOf(institution, getCredentialByPartyId, 'mine', 1)).toEqual([200]);
  expect(await statusesOf(institution, createCredentialsRequest, 'mine', 1)).toEqual([500]);
});

test('calls that request does not match are not counted', async () => {
  await using prepared = await preparedWith({
    mine: `when: { times: 1, skip: 1, request: { party: '${ben.partyId}' } }\n${FAULT}`,
  });
  const {
    institution,
    good: { getUsers, getCredentialByPartyId },
  } = prepared;
  const statuses = [];
  for (const call of [
    getUsers,
    getCredentialByPartyId,
    getUsers,
    getUsers,
    getCredentialByPartyId,
    getCredentialByPartyId,
  ])
    statuses.push((await responseTo(institution, call, 'mine')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 500, 200]);
});

const answering = (status: number, error: string) =>
  `fault: { answer: { status: ${status}, error: ${error}, message: Made to fail. } }`;

test('steps follow each other, one of them without a fault, and then service is normal', async () => {
  const lines = `steps: [{ calls: 2, ${answering(429, 'rate_limited')} }, { calls: 1 }, { calls: 1, ${answering(500, 'internal_error')} }]`;
  expect(await statusesWhen(lines, 6)).toEqual([429, 429, 200, 500, 200, 200]);
});

test('a last step without calls never ends', async () => {
  const lines = `steps: [{ calls: 1 }, { calls: 1, ${answering(429, 'rate_limited')} }, { ${answering(500, 'internal_error')} }]`;
  expect(await statusesWhen(lines, 6)).toEqual([200, 429, 500, 500, 500, 500]);
});

test('a step takes its calls from a parameter', async () => {
  const lines = `parameters: { count: { type: integer, description: How many., default: 1 } }\nsteps: [{ calls: '{count}', ${FAULT} }]`;
  await using prepared = await preparedWith({ mine: lines });
  expect(await statusesOf(prepared.institution, prepared.good.getUsers, 'mine;count=2', 3)).toEqual([500, 500, 200]);
  expect(await statusesOf(prepared.institution, prepared.good.getUsers, 'mine', 2)).toEqual([500, 200]);
});

test('a scenario has several faults at once', async () => {
  const lines =
    'fault: { delay: { before: headers, fixed: 150ms }, alter: { how: empty-lists }, merge: { patch: { totalCount: 7 } } }';
  await using prepared = await preparedWith({ mine: lines }, {}, '[getUsers]');
  const start = performance.now();
  const { json } = await responseTo(prepared.institution, prepared.good.getUsers, 'mine');
  expect(performance.now() - start).toBeGreaterThan(140);
  // The first is outermost: the list is emptied after the merge, and the total with it.
  expect(json).toMatchObject({ items: [], totalCount: 0 });
});

test('a delay around an error delays it', async () => {
  await using prepared = await preparedWith({
    mine: 'fault: { delay: { before: headers, fixed: 150ms }, answer: { status: 500, error: internal_error, message: Made to fail. } }',
  });
  const start = performance.now();
  const { status } = await responseTo(prepared.institution, prepared.good.getUsers, 'mine');
  expect(performance.now() - start).toBeGreaterThan(140);
  expect(status).toBe(500);
});
