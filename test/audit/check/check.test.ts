/**
 * Editions of a client whose audit has a finding: mended, or only quiet. Their runs are recorded like those of
 * `../corpus`: `RECORD='swallow' npx vitest run test/audit/check` makes those anew whose name matches.
 */

import { expect, test } from 'vitest';
import type { CheckedFinding, Evidence } from '../../../src/audit/audit-types.js';
import { checked, CLIENT, reportOf } from './checked.js';

/** The client of the report, whose `call` gives up after 429. */
const MISTAKE = 'let response = await get(path); if (!response.ok) throw new Error("status " + response.status);';
/** How a mended one waits: as long as it is told, up to five seconds. */
const WAITS = `const wait = () => Number(response.headers.get('Retry-After') ?? 1);
  for (let left = 3; left > 0 && response.status === 429 && wait() < 5; left -= 1) {
    await pause(1_000 * wait());
    response = await get(path);
  }`;
const TESTS = `
  await test('reads users', async () => { if ((await call(users)).items.length < 3) throw new Error('too few'); });
  await test('reads parties', async () => { await call('/institutions/me/credentials?limit=2'); });`;

function jobOf(call: string, tests = TESTS): string {
  return `let token = await login();
  const get = async (path) => {
    const response = await send(token, path);
    if (response.status !== 401) return response;
    token = await login();
    return await send(token, path);
  };
  const call = async (path) => { ${call} return await response.json(); };
  ${tests}`;
}

const RIGHT = MISTAKE.replace(' if', ` ${WAITS} if`);

/** Each edition with its verdict, and the part of the evidence that decides. */
const EDITIONS: readonly [name: string, verdict: CheckedFinding['verdict'], part: Evidence['part'], job: string][] = [
  ['a client that waits', 'fixed', 'finding', jobOf(RIGHT)],
  ['no change', 'still', 'finding', jobOf(MISTAKE)],
  ['a client that waits one second, whatever it is told', 'new', 'neighbour', jobOf(RIGHT.replace('?? 1)', '&& 1)'))],
  ['a client that comes back at once', 'new', 'finding', jobOf(RIGHT.replace('1_000', '1'))],
  [
    'a client that swallows every failure',
    'still',
    'finding',
    jobOf('const response = await get(path); if (!response.ok) return { items: [1, 2, 3] };'),
  ],
  [
    'a client that waits, and swallows what lasts',
    'new',
    'neighbour',
    jobOf(RIGHT.replace(/throw new .*/, 'return { items: [1, 2, 3] };')),
  ],
  [
    'a client that repeats without end',
    'new',
    'canary',
    jobOf(RIGHT.replace('left > 0 && response.status === 429', '!response.ok')),
  ],
  ['a client that repeats after 429 without end', 'new', 'canary', jobOf(RIGHT.replace('left > 0 && ', ''))],
  ['no test', 'tests changed', 'tests', jobOf(RIGHT, TESTS.split('\n')[2])],
  [
    'a test that reads less',
    'less is done',
    'tests',
    jobOf(RIGHT, TESTS.replace('call(users)', "call('/institutions/me/credentials')")),
  ],
  [
    'a client that waits only beside the emulator',
    'recognised the emulator',
    'disguise',
    jobOf(RIGHT.replace('=== 429', "=== 429 && response.headers.get('Emulator-Exchange')")),
  ],
];

/** A disguise hides more than headers. */
const BY_ADDRESS: typeof EDITIONS = [
  'new URL(apiUrl).port > 20_000',
  "client_secret === 'demo-secret'",
  "atob(token.split('.')[1]).includes('id-emulator')",
].map((told) => [
  `a client that waits only if ${told}`,
  'recognised the emulator',
  'disguise',
  jobOf(RIGHT.replace('=== 429', `=== 429 && ${told}`)),
]);

test.each([...EDITIONS, ...BY_ADDRESS])('%s: %s', { timeout: 300_000 }, async (name, verdict, part, job) => {
  const report = await reportOf('the report of a client that gives up', { ...CLIENT, job: jobOf(MISTAKE) });
  expect(report.findings.map(({ id, canary }) => [id, canary])).toEqual([['getUsers:throttled:gave-up', 'failed']]);
  const found = await checked(name, { ...CLIENT, job }, report);
  expect(found.verdict, JSON.stringify(found, undefined, 2)).toBe(verdict);
  expect(found.evidence.find((each) => each.verdict === verdict && each.part === part)).toBeDefined();
});
