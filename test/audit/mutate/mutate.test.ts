/** `id-emulator mutate`: which members of the responses a consumer's tests read. */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MutationReport } from '../../../src/audit/audit-types.js';
import { budget } from '../../budget.js';
import { idEmulator, outcomeOf } from '../../cli/id-emulator.js';
import { temporaryFolder, type TemporaryFolder } from '../../cli/temporary-folder.js';

/** It reads the first name, sends on the ID of the party, and demands an ID of the user. */
const CONSUMER = `
import { request } from 'node:http';
const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
const { ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
const send = (url, options, body) =>
  new Promise((resolve) => {
    const call = request(url, options, async (response) => resolve(JSON.parse((await response.toArray()).join(''))));
    call.end(body);
  });
const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
const { access_token: token } = await send(tokenUrl, { method: 'POST', headers: type }, String(form));
const get = (path) => send(api + path, { headers: { Authorization: 'Bearer ' + token } });
const { credentials } = await get('/institutions/me/credentials/resolve?q=benbrook');
for (const { partyId } of credentials) await get('/institutions/me/credentials/' + encodeURIComponent(partyId));
if (credentials.some(({ firstName, userId }) => firstName !== 'Ben' || userId === undefined)) process.exit(1);
`;

/** A world in which little is known of anybody, so that there is little to change. */
const FIXTURE = {
  population: 0,
  parties: [
    {
      partyId: 'party::ben',
      email: 'ben@example.com',
      firstName: 'Ben',
      lastName: 'Brook',
      credentials: [
        {
          provider: 'GITHUB',
          contractId: '00aa',
          issuedAt: '-P5D',
          metadata: { username: 'benbrook', email: 'ben@example.com' },
        },
      ],
    },
  ],
};

let folder: TemporaryFolder;
let consumer: string;
beforeAll(async () => {
  folder = await temporaryFolder({ 'consumer.mjs': CONSUMER, 'world.json': JSON.stringify(FIXTURE) });
  consumer = join(folder.path, 'consumer.mjs');
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('a consumer that reads one member and sends on another', () => {
  let report: MutationReport;
  beforeAll(async () => {
    const { code, stdout, stderr } = await outcomeOf([
      'mutate',
      '--only=resolveCredentials',
      `--fixture=${join(folder.path, 'world.json')}`,
      '--json',
      '--',
      process.execPath,
      consumer,
    ]);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^(?:id-emulator: run \d+: .*\n)*$/);
    report = JSON.parse(stdout) as MutationReport;
  }, 120_000);

  function placesThatAre(wanted: string): string[] {
    return report.operations.flatMap(({ members }) =>
      members.filter(({ use }) => use === wanted).map(({ place }) => place),
    );
  }

  test('a member is read if a test fails when its value changes', () => {
    expect(placesThatAre('read')).toEqual(['credentials[].firstName']);
  });

  test('a member is sent on if only later requests change', () => {
    expect(placesThatAre('sent on')).toEqual(['credentials', 'credentials[].partyId']);
  });

  test('a member is demanded if a test fails without it, whatever its value is', () => {
    expect(placesThatAre('demanded')).toEqual(['credentials[].userId']);
  });

  test('every other member is not read', () => {
    expect(placesThatAre('untried')).toEqual([]);
    expect(placesThatAre('not read')).toEqual(
      expect.arrayContaining(['credentials[].email', 'credentials[].metadata', 'credentials[].metadata.verifiedAt']),
    );
  });

  test('a member is tried with each change that the contract allows', () => {
    const [{ members } = { members: [] }] = report.operations;
    expect(members.find(({ place }) => place === 'credentials[].metadata.email')).toEqual({
      place: 'credentials[].metadata.email',
      use: 'not read',
      noticed: [],
      unnoticed: ['value', 'lowest', 'highest', 'absent'],
    });
  });

  test('the score is the share of the members that are read', () => {
    const { tried, read, sentOn, demanded } = report.members;
    expect([read, sentOn, demanded, tried]).toEqual([1, 2, 1, placesThatAre('not read').length + 4]);
    expect(report.score).toBeCloseTo(1 / tried, 2);
  });
});

test('the text lists what is read, and shows how to see a change that no test notices', async () => {
  const { code, stdout } = await outcomeOf([
    'mutate',
    '--only=resolveCredentials',
    '--budget=3',
    '--',
    process.execPath,
    consumer,
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^resolveCredentials\n {2}untried {3}credentials, credentials\[\]\.contractId/);
  expect(stdout).toContain('Not everything was tried: the budget of 3 runs is used up.');
});

test.each([
  [['mutate'], 'no command given; put it after two hyphens: mutate -- npm test'],
  [['mutate', '--only=getUzers', '--', 'true'], '--only: there is no operation "getUzers"; did you mean "getUsers"?'],
  [['mutate', '--budget=none', '--', 'true'], '--budget: expected a positive number, found "none"'],
])('%j is a usage error', async (parameters, message) => {
  const { code, stderr } = await outcomeOf(parameters);
  expect(code).toBe(2);
  expect(stderr).toContain(`id-emulator: ${message}`);
});

test('an interrupt tells what is known until then', async () => {
  const runs = join(folder.path, 'runs');
  const third = join(folder.path, 'third');
  const hanging = join(folder.path, 'hanging.mjs');
  await writeFile(
    hanging,
    `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(runs)}, 'x');
    ${CONSUMER}
    if (readFileSync(${JSON.stringify(runs)}).length > 2) {
      writeFileSync(${JSON.stringify(third)}, '');
      setInterval(() => undefined, 1_000);
    }`,
  );
  await using command = idEmulator([
    'mutate',
    '--only=resolveCredentials',
    '--patience=60',
    '--',
    process.execPath,
    hanging,
  ]);
  await expect.poll(() => existsSync(third), { timeout: 30_000 }).toBe(true);
  const { stdout, code } = await command.end('SIGINT');
  expect(stdout).toContain('Not everything was tried: it was interrupted.');
  expect(code).toBe(130);
});

test('a command that fails anyway cannot be mutated', async () => {
  const { code, stderr } = await outcomeOf(['mutate', '--', process.execPath, '-e', 'process.exit(3)']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('the command fails with exit code 3');
});

/** Its test compares the whole response with the one of the first run; or it reads nothing. */
function consumerThatReads(isAll: boolean): string {
  return `
    import { existsSync, readFileSync, writeFileSync } from 'node:fs';
    const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
    const { ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const { access_token } = await (await fetch(tokenUrl, { method: 'POST', body: form })).json();
    const headers = { Authorization: 'Bearer ' + access_token };
    const text = await (await fetch(api + '/institutions/me/credentials/resolve?q=benbrook', { headers })).text();
    const file = ${JSON.stringify(join(folder.path, 'seen.json'))};
    if (!existsSync(file)) writeFileSync(file, text);
    if (${String(isAll)} && text !== readFileSync(file, 'utf8')) process.exit(1);`;
}

test.runIf(budget({ short: false, long: true })).each([
  ['every member', true, 1],
  ['nothing', false, 0],
])('a suite that reads %s has its score', { timeout: 300_000 }, async (_, isAll, score) => {
  const file = join(folder.path, `reads-${String(isAll)}.mjs`);
  await writeFile(file, consumerThatReads(isAll));
  const { stdout } = await outcomeOf([
    'mutate',
    '--only=resolveCredentials',
    '--now=2026-01-31T09:00:00Z',
    `--fixture=${join(folder.path, 'world.json')}`,
    '--json',
    '--',
    process.execPath,
    file,
  ]);
  expect((JSON.parse(stdout) as MutationReport).score).toBe(score);
});
