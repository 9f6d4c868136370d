/** A damaged document is refused with its mistake, or it is used: nothing ends in an error of the emulator, or never. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { DocumentError, readText } from '../../../src/contract/documents/read-document.js';
import { loadScenario } from '../../../src/emulator/scenarios/load-scenarios.js';
import { readPact } from '../../../src/pact/reading/read-pact.js';
import { shippedContracts } from '../../../src/start/shipped.js';
import { budget } from '../../budget.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { damagedCopies } from '../../damaged.js';
import { problem, problemIn, startControlledEmulator, type Method, type TestSandbox } from './controlled-emulator.js';
import { operations, pathOf } from './documented-operations.js';
import { kept } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const COPIES = budget({ short: 50, long: 1_000 });
const TIME = budget({ short: 60_000, long: 1_200_000 });
const NOW = '2026-01-31T09:00:00Z';
const CREDENTIAL = {
  provider: 'GITHUB',
  contractId: '00aa',
  issuedAt: '-P3D',
  metadata: { email: 'ada@example.com', verifiedAt: NOW, emailVerified: true },
  social: { followersCount: 3, githubBio: 'Me' },
};
const FIXTURE = {
  parties: [
    {
      partyId: 'ada',
      email: 'ada@example.com',
      alias: 'ada',
      username: 'ada',
      firstName: 'Ada',
      lastName: 'Abbott',
      scenario: 'extra-members',
      credentials: [CREDENTIAL],
    },
  ],
};

const controlled = await untilEnd(startControlledEmulator({ population: 3, now: NOW }));
const sandbox = await controlled.open({ fixture: FIXTURE, name: 'source', revision: '2026-04' });
await sandbox.get('/institutions/me/users?limit=1');
await sandbox.done('post', '/scenarios', { select: 'rate-limit-burst;burst=1, latency, flaky;share=0', for: '1d' });
await sandbox.done('post', '/world/parties', {
  partyId: 'bob',
  email: 'b@example.com',
  firstName: 'B',
  lastName: 'B',
});
await sandbox.done('patch', '/world/parties/bob', { alias: 'bob' });
await sandbox.done('post', '/world/parties/bob/requests', { provider: 'SUMSUB' });
await sandbox.done('post', '/world/parties/bob/credentials', {
  provider: 'GITHUB',
  metadata: { email: 'b@example.com' },
  social: { followersCount: 3 },
});
await sandbox.done('post', '/world/credentials/00aa/supersede', { after: '10m' });
await sandbox.done('post', '/clock/advance', { by: '1h' });
for (let call = 0; call < 3; call++) await sandbox.get('/institutions/me/users?limit=1');

const READ = ['', '/journal', '/journal?party=bob', '/journal/har', '/behaviour', '/coverage', '/fidelity', '/clock'];
const WORLD = ['/scenarios', '/upcoming', '/world/parties?limit=10', '/world/events', '/pact?consumer=c&provider=p'];

const SERVICE = [
  'users?limit=100',
  'users?search=a&sortBy=email',
  'credentials?limit=100',
  'human-scores?limit=100',
  'credentials/ada',
  'human-scores/ada',
  'credentials/resolve?partyId=bob',
  'credentials/resolve?q=ada',
];

/** What the service does not answer for a sandbox. */
async function refusedBy({ apiUrl, control }: TestSandbox): Promise<string[]> {
  const { accessToken = '' } = (await control('post', '/access-tokens', {})).body as { accessToken?: string };
  const responses = await Promise.all(
    SERVICE.map((path) => kept(request(apiUrl).get(`/institutions/me/${path}`)).auth(accessToken, { type: 'bearer' })),
  );
  return responses.flatMap(({ status, request: { url }, text }) => (status >= 500 ? [`${url}: ${text}`] : []));
}

/** What does not answer for a sandbox. */
async function failuresOf(id: string): Promise<string[]> {
  const responses = await Promise.all(
    [...READ, ...WORLD].map((path) => controlled.control('get', `/sandboxes/${id}${path}`)),
  );
  return responses.flatMap(({ status, request: { url }, text }) => (status >= 500 ? [`${url}: ${text}`] : []));
}

