/** The recordings of an emulator have the exchanges of its journal, so that they are judged as it is. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { allAtOnce } from '../../src/common/steps.js';
import type { Exchange } from '../../src/emulator/journal/exchange.js';
import { harOf } from '../../src/emulator/journal/har.js';
import { fraction } from '../../src/emulator/domain/time/random.js';
import { judge } from '../../src/emulator/judge/judge.js';
import type { Verdict } from '../../src/emulator/judge/rule.js';
import { judgedTraffic, type JudgedTraffic } from '../../src/traffic/judged-traffic.js';
import { outcomeOf } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { journal, type Sketch } from '../emulator/judge/sketch.js';
import { tokenOf } from '../institution.js';

const SANDBOX = { id: 'team', oneClient: true };
const SOURCE = {
  origin: 'http://127.0.0.1:4010',
  version: '1.2.3',
  sandbox: SANDBOX,
  redactor: { decoded: (text: string) => text },
};

async function read(...documents: unknown[]): Promise<JudgedTraffic[]> {
  const files = documents.map((document, at) => [`${at}.json`, JSON.stringify(document)] as const);
  await using folder = await temporaryFolder(Object.fromEntries(files));
  const { sandboxes } = await judgedTraffic(files.map(([name]) => join(folder.path, name)));
  return [...sandboxes];
}

function verdictsOf([traffic]: readonly JudgedTraffic[]): Verdict[] {
  return allAtOnce(judge(traffic!.exchanges, traffic!.options));
}

const OPERATIONS = ['issueToken', 'getUsers', 'getCredentials', 'generateVerificationLink', null] as const;
const STATUSES = [200, 204, 400, 401, 404, 429, 503];
const BODIES = [undefined, { a: 'ü' }, 'no JSON', ''];
const ENDINGS = [undefined, undefined, 'cut', 'reset', 'never'] as const;

/** A sketch with everything that a journal may have, by chance. */
function sketchOf(at: number, random: () => number): Sketch {
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const ending = oneOf(ENDINGS);
  const isKnown = random() < 0.7;
  return {
    received: at * 40 + Math.floor(random() * 60),
    duration: oneOf([null, 5, 250.125]),
    operation: oneOf(OPERATIONS),
    method: oneOf(['GET', 'POST']),
    query: oneOf(['', 'limit=5', 'search=%zz&a=+', 'a?b']),
    status: oneOf(STATUSES),
    client: oneOf(['demo', null]),
    ...(isKnown ? { token: oneOf(['a', 'b']) } : { unknownToken: 1 }),
    ...(random() < 0.3 && { issued: { id: oneOf(['a', 'b']), life: 60_000 } }),
    headers: oneOf([[], [['X-Twice', '1'] as const, ['X-Twice', '2'] as const]]),
    body: oneOf(BODIES),
    responseHeaders: oneOf([[], [['Retry-After', '2'] as const]]),
    responseBody: oneOf(BODIES),
    ...(ending !== undefined && { ending }),
    ...(random() < 0.2 && { on: null }),
  };
}

test('a HAR file and a journal have every member of every exchange, and so the verdicts', async () => {
  const found: string[] = [];
  for (let seed = 1; seed <= 100; seed++) {
    let draws = 0;
    const random = (): number => fraction(seed, draws++);
    const exchanges = journal(...Array.from({ length: 8 }, (_, at) => sketchOf(at, random)));
    const har = harOf(exchanges, SOURCE);
    const lines = exchanges.map((exchange) => ({ ...exchange, _sandbox: SANDBOX }));

    const expected = [{ sandbox: 'team', exchanges, options: { senders: 1, oneClient: true } }];
    const live = verdictsOf(expected);
    for (const [form, recording] of Object.entries({ har, lines })) {
      const recorded = await read(recording);
      expect(recorded, `${form}, seed ${seed}`).toEqual(expected);
      expect(verdictsOf(recorded), `${form}, seed ${seed}`).toEqual(live);
    }
    found.push(...live.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule));
  }
  expect(new Set(found).size).toBeGreaterThan(2);
});

test('exchanges that are not those of a client are left out, as they are live', async () => {
  const [first, second] = journal({ received: 0 }, { received: 10 }) as [Exchange, Exchange];
  const lines = [{ ...first, sentByEmulator: true }, second].map((exchange) => ({ ...exchange, _sandbox: SANDBOX }));

  expect((await read(lines))[0]!.exchanges).toEqual([second]);
});

