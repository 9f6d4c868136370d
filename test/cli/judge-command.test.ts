/** `id-emulator judge`, against a server that responds like an emulator. */

import { allAtOnce } from '../../src/common/steps.js';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge, passes } from '../../src/emulator/judge/judge.js';
import { listening, type Listening } from '../listening.js';
import { parsedXml } from '../parsed-xml.js';
import { journal, withoutKeepAlive, type Sketch } from '../emulator/judge/sketch.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

interface StandIn extends Listening {
  /** The received requests. */
  readonly requests: IncomingMessage[];
}

async function standIn({ status = 200, body }: Answer): Promise<StandIn> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response
      .writeHead(status, { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { ...(await listening(server)), requests };
}

function behaviour(...sketches: readonly Sketch[]): Answer {
  const verdicts = allAtOnce(judge(journal(...sketches)));
  return { body: { sandbox: 'default', exchanges: sketches.length, passed: passes(verdicts), verdicts } };
}

const GOOD = behaviour({ received: 0, token: 'a' }, { received: 10, token: 'a' });
const BAD = behaviour({ received: 0, client: null, status: 401 });

test('a client that breaks no rule ends with 0', async () => {
  await using emulator = await standIn(GOOD);
  const { code, stdout, stderr } = await outcomeOf(['judge', '--url', emulator.url]);
  expect(stdout).toMatch(/^pass +reuse-token +A client uses its access token/m);
  expect(stdout).toMatch(/^not seen +bounded-batch /m);
  expect(stdout).toMatch(
    /16 rules: \d+ followed, 0 broken, 0 suspected, \d+ not seen\nfrom 2 exchanges of sandbox default\n$/,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a client that breaks a rule ends with 1, and prints the rule', async () => {
  await using emulator = await standIn(BAD);
  const { code, stdout, stderr } = await outcomeOf(['judge', '--url', emulator.url]);
  expect(stdout).toMatch(/^FAIL +token-with-every-call /m);
  expect(stdout).toContain('#1 GET /api/v1/institutions/me/users 401');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'id-emulator: the client breaks a rule: token-with-every-call\n',
  });
});

const SUSPECTED = behaviour(
  ...withoutKeepAlive(
    [0, 100].map((received): Sketch => ({ received, status: 429, responseHeaders: [['Retry-After', '2']] })),
  ),
);

test('a rule that is only suspected to be broken is shown with its reason, and fails with --strict alone', async () => {
  await using emulator = await standIn(SUSPECTED);
  const [lenient, strict] = [
    await outcomeOf(['judge', '--url', emulator.url]),
    await outcomeOf(['judge', '--url', emulator.url, '--strict']),
  ];
  expect(lenient.stdout).toMatch(/^suspected +wait-as-told /m);
  expect(lenient.stdout).toMatch(/^ +not proven: A client that opens a connection for each request/m);
  expect(lenient).toMatchObject({ code: 0, stderr: '' });
  expect(strict).toMatchObject({
    code: 1,
    stdout: lenient.stdout,
    stderr: 'id-emulator: the client breaks or seems to break a rule: wait-as-told\n',
  });
  expect(emulator.requests.map(({ url }) => url)).toEqual([
    '/_emulator/sandboxes/default/behaviour',
    '/_emulator/sandboxes/default/behaviour?strict=true',
  ]);
});

test('the request has the ID of the sandbox and the control token', async () => {
  await using emulator = await standIn(GOOD);
  await outcomeOf(['judge', '--url', `${emulator.url}/`, '--sandbox', 'a/b', '--control-token', 'open']);
  expect(emulator.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/_emulator/sandboxes/a%2Fb/behaviour', 'Bearer open'],
  ]);
});

test('the control token may come from the environment', async () => {
  await using emulator = await standIn(GOOD);
  await outcomeOf(['judge', '--url', emulator.url], { env: { ID_EMULATOR_CONTROL_TOKEN: 'open' } });
  expect(emulator.requests[0]?.headers.authorization).toBe('Bearer open');
});

test('--json prints only the response of the emulator', async () => {
  await using emulator = await standIn(BAD);
  const { code, stdout } = await outcomeOf(['judge', '--url', emulator.url, '--json']);
  expect(JSON.parse(stdout)).toEqual(BAD.body);
  expect(code).toBe(1);
});

test('--junit writes XML, broken rules or not', async () => {
  await using folder = await temporaryFolder();
  await using emulator = await standIn(BAD);
  const file = join(folder.path, 'behaviour.xml');
  const { code } = await outcomeOf(['judge', '--url', emulator.url, '--junit', file]);
  const suite = parsedXml(await readFile(file, 'utf8')).getElementsByTagName('testsuite')[0]!;
  expect(['name', 'tests', 'failures'].map((name) => suite.getAttribute(name))).toEqual([
    'behaviour of sandbox default',
    '16',
    '1',
  ]);
  expect(code).toBe(1);
});

test('a JUnit file that cannot be written is refused in one line, before anything is judged', async () => {
  await using folder = await temporaryFolder();
  await using emulator = await standIn(GOOD);
  const file = join(folder.path, 'missing', 'behaviour.xml');
  const { code, stdout, stderr } = await outcomeOf(['judge', '--url', emulator.url, '--junit', file]);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^id-emulator: cannot write .*behaviour\.xml: ENOENT.*\n$/);
  expect(code).toBe(2);
});

test('the message of the emulator about an unknown sandbox is printed', async () => {
  await using emulator = await standIn({
    status: 404,
    body: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no sandbox "x".' },
  });
  const { code, stderr } = await outcomeOf(['judge', '--url', emulator.url, '--sandbox', 'x']);
  expect(stderr).toBe(`id-emulator: the emulator at ${emulator.url} responds with 404: There is no sandbox "x".\n`);
  expect(code).toBe(2);
});

test('a missing control token is reported with the flag', async () => {
  await using emulator = await standIn({ status: 401, body: { detail: 'The control token is missing.' } });
  const { stderr } = await outcomeOf(['judge', '--url', emulator.url]);
  expect(stderr).toContain('requires its control token; give it with --control-token');
});

test.each<[string, Answer]>([
  ['a page', { body: '<html></html>' }],
  ['null', { body: 'null' }],
  ['other JSON', { body: { verdicts: [{ verdict: 'maybe' }] } }],
  [
    'verdicts of another version',
    {
      body: {
        sandbox: 'default',
        verdicts: [{ rule: 'a', title: 'b', explanation: 'c', verdict: 'fail', offences: [{}] }],
      },
    },
  ],
  ['an error without a body', { status: 502, body: '' }],
])('a response that is not from an emulator is reported: %s', async (_, answer) => {
  await using server = await standIn(answer);
  const { code, stdout, stderr } = await outcomeOf(['judge', '--url', server.url]);
  expect(stderr).toContain(
    `id-emulator: the server at ${server.url} is not an emulator of this version: expected verdicts`,
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