const openSandboxes = async (): Promise<number> =>
  ((await controlled.control('get', '/sandboxes')).body as { sandboxes: unknown[] }).sandboxes.length;

/** Sends damaged copies: each is refused with the pointer to its mistake, or opens a sandbox whose parts all answer. */
async function expectSafe(document: object, path: string, bodyOf = (copy: unknown): object => copy as object) {
  for (const copy of damagedCopies(document, COPIES)) {
    const before = await openSandboxes();
    const response = await controlled.control('post', path, bodyOf(copy));
    const body = response.body as { id?: string; pointer?: string };
    if (response.status === 201) {
      expect(await failuresOf(body.id!)).toEqual([]);
      await controlled.control('delete', `/sandboxes/${body.id!}`);
    } else {
      expect(response.status, `${response.text} ${JSON.stringify(copy).slice(0, 500)}`).toBe(422);
      expect(body.pointer).toBeTypeOf('string');
    }
    expect(await openSandboxes()).toBe(before);
  }
}

test(`damaged bundles: ${COPIES}`, { timeout: TIME }, async () => {
  await expectSafe(await sandbox.done('get', '/bundle'), '/recordings');
});

test('a bundle with a damaged scenario of its own is refused', async () => {
  const bundle = await sandbox.done('get', '/bundle');
  const shipped = parse(readText('scenarios/rate-limit-burst.yaml')) as object;
  const scenarios = [{ ...shipped, name: 'own', steps: 5 }];
  const response = await controlled.control('post', '/recordings', { ...bundle, scenarios });
  expect(problemIn(response)).toMatchObject(problem(422, { pointer: '/scenarios/0' }));
});

test(`damaged states: ${COPIES * 2}`, { timeout: TIME }, async () => {
  const target = await controlled.open();
  const state = await sandbox.done('get', '/state');
  await target.done('put', '/state', state);
  for (const copy of [state, ...damagedCopies(state, COPIES * 2)]) {
    const before = (await target.control('get', '/state')).text;
    const { status } = await target.control('put', '/state', copy as object);
    expect([200, 422]).toContain(status);
    if (status === 200) expect([...(await failuresOf(target.id)), ...(await refusedBy(target))]).toEqual([]);
    else expect((await target.control('get', '/state')).text).toBe(before);
  }
});

test(`damaged fixtures: ${COPIES}`, { timeout: TIME }, async () => {
  await expectSafe(FIXTURE, '/sandboxes', (copy) => ({ fixture: copy }));
});

/** The bodies of states and bundles are damaged above. */
const TAKING = operations.filter(({ id, takesBody }) => takesBody && id !== 'importState' && id !== 'openRecording');
const BODIES = budget({ short: 4, long: 100 });

test.each(TAKING)(`$id: ${BODIES} damaged bodies`, { timeout: TIME }, async (operation) => {
  const { id } = await controlled.open({ fixture: FIXTURE, population: 0 });
  const path = pathOf(operation, {
    id,
    partyId: 'ada',
    contractId: '00aa',
    activation: '1',
    hold: 'h1',
    change: '1-1',
    verification: 'default',
  });
  for (const body of operation.bodies)
    for (const copy of damagedCopies(body, BODIES)) {
      const response = await controlled
        .control(operation.method as Method, path)
        .set('Content-Type', 'application/json')
        .send(JSON.stringify(copy));
      expect(response.status, `${response.text} ${JSON.stringify(copy)}`).toBeLessThan(500);
    }
  expect(await failuresOf(id)).toEqual([]);
});

test(`damaged pacts: ${COPIES}`, { timeout: TIME }, async () => {
  const pact = await sandbox.done('get', '/pact?consumer=c&provider=p');
  for (const copy of damagedCopies(pact, COPIES))
    expectMistakesAlone(() => readPact('pact.json', JSON.stringify(copy)));
});

test(`damaged scenario files: ${COPIES}`, { timeout: TIME }, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'rate-limit-burst.yaml');
  for (const copy of damagedCopies(parse(readText('scenarios/rate-limit-burst.yaml')), COPIES)) {
    await writeFile(file, JSON.stringify(copy));
    expectMistakesAlone(() => loadScenario(file, shippedContracts()));
  }
});

function expectMistakesAlone(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentError);
  }
}