test('judge says of each recording what it says of the running emulator', async () => {
  await using emulator = await startEmulator({ population: 5 });
  const token = await tokenOf(emulator);
  await tokenOf(emulator);
  const ask = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${emulator.apiUrl}/institutions/me/users?limit=2`, { headers });
  await ask({ Authorization: `Bearer ${token}`, 'Emulator-Scenario': 'body-cut' }).then(
    async (response) => await response.text().catch(() => ''),
  );
  await ask({ Authorization: `Bearer ${token}` });
  await ask({});
  const { url } = emulator;
  const recordings = ['bundle', 'journal/har', 'journal'].map(
    async (path) => await (await fetch(`${url}/_emulator/sandboxes/default/${path}`)).text(),
  );
  const [bundle, har, listed] = (await Promise.all(recordings)) as [string, string, string];
  const { stdout: lines } = await outcomeOf(['journal', '--json', '--url', url]);
  await using folder = await temporaryFolder({
    'bundle.json': bundle,
    'all.har': har,
    'lines.json': lines,
    'list.json': listed,
  });

  const live = await outcomeOf(['judge', '--json', '--url', url]);

  expect(live.stderr).toMatch(/the client breaks a rule: token-with-every-call/);
  for (const name of ['bundle.json', 'all.har', 'lines.json'])
    expect(await outcomeOf(['judge', join(folder.path, name), '--json']), name).toEqual(live);
  const unnamed = await outcomeOf(['judge', join(folder.path, 'list.json'), '--json']);
  expect({ ...JSON.parse(unnamed.stdout), sandbox: 'default' }).toEqual(JSON.parse(live.stdout));
});

test('a file without a request of a client, and flags of a running emulator beside files, are refused', async () => {
  const ofPage = journal({ received: 0 }).map((exchange) => ({ ...exchange, sentByEmulator: true }));
  await using folder = await temporaryFolder({
    'no.har': '{"log":{"entries":[]}}',
    'page.json': JSON.stringify(ofPage),
    'judged.json': JSON.stringify(journal({ received: 0 })),
  });
  const file = join(folder.path, 'no.har');

  for (const name of ['no.har', 'page.json'])
    expect(await outcomeOf(['judge', join(folder.path, name)])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/the files have no request of a client to an emulator/) as string,
    });
  const judged = join(folder.path, 'judged.json');
  expect((await outcomeOf(['judge', judged])).code).toBe(0);
  for (const name of ['no.har', 'page.json'])
    expect(await outcomeOf(['judge', judged, join(folder.path, name)])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `${name}: no request of a client to an emulator; --service names that of a service; leave`,
      ) as string,
    });
  expect((await outcomeOf(['judge', judged, file, '--allow-empty'])).code).toBe(0);
  expect((await outcomeOf(['judge', file, '--sandbox', 'a'])).stderr).toMatch(/--sandbox is about a running emulator/);
  expect((await outcomeOf(['judge', file, '--allow-empty'])).code).toBe(0);
});

test.each([
  ['other bytes', '\0\u{1}[{"\u{2}]]}}'],
  ['a list of numbers', '[1,2]'],
  ['objects that are no exchanges', '[{"a":1},{"b":2}]'],
  ['an entry that is no object', '{"log":{"entries":[null]}}'],
  ['a HAR file with an empty request', '{"log":{"entries":[{"request":{}}]}}'],
])('%s is no recording, also with --allow-empty', async (_, text) => {
  await using folder = await temporaryFolder({ 'a.har': text });
  const path = join(folder.path, 'a.har');

  const outcome = await outcomeOf(['judge', path, '--allow-empty']);

  const stderr = `id-emulator: ${path}: expected a HAR 1.2 file, a bundle or a journal, found none of them\n`;
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr });
});

test.each([
  ['within its first entry', '{"log":{"entries":[{"request":{"método":"GET"', 46, 1, 46],
  ['before its first entry', '{"log":{\n"version":"1.2",\n"entries":[', 37, 3, 12],
])('of a HAR file that ends %s, the place of its end is said', async (_, text, bytes, line, column) => {
  await using folder = await temporaryFolder({ 'a.har': text });

  const { code, stderr } = await outcomeOf(['judge', join(folder.path, 'a.har'), '--allow-empty']);

  expect(code).toBe(2);
  expect(stderr).toMatch(/a\.har: expected a HAR 1\.2 file, a bundle or a journal, found JSON that ends too early, /);
  expect(stderr).toContain(`after byte ${bytes} (line ${line}, column ${column})\n`);
});

test('inspect offers no option for a file without requests that it does not have', async () => {
  await using folder = await temporaryFolder({ 'no.har': '{"log":{"entries":[]}}' });

  const { code, stderr } = await outcomeOf(['inspect', join(folder.path, 'no.har'), '--port', '0']);

  expect(code).toBe(2);
  expect(stderr).toMatch(/no\.har: no request of a client to an emulator; --service names that of a service\n$/);
});

test('a journal whose messages have no headers is none', async () => {
  const exchange = { method: 'GET', path: '/', query: '', status: 200, received: 1, request: {}, response: {} };
  await expect(read([exchange]).then(verdictsOf)).rejects.toThrow('expected a HAR 1.2 file, a bundle or a journal');
});
