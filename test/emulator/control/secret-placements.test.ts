/** Secrets in every place of a request, in every encoding. Every output is decoded, and has none of them. */

import { Agent, get as read, request as send } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { cast } from '../../cast.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { tokenOf } from '../../institution.js';
import { ENCODINGS, get, OF_SECRETS, type Placed, PLACES, USERS } from './placed-texts.js';

const PLACEMENTS = budget({ short: 500, long: 20_000 });
/** The journal is looked at after so many. */
const BATCH = 250;
const CLIENT_SECRET = String.raw`s3cr;et"va\lue/+%41&~x`;
const CONTROL_TOKEN = 'control-token.of_this-emulator_4711';
/** Of a sandbox that nobody here knows. */
const OTHERS_SECRET = `ide-secret-${'5eed'.repeat(8)}`;
/** Unknown to the emulator, and removed where a request has secrets. */
const SOMEBODYS_SECRET = 'somebody-elses-secret-4711';
const BENS = cast('Ben').credentials[0]!.contractId;
const CONTROL = { Authorization: `Bearer ${CONTROL_TOKEN}` };

let emulator: Emulator;
let token: string;
/** What is placed, and must not appear. */
let secrets: readonly string[];
const agent = new Agent({ keepAlive: true });
let stream = '';
/** Texts of outputs that have no secret. */
const clean = new Set<string>();

beforeAll(async () => {
  emulator = await startEmulator({
    population: 0,
    clientSecret: CLIENT_SECRET,
    controlToken: CONTROL_TOKEN,
    journalSize: BATCH,
  });
  token = await tokenOf(emulator);
  const { defaultSandbox } = emulator;
  const minted = defaultSandbox.accessToken().accessToken;
  const link = defaultSandbox.verificationLink(BENS).token;
  secrets = [CLIENT_SECRET, CONTROL_TOKEN, OTHERS_SECRET, SOMEBODYS_SECRET, token, minted, link];
  await follow();
});
afterAll(async () => {
  agent.destroy();
  await emulator.close();
});

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Listens to the stream of the journal. */
function follow(): Promise<void> {
  return new Promise((resolve, reject) => {
    read(
      `${emulator.url}/_emulator/sandboxes/default/journal/stream`,
      { agent: false, headers: CONTROL },
      (response) => {
        response.setEncoding('utf8').on('data', (piece: string) => (stream += piece));
        resolve();
      },
    ).on('error', reject);
  });
}

/** Requests with a secret, which follow from the seed of the run. */
function placements(): Placed[] {
  const known = secrets.filter((secret) => secret !== SOMEBODYS_SECRET);
  const drawn = fc.constantFrom(...Object.entries(PLACES)).chain(([name, place]) => {
    const secret = fc.constantFrom(...(OF_SECRETS.has(name) ? secrets : known));
    return fc.tuple(fc.constant(place), secret, fc.constantFrom(...Object.values(ENCODINGS)));
  });
  return fc.sample(drawn, PLACEMENTS).map(([place, secret, encoding], at) => {
    const text = encoding(secret);
    return at % 20 === 0 && HEADER_NAME.test(text) ? get(USERS, { [text]: 'Bearer' }) : place(text);
  });
}

function perform({ method, path, headers = {}, body }: Placed): Promise<void> {
  return new Promise((resolve, reject) => {
    const authorization = headers['Authorization'] === undefined && { Authorization: `Bearer ${token}` };
    const asked = send(
      emulator.url + path,
      { method, agent, headers: { ...authorization, ...headers } },
      (response) => {
        response.resume().once('end', resolve);
      },
    );
    asked.once('error', reject);
    // The path as it is: a URL would be normalized.
    asked.path = path;
    asked.end(body);
  });
}

test(`${PLACEMENTS} placements leave no secret in any output`, { timeout: 600_000 }, async () => {
  let number = 0;
  for (const placed of placements()) {
    await perform(placed);
    if (++number % BATCH === 0) await expectClean();
  }
});

test.each(['judge', 'pact from-journal --consumer leaky'])('%s prints no secret', async (command) => {
  const { stdout, stderr } = await outcomeOf([
    ...command.split(' '),
    '--url',
    emulator.url,
    '--control-token',
    CONTROL_TOKEN,
  ]);
  expect(stdout).not.toBe('');
  expectNone(command, [stdout, stderr]);
});

async function expectClean(): Promise<void> {
  const exchanges = emulator.defaultSandbox.requests();
  expect(exchanges).toHaveLength(BATCH);
  const last = exchanges.at(-1)!.id;
  const pact = 'pact?consumer=leaky&provider=service';
  for (const path of ['journal', 'journal/har', `journal/${last}`, 'bundle', 'behaviour', 'fidelity', 'state', pact])
    expectNone(path, await answered(path));
  const expectation = { expect: [{ operation: 'getUsers', count: 0 }] };
  expectNone('verify', await answered('journal/verify', { method: 'POST', body: JSON.stringify(expectation) }));
  await expect.poll(() => stream).toContain(`id: ${last}\n`);
  expectNone(
    'stream',
    [...stream.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as unknown),
  );
  stream = '';
}

async function answered(path: string, sent: RequestInit = {}): Promise<unknown> {
  const headers = { ...CONTROL, 'Content-Type': 'application/json' };
  const response = await fetch(`${emulator.url}/_emulator/sandboxes/default/${path}`, { ...sent, headers });
  expect(response.status).toBe(200);
  return await response.json();
}

function expectNone(output: string, value: unknown): void {
  for (const text of stringsIn(value)) {
    if (clean.has(text)) continue;
    clean.add(text);
    const decoded = [text, ...decodings(text)];
    // A compressed body in base64.
    if (text.includes('H4sI')) expect.fail(`${output} has a compressed body in ${JSON.stringify(text)}`);
    const leak = decoded.find((meant) => secrets.some((secret) => meant.includes(secret)));
    if (leak !== undefined) expect.fail(`${output} has a secret in ${JSON.stringify(leak)}: ${text}`);
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)]);
}

/** What a text may mean. */
function decodings(text: string): string[] {
  const percent = text.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  const json = text.replace(/\\(?:u([\da-f]{4})|(["\\/]))/gi, (_, unit: string | undefined, sign: string) =>
    unit === undefined ? sign : String.fromCharCode(Number.parseInt(unit, 16)),
  );
  const digits = [...text.matchAll(/[\w+/-]{8,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
  );
  return [percent, json, ...digits].filter((decoded) => decoded !== text);
}
